/** A trajectory from a chat that another program has written down. */
import {createHash} from 'node:crypto';
import path from 'node:path';
import {samplingNotTold} from '../../agent/known.js';
import type {Trajectory, Turn} from '../../agent/trajectory.js';
import type {DatabaseRef} from '../../database/file.js';
import {UsageError} from '../../errors.js';
import type {ModelRef, Sampling} from '../../model/model.js';
import {type Action, parseReply} from '../../protocol/parse.js';
import {CONTINUE_TURN, FINISH_TURN} from '../../protocol/prompt.js';
import {type Chat, type Exchange, isObject, readChat} from './chat.js';
import {hintsIn, isFirstTurn, isSystemPrompt, questionIn} from './prompt-parts.js';

export type Imported = {trajectory: Trajectory; notes: string[]};

/** What sqrl-4b is asked with stands where a chat says nothing of it, and `extra` says that it is not told. */
const USUAL_SAMPLING: Sampling = {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: null};

/**
 * Reads a chat with the fields that stand beside it: those that a trajectory has a place for are used, all others are
 * kept as `extra`. Throws a UsageError that says where it is no sqrl trajectory, and why.
 *
 * @param key tells it from an equal one of the same file: where no id is given, the id is a hash of both, so the same
 * file always gives the same ids.
 */
export function importChat(given: unknown, fields: Record<string, unknown>, key: string): Imported {
	const chat = readChat(given);
	const actions = chat.exchanges.map(({reply}) => parseReply(reply).action);
	if (actions.every(({kind}) => kind === 'none') && !isFirstTurn(chat.user) && !isSystemPrompt(chat.system)) {
		throw new UsageError(
			'this is no trajectory: messages: no reply has an <sql> or <answer> block, and the prompt asks for none',
			'Check the file.',
		);
	}

	const {used, extra: others} = usedFields(fields);
	const extra = {...samplingNotTold(used.sampling ?? {}), ...others};
	const {evidence, maxSteps} = hintsIn(chat.system);
	const turns = chat.exchanges.map(turnOf);
	const last = turns.at(-1)!;
	const isAnswered = !last.response && last.action.kind === 'answer';
	const trajectory: Trajectory = {
		id: used.id ?? idOf(chat, key),
		question: used.question ?? questionIn(chat.user),
		evidence: used.evidence ?? evidence,
		database: used.database ?? null,
		model: used.model ?? {name: ''},
		sampling: {...USUAL_SAMPLING, ...used.sampling},
		maxSteps: used.maxSteps ?? maxSteps,
		prompt: {system: chat.system, user: chat.user},
		turns,
		ending: isAnswered ? 'answered' : hasGivenUp(turns) ? 'no-answer' : 'open',
		...(isAnswered && last.action.kind === 'answer' && {answer: {sql: last.action.sql, by: 'model'}}),
		...(Object.keys(extra).length > 0 && {extra}),
	};
	return {trajectory, notes: [...chat.notes, ...tagNotes(chat.exchanges, actions)]};
}

function turnOf({reply, reasoning, response: text}: Exchange): Turn {
	const {thinking, summary, action} = parseReply(reply);
	const response = text === null ? undefined : ({kind: responseKind(text), text} as const);
	return {
		reply,
		thinking: thinking || reasoning.trim(),
		summary,
		action,
		...(action.kind === 'sql' && response && verdictBefore(response.kind)),
		...(response && {response}),
		startedAt: '',
		elapsedMs: 0,
	};
}

function responseKind(text: string): NonNullable<Turn['response']>['kind'] {
	if (text === FINISH_TURN) {
		return 'finish';
	}

	if (text === CONTINUE_TURN) {
		return 'continue';
	}

	return /<observation>[\s\S]*<\/observation>/.test(text) ? 'observation' : 'imported';
}

/** What must have been decided about a probe that was answered so. */
function verdictBefore(kind: NonNullable<Turn['response']>['kind']): Pick<Turn, 'verdict'> {
	switch (kind) {
		case 'observation':
			return {verdict: {kind: 'approved', by: 'policy'}};
		case 'finish':
			return {verdict: {kind: 'finish', by: 'budget'}};
		default:
			return {};
	}
}

