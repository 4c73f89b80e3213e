/** The archive with 100,000 turns in it against an empty one: what a step costs to store, and a search of the history. */
import {mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {begin, ended, judged, ran, replied, responded, type Trajectory} from '../source/agent/trajectory.js';
import type {Archive, Place} from '../source/archive/archive.js';
import {openArchive} from '../source/archive/store.js';
import {alternate, format, median, printLine} from './measure.js';

const TURNS = 100_000;
const TURNS_OF_A_QUESTION = 5;
const QUESTIONS = TURNS / TURNS_OF_A_QUESTION;
const QUESTIONS_OF_A_SESSION = 20;

/** Questions whose steps are timed, in either archive. */
const TIMED = 400;

/** Of the words of questions: one that is in none but one, and one that is in all. */
const RARE = 'zanzibar';
const COMMON = 'tracks';

export async function benchArchive(): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'sqrl-tui-bench-'));
	try {
		const empty = openArchive(path.join(folder, 'empty', 'archive.sqlite'));
		const full = openArchive(path.join(folder, 'full', 'archive.sqlite'));
		for (let number = 0; number < QUESTIONS; number++) {
			full.store(trajectoriesOf(number).at(-1)!, placeOf(number));
		}

		const megabytes = Math.round(statSync(full.file).size / 2 ** 20);
		console.log(
			`${TURNS.toLocaleString('en-US')} turns in ${QUESTIONS.toLocaleString('en-US')} questions, ${megabytes} MB`,
		);
		await benchStore(full, empty);
		await benchHistory(full, empty);
		full.close();
		empty.close();
	} finally {
		rmSync(folder, {recursive: true});
	}
}

/**
 * Every step of some more questions, in turn in one archive and the other. Between steps there is a pause, as there is
 * while a model writes: who never pauses is made to by the system, in the midst of a step.
 */
async function benchStore(full: Archive, empty: Archive): Promise<void> {
	const times = {full: [] as number[], empty: [] as number[]};
	const archives = {full, empty};
	for (let number = QUESTIONS; number < QUESTIONS + TIMED; number++) {
		const steps = trajectoriesOf(number);
		for (const name of ['full', 'empty'] as const) {
			for (const trajectory of steps) {
				await sleep(1);
				const start = performance.now();
				archives[name].store(trajectory, placeOf(number));
				times[name].push(performance.now() - start);
			}
		}
	}

	for (const [what, of] of [
		['p50', 0.5],
		['p99', 0.99],
	] as const) {
		printLine({
			what: `a step stored, ${what}`,
			ms: quantile(times.full, of),
			baseline: 'in an empty archive',
			baselineMs: quantile(times.empty, of),
			aim: `(aim: at most 5 ms; longest ${format(Math.max(...times.full))})`,
		});
	}
}

async function benchHistory(full: Archive, empty: Archive): Promise<void> {
	for (const [what, text, databasePath] of [
		['a rare word', RARE],
		['a word of every question', COMMON],
		['a letter of every question', COMMON[0]],
		['that word, in one database', COMMON, '/data/7.sqlite'],
		['no word', ''],
	] as const) {
		const search = (archive: Archive) => async () =>
			archive.history({text: text!, limit: 50, ...(databasePath && {databasePath})});
		const times = await alternate(20, {full: search(full), empty: search(empty)});
		printLine({
			what: `history: ${what}`,
			ms: median(times.full),
			baseline: `with ${TIMED} questions`,
			baselineMs: median(times.empty),
			aim: '(aim: at most 100 ms)',
		});
	}
}

function quantile(values: readonly number[], of: number): number {
	return values.toSorted((a, b) => a - b)[Math.floor(of * (values.length - 1))]!;
}

/** A question's trajectory after each step. */
function trajectoriesOf(number: number): Trajectory[] {
	const rare = number === Math.floor(QUESTIONS / 2) ? ` in ${RARE}` : '';
	let trajectory = begin({
		id: `trajectory-${number}`,
		question: `How many tracks of the genre ${number % 25} were sold to customer ${number}${rare}?`,
		evidence: number % 3 === 0 ? `genre ${number % 25} is meant by its name` : '',
		database: {path: `/data/${number % 50}.sqlite`, name: String(number % 50), version: '1-2-3'},
		model: {name: 'bench', baseUrl: 'http://127.0.0.1:8000/v1'},
		sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: null},
		maxSteps: TURNS_OF_A_QUESTION,
		schema: SCHEMAS[number % SCHEMAS.length]!,
	});
	const steps: Trajectory[] = [];
	for (let turn = 0; turn < TURNS_OF_A_QUESTION; turn++) {
		const isLast = turn === TURNS_OF_A_QUESTION - 1;
		const tag = isLast ? 'answer' : 'sql';
		const sql = `SELECT count(*) FROM Track JOIN Genre USING (GenreId) WHERE GenreId = ${number % 25} AND ${turn} < 9`;
		trajectory = replied(trajectory, {
			reply: `<think>\n${THOUGHT}\n</think>\n\nI look at it first. <${tag}> ${sql} </${tag}>`,
			reasoning: '',
			finishReason: 'stop',
			startedAt: '2026-01-01T00:00:00.000Z',
			elapsedMs: 1000,
		});
		steps.push(trajectory);
		if (isLast) {
			steps.push(ended({...trajectory, answer: {sql, by: 'model', outcome: OUTCOME}}, 'answered'));
		} else {
			trajectory = judged(trajectory, turn, {kind: 'approved', by: 'policy'});
			steps.push(trajectory);
			trajectory = responded(ran(trajectory, turn, OUTCOME), turn, {kind: 'observation', text: OBSERVATION});
			steps.push(trajectory);
		}
	}

	return steps;
}

const SCHEMAS = Array.from({length: 50}, (_, at) =>
	Array.from(
		{length: 100},
		(_, table) => `CREATE TABLE t${at}_${table} (id INTEGER PRIMARY KEY, name TEXT);`,
	).join('\n'),
);
const THOUGHT = 'The question is about tracks, so the table Track is needed. '.repeat(10);
const OBSERVATION = `<observation>\n${'12 | a name of something\n'.repeat(10)}</observation>`;
const OUTCOME = {
	elapsedMs: 1.5,
	table: {
		columns: ['n', 'name'],
		rows: Array.from({length: 10}, (_, at) => [BigInt(at), 'a name of something']),
		rowCount: 10,
		truncated: false as const,
	},
};

function placeOf(number: number): Place {
	const session = Math.floor(number / QUESTIONS_OF_A_SESSION);
	const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString();
	return {
		session: {
			id: `session-${session}`,
			startedAt: at(session * QUESTIONS_OF_A_SESSION),
			kind: 'session',
			database: null,
		},
		question: {id: `question-${number}`, askedAt: at(number)},
		sample: null,
	};
}
