import {expect, it} from 'vitest';
import {replied} from '../../source/agent/trajectory.js';
import {EMPTY_BALLOT, enrolled} from '../../source/vote/ballot.js';
import {looksUnseeded} from '../../source/vote/unseeded.js';
import {question} from '../support/agent-doubles.js';

const REPLY = {reasoning: '', startedAt: '2026-01-01T00:00:00.000Z', elapsedMs: 1};

function ballot(replies: string[], temperature = 0.7) {
	const start = question();
	const sampling = {...start.sampling, temperature};
	return enrolled(
		EMPTY_BALLOT,
		replies.map(reply => (reply === '' ? start : replied({...start, sampling}, {...REPLY, reply}))),
	);
}

it.each<[string, boolean, string[], number?]>([
	['four alike', true, ['a', 'a', 'a', 'a']],
	['four alike and one that has not replied', true, ['a', 'a', '', 'a', 'a']],
	['three alike', false, ['a', 'a', 'a']],
	['one that differs in a byte', false, ['a', 'a', 'a', 'a', 'a ']],
	['four alike at temperature 0', false, ['a', 'a', 'a', 'a'], 0],
	['no replies', false, ['', '', '', '']],
])('%s: %s', (_, expected, replies, temperature) => {
	expect(looksUnseeded(ballot(replies, temperature))).toBe(expected);
});
