/**
 * Does what the debugger wants done, outside its state: reads the book, runs queries again, carries forks on, judges.
 * What comes of it is told as events.
 */

import {forks} from '../../agent/fork.js';
import {onDatabase} from '../../agent/fork-database.js';
import {type Rerun, rerun, type Until} from '../../agent/rerun.js';
import {approveAll} from '../../agent/review.js';
import type {Trajectory} from '../../agent/trajectory.js';
import type {Book} from '../../archive/book.js';
import type {ExportFormat} from '../../archive/export.js';
import type {QuestionRecorder} from '../../archive/recorder.js';
import {messageOf, UsageError} from '../../errors.js';
import type {Gold} from '../../evaluation/gold.js';
import {judge, type RuleName, type Verdict} from '../../evaluation/judge.js';
import type {RecordedRun} from '../../evaluation/run/recorded-run.js';
import type {Model} from '../../model/model.js';
import {branches} from '../../vote/branches.js';
import {failureWords} from '../session/failure-words.js';
import type {Task} from './debugger.js';
import type {DebuggerEvent, FiledTarget, NamedTarget, Request} from './event.js';
import {judgedWords} from './judged-words.js';
import type {Readers} from './readers.js';
import type {Whose} from './verdicts.js';

/** The models that a fork can be continued with. */
export type ForkModels = {
	/** The first is the usual one. */
	names: readonly string[];
	/** Whoever had another before has given it up. Throws a SqrlError. */
	named(name: string): Promise<Model>;
};

/** A run that the trajectories of a file are of. */
export type RunRecord = {
	/** The file's name in the book. */
	file: string;
	/** What of it counts here, and what a person is to know of it. Throws only the reason of an abort. */
	read(signal: AbortSignal): Promise<{run: RecordedRun | null; notes: readonly string[]}>;
};

export type DeskOptions = {
	book: Book;
	readers: Readers;
	models: ForkModels;
	/** What a person has named: then the runs' own gold queries do not count. */
	gold: Gold | null;
	/** By default none. */
	records?: readonly RunRecord[];
	rule: RuleName;
	queryTimeoutMs: number;
	/** Milliseconds since 1970. */
	clock: () => number;
	newId: () => string;
	/** Where the forks of one run are kept. */
	forkQuestion: () => Pick<QuestionRecorder, 'store'>;
	/** The forks that the archive has of a trajectory, and theirs. Throws an ArchiveError. */
	forksOf: (id: string) => Promise<Trajectory[]>;
	editExternally: (text: string) => Promise<{text: string} | {error: string}>;
	/** Gives the path of what was written. Throws a SqrlError where there is something already. */
	write: (trajectory: Trajectory, format: ExportFormat, file: string) => Promise<string>;
	/** The person leaves. */
	leave: () => void;
};

export type Desk = {
	perform(request: Request): void;
	/** Stops what runs, at once. Book, readers and models are their owner's to close. */
	close(): void;
};

/** Milliseconds between two looks at a book that grows: each is a frame, and keys want theirs at once. */
const LOOK_MS = 200;

/** Milliseconds between two words of how far something is. */
const PACE_MS = 80;

