/** A JSONL of 100,000 trajectories: when its first screen is there, its index, the look through it, one in its middle. */
import {execFileSync} from 'node:child_process';
import {once} from 'node:events';
import {createWriteStream} from 'node:fs';
import {mkdtemp, rm, stat, statfs} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {
	answered,
	begin,
	ended,
	judged,
	ran,
	replied,
	responded,
	type Trajectory,
} from '../source/agent/trajectory.js';
import {trajectoryToJson} from '../source/agent/trajectory-json.js';
import {type FileBook, openBook} from '../source/archive/file-book.js';
import {byteSize} from '../source/byte-size.js';
import type {QueryOutcome} from '../source/database/cell.js';
import {observe} from '../source/protocol/observation.js';
import {observationTurn} from '../source/protocol/prompt.js';
import {format, median, printLine} from './measure.js';

const TRAJECTORIES = 100_000;

/** About what one takes on disk; room for the whole is looked for before it is made. */
export const BYTES_EACH = 10_500;

const ROUNDS = 3;

export async function benchBook(): Promise<void> {
	const folder = await mkdtemp(path.join(tmpdir(), 'sqrl-tui-bench-'));
	try {
		const {bavail, bsize} = await statfs(folder);
		const room = Math.floor((bavail * bsize) / 2 / BYTES_EACH);
		const file = path.join(folder, 'run.jsonl');
		const count = Math.min(TRAJECTORIES, room);
		await writeRun(file, count);
		const {size} = await stat(file);
		console.log(`${count.toLocaleString('en-US')} trajectories, ${byteSize(size)}`);
		const opening: number[] = [];
		const indexing: number[] = [];
		const counting: number[] = [];
		for (let round = 0; round <= ROUNDS; round++) {
			const start = performance.now();
			execFileSync('wc', ['-l', file]);
			const wc = performance.now() - start;
			const {first, indexed} = await opened(file, count);
			if (round > 0) {
				counting.push(wc);
				opening.push(first);
				indexing.push(indexed);
			}
		}

		console.log(
			`${'open, first entries'.padEnd(34)} ${format(median(opening)).padStart(10)}   (aim: 500 ms)`,
		);
		printLine({
			what: 'index of all lines',
			ms: median(indexing),
			baseline: 'wc -l',
			baselineMs: median(counting),
			aim: 'at most 3 ×',
		});
		await lookedThrough(file, count);
	} finally {
		await rm(folder, {recursive: true});
	}
}

/** When the first entries are there, and when the places of all are known after that. */
async function opened(file: string, count: number): Promise<{first: number; indexed: number}> {
	const start = performance.now();
	const book = await openBook([file]);
	const first = performance.now() - start;
	await until(book, () => book.catalogue().count === count);
	const indexed = performance.now() - start - first;
	await book.close();
	return {first, indexed};
}

async function lookedThrough(file: string, count: number): Promise<void> {
	const before = process.memoryUsage().rss;
	const start = performance.now();
	const book = await openBook([file]);
	await until(book, () => book.catalogue().progress === null);
	const elapsed = performance.now() - start;
	console.log(
		`${'all looked through'.padEnd(34)} ${format(elapsed).padStart(10)}   ${Math.round((count / elapsed) * 1000).toLocaleString('en-US')} a second`,
	);
	const middle = performance.now();
	await book.open(Math.floor(count / 2));
	console.log(`${'one in the middle, whole'.padEnd(34)} ${format(performance.now() - middle).padStart(10)}`);
	const grown = process.memoryUsage().rss - before;
	console.log(
		`${'memory, its thread included'.padEnd(34)} ${byteSize(grown).padStart(10)}   more than before`,
	);
	await book.close();
}

async function until(book: FileBook, test: () => boolean): Promise<void> {
	await new Promise<void>(resolve => {
		const look = () => {
			if (test()) {
				stop();
				resolve();
			}
		};
		const stop = book.subscribe(look);
		look();
	});
}

export async function writeRun(file: string, count: number): Promise<void> {
	const out = createWriteStream(file);
	for (let at = 0; at < count; at++) {
		if (!out.write(`${JSON.stringify(trajectoryToJson(madeUp(at)))}\n`)) {
			await once(out, 'drain');
		}
	}

	out.end();
	await once(out, 'close');
}

const COLUMNS = Array.from({length: 60}, (_, at) => `  column_number_${at} TEXT NOT NULL,`).join('\n');

/** A probe, its rows, an answer. */
function madeUp(at: number): Trajectory {
	const outcome: QueryOutcome = {
		elapsedMs: 1.5,
		table: {
			columns: ['name', 'count'],
			rows: Array.from({length: 10}, (_, row) => [`row ${row} of ${at}`, BigInt(row * at)]),
			rowCount: 10,
			truncated: false,
			digest: `${at % 100}`,
		},
	};
	const meta = {reasoning: '', finishReason: 'stop', startedAt: '2026-01-01T00:00:00.000Z', elapsedMs: 800};
	let trajectory = begin({
		id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
		question: `How many rows has the table number ${at}?`,
		evidence: '',
		database: {path: '/data/music.sqlite', name: 'music', version: '1-2-3'},
		model: {name: 'sqrl-4b'},
		sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: at},
		maxSteps: 5,
		schema: `CREATE TABLE a (\n${COLUMNS}\n);`,
	});
	trajectory = replied(trajectory, {
		...meta,
		reply: '<think>Hm.</think>I look. <sql>SELECT name, count FROM a</sql>',
	});
	trajectory = judged(trajectory, 0, {kind: 'approved', by: 'policy'});
	trajectory = ran(trajectory, 0, outcome);
	trajectory = responded(trajectory, 0, {kind: 'observation', text: observationTurn(observe(outcome))});
	trajectory = replied(trajectory, {...meta, reply: 'So it is. <answer>SELECT count(*) FROM a</answer>'});
	return ended(answered(trajectory, {sql: 'SELECT count(*) FROM a', by: 'model', outcome}), 'answered');
}
