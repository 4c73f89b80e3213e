import {describe, expect, it} from 'vitest';
import {withThinking, written} from '../../../source/evaluation/training/chat.js';

describe('what the model wrote', () => {
	it.each([
		['', ' \n<answer>SELECT 1</answer>\n\n'],
		['Hm.', '\n<think>Hm.</think> \n\n\n<answer>SELECT 1</answer> '],
		['Hm.', '<THINK>\n\nHm.\n</THINK>\n<answer>SELECT 1</answer>'],
		// A cut off one: no thinking is told of it.
		['', '<think>\nHm, or'],
	])('with the thinking %j is its reply to the letter, also to learn from', (thinking, reply) => {
		expect(written({reply, thinking})).toBe(reply);
		expect(withThinking({reply, thinking})).toBe(reply);
	});

	it('has no first tag where the prompt has it; what is to be learned gets it', () => {
		const turn = {reply: ' Hm.\n</think>\n<answer>SELECT 1</answer>', thinking: 'Hm.'};
		expect(written(turn)).toBe(turn.reply);
		expect(withThinking(turn)).toBe(`<think>\n${turn.reply}`);
	});

	it('is put together where a server sent the thinking apart', () => {
		const turn = {reply: '\n\n<answer>SELECT 1</answer>\n', thinking: 'Hm.'};
		const whole = '<think>\nHm.\n</think>\n\n<answer>SELECT 1</answer>';
		expect([written(turn), withThinking(turn)]).toEqual([whole, whole]);
	});
});
