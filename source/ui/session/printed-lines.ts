/** What goes into the scrollback, as lines. It is printed once, folded, and is the person's from then on. */
import type {Ending, Trajectory} from '../../agent/trajectory.js';
import type {ModelRef} from '../../model/model.js';
import {OTHER_SCHEMA} from '../../model/model-place.js';
import {counted} from '../../rows/outcome-words.js';
import {visible, visibleLines} from '../../visible.js';
import {barLines} from '../bars.js';
import {wrap} from '../lines.js';
import {labelOf, withLabel} from '../model-label.js';
import {planLines} from '../plan-lines.js';
import {theme} from '../theme.js';
import {evidenceLines} from './composer-lines.js';
import type {Opened, Printed} from './state.js';
import {resultLines, sqlLines, turnLines, unfinishedLines} from './turn-lines.js';

/** Rows of an answer that are printed; the grid and an export have the others. */
const ANSWER_ROWS = 20;

export function printedLines(item: Printed, width: number): string[] {
	switch (item.kind) {
		case 'welcome':
			return welcomeLines(item.database, item.model, width);
		case 'unfamiliar':
			return wrap(UNFAMILIAR, width).map(line => theme.warning(line));
		case 'question':
			return questionLines(item, width);
		case 'result':
			return [
				'',
				...sqlLines(item.edited ? 'edited answer' : 'your query', item.sql, width),
				...resultLines(item.outcome, width, ANSWER_ROWS),
			];
		case 'bars':
			return [
				'',
				theme.heading(`   ${wrap(visible(item.table.columns.join(' · ')), width - 3)[0] ?? ''}`),
				...(barLines(item.table, width) ?? []),
			];
		case 'plan':
			return [
				'',
				...sqlLines('plan', item.sql, width),
				...('error' in item.outcome
					? wrap(visibleLines(item.outcome.error.message), width).map(line => theme.bad(line))
					: planLines(item.outcome.table, width)),
			];
		case 'note':
			return wrap(visibleLines(item.text), width).map(line => TONES[item.tone](line));
	}
}

/** As the model's card has it. */
const UNFAMILIAR = `${OTHER_SCHEMA} For real work choose another model with /model.`;

const TONES = {plain: (text: string) => text, good: theme.good, bad: theme.bad};

function welcomeLines(
	{ref, copied, schema, warnings}: Opened,
	model: ModelRef | null,
	width: number,
): string[] {
	const {tables, views} = schema;
	const objects = [
		counted(tables.length, 'table'),
		...(views.length > 0 ? [counted(views.length, 'view')] : []),
	];
	const copy =
		copied === null
			? []
			: [
					copied === 'read-only-folder'
						? 'Its folder cannot be written to, which a database in WAL mode needs: a private copy is read.'
						: 'A program that wrote to it was broken off: a private copy is read, with that transaction rolled back.',
				];
	const unread = warnings.map(
		({name, message}) => `${visible(name)} cannot be read and is not shown to the model: ${visible(message)}`,
	);
	const asked = model ? `asked of ${visible(model.name)}` : 'no model is chosen yet';
	return [
		...wrap(`${visible(ref.name)} · ${objects.join(', ')} · read-only · ${asked}`, width).map(line =>
			theme.heading(line),
		),
		...[...copy, ...unread].flatMap(text => wrap(text, width).map(line => theme.warning(line))),
		...wrap(
			'Each question is a new chat: earlier ones are not sent. /help lists keys and commands.',
			width,
		).map(line => theme.quiet(line)),
	];
}

function questionLines(
	{trajectory, elapsedMs, chosenBy}: Extract<Printed, {kind: 'question'}>,
	width: number,
): string[] {
	const {turns, ending, answer, evidence} = trajectory;
	const turnsLines = turns.flatMap((_, index) => turnLines(trajectory, index, {width, unfolded: false}));
	const seconds = `${(elapsedMs / 1000).toFixed(1)} s`;
	const count = turns.length === 1 ? '1 turn' : `${turns.length} turns`;
	return [
		'',
		...wrap(visibleLines(trajectory.question), width, '  ').map((line, index) =>
			theme.strong(index === 0 ? `❯${line.slice(1)}` : line),
		),
		...evidenceLines(evidence, width, '  '),
		...turnsLines,
		...(answer?.outcome ? resultLines(answer.outcome, width, ANSWER_ROWS) : []),
		...unfinishedLines(trajectory, width),
		...(ending === 'answered'
			? []
			: wrap(endingWords(trajectory, ending), width, '   ').map(line => theme.warning(line))),
		...(chosenBy === undefined ? [] : wrap(visible(chosenBy), width, '   ').map(line => theme.strong(line))),
		...withLabel(`${count} · ${seconds}`, labelOf(trajectory.model), width, '   ').map(line =>
			theme.quiet(line),
		),
	];
}

function endingWords({extra}: Trajectory, ending: Exclude<Ending, 'answered'>): string {
	const failure = extra?.failure as {kind?: unknown} | undefined;
	return failure?.kind === 'context' ? 'Not asked: the prompt does not fit.' : ENDINGS[ending];
}

const ENDINGS: Record<Exclude<Ending, 'answered'>, string> = {
	open: 'Not finished. R goes on from here.',
	'no-answer': 'No answer: the model gave none. N asks it to go on, G answers again.',
	aborted: 'Stopped. R goes on from here.',
	failed: 'Broken off. R tries again from here.',
};
