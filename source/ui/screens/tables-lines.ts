/** The choice of tables, drawn. */
import {visible} from '../../visible.js';
import type {Size} from '../input.js';
import {theme} from '../theme.js';
import {clampIndex, windowAround} from './cursor.js';
import {filterLine} from './filter.js';
import {footer, frame, titled} from './frame.js';
import {positionNote} from './scroll.js';
import {offered, promptTokens, type TableChoice, type TablesView, tablesHeight} from './tables-view.js';
import {cell, fitText} from './text.js';

/** The whole screen, the footer last. */
export function tablesLines(view: TablesView, size: Size): string[] {
	const {columns} = size;
	const choices = offered(view);
	const height = tablesHeight(view, size);
	const cursor = clampIndex(view.cursor, choices.length);
	const {from, to} = windowAround(cursor, choices.length, height);
	const filter = filterLine(view.filter, columns);
	return frame(
		[
			titled(
				`Tables for the model · ${view.chosen.size} of ${view.choices.length}`,
				positionNote({top: from}, choices.length, height),
				columns,
			),
			sumLine(view, columns),
			...(filter === '' ? [] : [filter]),
			...(choices.length === 0 ? [theme.quiet(fitText(nothing(view), columns))] : []),
			...choices
				.slice(from, to)
				.map((choice, at) => choiceLine(choice, view.chosen.has(choice.name), from + at === cursor, columns)),
		],
		view.filter.typing ? footer('filter', columns, {shared: null}) : footer('tables', columns),
		size,
	);
}

/** Why this is shown again or by itself, or how much of the context it takes. */
function sumLine(view: TablesView, width: number): string {
	if (view.reason !== '') {
		return theme.bad(fitText(view.reason, width));
	}

	const tokens = promptTokens(view);
	const {contextTokens} = view;
	const limit = contextTokens === null ? '' : ` of ${contextTokens.toLocaleString('en-US')}`;
	const about = `about ${tokens.toLocaleString('en-US')}${limit} tokens`;
	return contextTokens !== null && tokens > contextTokens
		? theme.warning(fitText(`! too long: ${about}`, width))
		: theme.quiet(fitText(`the prompt takes ${about}`, width));
}

function choiceLine(
	{name, kind, columns, tokens}: TableChoice,
	isChosen: boolean,
	isCurrent: boolean,
	width: number,
): string {
	const count = `${tokens.toLocaleString('en-US')} tokens`;
	const facts =
		width < 60 ? count : `${kind === 'view' ? 'view · ' : ''}${columns} columns · ${count.padStart(13)}`;
	const shown = fitText(facts, Math.floor(width / 2));
	const left = `${isCurrent ? '❯' : ' '} [${isChosen ? 'x' : ' '}] ${visible(name)}`;
	const line = cell(left, width - shown.length - 1);
	return isCurrent ? theme.accent(`${line} ${shown}`) : `${line} ${theme.quiet(shown)}`;
}

function nothing({choices, filter}: TablesView): string {
	return choices.length === 0 ? 'The database has no tables.' : `No name contains “${visible(filter.text)}”.`;
}
