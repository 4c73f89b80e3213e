/** Gold queries, from the forms in which datasets have them. */
import {readFile} from 'node:fs/promises';
import type {Trajectory} from '../agent/trajectory.js';
import {codeOf, messageOf, UsageError} from '../errors.js';
import {type GoldItem, parseGold} from './gold-forms.js';

export type Gold = {
	/** How many there are; places without one are not counted. */
	count: number;
	/**
	 * The gold query for a trajectory, or null. Where the file has questions it is the one with exactly this question,
	 * in this database where both tell one; of several that differ the one with this `question_id`, else that in this
	 * place, else none. Without such a question, and where the file has none, the `question_id` counts, then the place:
	 * `extra.index`, or the number that the id begins with (`<index>-<sample>`). Null also where that one is empty.
	 */
	of(trajectory: Asked): string | null;
};

type Asked = Pick<Trajectory, 'id' | 'question' | 'database' | 'extra'> & Partial<Pick<Trajectory, 'parent'>>;

/** Reads BIRD's and Spider's JSON, their lines of `SQL<TAB>db_id`, or one query. Throws a UsageError. */
export async function readGold(file: string): Promise<Gold> {
	let text: string;
	try {
		text = await readFile(file, 'utf8');
	} catch (error) {
		const why = codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error);
		throw new UsageError(`the gold queries cannot be read: ${why}`, `Check the path: ${file}`);
	}

	return goldOf(text);
}

/** The same from the text of such a file, as one that a person has typed. Throws a UsageError. */
export function goldOf(text: string): Gold {
	const parsed = parseGold(text);
	if ('one' in parsed) {
		return {count: 1, of: () => parsed.one};
	}

	const {items} = parsed;
	const byQuestion = new Map<string, number[]>();
	for (const [place, {question}] of items.entries()) {
		if (question !== null) {
			byQuestion.set(question, [...(byQuestion.get(question) ?? []), place]);
		}
	}

	return {
		count: items.filter(({sql}) => sql !== '').length,
		of(asked) {
			const candidates = byQuestion.get(asked.question.trim()) ?? [];
			const place = candidates.length > 0 ? among(items, candidates, asked) : elsewhere(items, asked);
			return place === null ? null : items[place]!.sql || null;
		},
	};
}

/** Which of the items that have the question. */
function among(items: readonly GoldItem[], candidates: readonly number[], asked: Asked): number | null {
	const here = candidates.filter(place => isInDatabase(items[place]!, asked));
	if (new Set(here.map(place => items[place]!.sql)).size === 1) {
		return here[0]!;
	}

	const id = questionIdOf(asked);
	const index = indexOf(asked);
	return (
		here.find(place => id !== null && items[place]!.questionId === id) ??
		here.find(place => place === index) ??
		null
	);
}

/** An item without the question: by what else tells which it is. */
function elsewhere(items: readonly GoldItem[], asked: Asked): number | null {
	const id = questionIdOf(asked);
	const byId = id === null ? -1 : items.findIndex(({questionId}) => questionId === id);
	const index = indexOf(asked);
	const item = byId === -1 && index !== null ? items[index] : items[byId];
	// The place tells nothing of a file that has another question there.
	const isOther = byId === -1 && item?.question !== null && asked.question.trim() !== '';
	return !item || isOther || !isInDatabase(item, asked) ? null : items.indexOf(item);
}

/** Also where one of the two does not tell. */
function isInDatabase({database}: GoldItem, asked: Asked): boolean {
	return database === null || !asked.database?.name || database === asked.database.name;
}

function questionIdOf({extra}: Asked): string | null {
	const id = extra?.question_id;
	return typeof id === 'number' || typeof id === 'string' ? String(id) : null;
}

function indexOf({id, extra}: Asked): number | null {
	const index = extra?.index ?? /^(\d+)-\d+$/.exec(id)?.[1];
	const number = typeof index === 'number' || typeof index === 'string' ? Number(index) : Number.NaN;
	return Number.isSafeInteger(number) ? number : null;
}
