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
 * A reply with its thinking before it, as Qwen's chat template and the trainers write it; without thinking the content
 * alone. The trajectory may have it without its first tag, or from a server that sent it apart.
 */
export function withThinking({
	reply,
	thinking,
}: Pick<Trajectory['turns'][number], 'reply' | 'thinking'>): string {
	const content = contentOf(reply);
	return thinking === '' ? content : `<think>\n${thinking}\n</think>\n\n${content}`;
}

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
