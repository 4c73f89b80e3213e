/** Tokens as text, while they come. */
import type {Token} from 'node-llama-cpp';

export type Detokenize = (tokens: readonly Token[]) => string;

export type TokenText = {
	/** What is certain of the text by now: a character of several tokens comes with its last one. */
	add(token: Token): string;
	/** What was held back, when no more tokens come. */
	rest(): string;
};

/** Tokens after which a broken character is one: the longest in UTF-8 takes four bytes, and a token is at least one. */
const LONGEST_CHARACTER = 4;

/** @param detokenize gives the text of tokens, special ones included, with U+FFFD for half a character. */
export function tokenText(detokenize: Detokenize): TokenText {
	let held: Token[] = [];
	const release = () => {
		const text = held.length === 0 ? '' : detokenize(held);
		held = [];
		return text;
	};
	return {
		add(token) {
			held.push(token);
			return detokenize(held).endsWith('\uFFFD') && held.length < LONGEST_CHARACTER ? '' : release();
		},
		rest: release,
	};
}
