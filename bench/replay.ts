/**
 * The debugger in a terminal of its own, on 100,000 trajectories: its first screen, a step between turns and between
 * trajectories, a search and an order over all. A time is from the byte that is written to the terminal to the frame
 * that shows what it did.
 */
import {mkdtemp, rm, statfs} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {packageRoot} from '../source/package-root.js';
import {type DrivenProgram, driveProgram} from '../test/support/driven-program.js';
import {BYTES_EACH, writeRun} from './book.js';
import {format, median} from './measure.js';

const TRAJECTORIES = 100_000;

const STEPS = 60;

/** Between two keys: a key that is held repeats about as fast. */
const KEY_PAUSE_MS = 40;

const INDEXED_MS = 120_000;

const QUIET_MS = 1500;

export async function benchReplay(): Promise<void> {
	const folder = await mkdtemp(path.join(tmpdir(), 'sqrl-tui-bench-'));
	try {
		const {bavail, bsize} = await statfs(folder);
		const count = Math.min(TRAJECTORIES, Math.floor((bavail * bsize) / 2 / BYTES_EACH));
		const file = path.join(folder, 'run.jsonl');
		await writeRun(file, count);
		const all = count.toLocaleString('en-US');
		const starts: number[] = [];
		for (let round = 0; round < 4; round++) {
			const before = performance.now();
			const program = start(file);
			starts.push((await program.seen(text => text.includes('turn 1/'))) - before);
			await program.end();
		}

		// The first round is thrown away.
		tell(`first screen, ${all} trajectories`, starts.slice(1), '500 ms');
		let drawnAt = 0;
		const program = start(file, () => {
			drawnAt = performance.now();
		});
		try {
			await program.seen(text => text.includes('turn 1/'));
			await benchTurns(program, 'a step between turns, while it is read');
			await whenQuiet(() => drawnAt);
			await benchTurns(program, 'a step between turns');
			await benchSteps(program, all);
			await benchSearch(program, all);
		} finally {
			await program.end();
		}
	} finally {
		await rm(folder, {recursive: true});
	}
}

function start(file: string, onData = () => {}): DrivenProgram {
	return driveProgram([process.execPath, 'bin/sqrl-tui.js', 'replay', file], {
		cwd: packageRoot(),
		size: {columns: 120, rows: 40},
		onData,
	});
}

/** Nothing is drawn any more: the book is looked through to its end. */
async function whenQuiet(drawnAt: () => number): Promise<void> {
	const deadline = performance.now() + INDEXED_MS;
	while (performance.now() - drawnAt() < QUIET_MS && performance.now() < deadline) {
		await sleep(100);
	}
}

async function benchTurns(program: DrivenProgram, what: string): Promise<void> {
	const times: number[] = [];
	for (let step = 0; step < STEPS; step++) {
		const isForth = step % 2 === 0;
		times.push(await timeKey(program, isForth ? 'l' : 'h', isForth ? 'turn 2/' : 'turn 1/'));
	}

	tell(what, times, '33 ms');
}

async function benchSteps(program: DrivenProgram, all: string): Promise<void> {
	const times: number[] = [];
	for (let step = 0; step < STEPS; step++) {
		times.push(await timeKey(program, 'L', `${step + 2}/${all}`));
	}

	tell('a step between trajectories', times, '33 ms');
}

async function benchSearch(program: DrivenProgram, all: string): Promise<void> {
	const errors = await timeKey(program, 'o3', 'errors first');
	program.mark();
	program.write('/');
	await program.seen(text => text.includes('enter keep'));
	const found = await timeKey(program, '7', ' found');
	program.write('\x1b');
	console.log(
		`${`errors first, of ${all}`.padEnd(34)} ${format(errors).padStart(10)}\n${`a letter of a search in ${all}`.padEnd(34)} ${format(found).padStart(10)}`,
	);
}

async function timeKey(program: DrivenProgram, key: string, expected: string): Promise<number> {
	await sleep(KEY_PAUSE_MS);
	program.mark();
	const before = performance.now();
	program.write(key);
	return (await program.seen(text => text.includes(expected), 20_000)) - before;
}

function tell(what: string, times: readonly number[], aim: string): void {
	const worst = Math.max(...times);
	console.log(
		`${what.padEnd(34)} ${format(median([...times])).padStart(10)}   most ${format(worst)} (aim: ${aim})`,
	);
}
