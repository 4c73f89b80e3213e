import {describe, expect, it} from 'vitest';
import {readCommandLine} from '../../source/command-line.js';
import {askedRun} from '../../source/commands/asked-run.js';
import {UsageError} from '../../source/errors.js';
import {calibrationOfRun} from '../../source/evaluation/report/calibration-of-run.js';
import type {Run} from '../../source/evaluation/run/run.js';
import {plan} from '../support/run-folders.js';

const asked = (...more: string[]) => {
	const command = ['eval', 'dev.json', '--databases', 'd', '--dataset', 'bird', '--out', 'o', ...more];
	return askedRun(readCommandLine(command) as Parameters<typeof askedRun>[0]);
};

function thrownBy(attempt: () => unknown): UsageError {
	try {
		attempt();
	} catch (error) {
		expect(error).toBeInstanceOf(UsageError);
		return error as UsageError;
	}

	throw new Error('nothing is thrown');
}

describe('what a run is asked for', () => {
	it.each([
		['--votes', '65'],
		['--limit', '0'],
		['--concurrency', 'many'],
		['--shard', '5/4'],
	])('is refused with %s %s, and the help of the command is named', (flag, value) => {
		const {message, advice} = thrownBy(() => asked(flag, value));
		expect(message).toContain(`${flag}: it takes a`);
		expect(advice).toBe('See sqrl-tui eval --help.');
	});

	it('is no calibration of single samples, in the words of the end of a run', () => {
		const run: Run = {plan: plan({votes: 1}), golds: new Map(), samples: new Map()};
		const early = thrownBy(() => asked('--votes', '1', '--save-calibration'));
		const late = thrownBy(() => calibrationOfRun(run, '2026-01-01'));
		expect([early.message, early.advice]).toEqual([late.message, late.advice]);
		expect(asked('--votes', '2', '--save-calibration').votes).toBe(2);
		expect(asked('--votes', '1').votes).toBe(1);
	});
});
