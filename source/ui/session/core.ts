/**
 * The session outside React: holds the state, feeds events to the reducer and does what it asks for. Nothing
 * here draws; whoever draws subscribes.
 */
import {randomInt, randomUUID} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {isDeepStrictEqual} from 'node:util';
import {explained} from '../../agent/explained.js';
import {contextError} from '../../agent/prompt-size.js';
import type {Judgement, Review} from '../../agent/review.js';
import {solve} from '../../agent/solve.js';
import {failed, forked, type Trajectory} from '../../agent/trajectory.js';
import type {HistoryEntry} from '../../archive/archive.js';
import {ancestorsOf} from '../../archive/family.js';
import type {Reader} from '../../database/reader.js';
import {messageOf, UsageError} from '../../errors.js';
import {expandHome} from '../../home.js';
import type {ModelRef} from '../../model/model.js';
import {dumpSchema, identifier} from '../../protocol/schema.js';
import {exportRows} from '../../rows/export-rows.js';
import type {Ballot} from '../../vote/ballot.js';
import type {vote} from '../../vote/run-vote.js';
import {HISTORY_PAGE} from '../screens/history-view.js';
import {type ModelSurroundings, startAskedModel} from './asked-model.js';
import {boardEvents} from './board-events.js';
import type {SessionEvent} from './event.js';
import {failureWords} from './failure-words.js';
import type {Keeping} from './keeping.js';
import {putQuestion, sizeOf} from './put-question.js';
import {isWorking, reduce} from './reduce.js';
import {type SessionDesk, startSessionDesk} from './session-desk.js';
import type {Doomed, Effect, Poll, Session} from './state.js';

export type Surroundings = ModelSurroundings & {
	/** Runs as many queries at once as a vote is to have. */
	reader: Reader;
	vote: typeof vote;
	queryTimeoutMs: number;
	clock: () => number;
	keeping: Keeping;
	/** Hands text to the terminal's clipboard; says whether all of it fitted. */
	copy: (text: string) => {cut: boolean};
	/** Opens $EDITOR while nothing is drawn. */
	editExternally: (text: string) => Promise<{text: string} | {error: string}>;
	suspend: () => Promise<void>;
};

export type Core = {
	readonly session: Session;
	dispatch(event: SessionEvent): void;
	subscribe(listener: () => void): () => void;
	/** Resolves when the person has quit. */
	finished: Promise<void>;
	/**
	 * Stops what runs, at once; resolves when the models have ended, too. The reader is its owner's to close.
	 */
	close(): Promise<void>;
};

/** Milliseconds between two looks at the clock while something runs. */
const TICK_MS = 1000;

const FIRST_ROWS = 20;

const NO_ARCHIVE = 'There is no archive: nothing of this session is kept.';

