import {describe, expect, it} from 'vitest';
import {contextError, PromptSize} from '../../source/agent/prompt-size.js';
import {ModelError, PromptTooLong} from '../../source/errors.js';
import {question} from '../support/agent-doubles.js';
import {SCHEMA} from '../ui/screens/support.js';

const SIZE = new PromptSize(question(), SCHEMA);
const ESTIMATE = `The prompt has about ${SIZE.tokens.toLocaleString('en-US')} tokens`;

describe('contextError', () => {
	it('of a context that is known names it', () => {
		const error = contextError(SIZE, 4096);
		expect(error).toMatchObject({kind: 'context', exitCode: 3, advice: SIZE.advice});
		expect(error.message).toBe(`${ESTIMATE}, the context of the model 4,096`);
	});

	it('of a refusal repeats it beside the estimate', () => {
		const refusal = new ModelError('context', 'too long, says the server', '');
		const error = contextError(SIZE, refusal);
		expect(error).toMatchObject({advice: SIZE.advice, cause: refusal});
		expect(error.message).toBe(`too long, says the server. ${ESTIMATE}`);
	});

	it('of a prompt that was counted estimates nothing', () => {
		const error = contextError(SIZE, new PromptTooLong(2 * SIZE.tokens, 4096));
		expect(error.message).toMatch(/^the prompt has [\d,]+ tokens, and the context of the model holds 4,096$/);
		// Twice as many as were estimated: so each table has twice as many.
		const figures = (advice: string) =>
			[...advice.matchAll(/about ([\d,]+)/g)].map(([, count]) => Number(count!.replace(',', '')));
		expect(figures(error.advice)).toEqual(figures(SIZE.advice).map(tokens => 2 * tokens));
		expect(figures(error.advice).length).toBeGreaterThan(0);
	});
});
