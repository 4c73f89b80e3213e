import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {aligned, normalisedSql} from '../../source/agent/alignment.js';
import {judged, replied, responded, type Trajectory} from '../../source/agent/trajectory.js';
import {question} from '../support/agent-doubles.js';

/** A trajectory with a turn for each letter; `A:x` is one that was told `x`, `!` one without a query. */
function turns(...letters: string[]): Trajectory {
	let trajectory = question();
	for (const [at, letter] of letters.entries()) {
		const [name, told = ''] = letter.split(':');
		trajectory = replied(trajectory, {
			reply: name === '!' ? 'Hm.' : `Words ${at}. <sql>SELECT ${name}</sql>`,
			reasoning: '',
			startedAt: '',
			elapsedMs: at,
		});
		if (told !== '') {
			trajectory = responded(trajectory, at, {kind: 'observation', text: told});
		}
	}

	return trajectory;
}

/** `0=0`, `1≠1` where the turns differ, `–` where there is none. */
function story(left: Trajectory, right: Trajectory): string {
	return aligned(left, right)
		.map(({left, right, same}) => `${left ?? '–'}${same ? '=' : '≠'}${right ?? '–'}`)
		.join(' ');
}

describe('two trajectories', () => {
	it.each([
		['the same', ['A', 'B'], ['A', 'B'], '0=0 1=1'],
		['another end', ['A', 'B', 'C'], ['A', 'B', 'D'], '0=0 1=1 2≠2'],
		['a turn more', ['A', 'B'], ['A', 'B', 'C'], '0=0 1=1 –≠2'],
		['a turn between', ['A', 'C'], ['A', 'B', 'C'], '0=0 –≠1 1=2'],
		['other turns between', ['A', 'X', 'C'], ['A', 'B', 'D', 'C'], '0=0 1≠1 –≠2 2=3'],
		['nothing in common', ['A'], ['B', 'C'], '0≠0 –≠1'],
		['no turns', [], ['A'], '–≠0'],
		['the same query, told otherwise', ['A:1', 'B'], ['A:2', 'B'], '0≠0 1=1'],
		['the same words without a query', ['!', 'A'], ['!', 'A'], '0=0 1=1'],
	])('%s', (_, left, right, expected) => {
		expect(story(turns(...left), turns(...right))).toBe(expected);
	});

	it('are aligned by what was run', () => {
		const edited = judged(turns('A'), 0, {kind: 'edited', sql: 'select  b'});
		expect(story(edited, turns('B'))).toBe('0=0');
	});

	it('have each turn once and in order', () => {
		const letters = fc.array(fc.constantFrom('A', 'B', 'C', '!'), {maxLength: 8});
		fc.assert(
			fc.property(letters, letters, (left, right) => {
				const rows = aligned(turns(...left), turns(...right));
				expect(rows.flatMap(({left}) => left ?? [])).toEqual([...left.keys()]);
				expect(rows.flatMap(({right}) => right ?? [])).toEqual([...right.keys()]);
			}),
		);
	});
});

describe('a query', () => {
	it.each([
		['SELECT  a\nFROM t ;', 'select a from t'],
		['select \'A  B\', "C d", `E`, [F g] from T', 'select \'A  B\', "C d", `E`, [F g] from t'],
		['SELECT a -- why\n, b /* and\nwhy */ FROM t', 'select a , b from t'],
		["SELECT 'it''s -- no comment'", "select 'it''s -- no comment'"],
		["SELECT 'open", "select 'open"],
		['SELECT a-b/c', 'select a-b/c'],
		['/* open', ''],
	])('%j is %j', (sql, normal) => {
		expect(normalisedSql(sql)).toBe(normal);
	});
});
