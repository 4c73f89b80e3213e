import type {Token} from 'node-llama-cpp';
import {describe, expect, it} from 'vitest';
import {chatTemplate} from '../../../source/model/local/chat-template.js';
import {chatTokens, sharedTokens, type Tokenize} from '../../../source/model/local/chat-tokens.js';

const template = chatTemplate(
	'{% for message in messages %}[{{ message.role }}]{{ message.content }}[end]{% endfor %}[assistant]',
	{bos: null, eos: null},
);

/** A character a token; what stands in brackets is one token, 1000 and up, where special ones are meant. */
const tokenize: Tokenize = (text, special) =>
	(special ? (text.match(/\[\w+\]|./gs) ?? []) : [...text]).map(part =>
		part.length > 1 ? ((1000 + part.length) as Token) : (part.codePointAt(0) as Token),
	);

const SYSTEM = 1008 as Token;
const END = 1005 as Token;
const USER = 1006 as Token;
const ASSISTANT = 1011 as Token;
const code = (text: string) => [...text].map(character => character.codePointAt(0) as Token);

describe('the tokens of a chat', () => {
	it('are special only where the template means them', () => {
		const {tokens} = chatTokens([{role: 'user', content: 'a[end]'}], template, tokenize);
		expect(tokens).toEqual([USER, ...code('a[end]'), END, ASSISTANT]);
	});

	it('begin alike up to what the second message says', () => {
		const chat = (question: string) =>
			chatTokens(
				[
					{role: 'system', content: 'ab'},
					{role: 'user', content: question},
				],
				template,
				tokenize,
			);
		expect(chat('c')).toEqual({
			tokens: [SYSTEM, ...code('ab'), END, USER, ...code('c'), END, ASSISTANT],
			shared: 5,
		});
		expect(chat('longer').shared).toBe(5);
		expect(sharedTokens('ab', template, tokenize)).toEqual(chat('c').tokens.slice(0, 5));
	});

	it('of an empty system prompt, and of one message, are counted as well', () => {
		const user = {role: 'user' as const, content: 'c'};
		expect(chatTokens([{role: 'system', content: ''}, user], template, tokenize).shared).toBe(3);
		expect(chatTokens([user], template, tokenize).shared).toBe(4);
	});
});
