import type {SolveEvent} from '../../../source/agent/solve.js';
import type {Trajectory} from '../../../source/agent/trajectory.js';
import type {QueryOutcome} from '../../../source/database/cell.js';
import type {LoadedModel, ModelRef, Sampling} from '../../../source/model/model.js';
import type {Schema} from '../../../source/protocol/schema.js';
import {emptyEditor} from '../../../source/ui/editor/editor.js';
import {emptyHistory} from '../../../source/ui/editor/history.js';
import type {SessionEvent} from '../../../source/ui/session/event.js';
import {reduce} from '../../../source/ui/session/reduce.js';
import type {SessionProfile} from '../../../source/ui/session/session-profile.js';
import type {Asked, Effect, Phase, ReadinessStep, Session, Step} from '../../../source/ui/session/state.js';
import type {VoteEvent} from '../../../source/vote/run-vote.js';
import {CHINOOK_SCHEMA} from '../../sample/chinook-schema.js';
import {ballot, STARTED} from '../board/support.js';
import {key, LARGE, SCHEMA, START, table, trajectory, turn} from '../screens/support.js';

export {key, START};

export const SERVED: ModelRef = {name: 'sqrl-4b', baseUrl: 'http://localhost:8000/v1'};

export const EMBEDDED: ModelRef = {name: 'sqrl-tiny', file: '/app/models/sqrl-tiny/sqrl-tiny.gguf'};

export const LOADED: LoadedModel = {fileBytes: 29_912_736, memoryBytes: 203e6, contextTokens: 4096};

export const PROFILES: readonly SessionProfile[] = [
	{
		name: 'big',
		place: {kind: 'server', baseUrl: 'http://127.0.0.1:8001/v1', name: 'sqrl-9b'},
		sampling: {temperature: 0.5, topP: 0.9, maxTokens: 4096, seed: null},
	},
];

/** Long enough after a probe has appeared. */
const BETWEEN_KEYS_MS = 300;

export const SAMPLING: Sampling = {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: null};

export function session(change: Partial<Session> = {}): Session {
	return {
		size: LARGE,
		database: {
			ref: {path: '/data/chinook.sqlite', name: 'chinook', version: '1-2-3'},
			copied: null,
			schema: SCHEMA,
			warnings: [],
		},
		model: SERVED,
		readiness: null,
		address: 'http://127.0.0.1:8000/v1',
		suggestions: [],
		profiles: [],
		calibrations: [],
		sampling: SAMPLING,
		maxSteps: 5,
		contextTokens: null,
		evidence: '',
		votes: null,
		approve: 'manual',
		chosen: null,
		composer: {editor: emptyEditor(), completion: null, search: null},
		history: emptyHistory(),
		phase: {kind: 'composing'},
		unfinished: null,
		shown: null,
		views: [],
		printed: [],
		notice: '',
		interruptedAt: null,
		now: START,
		...change,
	};
}

/** All events one after the other, with all that they want done. */
export function happened(start: Session, ...events: SessionEvent[]): Step {
	let step: Step = {session: start, effects: []};
	for (const event of events) {
		const {session, effects} = reduce(step.session, event);
		step = {session, effects: [...step.effects, ...effects]};
	}

	return step;
}

/** Keys as a person presses them, one after the other and not in haste. */
export function press(start: Session, ...names: string[]): Step {
	let step: Step = {session: start, effects: []};
	for (const name of names) {
		const {session, effects} = pressAt(step.session, name, step.session.now + BETWEEN_KEYS_MS);
		step = {session, effects: [...step.effects, ...effects]};
	}

	return step;
}

export function pressAt(start: Session, name: string, at: number): Step {
	return reduce(start, {kind: 'input', input: key(name), at});
}

/** Letters of a text, one key each. */
export function letters(text: string): string[] {
	return [...text].map(letter => (letter === ' ' ? 'space' : letter));
}

export function paste(start: Session, text: string): Step {
	return reduce(start, {kind: 'input', input: {kind: 'paste', text}, at: start.now + BETWEEN_KEYS_MS});
}

/** A text in the composer that is sent. */
export function send(start: Session, text: string): Step {
	return press(paste(start, text).session, 'enter');
}

export function solve(event: SolveEvent, at = START): SessionEvent {
	return {kind: 'solve', event, at};
}

export function phaseOf<K extends Phase['kind']>({phase}: Session, kind: K): Extract<Phase, {kind: K}> {
	if (phase.kind !== kind) {
		throw new Error(`the phase is ${phase.kind}, not ${kind}`);
	}

	return phase as Extract<Phase, {kind: K}>;
}

export function askedOf({phase}: Session): Asked {
	if (!('asked' in phase)) {
		throw new Error(`nothing is asked in ${phase.kind}`);
	}

	return phase.asked;
}

