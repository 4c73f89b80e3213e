import {describe, expect, it} from 'vitest';
import {planContext} from '../../../source/model/local/context-plan.js';

/** 1 kB a token, and a chat beside it as much again. */
const bytesOf = async (contextTokens: number, sequences: number) => 1000 * contextTokens * sequences;

describe('the plan of contexts', () => {
	it.each([
		[
			'all that the model was trained on, and eight chats',
			4096,
			1e9,
			{contextTokens: 4096, mostSequences: 8},
		],
		['no more than sqrl-4b is served with', 262_144, 1e12, {contextTokens: 32_768, mostSequences: 8}],
		// 4,096,000 beside 16,384,000 bytes.
		[
			'as many chats as fit beside the first context',
			4096,
			20_480_000,
			{contextTokens: 4096, mostSequences: 4},
		],
		['one byte less: half as many', 4096, 20_479_999, {contextTokens: 4096, mostSequences: 2}],
		['one chat where a second context does not fit', 4096, 5e6, {contextTokens: 4096, mostSequences: 1}],
		['half the length until it fits', 32_768, 9e6, {contextTokens: 8192, mostSequences: 1}],
		['the shortest where nothing fits', 32_768, 0, {contextTokens: 2048, mostSequences: 1}],
		['no more than a small model was trained on', 1024, 1e9, {contextTokens: 1024, mostSequences: 8}],
	])('has %s', async (_, trained, free, plan) => {
		expect(await planContext({trained, free, bytesOf})).toEqual(plan);
	});
});
