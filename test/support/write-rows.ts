import type {Cell} from '../../source/database/cell.js';
import type {RowWriter} from '../../source/rows/row-writer.js';

/** All that a writer writes of a result that comes in these batches. */
export function writeRows(writer: RowWriter, columns: string[], ...batches: Cell[][][]): string {
	return writer.begin(columns) + batches.map(rows => writer.rows(rows)).join('') + writer.end();
}
