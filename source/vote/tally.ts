/** What a vote says: clusters, winner and how far to trust it. */
import type {Table} from '../database/cell.js';
import type {Ballot, Sample} from './ballot.js';
import {type Confidence, countVotes, type VoteCount} from './vote-results.js';

export type {Confidence};

export type Cluster = {
	key: string;
	/** Indices of its samples, ascending; the first one's query and rows stand for all. */
	samples: number[];
	sql: string;
	table: Table;
	/** Milliseconds that its query took. */
	elapsedMs: number;
};

export type Tally = VoteCount<Cluster>;

/** Counts a ballot, at any moment of the vote. */
export function tally({samples}: Ballot): Tally {
	const count = countVotes(samples.map(({state}) => state));
	return {
		...count,
		clusters: count.clusters.map(cluster => ({...cluster, ...answerOf(samples[cluster.samples[0]!]!)})),
	};
}

function answerOf({index, trajectory}: Sample): Pick<Cluster, 'sql' | 'table' | 'elapsedMs'> {
	const {answer} = trajectory;
	if (!answer?.outcome || !('table' in answer.outcome)) {
		throw new Error(`sample ${index} has finished without rows`);
	}

	const {table, elapsedMs} = answer.outcome;
	return {sql: answer.sql, table, elapsedMs};
}
