/** The queries of a score, of which several items may want the same. */
import type {BulkOutcome, BulkQuery, BulkReader} from '../database/bulk-reader.js';
import type {KeptResults} from './kept-results.js';

/** Runs each distinct query once, and holds its result only as long as somebody will still ask for it. */
export class SharedQueries {
	readonly #uses = new Map<string, {left: number; outcome: Promise<BulkOutcome> | null}>();

	constructor(
		private readonly reader: Pick<BulkReader, 'run'>,
		private readonly kept: KeptResults | null,
	) {}

	/** Will be taken, or dropped, once more. */
	expect(query: BulkQuery): void {
		const use = this.#uses.get(keyOf(query));
		if (use) {
			use.left++;
		} else {
			this.#uses.set(keyOf(query), {left: 1, outcome: null});
		}
	}

	take(query: BulkQuery): Promise<BulkOutcome> {
		const use = this.#uses.get(keyOf(query))!;
		use.outcome ??= this.#found(query) ?? this.reader.run(query);
		const {outcome} = use;
		this.drop(query);
		return outcome;
	}

	/** The outcome of a gold query, for the next run. */
	keep(query: BulkQuery, outcome: BulkOutcome): void {
		this.kept?.keep(query, outcome);
	}

	#found(query: BulkQuery): Promise<BulkOutcome> | null {
		const outcome = this.kept?.find(query);
		return outcome ? Promise.resolve(outcome) : null;
	}

	drop(query: BulkQuery): void {
		const use = this.#uses.get(keyOf(query))!;
		if (--use.left === 0) {
			this.#uses.delete(keyOf(query));
		}
	}
}

function keyOf({file, sql, text, wanted}: BulkQuery): string {
	return `${wanted} ${text} ${file}\0${sql}`;
}
