/** What a vote says: clusters, winner and how far to trust it. */
import type {Table} from '../database/cell.js';
import type {Ballot} from './ballot.js';

export type Cluster = {
	key: string;
	/** Indices of its samples, ascending; the first one's query and rows stand for all. */
	samples: number[];
	sql: string;
	table: Table;
	/** Milliseconds that its query took. */
	elapsedMs: number;
};

export type Confidence = 'unanimous' | 'majority' | 'narrow' | 'none';

export type Tally = {
	/** finished + failed + cancelled, and those that go on. */
	k: number;
	finished: number;
	failed: number;
	cancelled: number;
	/** The largest first; of equal ones the one with the lowest sample. */
	clusters: Cluster[];
	/** Index into `clusters`: 0, or null where no sample has finished. */
	winner: 0 | null;
	/** winner / (finished + failed); 0 without one. */
	agreement: number;
	/** winner − second, 0 without a winner. */
	margin: number;
	/** Null for a vote of one. */
	confidence: Confidence | null;
};

export function tally(_ballot: Ballot): Tally {
	throw new Error('to be written');
}
