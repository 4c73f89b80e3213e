/** The key of a set of rows where many are made: equal keys mean equal sets. */
import {createHash} from 'node:crypto';
import type {Cell} from './cell.js';
import {Digest} from './digest.js';
import {rowKey} from './row-key.js';

/** Characters of rows that are held; of a larger set their hashes are. */
const MOST_HELD = 2 ** 23;
/** A key that is no longer is the rows themselves. */
const LONGEST = 200;

/**
 * Collects rows by the rules of `Digest`: neither duplicates nor the order of rows count, nor the columns of an empty
 * result; 1 is 1.0. It takes a third of the time, since it hashes once and not each row; which way is taken depends on
 * the set alone.
 */
export class RowSet {
	#rows = new Set<string>();
	#length = 0;
	#large: Digest | null = null;

	add(cells: readonly Cell[]): void {
		const key = rowKey(cells, 'alike');
		if (this.#large) {
			this.#large.add([key]);
		} else if (!this.#rows.has(key)) {
			this.#rows.add(key);
			this.#length += key.length;
			if (this.#length > MOST_HELD) {
				this.#large = new Digest();
				for (const row of this.#rows) {
					this.#large.add([row]);
				}

				this.#rows = new Set();
			}
		}
	}

	key(): string {
		if (this.#large) {
			return `large ${this.#large}`;
		}

		const rows = [...this.#rows].sort().map(row => `${row.length}:${row}`);
		const text = rows.join('');
		return text.length <= LONGEST
			? `rows ${text}`
			: `hash ${rows.length} ${createHash('sha256').update(text).digest('hex')}`;
	}
}
