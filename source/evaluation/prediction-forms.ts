/** The forms of a file of predictions. */
import {UsageError} from '../errors.js';

/** What BIRD has between a prediction and the name of its database. */
const BIRD_MARK = '\t----- bird -----\t';

const FORMS =
	'Give BIRD\'s JSON ("0": "SQL\\t----- bird -----\\tdb_id"), a JSON array, or Spider\'s lines, a query each.';

/**
 * The predictions in the order of the gold queries; '' is none. Of lines what follows a tab is no part of the query,
 * and what is blank has its place. Throws a UsageError where they are not as many as `count`; of BIRD's JSON, where
 * each has its number, some may be missing.
 */
export function parsePredictions(text: string, count: number): string[] {
	const clean = text.replace(/^\ufeff/, '');
	return /^\s*[{[]/.test(clean) ? fromJson(clean, count) : fromLines(clean, count);
}

function fromLines(text: string, count: number): string[] {
	const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
	while (lines.length > count && lines.at(-1)!.trim() === '') {
		lines.pop();
	}

	return asMany(
		lines.map(line => line.trim().split('\t')[0]!.trim()),
		count,
	);
}

function fromJson(text: string, count: number): string[] {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new UsageError(`the predictions are no JSON: ${(error as Error).message}`, FORMS);
	}

	if (Array.isArray(value)) {
		return asMany(value.map(queryOf), count);
	}

	const predictions = Array.from({length: count}, () => '');
	for (const [key, given] of Object.entries(value as Record<string, unknown>)) {
		if (!/^\d+$/.test(key)) {
			throw new UsageError(`"${key}" is no number of a prediction`, FORMS);
		}

		if (Number(key) >= count) {
			throw new UsageError(
				`there is a prediction ${key}, and the last gold query is ${count - 1}`,
				'Numbers begin with 0. Is it the gold of these predictions?',
			);
		}

		predictions[Number(key)] = queryOf(given);
	}

	return predictions;
}

/** What the query of an object is called. */
const FIELDS = ['SQL', 'sql', 'query', 'prediction', 'predicted_sql', 'pred'];

function queryOf(value: unknown): string {
	const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
	const sql = typeof value === 'string' ? value : FIELDS.map(name => fields[name]).find(isText);
	// What is no text is no query to BIRD either.
	return sql === undefined ? '' : sql.split(BIRD_MARK)[0]!.trim();
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

function asMany(predictions: string[], count: number): string[] {
	if (predictions.length !== count) {
		throw new UsageError(
			`there are ${predictions.length.toLocaleString('en-US')} predictions for ${count.toLocaleString('en-US')} gold queries`,
			'Each gold query needs its prediction, in the same order; an empty one keeps its place.',
		);
	}

	return predictions;
}
