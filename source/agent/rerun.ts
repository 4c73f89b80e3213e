/** Runs the recorded queries of a trajectory again, and says where the database answers otherwise now. */
import type {QueryOutcome} from '../database/cell.js';
import type {Reader} from '../database/reader.js';
import type {TableDifference} from '../database/table-difference.js';
import type {Trajectory} from './trajectory.js';

/** How far: one turn, or to the first that fails, that gives no rows, or to the end. */
export type Until = 'next' | 'error' | 'empty' | 'answer';

export type Rerun = {
	/** An index into the turns. */
	turn: number;
	sql: string;
	outcome: QueryOutcome;
	/** What the model would be told now. */
	observation: string;
	drift: Drift | null;
};

/** Where what the database says differs from the record. */
export type Drift =
	| {kind: 'rows'; difference: TableDifference}
	/** Of one of the two there are no rows: texts, as observations show them. */
	| {kind: 'text'; before: string; after: string};

export type RerunOptions = {
	reader: Pick<Reader, 'query'>;
	/** The first turn, an index. */
	from: number;
	until: Until;
	queryTimeoutMs?: number;
	signal?: AbortSignal | undefined;
};

/** Yields each turn that ran; turns whose query was never run are passed over. */
export async function* rerun(trajectory: Trajectory, options: RerunOptions): AsyncGenerator<Rerun> {
	throw new Error(`${trajectory} ${options}`);
}
