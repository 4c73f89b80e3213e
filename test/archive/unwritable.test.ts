import {spawnSync} from 'node:child_process';
import {chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openArchive} from '../../source/archive/store.js';
import {question} from '../support/agent-doubles.js';
import {digestOf, type ProgramLine} from '../support/archive-program.js';
import {archiveFile, integrityOf, placeOf, testArchive} from '../support/archived.js';
import {buildArchiveProgram, runArchiveProgram} from '../support/run-archive-program.js';
import {temporaryFolder} from '../support/temporary-folder.js';

const program = await buildArchiveProgram();

function linesOf<Kind extends ProgramLine['kind']>(lines: ProgramLine[], kind: Kind) {
	return lines.filter((line): line is ProgramLine & {kind: Kind} => line.kind === kind);
}

describe('where there is no room', () => {
	it('steps fail in words, what was stored is there, and a later program goes on', async () => {
		const file = archiveFile();
		openArchive(file).close();
		// 600 kB, in the blocks that the shell counts in.
		const {lines, ended} = runArchiveProgram(program, [file, 'a', '40'], {before: 'ulimit -f 1200'});
		await ended;
		const [failure] = linesOf(lines, 'failed');
		expect(failure?.message).toMatch(/cannot be (?:read or )?written: the disk/);
		expect(failure?.advice).not.toBe('');
		const archive = testArchive(file);
		expect(archive.notes).toEqual([]);
		const stored = new Map(linesOf(lines, 'stored').map(line => [line.id, line]));
		expect(stored.size).toBeGreaterThan(0);
		for (const [id, {digest}] of stored) {
			expect(digestOf((await archive.trajectory(id))!)).toBe(digest);
		}

		archive.store(question(), placeOf(1));
		expect(await archive.trajectory(question().id)).toEqual(question());
		archive.close();
		expect(integrityOf(file)).toBe('ok');
	});

	const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

	it.skipIf(!canMount)('the disk is told to be full, and steps are stored again when it is not', async () => {
		const folder = temporaryFolder();
		const disk = path.join(folder, 'disk');
		const go = path.join(folder, 'go');
		mkdirSync(disk);
		const inside = [
			`mount -t tmpfs -o size=1m none ${disk}`,
			`head -c 500000 /dev/zero > ${disk}/filler`,
			`{ while [ ! -e ${go} ]; do sleep 0.05; done; rm ${disk}/filler; } >&2 &`,
		];
		const shell = `exec unshare -rm /bin/sh -c '${inside.join('\n')}\nexec "$0" "$@"' "$0" "$@"`;
		const told: ProgramLine[] = [];
		const child = runArchiveProgram(program, [path.join(disk, 'archive.sqlite'), 'a', '0'], {
			before: shell,
			onLine: line => {
				if (line.kind === 'failed') {
					told.push(line);
					writeFileSync(go, '');
				} else if (line.kind === 'stored' && told.length > 0) {
					told.push(line);
					child.process.kill('SIGKILL');
				}
			},
		});
		await child.ended;
		expect(told[0]).toMatchObject({
			message: expect.stringMatching(/cannot be written: the disk is full$/),
			advice: 'Free some space: what could not be stored is stored with the next step.',
		});
		expect(told.at(-1)?.kind).toBe('stored');
	});
});

describe('where nothing may be written', () => {
	const isRoot = process.getuid?.() === 0;
	/** Root may write everywhere. */
	const user = isRoot ? {user: 65_534} : {};

	/** A folder, with an archive in it or none, that nobody may write to. */
	function readOnly(withArchive: boolean): string {
		const home = temporaryFolder();
		const folder = path.join(home, 'data');
		const file = path.join(folder, 'archive.sqlite');
		mkdirSync(folder);
		if (withArchive) {
			openArchive(file).close();
			chmodSync(file, 0o444);
		}

		if (isRoot) {
			for (const name of [home, folder, ...(withArchive ? [file] : [])]) {
				chownSync(name, 65_534, 65_534);
			}
		}

		chmodSync(folder, 0o555);
		return file;
	}

	it.each([
		['no archive', false],
		['an archive', true],
	])('a folder with %s is told to be read-only', async (_, withArchive) => {
		const file = readOnly(withArchive);
		const before = readdirSync(path.dirname(file));
		const {lines, ended} = runArchiveProgram(program, [file, 'a', '1'], user);
		await ended;
		expect(linesOf(lines, 'stored')).toEqual([]);
		const [failure] = linesOf(lines, 'failed');
		expect(failure?.message).toContain(`the archive ${file} cannot be `);
		expect(failure?.message).toContain('read-only');
		expect(failure?.advice).toContain('--no-archive');
		expect(readdirSync(path.dirname(file))).toEqual(before);
		chmodSync(path.dirname(file), 0o755);
	});
});