export function startCore(start: Session, surroundings: Surroundings): Core {
	const {reader, clock, keeping} = surroundings;
	const listeners = new Set<() => void>();
	let session = start;
	const askedModel = startAskedModel(surroundings, {session: () => session, dispatch, report});
	let closed = false;
	/** Questions and votes that have not told their end yet. */
	const going = new Set<Promise<void>>();
	let asked = 0;
	let running: AbortController | null = null;
	let judge: ((judgement: Judgement) => void) | null = null;
	let desk: SessionDesk | null = null;
	let finish = () => {};
	const finished = new Promise<void>(resolve => {
		finish = resolve;
	});
	const ticking = setInterval(() => {
		if (isWorking(session.phase)) {
			dispatch({kind: 'tick', at: clock()});
		}
	}, TICK_MS);

	function dispatch(event: SessionEvent): void {
		const step = reduce(session, event);
		session = step.session;
		for (const effect of step.effects) {
			void perform(effect).catch(report);
		}

		for (const listener of listeners) {
			listener();
		}
	}

	/** What an effect could not do is said where the person looks; the session goes on. */
	function report(error: unknown): void {
		dispatch({kind: 'note', text: failureWords(error), tone: 'bad'});
	}

	/** Until its end is kept the session is not closed. */
	function toItsEnd(work: Promise<void>): Promise<void> {
		const told = work.catch(() => {}).then(() => void going.delete(told));
		going.add(told);
		return work;
	}

	async function perform(effect: Effect): Promise<void> {
		switch (effect.kind) {
			case 'ask':
				return ask(effect.question, carryOn);
			case 'vote':
				return ask(effect.question, start => {
					// Sample i has seed base + i: all are within what servers take.
					const seedBase = start.sampling.seed ?? randomInt(2 ** 31 - effect.k);
					return poll({start, k: effect.k, seedBase});
				});
			case 'vote-on':
				return poll(effect.poll, effect.before);
			case 'resume':
				return carryOn(goneOnBy(effect.trajectory, askedModel.current().ref));
			case 'regenerate': {
				const {trajectory} = effect;
				const fork = forked(trajectory, Math.max(0, trajectory.turns.length - 1), randomUUID());
				const {seed} = fork.sampling;
				const sampling = {...fork.sampling, seed: seed === null ? null : seed + 1};
				// The same seed would give the same reply.
				return carryOn({...fork, model: askedModel.current().ref, sampling});
			}

			case 'judge':
				judge?.({turn: effect.turn, verdict: effect.verdict});
				return;
			case 'stop':
				running?.abort(new Error('stopped'));
				return;
			case 'query':
				return query(effect.sql);
			case 'plan': {
				const outcome = await reader.query(`EXPLAIN QUERY PLAN ${effect.sql}`, {maxRows: 1000});
				return dispatch({kind: 'planned', sql: effect.sql, outcome});
			}

			case 'count':
			case 'first-rows':
				return lookAtTable(effect.kind, effect.table);
			case 'copy': {
				const {cut} = surroundings.copy(effect.text);
				const what = cut
					? `the first part of the ${effect.what}, terminals take no more`
					: `the ${effect.what}`;
				return dispatch({kind: 'notice', text: `Sent to the terminal's clipboard: ${what}.`});
			}

			case 'export': {
				const {rows, path} = await exportRows(reader, effect, surroundings.queryTimeoutMs);
				const count = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;
				return dispatch({kind: 'note', text: `${count} written to ${path}`, tone: 'good'});
			}

			case 'read-evidence': {
				const text = await readFile(expandHome(effect.file), 'utf8').catch(error => {
					throw new UsageError(`the evidence cannot be read: ${messageOf(error)}`, 'Check the path.');
				});
				return dispatch({kind: 'evidence', text: text.trim()});
			}

			case 'find-history':
				return findHistory(effect.text, effect.offset);
			case 'open-question':
				return openQuestion(effect.id);
			case 'forget':
				return forget(effect.what);
			case 'keep':
				return keeping.keep(effect.trajectory);
			case 'keep-vote':
				return keeping.keepVote(effect.start, effect.vote);
			case 'list-models':
				return askedModel.list();
			case 'use-model':
				return askedModel.use(effect.wanted);
			case 'get-ready':
				return askedModel.getReady();
			case 'write-externally': {
				const written = await surroundings.editExternally(effect.text);
				return dispatch(
					'error' in written ? {kind: 'notice', text: written.error} : {kind: 'written', text: written.text},
				);
			}

			case 'find-forks':
				return findForks(effect.trajectories);
			case 'debug':
				desk ??= startDesk();
				return desk.perform(effect.request);
			case 'debug-end': {
				const before = desk;
				desk = null;
				return before?.close();
			}

			case 'suspend':
				return surroundings.suspend();
			case 'quit':
				return finish();
		}
	}

	function startDesk(): SessionDesk {
		const {queryTimeoutMs, editExternally} = surroundings;
		const model = async () => {
			await askedModel.settled();
			await askedModel.vacated;
			return askedModel.current();
		};
		return startSessionDesk(
			{
				reader,
				model,
				clock,
				queryTimeoutMs,
				editExternally,
				forkQuestion: keeping.forkQuestion,
				forksOf: keeping.forksOf,
			},
			event => dispatch({kind: 'debugger', event}),
		);
	}

	async function ask(question: string, begin: (start: Trajectory) => Promise<void>): Promise<void> {
		asked++;
		const mine = asked;
		await askedModel.settled();
		await noticeChange();
		const version = await reader.version();
		// Of questions that are sent at once the last is meant.
		if (mine !== asked) {
			return tellSuperseded(question);
		}

		const trajectory = putQuestion(session, question, askedModel.current().ref, {
			...session.database.ref,
			version,
		});
		const size = sizeOf(session, trajectory);
		const {contextTokens} = session;
		// One that runs here counts for itself.
		if (session.readiness !== null || contextTokens === null || size.tokens <= contextTokens) {
			return begin(trajectory);
		}

		const error = contextError(size, contextTokens);
		dispatch({kind: 'started', trajectory, at: clock()});
		const event = {kind: 'ended' as const, trajectory: failed(trajectory, error), error};
		dispatch({kind: 'solve', event, at: clock()});
	}

	/** The database may have changed since the question before: its schema is read again. */
	async function noticeChange(): Promise<void> {
		const version = await reader.version();
		if (version === session.database.ref.version) {
			return;
		}

		const ref = {...session.database.ref, version};
		const {schema, warnings} = await reader.schema();
		const same = dumpSchema(schema) === dumpSchema(session.database.schema);
		const database = {ref, schema, warnings, copied: reader.copied};
		if (same) {
			session = {...session, database};
		} else {
			dispatch({kind: 'database', database});
		}
	}

	function carryOn(trajectory: Trajectory): Promise<void> {
		return toItsEnd(solveOn(trajectory));
	}

	async function solveOn(trajectory: Trajectory): Promise<void> {
		const model = askedModel.current();
		const controller = begun();
		dispatch({kind: 'started', trajectory, at: clock()});
		const {signal} = controller;
		const {queryTimeoutMs} = surroundings;
		let last = trajectory;
		try {
			await askedModel.vacated;
			const events = solve(trajectory, {model, reader, review, clock, queryTimeoutMs, signal});
			for await (const event of keeping.solving(trajectory, events)) {
				if (running !== controller) {
					return tellSuperseded(trajectory.question);
				}

				last = event.trajectory;
				if (event.kind === 'ended') {
					ended(controller);
					const error =
						event.error && explained(event.error, sizeOf(session, trajectory), model.ref.baseUrl ?? '');
					dispatch({kind: 'solve', event: {...event, ...(error && {error})}, at: clock()});
				} else {
					dispatch({kind: 'solve', event, at: clock()});
				}
			}
		} catch (error) {
			// Nobody foresaw it: the question ends all the same, and the person goes on.
			if (running === controller) {
				ended(controller);
				const broken = failed(last, {kind: 'unforeseen', message: messageOf(error)});
				dispatch({kind: 'solve', event: {kind: 'ended', trajectory: broken}, at: clock()});
			}

			throw error;
		}
	}

	/** A trajectory tells of one model: what another goes on with is a fork. */
	function goneOnBy(trajectory: Trajectory, model: ModelRef): Trajectory {
		return isDeepStrictEqual(trajectory.model, model)
			? trajectory
			: {...forked(trajectory, trajectory.turns.length, randomUUID()), model};
	}

	function poll(wanted: Poll, before?: Ballot): Promise<void> {
		return toItsEnd(pollOn(wanted, before));
	}

	async function pollOn({start, k, seedBase}: Poll, before?: Ballot): Promise<void> {
		const model = askedModel.current();
		const controller = begun();
		dispatch({kind: 'polled', poll: {start, k, seedBase}, at: clock()});
		const {queryTimeoutMs} = surroundings;
		try {
			await askedModel.vacated;
			const events = surroundings.vote(start, {
				model,
				reader,
				k,
				seedBase,
				earlyStop: true,
				clock,
				newId: randomUUID,
				queryTimeoutMs,
				signal: controller.signal,
				...(before && {before}),
			});
			for await (const event of boardEvents(keeping.voting({start, k, seedBase}, events))) {
				if (running !== controller) {
					return tellSuperseded(start.question);
				}

				if (event.kind === 'ended') {
					ended(controller);
				}

				dispatch({kind: 'vote', event, at: clock()});
			}
		} catch (error) {
			if (running === controller) {
				ended(controller);
				dispatch({kind: 'void', before: before ?? null, at: clock()});
			}

			throw error;
		}
	}

	async function findHistory(text: string, offset: number): Promise<void> {
		const found = (entries: HistoryEntry[] | string) => dispatch({kind: 'history', text, offset, entries});
		try {
			const archive = await keeping.archive();
			found(archive ? archive.history({text, offset, limit: HISTORY_PAGE}) : NO_ARCHIVE);
		} catch (error) {
			found(failureWords(error));
		}
	}

	async function openQuestion(id: string): Promise<void> {
		const archive = await keeping.archive();
		const question = await archive?.question(id);
		if (!archive || !question) {
			return dispatch({kind: 'notice', text: 'This question is no longer in the archive.'});
		}

		const known = new Set(question.trajectories.map(({id}) => id));
		const first = question.trajectories[0];
		const before = first ? await ancestorsOf(archive, first) : [];
		dispatch({kind: 'opened', question, before: before.filter(({id}) => !known.has(id))});
	}

	/** The debugger shows them where it is still open. */
	async function findForks(trajectories: readonly string[]): Promise<void> {
		for (const id of trajectories) {
			const found = await keeping.forksOf(id);
			const forks = found.filter(fork => !trajectories.includes(fork.id));
			if (forks.length > 0) {
				dispatch({kind: 'debugger', event: {kind: 'forks', forks, begun: false}});
			}
		}
	}

	async function forget(what: Doomed): Promise<void> {
		const before = await askedTexts();
		const questions = await keeping.forget(what);
		if (questions === null) {
			return dispatch({kind: 'notice', text: NO_ARCHIVE});
		}

		const left = await askedTexts();
		const texts = new Set([...before].filter(text => !left.has(text)));
		dispatch({kind: 'forgotten', what, questions, texts});
	}

	async function askedTexts(): Promise<Set<string>> {
		const archive = await keeping.archive();
		const entries = archive?.history({text: '', limit: Number.MAX_SAFE_INTEGER}) ?? [];
		return new Set(entries.map(({question}) => question));
	}

	/** What is told of a question after another one has begun is not told of that one. */
	function tellSuperseded(question: string): void {
		dispatch({kind: 'note', text: `Stopped, for something else was begun: ${question}`, tone: 'plain'});
	}

	const review: Review = ({turn, sql}) =>
		new Promise(resolve => {
			judge = resolve;
			dispatch({kind: 'review', turn, sql, at: clock()});
		});

	async function query(sql: string): Promise<void> {
		const controller = begun();
		const outcome = await reader.query(sql, {
			timeoutMs: surroundings.queryTimeoutMs,
			signal: controller.signal,
		});
		ended(controller);
		dispatch({kind: 'queried', outcome});
	}

	function begun(): AbortController {
		running?.abort(new Error('stopped'));
		running = new AbortController();
		if (closed) {
			running.abort(new Error('closed'));
		}

		return running;
	}

	function ended(controller: AbortController): void {
		if (running === controller) {
			running = null;
		}
	}

	async function lookAtTable(kind: 'count' | 'first-rows', table: string): Promise<void> {
		const name = identifier(table);
		const sql =
			kind === 'count' ? `SELECT count(*) FROM ${name}` : `SELECT * FROM ${name} LIMIT ${FIRST_ROWS}`;
		const outcome = await reader.query(sql, {maxRows: FIRST_ROWS, timeoutMs: surroundings.queryTimeoutMs});
		const answer = 'error' in outcome ? outcome.error.message : outcome.table;
		if (kind === 'first-rows') {
			return dispatch({kind: 'schema-answer', table, rows: answer});
		}

		const count = typeof answer === 'string' ? answer : (answer.rows[0]?.[0] as bigint);
		dispatch({kind: 'schema-answer', table, count});
	}

	return {
		get session() {
			return session;
		},
		dispatch,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		finished,
		async close() {
			closed = true;
			clearInterval(ticking);
			running?.abort(new Error('closed'));
			await Promise.all([desk?.close(), askedModel.close(), ...going]);
		},
	};
}
