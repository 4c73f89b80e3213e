import {describe, expect, it} from 'vitest';
import type {Table} from '../../source/database/cell.js';
import type {Sample} from '../../source/vote/ballot.js';
import {tally} from '../../source/vote/tally.js';
import {question} from '../support/agent-doubles.js';

const TABLE: Table = {columns: ['n'], rows: [[3n]], rowCount: 1, truncated: false, digest: '1-aa'};

function finished(index: number, sql: string, table: Table, elapsedMs = 1): Sample {
	const answer = {sql, by: 'model' as const, outcome: {elapsedMs, table}};
	return {
		index,
		trajectory: {...question(), ending: 'answered', answer},
		state: {kind: 'finished', key: table.digest!},
		elapsedMs: 100,
	};
}

const failed = (index: number): Sample => ({
	index,
	trajectory: question(),
	state: {kind: 'failed', reason: 'no answer'},
	elapsedMs: 100,
});

function ballot(...samples: Sample[]) {
	return {samples, open: 0, stoppedEarly: false, probeCacheHits: 0};
}

describe('a cluster', () => {
	it('has query, rows and time of its first sample', () => {
		const other = {...TABLE, columns: ['count(*)']};
		const {clusters, k, winner, confidence} = tally(
			ballot(failed(0), finished(1, 'SELECT 3 AS n', TABLE, 7), finished(2, 'SELECT count(*)', other, 9)),
		);
		expect(clusters).toEqual([
			{key: '1-aa', samples: [1, 2], sql: 'SELECT 3 AS n', table: TABLE, elapsedMs: 7},
		]);
		expect({k, winner, confidence}).toEqual({k: 3, winner: 0, confidence: 'majority'});
	});

	it.each(['kept', 'uncounted'] as const)('is by key, also of a table that is %s', truncated => {
		const long = {columns: ['i'], rows: [[1n], [2n]], rowCount: 10_000, truncated};
		const {clusters} = tally(
			ballot(
				finished(0, 'SELECT i FROM t', {...long, digest: '20000-aa'}),
				finished(1, 'SELECT i FROM t LIMIT 10001', {...long, digest: '10001-bb'}),
				finished(2, 'SELECT i FROM t ORDER BY i DESC', {...long, rows: [[9n], [8n]], digest: '20000-aa'}),
			),
		);
		expect(clusters.map(({samples}) => samples)).toEqual([[0, 2], [1]]);
	});
});
