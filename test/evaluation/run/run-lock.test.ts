import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {UsageError} from '../../../source/errors.js';
import {LOCK_FILE, lockRun} from '../../../source/evaluation/run/run-lock.js';
import {temporaryFolder} from '../../support/temporary-folder.js';

/** A folder with a lock that some program has left. */
function lockedBy(text: string): string {
	const folder = temporaryFolder();
	writeFileSync(path.join(folder, LOCK_FILE), text);
	return folder;
}

const owner = (change: object) =>
	JSON.stringify({pid: process.pid, started: 'long ago', host: hostname(), ...change});

/** The number of a process that has been killed. */
async function killedProcess(): Promise<number> {
	const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
	await once(child, 'spawn');
	child.kill('SIGKILL');
	await once(child, 'close');
	return child.pid!;
}

describe('the lock of a run', () => {
	it('is one program’s, until that gives it back', async () => {
		const folder = temporaryFolder();
		const unlock = await lockRun(folder);
		const text = readFileSync(path.join(folder, LOCK_FILE), 'utf8');
		expect(JSON.parse(text)).toMatchObject({pid: process.pid, host: hostname()});
		const refused = lockRun(folder);
		await expect(refused).rejects.toThrow(UsageError);
		await expect(refused).rejects.toThrow(
			`another program is writing the run in ${folder} (process ${process.pid})`,
		);
		await unlock();
		expect(readdirSync(folder)).toEqual([]);
		const again = await lockRun(folder);
		await again();
	});

	it.each([
		['was killed', async () => owner({pid: await killedProcess()})],
		['had the number that another process has now', async () => owner({})],
		['has left nothing in it', async () => ''],
	])('is nobody’s where its program %s', async (_, text) => {
		const folder = lockedBy(await text());
		const unlock = await lockRun(folder);
		expect(readdirSync(folder)).toEqual([LOCK_FILE]);
		await unlock();
	});

	it('of another machine is never taken', async () => {
		const folder = lockedBy(owner({host: 'elsewhere'}));
		const refused = lockRun(folder);
		await expect(refused).rejects.toThrow(`(process ${process.pid} on elsewhere)`);
		await expect(refused).rejects.toMatchObject({advice: expect.stringContaining(`remove ${folder}`)});
		expect(readdirSync(folder)).toEqual([LOCK_FILE]);
	});

	it('goes to one of those who find a stale one', async () => {
		const folder = lockedBy(owner({}));
		const all = await Promise.allSettled(Array.from({length: 8}, () => lockRun(folder)));
		const taken = all.filter(result => result.status === 'fulfilled');
		expect(taken).toHaveLength(1);
		expect(all.filter(result => result.status === 'rejected').map(({reason}) => reason as unknown)).toEqual(
			Array.from({length: 7}, () => expect.any(UsageError)),
		);
		await taken[0]!.value();
		expect(readdirSync(folder)).toEqual([]);
	});

	it('that another has taken meanwhile stays with that one', async () => {
		const folder = temporaryFolder();
		const unlock = await lockRun(folder);
		writeFileSync(path.join(folder, LOCK_FILE), owner({pid: 1}));
		await unlock();
		expect(readdirSync(folder)).toEqual([LOCK_FILE]);
	});
});