export function kinds(effects: readonly Effect[]): string[] {
	return effects.map(({kind}) => kind);
}

export const PROBE = 'SELECT DISTINCT Country FROM Customer LIMIT 10';
export const ANSWER = 'SELECT Country, SUM(Total) FROM Invoice GROUP BY 1';

export const ROWS: QueryOutcome = {
	elapsedMs: 1.2,
	table: table(
		['Country', 'Total'],
		[
			['Argentina', 13n],
			['Brazil', 35n],
		],
	),
};

const PROBE_TURN = turn({
	reply: `<think>How are countries written?</think>Countries first. <sql>${PROBE}</sql>`,
	thinking: 'How are countries written?',
	summary: 'Countries first.',
	action: {kind: 'sql', sql: PROBE},
	usage: {promptTokens: 1000, completionTokens: 214},
});

/** One probe that nobody has judged. */
export const UNJUDGED: Trajectory = trajectory({turns: [PROBE_TURN]});

/** One probe that was observed. */
export const OBSERVED: Trajectory = trajectory({
	turns: [
		{
			...PROBE_TURN,
			verdict: {kind: 'approved', by: 'person'},
			outcome: ROWS,
			response: {kind: 'observation', text: 'Argentina'},
		},
	],
});

export const ANSWERED: Trajectory = trajectory({
	turns: [
		...OBSERVED.turns,
		turn({
			reply: `<answer>${ANSWER}</answer>`,
			summary: 'Summed per country.',
			action: {kind: 'answer', sql: ANSWER},
		}),
	],
	ending: 'answered',
	answer: {sql: ANSWER, by: 'model', outcome: ROWS},
});

export function thinking(start: Session = session()): Session {
	return happened(start, {kind: 'started', trajectory: trajectory(), at: START}).session;
}

export function running(start: Session = session()): Session {
	return happened(thinking(start), solve({kind: 'replied', turn: 0, trajectory: UNJUDGED})).session;
}

/** The probe has been there for a while. */
export function reviewing(start: Session = session()): Session {
	const step = happened(
		running(start),
		{kind: 'review', turn: 0, sql: PROBE, at: START},
		{kind: 'tick', at: START + 1000},
	);
	return step.session;
}

export function ended(trajectory: Trajectory, start: Session = session()): Session {
	return happened(thinking(start), solve({kind: 'ended', trajectory}, START + 2000)).session;
}

export function answered(start: Session = session()): Session {
	return ended(ANSWERED, start);
}

export function querying(start: Session = session()): Session {
	return send(start, '/sql SELECT 1').session;
}

/** A vote whose samples are as `ballot` reads the words. */
export function voting(words: string, start: Session = session()): Session {
	const shown = ballot(words);
	return happened(
		start,
		{kind: 'polled', poll: {start: STARTED, k: shown.samples.length, seedBase: 7}, at: START},
		...shown.samples.map((_, sample) => voteEvent({kind: 'step', sample, ballot: shown})),
	).session;
}

/** The same, after its end. */
export function voted(words: string, start: Session = session()): Session {
	return happened(voting(words, start), voteEvent({kind: 'ended', ballot: ballot(words)}, START + 12_400))
		.session;
}

export function voteEvent(event: VoteEvent, at = START): SessionEvent {
	return {kind: 'vote', event, at};
}

export function editing(start: Session = session()): Session {
	return press(answered(start), 'e').session;
}

export function choosing(start: Session = session()): Session {
	return press(answered(start), 'x').session;
}

export function naming(start: Session = session()): Session {
	return press(choosing(start), 'enter').session;
}

/** The first choice, as it stands open where there is no model. */
export function choosingModel(start: Session = session({model: null})): Session {
	return send(start, 'How many?').session;
}

export function locating(way: 'server' | 'file', start: Session = session({model: null})): Session {
	return press(choosingModel(start), way === 'server' ? '1' : '2').session;
}

/** With a model that runs here, at a step of its preparation. */
export function local(step: ReadinessStep, change: Partial<Session> = {}): Session {
	const loaded = step.kind === 'loading' ? null : LOADED;
	return session({model: EMBEDDED, readiness: {step, loaded}, ...change});
}

/** Chinook's tables and columns. */
export const CHINOOK: Schema = {
	tables: CHINOOK_SCHEMA.trim()
		.split(/\n(?=\S)/)
		.map(block => {
			const [name = '', ...lines] = block.split('\n\t');
			const columns = lines.filter(line => /^\w+ [A-Z]+\b/.test(line)).map(line => line.split(' ')[0]!);
			return {
				name,
				columns: columns.map(column => ({name: column, type: '', notNull: false, keyPosition: 0})),
				foreignKeys: [],
			};
		}),
	views: [],
};
