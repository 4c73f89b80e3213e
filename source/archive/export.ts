/** Trajectories in a form for people or programs. */
import type {Trajectory} from '../agent/trajectory.js';
import {trajectoryToJson} from '../agent/trajectory-json.js';
import {jsonPieces} from '../json-pieces.js';
import {type Block, blocksOf, factsOf} from './export/document.js';
import {type Grouped, grouped} from './export/grouped.js';
import {markdownHeading, markdownOf} from './export/markdown.js';
import {
	ARTICLE_END,
	articleStart,
	type Content,
	htmlOf,
	pageEnd,
	pageHeading,
	pageStart,
	pageTitle,
} from './export/page.js';

export const EXPORT_FORMATS = ['md', 'html', 'json', 'jsonl'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What is exported together: one trajectory, a question with its samples and forks, a session. */
export type Exported = {title: string; trajectories: AsyncIterable<Trajectory> | Iterable<Trajectory>};

/**
 * The text in pieces: none of them is long, however large the whole. `json` is one object, or a list where there is
 * not exactly one; `jsonl` has a line for each. Of `md` and `html` one trajectory has its question as the title.
 */
export async function* exported(what: Exported, format: ExportFormat): AsyncGenerator<string> {
	let gathered = '';
	for await (const piece of pieces(what, format)) {
		gathered += piece;
		if (gathered.length >= PIECE_LENGTH) {
			yield gathered;
			gathered = '';
		}
	}

	if (gathered !== '') {
		yield gathered;
	}
}

/** Each piece is written by itself, and a write takes longer than its text. */
const PIECE_LENGTH = 2 ** 16;

function pieces(what: Exported, format: ExportFormat): AsyncGenerator<string> {
	switch (format) {
		case 'md':
			return markdown(what);
		case 'html':
			return page(what);
		case 'json':
			return json(what);
		case 'jsonl':
			return jsonl(what);
	}
}

async function* jsonl({trajectories}: Exported): AsyncGenerator<string> {
	for await (const trajectory of trajectories) {
		yield* jsonPieces(trajectoryToJson(trajectory));
		yield '\n';
	}
}

async function* json({trajectories}: Exported): AsyncGenerator<string> {
	let end = '[]\n';
	for await (const {trajectory, number, isOnly} of grouped(trajectories)) {
		yield isOnly ? '' : number === 1 ? '[' : ',\n';
		yield* jsonPieces(trajectoryToJson(trajectory));
		end = isOnly ? '\n' : ']\n';
	}

	yield end;
}

async function* markdown({title, trajectories}: Exported): AsyncGenerator<string> {
	for await (const one of grouped(trajectories)) {
		const {trajectory, isOnly, number} = one;
		if (number === 1) {
			yield markdownHeading(isOnly ? questionOf(trajectory) : title, 1);
		}

		for (const {text, level} of headings(one, title)) {
			yield markdownHeading(text, level);
		}

		for (const block of questionBlocks(trajectory)) {
			yield markdownOf(block, levelOf(one) + 1);
		}
	}
}

async function* page({title, trajectories}: Exported): AsyncGenerator<string> {
	const contents: Content[] = [];
	for await (const one of grouped(trajectories)) {
		const {trajectory, isOnly, number, label, isFirst} = one;
		if (number === 1) {
			const text = isOnly ? questionOf(trajectory) : title;
			yield pageStart(text) + pageTitle(text);
		}

		const id = `t${number}`;
		yield articleStart(id);
		for (const {text, level} of headings(one, title)) {
			yield pageHeading(text, level);
		}

		for (const block of questionBlocks(trajectory)) {
			yield htmlOf(block, levelOf(one) + 1);
		}

		yield ARTICLE_END;
		contents.push({
			id,
			group: label !== null && isFirst ? questionOf(trajectory) : null,
			text: label ?? questionOf(trajectory),
			facts: factsOf(trajectory).join(' · '),
		});
	}

	if (contents.length === 0) {
		yield pageStart(title) + pageTitle(title);
	}

	yield pageEnd(contents);
}

/** The headings over one of several: its question where that begins, and which of its trajectories it is. */
function headings({trajectory, label, isFirst, isOnly}: Grouped, title: string) {
	const question = questionOf(trajectory);
	return [
		...(isFirst && !isOnly && question !== title ? [{text: question, level: 2}] : []),
		...(label === null ? [] : [{text: label, level: 3}]),
	];
}

/** The level of the heading that a trajectory stands under. */
function levelOf({label, isOnly}: Grouped): number {
	return isOnly ? 1 : label === null ? 2 : 3;
}

function questionOf({question}: Trajectory): string {
	return question.trim() === '' ? 'No question' : question;
}

/** A question that is no line is there once more in full: a heading is cut. */
function questionBlocks(trajectory: Trajectory): Block[] {
	const {question} = trajectory;
	const isLine = question.length <= LONGEST_HEADING && !question.includes('\n');
	return [...(isLine ? [] : [{kind: 'prose' as const, text: question}]), ...blocksOf(trajectory)];
}

const LONGEST_HEADING = 200;
