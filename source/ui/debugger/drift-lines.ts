/** What a recorded query gives now, beside what it gave then. */
import type {Rerun} from '../../agent/rerun.js';
import type {QueryOutcome, Table} from '../../database/cell.js';
import {rowsWords} from '../../rows/outcome-words.js';
import {visibleLines} from '../../visible.js';
import {fitText, wrapText} from '../screens/text.js';
import {queryTime} from '../screens/trajectory-words.js';
import {theme} from '../theme.js';
import {columnsOf, countsWords, type DifferenceWords, differenceLines} from './difference-lines.js';

const WORDS: DifferenceWords = {
	heads: ['observation', 'recorded', 'now'],
	marks: {same: '  same', changed: '~ changed', gone: '- gone', new: '+ new'},
};

/** Rows, and lines of a text, that are shown. */
const SHOWN = 50;

/** @param recorded what the query gave when it was recorded, where that was kept. */
export function driftLines({drift, outcome}: Rerun, recorded: Table | null, width: number): string[] {
	const now = `now: ${outcomeWords(outcome)} · ${queryTime(outcome.elapsedMs)}`;
	const said = (title: string, style: (text: string) => string) => [
		...wrapText(title, width).map(line => style(line)),
		...wrapText(visibleLines(now), width).map(line => theme.quiet(line)),
	];
	if (drift === null) {
		return said('no drift: the database answers as recorded', theme.strong);
	}

	if (drift.kind === 'text') {
		return [
			...said('drifted: the database answers otherwise', theme.warning),
			...textLines('recorded', drift.before, width),
			...textLines('now', drift.after, width),
		];
	}

	const {difference} = drift;
	const counts = countsWords(difference.counts, WORDS.marks);
	const table = 'table' in outcome ? outcome.table : null;
	return [
		...said(`drifted${counts === '' ? '' : `: ${counts}`}`, theme.warning),
		'',
		...differenceLines(difference, {words: WORDS, limit: SHOWN, columns: columnsOf(table, recorded)}, width),
	];
}

function outcomeWords(outcome: QueryOutcome): string {
	return 'error' in outcome ? `failed: ${outcome.error.message}` : rowsWords(outcome.table);
}

function textLines(title: string, text: string, width: number): string[] {
	const lines = wrapText(visibleLines(text), width);
	const more = lines.length - SHOWN;
	return [
		'',
		theme.heading(fitText(`── ${title}`, width)),
		...lines.slice(0, SHOWN),
		...(more > 0
			? [
					theme.quiet(
						fitText(`… ${more.toLocaleString('en-US')} more ${more === 1 ? 'line' : 'lines'}`, width),
					),
				]
			: []),
	];
}
