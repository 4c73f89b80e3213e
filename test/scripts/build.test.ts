import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import {describe, expect, it} from 'vitest';
import {builtFile, packageRoot} from '../../source/package-root.js';

const chunks = readdirSync(builtFile('chunks'))
	.filter(name => name.endsWith('.js'))
	.map(name => ({name, text: readFileSync(path.join(builtFile('chunks'), name), 'utf8')}));

/** The files that loading an entry loads. */
function loadedBy(entry: string): Set<string> {
	const loaded = new Set<string>();
	const follow = (file: string) => {
		if (loaded.has(file)) {
			return;
		}

		loaded.add(file);
		for (const [, next] of readFileSync(file, 'utf8').matchAll(
			/^(?:import|export)[^;]*?from "(\.[^"]+)"/gm,
		)) {
			follow(path.resolve(path.dirname(file), next!));
		}
	};
	follow(builtFile(entry));
	return loaded;
}

describe('the bundle', () => {
	it('leaves better-sqlite3 outside, and only the reader and the archive ask for it', () => {
		const importers = ['cli.js', 'reader-process.js', 'reader-watchdog.js', 'book-worker.js']
			.map(name => ({name, text: readFileSync(builtFile(name), 'utf8')}))
			.concat(chunks)
			.filter(
				({text}) => text.includes('import("better-sqlite3")') || text.includes('from "better-sqlite3"'),
			);
		expect(importers.map(({name}) => name.replace(/-\w{8}\.js$/, '')).sort()).toEqual([
			'reader-process.js',
			'store',
		]);
		// A session that is not stored and a question without a screen do without its driver.
		expect([...loadedBy('cli.js')].some(file => path.basename(file).startsWith('store-'))).toBe(false);
	});

	it('loads commands and heavy packages on demand', () => {
		const loaded = [...loadedBy('cli.js')].map(file => path.basename(file));
		for (const command of ['ask', 'export', 'doctor', 'config', 'session']) {
			expect(chunks.some(({name}) => name.startsWith(`${command}-`))).toBe(true);
			expect(loaded.some(name => name.startsWith(`${command}-`))).toBe(false);
		}

		const bytes = [...loadedBy('cli.js')].reduce((sum, file) => sum + readFileSync(file).length, 0);
		expect(bytes).toBeLessThan(100_000);
	});

	it("has SQL's grammar and no other", () => {
		const grammars = chunks.filter(({text}) => /highlight\.js\/lib\/languages\//.test(text));
		const names = grammars.flatMap(({text}) => [...text.matchAll(/highlight\.js\/lib\/languages\/(\w+)/g)]);
		expect(new Set(names.map(([, name]) => name))).toEqual(new Set(['sql']));
	});

	it('has the sample, whole', () => {
		const db = new Database(builtFile('sample.sqlite'), {readonly: true});
		expect(db.pragma('integrity_check', {simple: true})).toBe('ok');
		expect(db.prepare('SELECT count(*) FROM Track').pluck().get()).toBe(3500);
		db.close();
	});

	it('runs from any folder, and knows its version', () => {
		const {version} = JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8'));
		const program = path.join(packageRoot(), 'bin', 'sqrl-tui.js');
		expect(execFileSync(process.execPath, [program, '--version'], {cwd: '/', encoding: 'utf8'})).toBe(
			`${version}\n`,
		);
	});

	it('has the licence of each package that is in it', () => {
		const licences = readFileSync(builtFile('THIRD-PARTY-LICENSES.txt'), 'utf8');
		for (const name of ['openai', 'highlight.js', 'cli-highlight', 'conf', 'wrap-ansi']) {
			expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
		}

		expect(licences).toContain('Apache License');
		expect(licences).toMatch(/^yoga-layout .*\n\n.* names MIT, and as its author Meta/m);
		expect(licences.match(/The package has no file with it/g)).toHaveLength(1);
	});

	it('leaves nothing of its making behind', () => {
		expect(existsSync(builtFile('build-sample.js'))).toBe(false);
	});
});
