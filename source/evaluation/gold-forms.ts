/** The forms of a file of gold queries. */
import {UsageError} from '../errors.js';

/** null: the file does not tell. */
export type GoldItem = {
	/** '': this one has no gold query, and is there for its place. */
	sql: string;
	question: string | null;
	database: string | null;
	questionId: string | null;
};

/** One query for everything, or an item for each question, in the order of the file. */
export type ParsedGold = {one: string} | {items: GoldItem[]};

/** Throws a UsageError that says where the text is in none of the forms. */
export function parseGold(text: string): ParsedGold {
	const clean = text.replace(/^\ufeff/, '').trim();
	if (clean === '') {
		throw new UsageError('there are no gold queries: the file is empty', FORMS);
	}

	if (clean.startsWith('[') || clean.startsWith('{')) {
		const values = jsonValues(clean, 'the gold queries', FORMS);
		// A question may lack its query, but a file without any is one of something else.
		const isGold = values.some(value => queryOf(value) !== undefined);
		return {items: values.map((value, at) => itemOf(value, at, isGold))};
	}

	// Line breaks at the end are none of the lines; what is blank between them has its place.
	const lines = text
		.replace(/^\ufeff/, '')
		.replace(/[\r\n]+$/, '')
		.split(/\r?\n/);
	return lines.every(line => LINE.test(line) || line.trim() === '')
		? {items: lines.map(lineItem)}
		: {one: clean};
}

const FORMS =
	"Give BIRD's or Spider's JSON, lines of a query, a tab and the name of the database, or one query.";

/** A query, a tab and the name of a database. */
const LINE = /^\s*(?=[^\s\t])(.+)\t\s*([\w.-]+)\s*$/;

function lineItem(line: string): GoldItem {
	const [, sql = '', database = ''] = LINE.exec(line) ?? [];
	return {sql: sql.trim(), question: null, database: database === '' ? null : database, questionId: null};
}

/**
 * The values of an array, or of lines of JSON. Throws a UsageError where the text is none of these.
 *
 * @param what what it is called in words, with its article; `forms` is the advice.
 */
export function jsonValues(text: string, what: string, forms: string): unknown[] {
	try {
		const value: unknown = JSON.parse(text);
		return Array.isArray(value) ? value : [value];
	} catch (error) {
		const lines = text.split('\n').filter(line => line.trim() !== '');
		if (text.startsWith('[') || lines.length < 2) {
			throw new UsageError(`${what} are no JSON: ${(error as Error).message}`, forms);
		}

		return lines.map((line, at) => {
			try {
				return JSON.parse(line) as unknown;
			} catch (error) {
				throw new UsageError(`line ${at + 1} of ${what} is no JSON: ${(error as Error).message}`, forms);
			}
		});
	}
}

/** What the query is called: by BIRD, by Spider, and by others. */
export const SQL_FIELDS = ['SQL', 'query', 'sql', 'gold_sql', 'gold'];

function fieldsOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function queryOf(value: unknown): string | undefined {
	const fields = fieldsOf(value);
	// Spider has its parsed query under the name that others have the text under.
	return SQL_FIELDS.map(name => fields[name]).find(field => typeof field === 'string');
}

function itemOf(value: unknown, at: number, mayLackQuery: boolean): GoldItem {
	const sql = queryOf(value);
	const {question, db_id, question_id} = fieldsOf(value);
	const text = typeof question === 'string' ? question.trim() : '';
	if (sql === undefined && !(mayLackQuery && text !== '')) {
		throw new UsageError(`gold query ${at + 1} has no query in it (\`SQL\` or \`query\`)`, FORMS);
	}

	return {
		sql: (sql ?? '').trim(),
		question: text === '' ? null : text,
		database: typeof db_id === 'string' && db_id !== '' ? db_id : null,
		questionId:
			typeof question_id === 'number' || typeof question_id === 'string' ? String(question_id) : null,
	};
}
