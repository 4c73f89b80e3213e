import {describe, expect, it} from 'vitest';
import {explained} from '../../source/agent/explained.js';
import {PromptSize} from '../../source/agent/prompt-size.js';
import {ModelError, type ModelFailureKind, PromptTooLong} from '../../source/errors.js';
import {question} from '../support/agent-doubles.js';
import {SCHEMA} from '../ui/screens/support.js';

const SIZE = new PromptSize(question(), SCHEMA);
const ADDRESS = 'http://127.0.0.1:8000/v1';

function failure(kind: ModelFailureKind, advice = ''): ModelError {
	return new ModelError(kind, 'what happened', advice);
}

describe('explained', () => {
	it('says what to shorten where the prompt does not fit', () => {
		const error = explained(failure('context'), SIZE, ADDRESS);
		expect(error).toMatchObject({kind: 'context', exitCode: 3});
		expect(error.message).toMatch(/^what happened\b.*tokens/);
		expect(error.advice).toContain('Customer');
	});

	it('leaves advice that is there', () => {
		const given = failure('context', 'Do this.');
		expect(explained(given, SIZE, ADDRESS)).toBe(given);
	});

	it('tells the ways to a model where none is reached, and where it looked', () => {
		const given = failure('unreachable', 'old');
		const error = explained(given, SIZE, ADDRESS);
		expect(error).toMatchObject({kind: 'unreachable', message: 'what happened', cause: given});
		expect(error.advice).toContain(ADDRESS);
		expect(error.advice).toContain('llama-server');
	});

	it('has no way to a server to tell of a model that runs here', () => {
		const given = failure('unreachable');
		expect(explained(given, SIZE, '')).toBe(given);
	});

	it('says what to shorten of a prompt that was counted, and not how long it may be', () => {
		const given = new PromptTooLong(5000, 4096);
		const error = explained(given, SIZE, '');
		expect(error).toMatchObject({kind: 'context', message: given.message, cause: given});
		expect(error.advice).toBe(SIZE.adviceFor(5000));
	});

	it.each<ModelFailureKind>([
		'refused',
		'unauthorized',
		'not-found',
		'busy',
		'cut',
		'stalled',
		'not-a-model',
		'unusable',
	])('has nothing to add to %s', kind => {
		const given = failure(kind);
		expect(explained(given, SIZE, ADDRESS)).toBe(given);
	});
});
