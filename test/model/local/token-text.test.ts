import type {Token} from 'node-llama-cpp';
import {describe, expect, it} from 'vitest';
import {tokenText} from '../../../source/model/local/token-text.js';

/** A byte a token. */
const bytes = (text: string) => [...Buffer.from(text)] as Token[];
const detokenize = (tokens: readonly Token[]) => Buffer.from(tokens).toString();

function said(tokens: Token[]): string[] {
	const text = tokenText(detokenize);
	return [...tokens.map(token => text.add(token)), text.rest()];
}

describe('tokens as text', () => {
	it('come as they are, and a character of several with its last', () => {
		expect(said(bytes('aé😀'))).toEqual(['a', '', 'é', '', '', '', '😀', '']);
	});

	it('that are half a character at the end are not lost', () => {
		expect(said(bytes('a😀').slice(0, 3))).toEqual(['a', '', '', '\uFFFD']);
	});

	it('that are no text do not hold back what follows', () => {
		const out = said([0xff, 0xff, 0xff, 0xff, 0x61] as Token[]);
		expect(out.join('')).toBe('\uFFFD\uFFFD\uFFFD\uFFFDa');
		expect(out[3]).not.toBe('');
	});
});
