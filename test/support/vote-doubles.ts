/** A reader in memory for votes: its queries end when the test says so. */
import type {QueryOutcome} from '../../source/database/cell.js';
import type {QueryOptions} from '../../source/database/reader.js';

export type HeldQuery = {
	sql: string;
	options: QueryOptions;
	end(outcome: QueryOutcome): void;
};

/** Queries wait in `running` until they are ended; one that is aborted ends as cancelled, as in the real reader. */
export function heldReader() {
	const running: HeldQuery[] = [];
	const asked: string[] = [];
	return {
		running,
		asked,
		version: async () => 'v1',
		query: (sql: string, options: QueryOptions = {}) =>
			new Promise<QueryOutcome>(resolve => {
				asked.push(sql);
				const held: HeldQuery = {
					sql,
					options,
					end(outcome) {
						running.splice(running.indexOf(held), 1);
						resolve(outcome);
					},
				};
				options.signal?.addEventListener('abort', () => held.end(failure('cancelled')));
				running.push(held);
			}),
	};
}

export function failure(kind: 'cancelled' | 'timeout' | 'sql' | 'memory' | 'refused'): QueryOutcome {
	return {elapsedMs: 1, error: {kind, message: kind}};
}

/** A result of one cell; `truncated` says that there are more rows. */
export function rows(value: bigint | string, truncated: false | 'kept' | 'uncounted' = false): QueryOutcome {
	const rowCount = truncated ? 9000 : 1;
	return {elapsedMs: 1, table: {columns: ['n'], rows: [[value]], rowCount, truncated}};
}
