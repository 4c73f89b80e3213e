/**
 * The session in a terminal of its own: its start, how soon a key is seen, and what a thousand questions weigh.
 * A time is from the byte that is written to the terminal to the frame that shows what it did. The stage draws a
 * key that comes after a pause at once; only a frame that follows another is up to 25 ms later.
 */
import {execFileSync} from 'node:child_process';
import {setTimeout as sleep} from 'node:timers/promises';
import {packageRoot} from '../source/package-root.js';
import {type DrivenProgram, driveProgram} from '../test/support/driven-program.js';
import {
	type ScriptedReply,
	type ScriptedRequest,
	startScriptedServer,
} from '../test/support/scripted-server.js';
import {alternate, format, median, printLine} from './measure.js';

const MANY = 1000;
const FEW = 10;
const KEYS = 80;
const KEYS_WHILE_RUNNING = 200;
/** Between two keys: a key that is held repeats about as fast. */
const KEY_PAUSE_MS = 40;
/** What is still not done then is given up. */
const ALL_QUESTIONS_MS = 110_000;

const LONG = 'Which of the million?';
const THOUGHT =
	'<think>\nThe question is about tracks by genre, so I look at the genres first.\n</think>\n\n';
const PROBE = `${THOUGHT}I look at the genres first.\n<sql> SELECT Name FROM Genre LIMIT 10 </sql>`;
const LONG_PROBE = `${THOUGHT}I sort a million rows.
<sql> WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000000)
SELECT x, replace(hex(randomblob(2000)), 'A', 'BB') AS y FROM c ORDER BY length(y) </sql>`;
const ANSWER = `${THOUGHT}The tracks are counted per genre.
<answer> SELECT g.Name, COUNT(*) AS tracks FROM Genre g JOIN Track t ON t.GenreId = g.GenreId
GROUP BY g.GenreId ORDER BY tracks DESC LIMIT 5 </answer>`;

function script({question, turn}: ScriptedRequest): ScriptedReply {
	return {text: question === LONG ? LONG_PROBE : turn === 0 ? PROBE : ANSWER, chunkSize: 80};
}

export async function benchSession(): Promise<void> {
	const server = await startScriptedServer(script);
	const start = () =>
		driveProgram([process.execPath, 'bin/sqrl-tui.js', '--sample', '--base-url', server.baseUrl], {
			cwd: packageRoot(),
		});
	try {
		await benchStart(start);
		const program = start();
		try {
			await program.seen(text => text.includes('❯'));
			program.write('/approve auto\r');
			await program.seen(text => text.includes('run by themselves'));
			await benchQuestions(program);
			await benchWhileRunning(program);
			await quit(program);
		} finally {
			await program.end();
		}
	} finally {
		await server.close();
	}
}

async function benchStart(start: () => DrivenProgram): Promise<void> {
	const times: number[] = [];
	const {nothing} = await alternate(10, {
		async session() {
			const before = performance.now();
			const program = start();
			try {
				times.push((await program.seen(text => text.includes('❯'))) - before);
			} finally {
				await program.end();
			}
		},
		async nothing() {
			const program = driveProgram([process.execPath, '-e', '0']);
			try {
				await program.ended();
			} finally {
				await program.end();
			}
		},
	});
	printLine({
		what: 'start to the first frame',
		// The first round is thrown away.
		ms: median(times.slice(1)),
		baseline: 'node -e 0',
		baselineMs: median(nothing),
		aim: '(aim: at most 4.5 ×)',
	});
}

/** A key with few and with many finished questions, and what the program weighs then. */
async function benchQuestions(program: DrivenProgram): Promise<void> {
	const deadline = performance.now() + ALL_QUESTIONS_MS;
	await askQuestions(program, FEW, deadline);
	const few = await typeKeys(program);
	const weightOfFew = megabytes(program.pid);
	await askQuestions(program, MANY - FEW, deadline);
	const many = await typeKeys(program);
	printLine({
		what: `key to frame, ${MANY.toLocaleString('en-US')} questions`,
		ms: median(many),
		baseline: `${FEW} questions`,
		baselineMs: median(few),
		aim: `(aim: at most 1.20 ×); p99 ${format(percentile(many, 99))} and ${format(percentile(few, 99))}`,
	});
	const weight = megabytes(program.pid);
	console.log(
		`memory of the program after ${MANY.toLocaleString('en-US')} questions: ${weight} MB; after ${FEW}: ${weightOfFew} MB`,
	);
}

async function askQuestions(program: DrivenProgram, count: number, deadline: number): Promise<void> {
	for (let asked = 0; asked < count; asked++) {
		if (performance.now() > deadline) {
			throw new Error(`the questions take too long: ${asked} of ${count} were answered`);
		}

		program.mark();
		// A paste opens the composer, wherever the person is.
		program.write(`\x1b[200~Which genre has the most tracks, ${asked}?\x1b[201~\r`);
		await program.seen(text => text.includes('2 turns') && text.includes('n next'));
	}
}

async function typeKeys(program: DrivenProgram): Promise<number[]> {
	program.write('n');
	const times: number[] = [];
	let text = '';
	for (let at = 0; at < KEYS; at++) {
		await sleep(KEY_PAUSE_MS);
		const key = String.fromCharCode(97 + ((at * 7) % 26));
		text += key;
		times.push(await timeKey(program, key, seen => seen.includes(text)));
	}

	program.mark();
	program.write('\x03');
	await program.seen(seen => seen.includes('Ask sample'));
	return times;
}

/** Folding and unfolding the thought while a probe sorts a million rows. */
async function benchWhileRunning(program: DrivenProgram): Promise<void> {
	program.mark();
	program.write(`${LONG}\r`);
	await program.seen(text => text.includes('runs …'));
	const times: number[] = [];
	for (let at = 0; at < KEYS_WHILE_RUNNING; at++) {
		await sleep(KEY_PAUSE_MS);
		const sign = at % 2 === 0 ? '▾' : '▸';
		times.push(await timeKey(program, 'r', seen => seen.includes(sign) && seen.includes('runs …')));
	}

	program.mark();
	program.write('\x1b');
	await program.seen(text => text.includes('Stopped.'));
	const p99 = percentile(times, 99);
	console.log(
		`key to frame while a probe of 1,000,000 rows runs: median ${format(median(times))}, p99 ${format(p99)} (aim: at most 33 ms)`,
	);
}

async function timeKey(
	program: DrivenProgram,
	key: string,
	isShown: (seen: string) => boolean,
): Promise<number> {
	program.mark();
	const start = performance.now();
	program.write(key);
	return (await program.seen(isShown)) - start;
}

async function quit(program: DrivenProgram): Promise<void> {
	program.write('n');
	program.write('/quit\r');
	const code = await program.ended();
	if (code !== 0) {
		throw new Error(`the session ended with ${code}`);
	}
}

function percentile(values: readonly number[], percent: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.ceil((percent / 100) * sorted.length) - 1]!;
}

/** Resident memory of the program itself; the reader's processes are others. */
function megabytes(pid: number): number {
	return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], {encoding: 'utf8'})) / 1024);
}
