/** The history, drawn. */

import {ENDING_WORDS} from '../../agent/ending-words.js';
import type {HistoryEntry} from '../../archive/archive.js';
import {counted} from '../../rows/outcome-words.js';
import {textWidth} from '../../text-width.js';
import {visible} from '../../visible.js';
import type {Size} from '../input.js';
import {spread} from '../lines.js';
import {theme} from '../theme.js';
import {clampIndex, windowAround} from './cursor.js';
import {filterLine} from './filter.js';
import {footer, frame, oneLine, titled} from './frame.js';
import {entryAtHand, type HistoryView, historyHeight} from './history-view.js';
import {positionNote} from './scroll.js';
import {cell, fitText} from './text.js';
import {whenWords} from './when.js';

/** The whole screen, the footer last. */
export function historyLines(view: HistoryView, size: Size): string[] {
	const {columns} = size;
	const {entries, filter, state} = view;
	const height = historyHeight(view, size);
	const cursor = clampIndex(view.cursor, entries.length);
	const {from, to} = windowAround(cursor, entries.length, height);
	const search = filterLine(filter, columns);
	const list = entries
		.slice(from, to)
		.map((entry, at) => entryLine(entry, from + at === cursor, columns))
		.concat(entries.length === 0 ? [theme.quiet(fitText(nothing(view), columns))] : []);
	return frame(
		[
			titled(title(view), positionNote({top: from}, entries.length, height), columns),
			...(search === '' ? [] : [search]),
			...list,
			...Array<string>(Math.max(0, height - list.length)).fill(''),
			state.kind === 'forgetting'
				? theme.warning(fitText('x again forgets it for good; else not.', columns))
				: theme.quiet(atHand(view, columns)),
		],
		filter.typing ? footer('filter', columns, {shared: null}) : footer('history', columns),
		size,
	);
}

/** The query of the answer, and the beginning of the id by which `export` knows the question. */
function atHand(view: HistoryView, width: number): string {
	const entry = entryAtHand(view);
	return entry ? spread(oneLine(entry.sql), `id ${oneLine(entry.id.slice(0, SHORT_ID))}`, width) : '';
}

/** Enough to tell a question from all others, and export takes it. */
const SHORT_ID = 8;

function title({entries, state}: HistoryView): string {
	const isAll = 'isAll' in state && state.isAll;
	return `History · ${counted(entries.length, 'question')}${isAll || entries.length === 0 ? '' : ' and more'}`;
}

function nothing({state, filter}: HistoryView): string {
	switch (state.kind) {
		case 'looking':
			return 'Looking…';
		case 'failed':
			return visible(state.message);
		default:
			return filter.text === ''
				? 'Nothing was asked yet.'
				: `Nothing is found for “${visible(filter.text)}”.`;
	}
}

/** From here on the database and the result have room beside the question. */
const WIDE = 70;

const DATABASE = 12;

const RESULT = 12;

function entryLine(entry: HistoryEntry, isCurrent: boolean, width: number): string {
	const start = `${isCurrent ? '❯' : ' '} ${oneLine(whenWords(entry.askedAt, width < WIDE))}`;
	const facts =
		width < WIDE
			? start
			: `${start}  ${cell(oneLine(entry.database), DATABASE)}  ${cell(resultWords(entry), RESULT)}`;
	const room = width - textWidth(facts) - 2;
	const line = `${facts}  ${fitText(oneLine(entry.question), Math.max(0, room))}`;
	return isCurrent ? theme.accent(fitText(line, width)) : fitText(line, width);
}

function resultWords({kind, ending, rowCount, votes}: HistoryEntry): string {
	const result =
		ending === 'answered'
			? rowCount === null
				? 'query failed'
				: counted(rowCount, 'row')
			: ENDING_WORDS[ending];
	if (kind === 'replay') {
		return `fork · ${result}`;
	}

	return votes === null ? result : `${votes}× ${result}`;
}
