/**
 * A trajectory is data, and everything else is a function over it: here its types, and the pure functions
 * that make one, grow it by a step and read from it. Nothing here waits, reads a clock or asks a model.
 */
import type {QueryOutcome} from '../database/cell.js';
import type {DatabaseRef} from '../database/file.js';
import type {ModelRef, Sampling, Usage} from '../model/model.js';
import {observe, observeRejection} from '../protocol/observation.js';
import {type Action, contentOf, contentWithSql, parseReply} from '../protocol/parse.js';
import {
	CONTINUE_TURN,
	FINISH_TURN,
	firstUserTurn,
	type Message,
	observationTurn,
	systemPrompt,
} from '../protocol/prompt.js';

/** What was decided about a probe before anything ran. */
export type Verdict =
	| {kind: 'approved'; by: 'person' | 'policy'}
	| {kind: 'edited'; sql: string}
	| {kind: 'rejected'; note: string}
	/** The probe is not run: the model is told to answer now. */
	| {kind: 'finish'; by: 'person' | 'budget'};

/** The exact user turn that follows a reply. */
export type Response = {kind: 'observation' | 'continue' | 'finish' | 'imported'; text: string};

/** One reply and what became of it. Times are ISO 8601 and milliseconds. */
export type Turn = {
	/** What the model wrote, think block and all. */
	reply: string;
	thinking: string;
	summary: string;
	action: Action;
	verdict?: Verdict;
	outcome?: QueryOutcome;
	response?: Response;
	finishReason?: string;
	usage?: Usage;
	startedAt: string;
	elapsedMs: number;
};

export type Answer = {sql: string; by: 'model' | 'person' | 'vote'; outcome?: QueryOutcome};

export type Ending = 'open' | 'answered' | 'no-answer' | 'aborted' | 'failed';

export type Trajectory = {
	id: string;
	question: string;
	evidence: string;
	database: DatabaseRef | null;
	model: ModelRef;
	sampling: Sampling;
	/** The step budget: probes that may be observed. */
	maxSteps: number;
	prompt: {system: string; user: string};
	turns: Turn[];
	ending: Ending;
	answer?: Answer;
	parent?: {id: string; turn: number};
	/** Fields of an imported file that have no place here, and why a trajectory failed. */
	extra?: Record<string, unknown>;
};

export type Question = Pick<
	Trajectory,
	'id' | 'question' | 'evidence' | 'database' | 'model' | 'sampling' | 'maxSteps'
> & {
	/** The schema dump. */
	schema: string;
};

/** A trajectory before its first reply. */
export function begin({schema, ...question}: Question): Trajectory {
	const {evidence, maxSteps} = question;
	return {
		...question,
		prompt: {
			system: systemPrompt({schema, evidence, maxSteps}),
			user: firstUserTurn(question.question),
		},
		turns: [],
		ending: 'open',
	};
}

/** The chat as the model sees it: rebuilt from the prompt, the replies' content (as edited) and the responses. */
export function messages(trajectory: Trajectory): Message[] {
	const chat: Message[] = [
		{role: 'system', content: trajectory.prompt.system},
		{role: 'user', content: trajectory.prompt.user},
	];
	for (const {reply, verdict, response} of trajectory.turns) {
		chat.push({
			role: 'assistant',
			content: verdict?.kind === 'edited' ? contentWithSql(reply, verdict.sql) : contentOf(reply),
		});
		if (response) {
			chat.push({role: 'user', content: response.text});
		}
	}

	return chat;
}

/** Steps of the budget that are used: each probe that was answered with an observation. */
export function stepsUsed(trajectory: Trajectory): number {
	return trajectory.turns.filter(turn => turn.response?.kind === 'observation' && turn.action.kind === 'sql')
		.length;
}

/** What has to happen next. `turn` is an index into `turns`. */
export type Next =
	| {kind: 'reply'}
	/** A probe waits for a verdict. */
	| {kind: 'judge'; turn: number; sql: string}
	/** The verdict is not a matter of judgement. */
	| {kind: 'overrule'; turn: number; verdict: Verdict}
	| {kind: 'run'; turn: number; sql: string}
	| {kind: 'respond'; turn: number; response: Response}
	| {kind: 'answer'; sql: string}
	| {kind: 'end'; ending: Exclude<Ending, 'open'>};

/**
 * What a trajectory waits for, from its data alone: so one that was stored at any moment goes on where it
 * was, and asking, resuming and forking are the same thing.
 */
export function next(trajectory: Trajectory): Next {
	if (trajectory.ending !== 'open') {
		return {kind: 'end', ending: trajectory.ending};
	}

	const index = trajectory.turns.length - 1;
	const turn = trajectory.turns[index];
	if (!turn || turn.response) {
		return {kind: 'reply'};
	}

	if (turn.action.kind === 'answer') {
		return trajectory.answer?.outcome
			? {kind: 'end', ending: 'answered'}
			: {kind: 'answer', sql: turn.action.sql};
	}

	if (trajectory.turns[index - 1]?.response?.kind === 'finish') {
		return {kind: 'end', ending: 'no-answer'};
	}

	return turn.action.kind === 'none' ? finish(index) : nextOfProbe(trajectory, index, turn, turn.action.sql);
}

