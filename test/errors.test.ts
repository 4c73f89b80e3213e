import {describe, expect, it} from 'vitest';
import {sentences, UsageError} from '../source/errors.js';
import {failureWords} from '../source/ui/session/failure-words.js';

describe('what happened and what to do', () => {
	it('has a full stop between, and keeps its letters', () => {
		expect(sentences({message: 'the record does not say which', advice: 'Name it: x'})).toBe(
			'the record does not say which. Name it: x',
		);
	});

	it.each(['It is gone.', 'Is it gone?', 'It goes on…'])('doubles none after %s', message => {
		expect(sentences({message, advice: 'Look.'})).toBe(`${message} Look.`);
	});

	it('is the message alone where nothing is known to do', () => {
		expect(sentences({message: 'it is gone', advice: ''})).toBe('it is gone');
	});

	it('leaves no space before advice that stands on lines of its own', () => {
		expect(sentences({message: 'it is gone', advice: '\nOne way.\nAnother.'})).toBe(
			'it is gone.\nOne way.\nAnother.',
		);
	});

	it('reads as well in a notice, whose lines may be joined', () => {
		expect(failureWords(new UsageError('it is text', 'Name another.'))).toBe('it is text.\nName another.');
		expect(failureWords(new UsageError('it is text', ''))).toBe('it is text');
		expect(failureWords(new Error('odd'))).toBe('odd');
	});
});
