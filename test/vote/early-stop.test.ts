import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {isSettled} from '../../source/vote/early-stop.js';
import {countVotes, type VoteResult} from '../../source/vote/vote-results.js';

const OPEN: VoteResult = {kind: 'thinking'};
const FAILED: VoteResult = {kind: 'failed'};
const CANCELLED: VoteResult = {kind: 'cancelled'};
const answer = (key: string): VoteResult => ({kind: 'finished', key});

/** What a vote says, as far as a stop must not change it. */
function verdict(results: readonly VoteResult[]): string {
	const {clusters, confidence} = countVotes(results);
	return `${clusters[0]?.key} ${confidence}`;
}

/** Every end that the open samples can bring about: each fails, or answers what is there or something of its own. */
function* ends(results: readonly VoteResult[]): Generator<VoteResult[]> {
	const open = results.findIndex(({kind}) => kind === 'thinking' || kind === 'probing');
	if (open === -1) {
		yield [...results];
		return;
	}

	const known = new Set(results.flatMap(result => (result.kind === 'finished' ? [result.key] : [])));
	for (const result of [FAILED, ...[...known, `new ${open}`].map(answer)]) {
		yield* ends(results.with(open, result));
	}
}

describe('a vote is settled', () => {
	it('exactly where no end can change winner or word, and there is dissent', () => {
		const result = fc.constantFrom(OPEN, OPEN, FAILED, CANCELLED, ...['A', 'A', 'A', 'B', 'C'].map(answer));
		fc.assert(
			fc.property(fc.array(result, {minLength: 2, maxLength: 7}), results => {
				fc.pre(results.includes(OPEN));
				const stopped = verdict(results.map(result => (result === OPEN ? CANCELLED : result)));
				const fixed = [...ends(results)].every(end => verdict(end) === stopped);
				const hasDissent = countVotes(results).clusters.length > 1;
				expect(isSettled(results)).toBe(fixed && hasDissent);
			}),
			{numRuns: 2000},
		);
	});

	// By hand, for eight: A and B, a failure, and what goes on.
	it.each([
		['AAAAAB..', true],
		['AAAAB...', false],
		['AAAA!B..', false],
		['AAAAA!B.', true],
		['AAAAAA..', false],
		['AAAAA!..', false],
		['........', false],
		['!!!!!!!.', false],
		['AB', true],
	])('%s: %s', (letters, expected) => {
		const results = [...letters].map(letter =>
			letter === '.' ? OPEN : letter === '!' ? FAILED : answer(letter),
		);
		expect(isSettled(results)).toBe(expected);
	});

	it('by the tie rule: of equals the lowest sample wins', () => {
		// Six failures make it narrow whatever comes; only a tie could change the winner.
		const failures = Array<VoteResult>(6).fill(FAILED);
		expect(isSettled([answer('A'), answer('A'), answer('B'), OPEN, ...failures])).toBe(true);
		expect(isSettled([answer('B'), answer('A'), answer('A'), OPEN, ...failures])).toBe(false);
		expect(isSettled([OPEN, answer('A'), answer('A'), answer('B'), ...failures])).toBe(false);
	});
});
