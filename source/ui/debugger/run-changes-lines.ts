/** What has changed between two runs, drawn. */

import type {AnyVerdict} from '../../evaluation/any-verdict.js';
import type {ChangeKind, RunChange} from '../../evaluation/run-changes.js';
import {visible} from '../../visible.js';
import type {Size} from '../input.js';
import {spread} from '../lines.js';
import {windowAround} from '../screens/cursor.js';
import {footer, frame, oneLine, titled} from '../screens/frame.js';
import {fitText} from '../screens/text.js';
import {theme} from '../theme.js';
import {itemOf, KINDS, listHeight, type RunChangesView} from './run-changes-view.js';
import {VERDICT_NAMES} from './verdict-names.js';

/** The whole screen, the footer last. */
export function runChangesLines(view: RunChangesView, size: Size): string[] {
	const {columns} = size;
	const {names, changes, cursor} = view;
	const place =
		changes.length === 0
			? ''
			: `${(cursor + 1).toLocaleString('en-US')} of ${changes.length.toLocaleString('en-US')}`;
	const height = listHeight(size);
	const {from, to} = windowAround(cursor, changes.length, height);
	return frame(
		[
			titled(`From ${oneLine(names[0])} to ${oneLine(names[1])}`, place, columns),
			theme.strong(fitText(countsWords(view), columns)),
			...(changes.length === 0 ? [theme.quiet(fitText('There is no question in them.', columns))] : []),
			...changes.slice(from, to).map((change, at) => line(view, change, from + at === cursor, columns)),
		],
		footer('changes', columns, {omit: changes.length === 0 ? ['open', 'nextKind'] : []}),
		size,
	);
}

/** In words and with a sign: meaning is never in a colour alone. */
const KIND_WORDS: Record<ChangeKind, {sign: string; words: string; style: (text: string) => string}> = {
	'to-wrong': {sign: '-', words: 'right → wrong', style: theme.bad},
	'to-right': {sign: '+', words: 'wrong → right', style: theme.good},
	'both-wrong': {sign: ' ', words: 'both wrong', style: text => text},
	'both-right': {sign: ' ', words: 'both right', style: theme.quiet},
	unjudged: {sign: '?', words: 'not judged', style: theme.warning},
	'only-before': {sign: '<', words: 'only before', style: theme.quiet},
	'only-after': {sign: '>', words: 'only after', style: theme.quiet},
};

const KIND_WIDTH = Math.max(...Object.values(KIND_WORDS).map(({words}) => words.length));

function countsWords({counts, changes}: RunChangesView): string {
	const parts = KINDS.filter(kind => counts[kind] > 0).map(
		kind => `${counts[kind].toLocaleString('en-US')} ${KIND_WORDS[kind].words}`,
	);
	return changes.length === 0 ? 'no questions' : parts.join(' · ');
}

/** `❯ - right → wrong  How many? · music            SQL error`: the verdict of now at the right, where it tells more. */
function line(view: RunChangesView, change: RunChange, isCurrent: boolean, width: number): string {
	const {sign, words, style} = KIND_WORDS[change.kind];
	const {id, question, database} = itemOf(view, change);
	const [was, is] = [
		change.before === null ? null : view.before[change.before]!.verdict,
		change.after === null ? null : view.after[change.after]!.verdict,
	];
	const verdicts = [was, is].map(verdict => (verdict === null ? '–' : verdictWords(verdict)));
	// Right and wrong were said.
	const isSaid = [was, is].every(verdict => verdict === 'right' || verdict === 'wrong');
	const start = `${isCurrent ? '❯' : ' '} ${sign} ${words.padEnd(KIND_WIDTH)}  `;
	const sample = id === '' ? '' : `${visible(id)} · `;
	const what = `${start}${sample}${oneLine(question) || '(no question)'}${database === '' ? '' : ` · ${visible(database)}`}`;
	const text = isSaid || width < WIDE ? fitText(what, width) : spread(what, verdicts.join(' → '), width);
	return isCurrent ? theme.accent(text) : style(text);
}

/** From here on there is room for the verdicts themselves. */
const WIDE = 70;

/** Without a gold query nothing is known: that is no verdict. */
function verdictWords(verdict: AnyVerdict): string {
	return verdict === 'unknown' ? 'not judged' : VERDICT_NAMES[verdict];
}
