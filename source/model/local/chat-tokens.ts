/** A chat as tokens. */
import type {Token} from 'node-llama-cpp';
import type {Message} from '../../protocol/prompt.js';
import type {ChatPiece, ChatTemplate} from './chat-template.js';

export type Tokenize = (text: string, special: boolean) => Token[];

export type ChatTokens = {
	tokens: Token[];
	/** How many of them all chats with this system prompt begin with. */
	shared: number;
};

/** The tokens of a chat. Only the template's text has special tokens. Throws what the template throws. */
export function chatTokens(
	messages: readonly Message[],
	template: ChatTemplate,
	tokenize: Tokenize,
): ChatTokens {
	const pieces = template(messages);
	const second = secondMessage(pieces, messages);
	const read = (some: ChatPiece[]) => some.flatMap(({text, from}) => tokenize(text, from === 'template'));
	const shared = read(pieces.slice(0, second));
	return {tokens: [...shared, ...read(pieces.slice(second))], shared: shared.length};
}

/** What every chat with this system prompt begins with. Throws what the template throws. */
export function sharedTokens(system: string, template: ChatTemplate, tokenize: Tokenize): Token[] {
	const {tokens, shared} = chatTokens(
		[
			{role: 'system', content: system},
			{role: 'user', content: '.'},
		],
		template,
		tokenize,
	);
	return tokens.slice(0, shared);
}

/** The place of the piece with what the second message says; without one, of the end. */
function secondMessage(pieces: readonly ChatPiece[], messages: readonly Message[]): number {
	// An empty message has no piece.
	const nth = messages[0]?.content === '' ? 1 : 2;
	const places = pieces.flatMap(({from}, index) => (from === 'message' ? [index] : []));
	return places[nth - 1] ?? pieces.length;
}
