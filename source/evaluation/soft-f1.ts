/**
 * BIRD's soft F1 (bird-bench/mini_dev, `evaluation_f1.py`): how much of the gold's rows an answer has, from 0 to 1.
 * Duplicate rows go first; then the rows are compared by their places, so that, other than in BIRD's accuracy, their
 * order counts, and that of columns does not.
 */
import type {Cell} from '../database/cell.js';
import {cellKey, rowKey} from '../database/row-key.js';

export function softF1(gold: Cell[][], answer: Cell[][]): number {
	if (gold.length === 0 && answer.length === 0) {
		return 1;
	}

	const [expected, given] = [distinct(gold), distinct(answer)];
	let [matches, tooMuch, missing] = [0, 0, 0];
	for (const [at, row] of expected.entries()) {
		const other = given[at];
		if (other === undefined) {
			missing++;
			continue;
		}

		const [wanted, found] = [new Set(keysOf(row)), new Set(keysOf(other))];
		const matching = keysOf(other).filter(key => wanted.has(key)).length;
		matches += matching / row.length;
		tooMuch += (other.length - matching) / row.length;
		missing += keysOf(row).filter(key => !found.has(key)).length / row.length;
	}

	tooMuch += Math.max(0, given.length - expected.length);
	const precision = share(matches, tooMuch);
	const recall = share(matches, missing);
	return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
}

function share(matches: number, others: number): number {
	return matches + others > 0 ? matches / (matches + others) : 0;
}

function keysOf(row: Cell[]): string[] {
	return row.map(cell => cellKey(cell, 'alike'));
}

/** Each row once, where it stands first. */
function distinct(rows: Cell[][]): Cell[][] {
	const seen = new Set<string>();
	return rows.filter(row => {
		const key = rowKey(row, 'alike');
		return !seen.has(key) && seen.add(key);
	});
}
