/** From a value of JSON to the trajectories in it, whatever form it has of those that are known. */
import {FORMAT, trajectoryToJson} from '../../agent/trajectory-json.js';
import {trajectoryFromJson} from '../../agent/trajectory-schema.js';
import {SqrlError, UsageError} from '../../errors.js';
import type {Message} from '../../protocol/prompt.js';
import {isChat, isObject} from './chat.js';
import {type Imported, importChat} from './import-chat.js';
import {unknownFields} from './unknown-fields.js';

/** A trajectory, and what of its JSON was not kept, in words; or why it is none. */
export type Read = Imported | {reason: string};

/**
 * Reads one value: a trajectory, a vote (its samples, at least one), a chat, or an object with a chat. What is none of
 * these is one `reason`; so is a sample that is none, beside the others.
 *
 * @param key where the value stands among those of its file, see `importChat`
 */
export function readTrajectories(value: unknown, key: string): Read[] {
	if (isObject(value) && Array.isArray(value.samples) && hasOurFormat(value)) {
		return readVote(value, value.samples, key);
	}

	return [orReason(() => readOne(value, key))];
}

function readOne(value: unknown, key: string): Imported {
	if (Array.isArray(value) && isChat(value)) {
		return importChat(value, {}, key);
	}

	if (!isObject(value)) {
		throw refusal(Array.isArray(value) ? 'it is a list of something else' : 'it is no object');
	}

	if (hasOurFormat(value)) {
		return readOurs(value);
	}

	if ('messages' in value) {
		const {messages, ...fields} = value;
		return importChat(messages, fields, key);
	}

	const names = Object.keys(value).slice(0, 5).join(', ');
	throw refusal(`it has neither format nor messages, but ${names === '' ? 'no field' : names}`);
}

function hasOurFormat(value: Record<string, unknown>): boolean {
	return typeof value.format === 'string' && value.format.startsWith('sqrl-trajectory/');
}

const FIELDS = new Set([
	'format',
	'id',
	'question',
	'evidence',
	'database',
	'model',
	'sampling',
	'max_steps',
	'prompt',
	'turns',
	'ending',
	'answer',
	'parent',
	'extra',
]);

/** Unknown fields at the top are kept as `extra`; those further in have no place, and are told of. */
function readOurs(value: Record<string, unknown>): Imported {
	if (value.format !== FORMAT) {
		throw new UsageError(
			`this is ${String(value.format)}, and only ${FORMAT} can be read`,
			'It may be of a later sqrl-tui: update it.',
		);
	}

	const read = trajectoryFromJson(value);
	const json = trajectoryToJson(read);
	const {messages, ...fields} = value;
	const [known, others] = partition(Object.entries(fields), ([name]) => FIELDS.has(name));
	const [inTheWay, more] = partition(others, ([name]) => Object.hasOwn(read.extra ?? {}, name));
	const lost = [...unknownFields(Object.fromEntries(known), json), ...inTheWay.map(([name]) => name)];
	const notes = lost.map(place => `${place} is not kept: it is no field of ${FORMAT}`);
	if (!isSameChat(messages, json.messages)) {
		notes.push('messages are not kept: they are not what the turns give');
	}

	return {
		trajectory:
			more.length === 0
				? read
				: {...read, extra: Object.fromEntries([...Object.entries(read.extra ?? {}), ...more])},
		notes,
	};
}

/** Whether a chat that is given has these messages and nothing else. */
function isSameChat(given: unknown, chat: readonly Message[]): boolean {
	return (
		Array.isArray(given) &&
		given.length === chat.length &&
		chat.every(({role, content}, at) => {
			const message: Record<string, unknown> = given[at];
			return message.role === role && message.content === content && Object.keys(message).length === 2;
		})
	);
}

/** The samples of a vote, and those of the vote that it was escalated from or to. Its count follows from them. */
function readVote(value: Record<string, unknown>, samples: unknown[], key: string): Read[] {
	const other = isObject(value.escalated) ? value.escalated.samples : null;
	const all = [...samples, ...(Array.isArray(other) ? other : [])];
	const read = all.map((sample, at) => orReason(() => readOne(sample, `${key}.${at}`)));
	const lost = Object.keys(value).filter(name => !FIELDS.has(name) && !VOTE_FIELDS.has(name));
	const first = read.find(one => 'trajectory' in one);
	first?.notes.push(...lost.map(name => `${name} is not kept: of a vote its samples are`));
	return read.length > 0 ? read : [{reason: 'this is no trajectory: it is a vote without samples'}];
}

const VOTE_FIELDS = new Set(['messages', 'vote', 'samples', 'escalated']);

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
	return [items.filter(test), items.filter(item => !test(item))];
}

function orReason(read: () => Imported): Read {
	try {
		return read();
	} catch (error) {
		if (error instanceof SqrlError) {
			return {reason: error.message};
		}

		throw error;
	}
}

function refusal(why: string): UsageError {
	return new UsageError(`this is no trajectory: ${why}`, 'Check the file.');
}