function nextOfProbe(trajectory: Trajectory, index: number, turn: Turn, sql: string): Next {
	const {verdict, outcome} = turn;
	if (!verdict) {
		return stepsUsed(trajectory) >= trajectory.maxSteps
			? {kind: 'overrule', turn: index, verdict: {kind: 'finish', by: 'budget'}}
			: {kind: 'judge', turn: index, sql};
	}

	if (verdict.kind === 'finish') {
		return finish(index);
	}

	if (verdict.kind === 'rejected') {
		return respond(index, observeRejection(verdict.note));
	}

	return outcome
		? respond(index, observe(outcome))
		: {kind: 'run', turn: index, sql: verdict.kind === 'edited' ? verdict.sql : sql};
}

function finish(turn: number): Next {
	return {kind: 'respond', turn, response: {kind: 'finish', text: FINISH_TURN}};
}

function respond(turn: number, observation: string): Next {
	return {kind: 'respond', turn, response: {kind: 'observation', text: observationTurn(observation)}};
}

/** A reply as it came from the model. `reasoning` is what a server sent apart from the text. */
export type Reply = Pick<Turn, 'reply' | 'finishReason' | 'usage' | 'startedAt' | 'elapsedMs'> & {
	reasoning: string;
};

/** The trajectory with one more turn, which nobody has judged. */
export function replied(trajectory: Trajectory, {reasoning, ...reply}: Reply): Trajectory {
	const {thinking, summary, action} = parseReply(reply.reply, reply.finishReason);
	const turn: Turn = {...reply, thinking: thinking || reasoning.trim(), summary, action};
	return {...trajectory, turns: [...trajectory.turns, turn]};
}

/** With the verdict on the probe at `turn`, an index into `turns`, as below. */
export function judged(trajectory: Trajectory, turn: number, verdict: Verdict): Trajectory {
	return changeTurn(trajectory, turn, {verdict});
}

/** With what became of the query of that turn. */
export function ran(trajectory: Trajectory, turn: number, outcome: QueryOutcome): Trajectory {
	return changeTurn(trajectory, turn, {outcome});
}

/** With the user turn that follows that turn's reply. */
export function responded(trajectory: Trajectory, turn: number, response: Response): Trajectory {
	return changeTurn(trajectory, turn, {response});
}

/** With the final query; its outcome, once there is one, makes `next` end the trajectory. */
export function answered(trajectory: Trajectory, answer: Answer): Trajectory {
	return {...trajectory, answer};
}

/** With its ending; nothing happens any more unless it is reopened. */
export function ended(trajectory: Trajectory, ending: Ending): Trajectory {
	return {...trajectory, ending};
}

/** A trajectory that was broken off, open again: it goes on where it was. */
export function reopened(trajectory: Trajectory): Trajectory {
	const {failure: _, unfinished: __, ...extra} = trajectory.extra ?? {};
	const {extra: ___, ...rest} = trajectory;
	return {...rest, ending: 'open', ...(Object.keys(extra).length > 0 && {extra})};
}

/** With what came of a reply that was broken off, thinking that came apart from it first; nothing came: as it is. */
export function unfinished(
	trajectory: Trajectory,
	{text, reasoning}: {text: string; reasoning: string},
): Trajectory {
	const came = [reasoning, text].filter(part => part !== '').join('\n');
	return came === '' ? trajectory : {...trajectory, extra: {...trajectory.extra, unfinished: came}};
}

/** What came of a reply that was broken off, or ''. */
export function unfinishedReply({extra}: Trajectory): string {
	return typeof extra?.unfinished === 'string' ? extra.unfinished : '';
}

/** The trajectory that a model's failure ended; the words are kept with it. */
export function failed(trajectory: Trajectory, {kind, message}: {kind: string; message: string}): Trajectory {
	const failure = {kind, message};
	return {...trajectory, ending: 'failed', extra: {...trajectory.extra, failure}};
}

/** A trajectory that goes another way from before the reply at `turn`; the one it is taken from is its parent. */
export function forked(trajectory: Trajectory, turn: number, id: string): Trajectory {
	const {answer: _, ...rest} = reopened(trajectory);
	return {...rest, id, turns: trajectory.turns.slice(0, turn), parent: {id: trajectory.id, turn}};
}

/**
 * Asks the model to go on after it gave no answer: a person's nudge. Throws a RangeError if the trajectory
 * ended otherwise.
 */
export function nudged(trajectory: Trajectory): Trajectory {
	if (trajectory.ending !== 'no-answer') {
		throw new RangeError(`a trajectory that is ${trajectory.ending} cannot be nudged`);
	}

	const last = trajectory.turns.length - 1;
	return reopened(responded(trajectory, last, {kind: 'continue', text: CONTINUE_TURN}));
}

function changeTurn(trajectory: Trajectory, index: number, change: Partial<Turn>): Trajectory {
	return {
		...trajectory,
		turns: trajectory.turns.map((turn, at) => (at === index ? {...turn, ...change} : turn)),
	};
}
