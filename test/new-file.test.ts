import {spawnSync} from 'node:child_process';
import {chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {UsageError} from '../source/errors.js';
import {writeNewFile} from '../source/new-file.js';
import {temporaryFolder} from './support/temporary-folder.js';

async function* pieces() {
	yield 'a';
	yield 'b';
}

async function refusal(file: string): Promise<UsageError> {
	const error: unknown = await writeNewFile(file, pieces()).then(
		() => null,
		(thrown: unknown) => thrown,
	);
	expect(error).toBeInstanceOf(UsageError);
	const {message, advice} = error as UsageError;
	expect(message + advice).not.toMatch(/\.part|ENO|EACC|, open/);
	return error as UsageError;
}

describe('a new file', () => {
	it('is whole, and all there is in its folder', async () => {
		const folder = temporaryFolder();
		const file = path.join(folder, 'x.md');
		expect(await writeNewFile(file, pieces())).toBe(file);
		expect(readFileSync(file, 'utf8')).toBe('ab');
		expect(readdirSync(folder)).toEqual(['x.md']);
	});

	it('may have as long a name as the disk allows', async () => {
		const file = path.join(temporaryFolder(), 'x'.repeat(255));
		expect(await writeNewFile(file, pieces())).toBe(file);
	});
});

describe('what cannot be written is said in words', () => {
	it('in a folder that is not there', async () => {
		const folder = path.join(temporaryFolder(), 'nodir');
		const {message, advice} = await refusal(path.join(folder, 'x.md'));
		expect(message).toBe(`${path.join(folder, 'x.md')} cannot be written: there is no folder ${folder}`);
		expect(advice).toBe('Make it first, or name another file.');
	});

	it('below a file', async () => {
		const file = path.join(temporaryFolder(), 'file');
		writeFileSync(file, '');
		expect((await refusal(path.join(file, 'x.md'))).message).toContain(`: ${file} is no folder`);
	});

	it('in the place of a folder, with or without a slash', async () => {
		const folder = path.join(temporaryFolder(), 'folder');
		mkdirSync(folder);
		for (const given of [folder, `${folder}/`]) {
			expect(await refusal(given)).toMatchObject({
				message: `${folder} is a folder`,
				advice: 'Name a new file in it.',
			});
		}
	});

	it('with a name that is too long', async () => {
		expect((await refusal(path.join(temporaryFolder(), 'x'.repeat(256)))).message).toMatch(
			/: the name is too long$/,
		);
	});

	it.skipIf(process.getuid?.() === 0)('without permission', async () => {
		const folder = temporaryFolder();
		chmodSync(folder, 0o500);
		expect((await refusal(path.join(folder, 'x.md'))).message).toContain(
			'you have no permission to write in',
		);
	});

	const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

	it.skipIf(!canMount)('on a full disk, and nothing is left there', () => {
		const disk = path.join(temporaryFolder(), 'disk');
		mkdirSync(disk);
		const code = `import {writeNewFile} from './source/new-file.js';
			await writeNewFile(${JSON.stringify(path.join(disk, 'x.md'))}, (async function* () { yield 'x'.repeat(1e6); })())
				.catch(({message}) => console.log(message));`;
		const shell = `mount -t tmpfs -o size=64k none ${disk}; "$0" --import tsx --input-type=module -e "$1"; ls -A ${disk}`;
		const {stdout} = spawnSync('unshare', ['-rm', 'sh', '-c', shell, process.execPath, code], {
			encoding: 'utf8',
		});
		expect(stdout).toBe(`${path.join(disk, 'x.md')} cannot be written: the disk is full\n`);
	});
});