export function startDesk(options: DeskOptions, dispatch: (event: DebuggerEvent) => void): Desk {
	const {book, readers, models, clock, newId, queryTimeoutMs, rule} = options;
	/** Gold that was typed, by database and question. */
	const typed = new Map<string, string>();
	/** That of the runs, by the file of their trajectories. */
	let recordedGold: ReadonlyMap<string, Gold> = new Map();
	let readingRuns: AbortController | null = null;
	let running: AbortController | null = null;
	let wanted: number | null = null;
	let isOpening = false;
	let lookingOn: NodeJS.Immediate | null = null;
	let growing: NodeJS.Timeout | null = null;
	let isClosed = false;

	function tell(event: DebuggerEvent): void {
		if (!isClosed) {
			dispatch(event);
		}
	}

	const unsubscribe = book.subscribe(() => {
		growing ??= setTimeout(() => {
			growing = null;
			tell({kind: 'catalogue', catalogue: book.catalogue()});
		}, LOOK_MS);
	});

	async function perform(request: Request): Promise<void> {
		switch (request.kind) {
			case 'open':
				return open(request.place);
			case 'look-on':
				lookingOn ??= setImmediate(() => {
					lookingOn = null;
					tell({kind: 'look-on'});
				});
				return;
			case 'rerun': {
				return asTask({kind: 'rerunning', until: request.until}, signal => runAgain(request, signal));
			}

			case 'fork':
				return asTask({kind: 'forking', done: 0, of: request.plan.count}, signal => fork(request, signal));
			case 'judge': {
				const {trajectory, file, gold} = request;
				if (gold !== null) {
					typed.set(questionKey(trajectory), gold);
				}

				return asTask({kind: 'judging', done: 0, of: 1}, async signal => {
					const known = goldOf(trajectory, file);
					if (known === null) {
						throw new UsageError('there is no gold query for this question', 'g takes one that you type.');
					}

					const judgement = await judged(trajectory, known.sql, signal);
					if (!signal.aborted) {
						const whose = {file, id: trajectory.id};
						tell({kind: 'judged', trajectory: whose, judgement, isTyped: known.isTyped});
					}

					return '';
				});
			}

			case 'judge-all': {
				const {targets} = request;
				return asTask({kind: 'judging', done: 0, of: targets.length}, signal => judgeAll(targets, signal));
			}

			case 'compare': {
				const sideOf = async ({name, node, trajectory}: NamedTarget) => ({
					name,
					trajectory: trajectory ?? (await book.open(node)),
				});
				const [left, right] = await Promise.all([sideOf(request.left), sideOf(request.right)]);
				return tell({kind: 'compared', left, right});
			}

			case 'export': {
				const {trajectory, format, file} = request;
				return asTask({kind: 'exporting'}, async () => {
					tell({kind: 'exported', file: await options.write(trajectory, format, file)});
					return '';
				});
			}

			case 'stop':
				running?.abort(new Error('stopped'));
				return;
			case 'reload':
				await book.reload();
				tell({kind: 'reloaded', catalogue: book.catalogue()});
				return readRuns();
			case 'read-runs':
				return readRuns();
			case 'write-externally': {
				const written = await options.editExternally(request.text);
				return tell(
					'error' in written ? {kind: 'notice', text: written.error} : {kind: 'written', text: written.text},
				);
			}

			case 'close':
				return options.leave();
		}
	}

	/** Of those that are asked for while one is read only the last is meant. */
	async function open(place: number): Promise<void> {
		wanted = place;
		if (isOpening) {
			return;
		}

		isOpening = true;
		try {
			while (wanted !== null) {
				const next: number = wanted;
				wanted = null;
				await openNow(next);
			}
		} finally {
			isOpening = false;
		}
	}

	async function openNow(place: number): Promise<void> {
		let trajectory: Trajectory;
		try {
			trajectory = await book.open(place);
		} catch (error) {
			return tell({kind: 'not-opened', place, reason: failureWords(error)});
		}

		tell({kind: 'opened', place, trajectory});
		try {
			// Samples of another run have the same ids: only what asks the same was taken from this one.
			const known = (await options.forksOf(trajectory.id)).filter(
				({question}) => question === trajectory.question,
			);
			if (known.length > 0) {
				tell({kind: 'forks', forks: known, begun: false});
			}
		} catch (error) {
			// The trajectory is there all the same.
			tell({kind: 'notice', text: failureWords(error)});
		}
	}

	/** One thing at a time; `work` gives what is to be said at its end. */
	async function asTask(task: Task, work: (signal: AbortSignal) => Promise<string>): Promise<void> {
		running?.abort(new Error('stopped'));
		const controller = new AbortController();
		running = controller;
		tell({kind: 'task', task});
		let words: string;
		try {
			words = await work(controller.signal);
		} catch (error) {
			words = failureWords(error);
		}

		if (running === controller) {
			running = null;
			tell({kind: 'task', task: null});
			if (controller.signal.aborted || words !== '') {
				tell({kind: 'notice', text: controller.signal.aborted ? 'Stopped.' : words});
			}
		}
	}

	/** Of those that are asked for while they are read only the last is told. */
	async function readRuns(): Promise<void> {
		const {records = []} = options;
		readingRuns?.abort(new Error('read anew'));
		const controller = new AbortController();
		readingRuns = controller;
		if (records.length === 0) {
			return;
		}

		const found = await Promise.all(
			records.map(async ({file, read}) => ({file, ...(await read(controller.signal))})),
		).catch((error: unknown) => {
			if (!controller.signal.aborted) {
				throw error;
			}
		});
		if (!found || controller.signal.aborted) {
			return;
		}

		const runs = new Map(found.flatMap(({file, run}) => (run ? [[file, run] as const] : [])));
		recordedGold = new Map([...runs].map(([file, {gold}]) => [file, gold]));
		tell({
			kind: 'recorded',
			runs,
			gold: [...runs.values()].reduce((sum, {gold}) => sum + gold.count, 0),
			notes: found.flatMap(({notes}) => notes),
		});
	}

	async function runAgain(
		{trajectory, file, from, until}: Extract<Request, {kind: 'rerun'}>,
		signal: AbortSignal,
	): Promise<string> {
		const {reader, note} = await readers.of(trajectory);
		const ran: Rerun[] = [];
		for await (const one of rerun(trajectory, {reader, from, until, queryTimeoutMs, signal})) {
			ran.push(one);
			tell({kind: 'reran', trajectory: {file, id: trajectory.id}, rerun: one});
		}

		return [rerunWords(ran, until), note].filter(Boolean).join(' ');
	}

	async function fork(request: Extract<Request, {kind: 'fork'}>, signal: AbortSignal): Promise<string> {
		const {parent, plan} = request;
		const {reader, note} = await readers.of(parent);
		const model = await models.named(request.model);
		const database = {...reader.database, version: await reader.version()};
		const starts = forks(parent, plan, {model: model.ref, newId}).map(start => onDatabase(start, database));
		tell({kind: 'forks', forks: starts, begun: true});
		if (note !== '') {
			tell({kind: 'notice', text: note});
		}

		const question = options.forkQuestion();
		for (const start of starts) {
			await question.store(start);
		}

		let done = 0;
		let answered = 0;
		let advice = '';
		const surroundings = {
			model,
			reader,
			review: approveAll,
			clock,
			queryTimeoutMs,
			digestAnswer: true,
			signal,
		};
		for await (const {event} of branches(starts, surroundings)) {
			if (event.kind === 'chunk') {
				continue;
			}

			await question.store(event.trajectory);
			tell({kind: 'forks', forks: [event.trajectory], begun: false});
			if (event.kind === 'ended') {
				done++;
				answered += event.trajectory.ending === 'answered' ? 1 : 0;
				// Why it failed stands with the fork.
				advice ||= event.error?.advice.trim() ?? '';
				tell({kind: 'task', task: {kind: 'forking', done, of: starts.length}});
			}
		}

		const count = starts.length === 1 ? 'The fork' : `${answered} of ${starts.length} forks`;
		const none = `${starts.length === 1 ? 'The fork has' : 'The forks have'} no answer.`;
		const ended = answered === 0 ? [none, advice] : [`${count} answered.`, 'c compares.'];
		return [ended[0], note, ended[1]].filter(Boolean).join(' ');
	}

	/** What a person has typed or named counts before that of the run; a fork is of any run that has its question. */
	function goldOf(trajectory: Trajectory, file: string): {sql: string; isTyped: boolean} | null {
		const own = typed.get(questionKey(trajectory));
		if (own !== undefined) {
			return {sql: own, isTyped: true};
		}

		const run = recordedGold.get(file);
		const sources = options.gold
			? [options.gold]
			: run
				? [run]
				: file === ''
					? [...recordedGold.values()]
					: [];
		const sql = sources.map(gold => gold.of(trajectory)).find(sql => sql !== null);
		return sql === undefined ? null : {sql, isTyped: false};
	}

	async function judged(trajectory: Trajectory, gold: string, signal: AbortSignal) {
		const {reader} = await readers.of(trajectory);
		return judge(trajectory.answer?.sql ?? null, gold, {reader, rule, queryTimeoutMs, signal});
	}

	async function judgeAll(targets: readonly FiledTarget[], signal: AbortSignal): Promise<string> {
		let told = performance.now();
		let news: Array<readonly [Whose, Verdict]> = [];
		let withoutGold = 0;
		const failed = {count: 0, reason: ''};
		const verdicts = new Map<Verdict, number>();
		for (const [done, {node, trajectory, file}] of targets.entries()) {
			if (signal.aborted) {
				break;
			}

			if (performance.now() - told > PACE_MS) {
				tell({kind: 'verdicts', verdicts: news});
				tell({kind: 'task', task: {kind: 'judging', done, of: targets.length}});
				news = [];
				told = performance.now();
			}

			try {
				const one = trajectory ?? (await book.open(node));
				const gold = goldOf(one, file);
				if (gold === null) {
					withoutGold++;
					continue;
				}

				const {verdict} = await judged(one, gold.sql, signal);
				if (!signal.aborted) {
					news.push([{file, id: one.id}, verdict]);
					verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
				}
			} catch (error) {
				failed.count++;
				failed.reason = messageOf(error);
			}
		}

		tell({kind: 'verdicts', verdicts: news});
		return judgedWords({verdicts, withoutGold, failed}, rule);
	}

	return {
		perform(request) {
			void perform(request).catch((error: unknown) => tell({kind: 'notice', text: failureWords(error)}));
		},
		close() {
			isClosed = true;
			running?.abort(new Error('closed'));
			readingRuns?.abort(new Error('closed'));
			unsubscribe();
			if (growing) {
				clearTimeout(growing);
			}

			if (lookingOn) {
				clearImmediate(lookingOn);
			}
		},
	};
}

function questionKey({database, question}: Trajectory): string {
	return `${database?.name ?? ''}\n${question}`;
}

/** Where it stopped and why, and how many drifted. */
function rerunWords(ran: readonly Rerun[], until: Until): string {
	const last = ran.at(-1);
	if (!last) {
		return 'From here on no query was run.';
	}

	const place = `turn ${last.turn + 1}`;
	const drifted = ran.filter(({drift}) => drift !== null).length;
	const much =
		ran.length === 1
			? drifted > 0
				? `${place} drifted`
				: `${place}: as recorded`
			: `${ran.length} queries ran, ${drifted === 0 ? 'all as recorded' : `${drifted} drifted`}`;
	switch (until) {
		case 'error':
			return 'error' in last.outcome ? `${much}; ${place} fails.` : `${much}; none fails.`;
		case 'empty':
			return isEmpty(last) ? `${much}; ${place} has no rows.` : `${much}; all have rows.`;
		default:
			return `${much}.`;
	}
}

function isEmpty({outcome}: Rerun): boolean {
	return 'table' in outcome && outcome.table.rowCount === 0;
}
