/** A chat as a log has it: checked, its roles in order and its content text. */
import {UsageError} from '../../errors.js';

/** A reply, and the user turn after it; `at` is the reply's place among the messages. */
export type Exchange = {at: number; reply: string; reasoning: string; response: string | null};

export type Chat = {system: string; user: string; exchanges: Exchange[]; notes: string[]};

type Role = 'system' | 'user' | 'assistant';

type Turn = {role: Role; text: string; reasoning: string};

/** Fields of a message that are used, or say nothing where they are empty. */
const KNOWN = new Set(['role', 'content', 'reasoning', 'reasoning_content']);

/**
 * Reads an OpenAI `messages` array: system (or none), user, then replies and user turns by turns. Throws a UsageError
 * that names the message that is otherwise.
 */
export function readChat(given: unknown): Chat {
	if (!Array.isArray(given)) {
		throw refusal('messages', 'is no list');
	}

	const notes = new Set<string>();
	const turns = given.map((message, at) => readMessage(message, at, notes));
	const first = turns[0]?.role === 'system' ? 1 : 0;
	checkOrder(turns, first);
	const exchanges: Exchange[] = [];
	for (let at = first + 1; at < turns.length; at += 2) {
		const {text: reply, reasoning} = turns[at]!;
		exchanges.push({at, reply, reasoning, response: turns[at + 1]?.text ?? null});
	}

	return {
		system: first === 1 ? turns[0]!.text : '',
		user: turns[first]!.text,
		exchanges,
		notes: [...notes],
	};
}

function checkOrder(turns: Turn[], first: number): void {
	for (const [at, {role}] of turns.entries()) {
		const before = turns[at - 1]?.role;
		if (role === 'system' && at > 0) {
			throw refusal(`messages[${at}]`, 'a system turn that is not the first');
		}

		if (role === 'assistant' && at === first) {
			throw refusal(`messages[${at}]`, 'a reply before any user turn');
		}

		if (at > 0 && role === before) {
			throw refusal(`messages[${at}]`, `two ${role} turns in a row`);
		}
	}

	if (turns.length === first) {
		throw refusal('messages', turns.length === 0 ? 'is empty' : 'there is no user turn');
	}

	if (turns.length === first + 1) {
		throw refusal('messages', 'there is no reply of a model');
	}
}

function readMessage(message: unknown, at: number, notes: Set<string>): Turn {
	const place = `messages[${at}]`;
	if (!isObject(message)) {
		throw refusal(place, 'no object with role and content');
	}

	const {role} = message;
	if (role !== 'system' && role !== 'user' && role !== 'assistant') {
		throw refusal(
			place,
			role === undefined
				? 'it has no role'
				: `the role ${JSON.stringify(role)}, where system, user or assistant is expected`,
		);
	}

	for (const [name, value] of Object.entries(message)) {
		const says = value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
		if (says && (name === 'tool_calls' || name === 'function_call')) {
			throw refusal(place, 'a tool call, which the protocol does not have');
		}

		if (says && !KNOWN.has(name)) {
			notes.add(`messages[].${name} is not kept`);
		}
	}

	const reasoning = message.reasoning_content ?? message.reasoning;
	return {
		role,
		text: contentText(message.content, place),
		reasoning: typeof reasoning === 'string' ? reasoning : '',
	};
}

/** Content as text: given as such, or in parts that are all text. */
function contentText(content: unknown, place: string): string {
	if (typeof content === 'string') {
		return content;
	}

	if (!Array.isArray(content)) {
		throw refusal(
			place,
			content === undefined || content === null ? 'it has no content' : 'its content is no text',
		);
	}

	return content
		.map((part, at) => {
			if (isObject(part) && part.type === 'text' && typeof part.text === 'string') {
				return part.text;
			}

			const type = isObject(part) && typeof part.type === 'string' ? part.type : 'something else';
			throw refusal(`${place}.content[${at}]`, `${type} where text is expected`);
		})
		.join('');
}

/** Whether a value is an object with fields. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a list is a chat rather than a list of trajectories. */
export function isChat(list: readonly unknown[]): boolean {
	return isObject(list[0]) && 'role' in list[0];
}

function refusal(place: string, why: string): UsageError {
	return new UsageError(`this is no trajectory: ${place}: ${why}`, 'Check the file.');
}
