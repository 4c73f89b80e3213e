/** A session's core on a real database, with a model, a terminal and a clock in memory. */
import {onTestFinished} from 'vitest';
import type {Archive, SessionRef} from '../../../source/archive/archive.js';
import {openRecorder} from '../../../source/archive/recorder.js';
import type {Reader} from '../../../source/database/reader.js';
import type {ChosenModel} from '../../../source/model/chosen-model.js';
import {type Core, type Surroundings, startCore} from '../../../source/ui/session/core.js';
import {failureWords} from '../../../source/ui/session/failure-words.js';
import {startKeeping} from '../../../source/ui/session/keeping.js';
import {firstReadiness} from '../../../source/ui/session/reduce-model.js';
import type {Phase, Printed, Session} from '../../../source/ui/session/state.js';
import {vote} from '../../../source/vote/run-vote.js';
import {type DoubleReply, modelDouble} from '../../support/agent-doubles.js';
import {temporaryFolder} from '../../support/temporary-folder.js';
import {makeDatabase, testReader} from '../../support/test-reader.js';
import {waitFor} from '../../support/wait-for.js';
import {key, PROFILES, SAMPLING, session} from './support.js';

export const PROBE = '<think>Look first.</think>I look. <sql>SELECT a FROM t</sql>';
export const ANSWER = 'So many. <answer>SELECT count(*) AS n FROM t</answer>';

export type Options = {
	model?: Partial<ChosenModel>;
	reader?: (real: Reader) => Partial<Reader>;
	surroundings?: Partial<Surroundings>;
	session?: Partial<Session>;
	/** Null, unless said otherwise: nothing is kept. */
	archive?: Archive;
};

export const SESSION: SessionRef = {
	id: 'session',
	startedAt: '2026-01-01T00:00:00.000Z',
	kind: 'session',
	database: null,
};

const SERVER = {kind: 'server' as const, baseUrl: 'http://127.0.0.1:8000/v1', name: 'sqrl-4b'};

/** A session on a database of one table with three rows; the model looks once, and answers. */
export async function start(
	script: (turn: number) => DoubleReply = turn => ({text: turn === 0 ? PROBE : ANSWER}),
	options: Options = {},
) {
	const folder = temporaryFolder();
	const file = makeDatabase(
		folder,
		'test.sqlite',
		"CREATE TABLE t(a TEXT); INSERT INTO t VALUES ('x'),('y'),('z')",
	);
	const real = await testReader(file);
	const reader = {...real, ...options.reader?.(real)} as Reader;
	const double = modelDouble(script);
	const model: ChosenModel = {
		...double,
		models: async () => [{id: 'a', contextLength: null}],
		close: async () => {},
		...options.model,
	};
	const {schema, warnings} = await real.schema();
	let now = Date.UTC(2026, 0, 1);
	const copied: string[] = [];
	const recording = {
		open: async () => options.archive ?? null,
		onFailure: (error: unknown) => core.dispatch({kind: 'note', text: failureWords(error), tone: 'bad'}),
	};
	const core = startCore(
		session({
			database: {ref: real.database, copied: null, schema, warnings},
			model: model.ref,
			readiness: firstReadiness(model.prepare !== undefined),
			...options.session,
		}),
		{
			reader,
			first: {place: SERVER, model},
			modelAt: place => ({...model, ref: {name: place.kind === 'server' ? place.name : place.kind}}),
			keepChoice: async () => '/config.json',
			server: SERVER,
			profiles: PROFILES,
			sampling: SAMPLING,
			vote,
			queryTimeoutMs: 20_000,
			// Each look at the clock is long after the one before: no key is typed ahead.
			clock: () => {
				now += 1000;
				return now;
			},
			copy: text => {
				copied.push(text);
				return {cut: false};
			},
			editExternally: async text => ({text: `${text} LIMIT 1`}),
			suspend: async () => {},
			keeping: startKeeping(
				{
					session: openRecorder({...recording, session: SESSION}),
					forks: openRecorder({...recording, session: {...SESSION, id: 'forks', kind: 'replay'}}),
				},
				SESSION.id,
			),
			...options.surroundings,
		},
	);
	onTestFinished(() => core.close());
	core.dispatch({kind: 'drawn'});
	const press = (...names: string[]) => {
		for (const name of names) {
			now += 1000;
			core.dispatch({kind: 'input', input: key(name), at: now});
		}
	};
	const send = (text: string) => {
		core.dispatch({kind: 'input', input: {kind: 'paste', text}, at: now});
		press('enter');
	};
	return {core, press, send, file, folder, chats: double.chats, copied};
}

export const phase = (core: Core, kind: Phase['kind']) =>
	waitFor(() => core.session.phase.kind === kind, `${kind} (it is ${core.session.phase.kind})`);

export function notes({session}: Core): string[] {
	return session.printed.flatMap(item => (item.kind === 'note' ? [item.text] : []));
}

export function newest(core: Core): Extract<Printed, {kind: 'question'}>['trajectory'] {
	const item = core.session.printed.findLast(({kind}) => kind === 'question');
	if (item?.kind !== 'question') {
		throw new Error('no question is printed');
	}

	return item.trajectory;
}

export const noted = (core: Core, text: string | RegExp) =>
	waitFor(() => notes(core).some(note => note.match(text)), `a note ${text}; there are ${notes(core)}`);
