/** The forms in which rows leave the program. */
import type {Cell} from '../database/cell.js';

/** Writes rows piece by piece, so that a result of any length takes the memory of one batch. */
export type RowWriter = {
	begin(columns: string[]): string;
	rows(rows: Cell[][]): string;
	end(): string;
};

export const ROW_FORMATS = ['table', 'tsv', 'csv', 'json', 'md', 'insert'] as const;

export type RowFormat = (typeof ROW_FORMATS)[number];

/** @param width columns of the terminal that the table is drawn on, if it is. */
export async function rowWriter(format: RowFormat, width?: number): Promise<RowWriter> {
	switch (format) {
		case 'table':
			return (await import('./table.js')).tableWriter(width);
		case 'tsv':
			return (await import('./tsv.js')).tsvWriter();
		case 'csv':
			return (await import('./csv.js')).csvWriter();
		case 'json':
			return (await import('./json.js')).jsonWriter();
		case 'md':
			return (await import('./markdown.js')).markdownWriter();
		case 'insert':
			return (await import('./insert.js')).insertWriter();
	}
}
