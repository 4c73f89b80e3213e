import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import path from 'node:path';
import {createInterface} from 'node:readline';
import {onTestFinished} from 'vitest';
import {packageRoot} from '../../source/package-root.js';
import type {ProgramReport} from './reader-program.js';

export type ReaderProgram = {process: ChildProcess; report: ProgramReport; ended: Promise<unknown>};

type Options = {
	/** Where the program puts temporary files. */
	temporary: string;
	sql?: string;
	/** The user it runs as. */
	user?: number;
};

/**
 * Runs `reader-program.ts` until it has printed its report. What is left of it ends with the test.
 *
 * @param end what it does then: 'close', 'exit' without closing, 'throw', start an endless 'query', or 'stay'.
 */
export async function runReaderProgram(
	end: 'close' | 'exit' | 'throw' | 'query' | 'stay',
	file: string,
	{temporary, sql, user}: Options,
): Promise<ReaderProgram> {
	const program = path.join(packageRoot(), 'test/support/reader-program.ts');
	const child = spawn(process.execPath, ['--import', 'tsx', program, end, file, ...(sql ? [sql] : [])], {
		cwd: packageRoot(),
		stdio: ['ignore', 'pipe', end === 'throw' ? 'ignore' : 'inherit'],
		env: {PATH: process.env.PATH, TMPDIR: temporary, TSX_DISABLE_CACHE: '1'},
		...(user !== undefined && {uid: user, gid: user}),
	});
	const ended = once(child, 'exit');
	onTestFinished(() => {
		child.kill('SIGKILL');
	});
	for await (const line of createInterface({input: child.stdout!})) {
		return {process: child, report: JSON.parse(line) as ProgramReport, ended};
	}

	throw new Error('the program ended without a report');
}