/** Whether the model was told to finish, and its last word was no answer; otherwise it can be gone on with. */
function hasGivenUp(turns: Turn[]): boolean {
	const last = turns.at(-1)!;
	return !last.response && last.action.kind !== 'answer' && turns.at(-2)?.response?.kind === 'finish';
}

function tagNotes(exchanges: Exchange[], actions: Action[]): string[] {
	return exchanges.flatMap(({at, reply, response}, index) => {
		const {kind} = actions[index]!;
		const notes: string[] = [];
		if (kind === 'none' && /<(?:sql|answer)>/i.test(parseReply(reply).content)) {
			notes.push('a block of a reply is empty or not closed, so nothing in it counts');
		}

		if (kind === 'sql' && response !== null && responseKind(response) === 'imported') {
			notes.push(`messages[${at + 1}]: no <observation> after a probe`);
		}

		return notes;
	});
}

type Used = Partial<
	Pick<Trajectory, 'id' | 'question' | 'evidence' | 'database' | 'model' | 'maxSteps'> & {
		sampling: Partial<Sampling>;
	}
>;

/** Sorts the fields beside a chat into those that have a place, and the rest. */
function usedFields(fields: Record<string, unknown>): {used: Used; extra: Record<string, unknown>} {
	const used: Used = {};
	const extra: Array<[string, unknown]> = [];
	for (const [name, value] of Object.entries(fields)) {
		const taken = Object.hasOwn(USES, name) ? USES[name]!(value) : null;
		if (taken) {
			used.sampling = {...used.sampling, ...taken.sampling};
			Object.assign(used, {...taken, sampling: used.sampling});
		} else {
			extra.push([name, value]);
		}
	}

	return {used, extra: Object.fromEntries(extra)};
}

/** What a field beside a chat says, by its name; null where its value is not what the name lets expect. */
const USES: Record<string, (value: unknown) => Used | null> = {
	id: value => {
		const id = typeof value === 'number' ? String(value) : value;
		return typeof id === 'string' && id !== '' ? {id} : null;
	},
	question: value => (typeof value === 'string' ? {question: value} : null),
	evidence: value => (typeof value === 'string' ? {evidence: value} : null),
	db_id: value => (typeof value === 'string' ? {database: {path: '', name: value, version: ''}} : null),
	database: value => databaseUse(value),
	model: value => modelUse(value),
	max_steps: value => (Number.isSafeInteger(value) && Number(value) >= 0 ? {maxSteps: Number(value)} : null),
	temperature: value => (typeof value === 'number' ? {sampling: {temperature: value}} : null),
	top_p: value => (typeof value === 'number' ? {sampling: {topP: value}} : null),
	max_tokens: value => (typeof value === 'number' ? {sampling: {maxTokens: value}} : null),
	seed: value => (typeof value === 'number' ? {sampling: {seed: value}} : null),
};

function databaseUse(value: unknown): {database: DatabaseRef} | null {
	if (typeof value === 'string' && value !== '') {
		const isPath = /[/\\]|\.(?:sqlite3?|db)$/i.test(value);
		return {database: {path: isPath ? value : '', name: path.parse(value).name, version: ''}};
	}

	if (isObject(value) && typeof value.path === 'string' && typeof value.name === 'string') {
		const version = typeof value.version === 'string' ? value.version : '';
		return Object.keys(value).every(name => ['path', 'name', 'version'].includes(name))
			? {database: {path: value.path, name: value.name, version}}
			: null;
	}

	return null;
}

function modelUse(value: unknown): {model: ModelRef} | null {
	return typeof value === 'string' ? {model: {name: value}} : null;
}

/** In the form of a UUID, so that it can stand wherever an id can. */
function idOf(chat: Chat, key: string): string {
	const hash = createHash('sha256').update(JSON.stringify([key, chat.system, chat.user, chat.exchanges]));
	const digits = hash.digest('hex');
	return [
		digits.slice(0, 8),
		digits.slice(8, 12),
		`8${digits.slice(13, 16)}`,
		`8${digits.slice(17, 20)}`,
		digits.slice(20, 32),
	].join('-');
}
