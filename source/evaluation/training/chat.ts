/** Messages in the forms that trainers read. */
import {messages, type Trajectory} from '../../agent/trajectory.js';
import {contentOf} from '../../protocol/parse.js';
import type {Message} from '../../protocol/prompt.js';

/** `loss` stands at replies only: ms-swift takes the loss over those that have it true, the others do not look at it. */
export type MarkedMessage = Message & {loss?: boolean};

/** The chat with its replies marked: those from `from` on, an index into the chat, are to be learned. */
export function marked(chat: readonly Message[], from = 0): MarkedMessage[] {
	return chat.map((message, at) => (message.role === 'assistant' ? {...message, loss: at >= from} : message));
}

/**
 * What the model wrote, to the letter. Where the server sent the thinking apart, the text of both as Qwen's chat
 * template has them; how they stood is not known then.
 */
export function written({reply, thinking}: WrittenTurn): string {
	return thinking === '' || /<\/think>/i.test(reply)
		? reply
		: `<think>\n${thinking}\n</think>\n\n${contentOf(reply)}`;
}

/** The same to learn from: a first tag that stood at the end of the prompt, and so is not in the reply, is added. */
export function withThinking(turn: WrittenTurn): string {
	const text = written(turn);
	return /<\/think>/i.test(text) && !/^\s*<think>/i.test(text) ? `<think>\n${text}` : text;
}

type WrittenTurn = Pick<Trajectory['turns'][number], 'reply' | 'thinking'>;

/**
 * The chat up to each reply as the model saw it, and the reply with its thinking. The thinking of earlier replies is in
 * none: the model is not shown it.
 */
export function eachReply(trajectory: Trajectory): Array<{prompt: Message[]; reply: Message}> {
	const chat = messages(trajectory);
	const places = chat.flatMap(({role}, at) => (role === 'assistant' ? [at] : []));
	return places.map((place, turn) => ({
		prompt: chat.slice(0, place),
		reply: {role: 'assistant', content: withThinking(trajectory.turns[turn]!)},
	}));
}
