import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {packageRoot} from '../source/package-root.js';

const source = path.join(packageRoot(), 'source');

type Import = {file: string; target: string; typeOnly: boolean};

const sources = readdirSync(source, {recursive: true, encoding: 'utf8'}).filter(file => /\.tsx?$/.test(file));

/** Every import of the source, of its own files as a path from `source/`, of packages by their name. */
const imports: Import[] = sources.flatMap(file => {
	const text = readFileSync(path.join(source, file), 'utf8');
	const found = text.matchAll(/^(import|export)( type)?\b[^;]*?from '([^']+)'|import\('([^']+)'\)/gm);
	return [...found].map(([, , typeOnly, name, onDemand]) => {
		const target = (name ?? onDemand)!;
		return {
			file,
			target: target.startsWith('.') ? path.join(path.dirname(file), target).replace(/\.js$/, '') : target,
			typeOnly: typeOnly !== undefined,
		};
	});
});

const GROUND = [
	'errors',
	'visible',
	'text-width',
	'package-root',
	'home',
	'byte-size',
	'child-environment',
	'inbox',
	'new-file',
	'html',
];

/** What the files of each floor may know of the source, besides their own floor. */
const FLOORS: Record<string, string[]> = {
	protocol: ['database/cell', ...GROUND],
	database: ['protocol/', ...GROUND],
	model: ['protocol/', ...GROUND],
	agent: ['protocol/', 'database/', 'model/', ...GROUND],
	vote: ['protocol/', 'database/', 'model/', 'agent/', ...GROUND],
	archive: ['protocol/', 'database/', 'model/', 'agent/', 'vote/', 'rows/', 'json-pieces', ...GROUND],
	evaluation: ['protocol/', 'database/', 'model/', 'agent/', 'vote/', 'rows/', ...GROUND],
	rows: ['database/', ...GROUND],
	sample: [],
	ui: [
		'protocol/',
		'database/',
		'model/',
		'agent/',
		'vote/',
		'archive/',
		'evaluation/',
		'rows/',
		'highlight',
		'streams',
		'note-lines',
		...GROUND,
	],
};

const floorOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '');

describe('the floors of ARCHITECTURE.md', () => {
	it.each(Object.entries(FLOORS))('%s knows only what is under it', (floor, known) => {
		const own = imports.filter(
			({file, target}) => floorOf(file) === floor && /^[a-z-]+(?:\/|$)/.test(target),
		);
		const files = new Set(sources.map(file => file.replace(/\.tsx?$/, '')));
		const wrong = own.filter(
			({target}) =>
				files.has(target) &&
				floorOf(target) !== floor &&
				!known.some(name => (name.endsWith('/') ? target.startsWith(name) : target === name)),
		);
		expect(wrong).toEqual([]);
		expect(own.length).toBeGreaterThan(0);
	});

	it('has cell at its foot', () => {
		expect(imports.filter(({file}) => file === 'database/cell.ts')).toEqual([]);
	});

	it('has commands as its roof', () => {
		const users = imports.filter(
			({target, file}) => floorOf(target) === 'commands' && floorOf(file) !== 'commands',
		);
		expect([...new Set(users.map(({file}) => file))]).toEqual(['cli.ts']);
	});

	it('lets only what draws know Ink and React', () => {
		const users = imports.filter(({target}) => target === 'ink' || target === 'react');
		expect([...new Set(users.map(({file}) => file))].sort()).toEqual([
			'ui/session-screen.tsx',
			'ui/stage.tsx',
			'ui/view-screen.tsx',
		]);
	});

	it('lets only the processes of the readers, the archive and the builder of the sample use the driver', () => {
		const users = imports.filter(({target, typeOnly}) => target === 'better-sqlite3' && !typeOnly);
		expect(users.map(({file}) => file.replace(/^sample\/.*/, 'sample'))).toEqual(
			expect.arrayContaining(['database/reader-process.ts', 'sample']),
		);
		expect(
			users.every(({file}) => /^sample\/|^archive\/|^database\/(?:reader|bulk)-process\.ts$/.test(file)),
		).toBe(true);
	});
});
