import {describe, expect, it} from 'vitest';
import {type Attempt, attemptOf, isWellFormed, tally, votedAttempt} from '../../../scripts/eval/attempt.js';
import type {Turn} from '../../../source/agent/trajectory.js';
import {parseReply} from '../../../source/protocol/parse.js';

function turn(reply: string): Turn {
	const {thinking, summary, action} = parseReply(reply);
	return {reply, thinking, summary, action, startedAt: '2026-01-01T00:00:00.000Z', elapsedMs: 1};
}

describe('a well-formed reply', () => {
	it.each([
		'Summary.\n<answer> SELECT 1 </answer>',
		'<sql> SELECT 1 < 2 </sql>\n',
		'<think>\nFirst <sql> SELECT 0 </sql>\n</think>\n\nThen.\n<sql>SELECT 1</sql>',
	])('is %j', reply => {
		expect(isWellFormed(reply)).toBe(true);
	});

	it.each([
		['no block', 'I do not know.'],
		['a block that is not closed', 'Summary.\n<answer> SELECT 1'],
		['a block that is not opened', 'SELECT 1 </answer>'],
		['an empty block', 'Summary.\n<answer> </answer>'],
		['two blocks', '<sql> SELECT 1 </sql>\n<answer> SELECT 1 </answer>'],
		['the same block twice', '<sql> SELECT 1 </sql> <sql> SELECT 1 </sql>'],
		['a block within another', '<answer> <sql> SELECT 1 </sql> </answer>'],
		['tags that do not match', '<sql> SELECT 1 </answer>'],
		['text after the block', '<answer> SELECT 1 </answer> That is all.'],
		['nothing', ''],
	])('is not one with %s', (_, reply) => {
		expect(isWellFormed(reply)).toBe(false);
	});
});

describe('an attempt', () => {
	const turns = [turn('Look.\n<sql> SELECT 1 </sql>'), turn('Hm.'), turn('<answer> SELECT 2 </answer>')];

	it('is right if its rows are those that are known', () => {
		const gold = {exact: '1-aa', near: '1-bb'};
		expect(attemptOf({turns}, gold, gold)).toEqual({
			key: '1-aa',
			right: true,
			nearlyRight: true,
			turns: 3,
			wellFormed: 2,
			probes: 1,
		});
		expect(attemptOf({turns}, {exact: '1-ab', near: '1-bb'}, gold)).toMatchObject({
			right: false,
			nearlyRight: true,
		});
		expect(attemptOf({turns}, null, gold)).toMatchObject({key: null, right: false, nearlyRight: false});
	});

	it('is counted with others', () => {
		const attempt = {key: null, right: false, nearlyRight: false, turns: 1, wellFormed: 1, probes: 0};
		expect(tally([])).toEqual({attempts: 0, right: 0, nearlyRight: 0, turns: 0, wellFormed: 0, probes: 0});
		expect(
			tally([
				attempt,
				{...attempt, key: '1-aa', right: true, nearlyRight: true, turns: 3, wellFormed: 2, probes: 2},
				{...attempt, key: '1-aa', right: true},
			]),
		).toEqual({attempts: 3, right: 2, nearlyRight: 1, turns: 5, wellFormed: 4, probes: 2});
	});
});

describe('a vote of attempts', () => {
	/** A right one, one that is wrong, another one, and one without rows. */
	const attempts = (letters: string): Attempt[] =>
		[...letters].map(letter => ({
			key: letter === '!' ? null : letter,
			right: letter === 'R',
			nearlyRight: letter === 'R',
			turns: 1,
			wellFormed: 1,
			probes: 0,
		}));

	it.each([
		['RRRWWWXX', true],
		['WRRWWRXX', false],
		['RWWRWRXX', true],
		['!!!!!!!R', true],
		['!!!!!!RW', true],
		['!!!!!!WR', false],
		['!!!!!!!!', false],
	])('%s is right: %s', (letters, expected) => {
		expect(votedAttempt(attempts(letters))?.right ?? false).toBe(expected);
	});
});
