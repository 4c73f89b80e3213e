/** The questions of a dataset, from its file. */
import {UsageError} from '../../errors.js';
import {counted} from '../../rows/outcome-words.js';
import {jsonValues, SQL_FIELDS} from '../gold-forms.js';
import {isName} from '../scored-items.js';
import {hardness} from './hardness.js';
import type {Dataset, RunItem, RunPlan} from './run.js';

/** The questions in the order of the file, and what is to be known of them, in sentences. */
export type Questions = {items: RunItem[]; notes: string[]};

const FORMS =
	"Give BIRD's or Spider's JSON, or lines of JSON: of each question `question`, `db_id` and its gold query (`SQL` or `query`).";

/** What a field is called: by both datasets, and by others. */
const QUESTION_FIELDS = ['question', 'instruction'];
const DATABASE_FIELDS = ['db_id', 'db', 'database'];
const EVIDENCE_FIELDS = ['evidence', 'external_knowledge'];
const ID_FIELDS = ['question_id', 'instance_id', 'id'];

/**
 * Reads BIRD's or Spider's JSON, an array or a line a question. Throws a UsageError that says which question cannot be
 * asked and why. A missing gold query and an id that two questions have are no such fault: they are noted.
 */
export function readQuestions(text: string, dataset: Dataset): Questions {
	const clean = text.replace(/^\ufeff/, '').trim();
	const values = clean === '' ? [] : jsonValues(clean, 'the questions', FORMS);
	if (values.length === 0) {
		throw new UsageError('there are no questions in the file', FORMS);
	}

	const items = values.map((value, index) => itemOf(value, index, dataset));
	return {items, notes: [...goldNotes(items), ...idNotes(items)]};
}

function itemOf(value: unknown, index: number, dataset: Dataset): RunItem {
	if (!isObject(value)) {
		throw new UsageError(`question ${index + 1} is no JSON object`, FORMS);
	}

	const fields = value;
	const question = textOf(fields, QUESTION_FIELDS);
	if (question === '') {
		throw new UsageError(`question ${index + 1} has no \`question\``, FORMS);
	}

	return {
		index,
		question,
		evidence: optionalText(fields, EVIDENCE_FIELDS, index),
		database: databaseOf(fields, index),
		// Spider has its parsed query under a name that others have the text under: that is no text.
		gold: optionalText(isObject(fields.sql) ? {...fields, sql: null} : fields, SQL_FIELDS, index),
		difficulty: difficultyOf(fields, dataset),
		questionId: idOf(fields),
	};
}

function databaseOf(fields: Record<string, unknown>, index: number): string {
	const database = textOf(fields, DATABASE_FIELDS);
	if (database === '') {
		throw new UsageError(`question ${index + 1} names no database (\`db_id\`)`, FORMS);
	}

	if (!isName(database)) {
		throw new UsageError(
			`question ${index + 1} names the database "${database}"`,
			'A database is named by the name of its folder, without a path.',
		);
	}

	return database;
}

function difficultyOf(fields: Record<string, unknown>, dataset: Dataset): string | null {
	const parsed = dataset === 'spider' ? hardness(fields.sql) : null;
	const given = textOf(fields, ['difficulty', 'hardness']);
	return parsed ?? (given === '' ? null : given);
}

function idOf(fields: Record<string, unknown>): string | null {
	const id = ID_FIELDS.map(name => fields[name]).find(
		value => typeof value === 'number' || (typeof value === 'string' && value !== ''),
	);
	return id === undefined ? null : String(id);
}

/** The first of the fields that has a text in it; '' where none has. */
function textOf(fields: Record<string, unknown>, names: readonly string[]): string {
	const texts = names.map(name => fields[name]).filter(value => typeof value === 'string');
	return texts.map(text => text.trim()).find(text => text !== '') ?? '';
}

/** The same of what may be missing or null: where none is a text and one is something else, that is a mistake. */
function optionalText(fields: Record<string, unknown>, names: readonly string[], index: number): string {
	const text = textOf(fields, names);
	const odd = names.find(
		name => !['string', 'undefined'].includes(typeof fields[name]) && fields[name] !== null,
	);
	if (text === '' && odd !== undefined) {
		throw new UsageError(
			`question ${index + 1} has no text as its \`${odd}\``,
			'Write it as a string, or leave it out.',
		);
	}

	return text;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function goldNotes(items: readonly RunItem[]): string[] {
	const missing = items.filter(({gold}) => gold === '').length;
	return missing === 0
		? []
		: [
				`${counted(missing, 'question')} of ${items.length.toLocaleString('en-US')} without a gold query: no answer to them can be right.`,
			];
}

/** Ids that more than one question has are said, since whoever counts by them counts wrong. */
function idNotes(items: readonly RunItem[]): string[] {
	const uses = new Map<string, number>();
	for (const {questionId} of items) {
		if (questionId !== null) {
			uses.set(questionId, (uses.get(questionId) ?? 0) + 1);
		}
	}

	const repeated = [...uses].filter(([, count]) => count > 1).map(([id]) => id);
	if (repeated.length === 0) {
		return [];
	}

	const names = repeated.slice(0, 3).join(', ') + (repeated.length > 3 ? ', …' : '');
	const ids = repeated.length === 1 ? 'The id' : 'The ids';
	return [
		`${ids} ${names} ${repeated.length === 1 ? 'is' : 'are'} given more than once: questions go by their place in the file, from 0.`,
	];
}

/**
 * Those of the questions that a run asks: the first `limit`, and of these the ones whose index leaves
 * `shard.index` − 1 over `shard.of`.
 */
export function chosenItems(
	items: readonly RunItem[],
	{limit, shard}: Pick<RunPlan, 'limit' | 'shard'>,
): RunItem[] {
	return items.filter(
		({index}) =>
			(limit === null || index < limit) && (shard === null || index % shard.of === shard.index - 1),
	);
}
