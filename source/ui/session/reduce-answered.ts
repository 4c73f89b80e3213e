/** After an answer: letters are keys that act on it. */

import {nudged, reopened} from '../../agent/trajectory.js';
import type {Table} from '../../database/cell.js';
import {ROW_FORMATS} from '../../rows/row-writer.js';
import {tsvWriter} from '../../rows/tsv.js';
import {barLines} from '../bars.js';
import {MOST_ON_BOARD} from '../board/board.js';
import {editorOf, editText, insertText} from '../editor/editor.js';
import type {Input} from '../input.js';
import {actionFor} from '../keymap.js';
import {openGrid} from '../screens/grid.js';
import {openMenu, reduceMenu} from '../screens/menu.js';
import {debugOn} from './debugging.js';
import {escalate} from './escalate.js';
import {reduceComposing, USUAL_SAMPLES} from './reduce-composing.js';
import {takeOffer} from './reduce-model.js';
import {openHelpView} from './reduce-view.js';
import type {Choosing, Phase, Session, Shown, Step} from './state.js';
import {printed, push, resting, stay, to} from './steps.js';

export function reduceAnswered(session: Session, input: Input): Step {
	const {shown} = session;
	if (input.kind === 'paste') {
		return reduceComposing({...session, phase: {kind: 'composing'}}, input);
	}

	const action = actionFor('answered', input);
	switch (action) {
		case 'compose':
			return to(session, {kind: 'composing'});
		case 'command':
			return reduceComposing({...session, phase: {kind: 'composing'}}, input);
		case 'help':
			return openHelpView(session);
		case null:
			return stay(session);
		default:
	}

	if (!shown) {
		return stay({...session, notice: 'There is no answer yet.'});
	}

	switch (action) {
		case 'edit':
			return to(session, {kind: 'editing', editor: editorOf(shown.sql)});
		case 'copySql':
			return shown.sql === ''
				? stay({...session, notice: 'There is no query.'})
				: stay(session, [{kind: 'copy', what: 'query', text: shown.sql}]);
		case 'plan':
			return shown.sql === ''
				? stay({...session, notice: 'There is no query.'})
				: stay(session, [{kind: 'plan', sql: shown.sql}]);
		case 'trajectory':
			return shown.trajectory
				? debugOn(session, '', [shown.trajectory], 0)
				: stay({...session, notice: 'This query is your own: it has no trajectory.'});
		case 'vote':
			return shown.trajectory
				? to(session, voteChoice(shown.trajectory.question))
				: stay({...session, notice: 'This query is your own: there is nothing to vote on.'});
		case 'regenerate':
		case 'nudge':
		case 'retry':
			return goOn(session, shown, action);
		default:
			return actOnRows(session, shown, action);
	}
}

/** Samples that are offered; the one that is usual is at hand. */
const SIZES = [4, USUAL_SAMPLES, 16, MOST_ON_BOARD];

function voteChoice(question: string): Choosing {
	const options = SIZES.map(k => ({label: `${k} samples`, ...(k === USUAL_SAMPLES && {note: 'as usual'})}));
	const menu = {
		...openMenu('The same question, asked at once', options),
		cursor: SIZES.indexOf(USUAL_SAMPLES),
	};
	return {kind: 'choosing', menu, choice: {kind: 'vote', question, sizes: SIZES}};
}

const ANSWERED = 'The model gave an answer: there is nothing to nudge. G answers again.';
const BROKEN_OFF = 'It was broken off: R goes on from there.';

function goOn(session: Session, {trajectory}: Shown, action: 'regenerate' | 'nudge' | 'retry'): Step {
	if (!trajectory) {
		return stay({...session, notice: 'This query is your own: there is nothing to ask again.'});
	}

	if (action === 'regenerate') {
		return stay(session, [{kind: 'regenerate', trajectory}]);
	}

	// An answer that the person wrote is not the one that is asked for.
	const {answer: _, ...unanswered} = trajectory;
	const {ending} = trajectory;
	if (action === 'nudge') {
		return ending === 'no-answer'
			? stay(session, [{kind: 'resume', trajectory: nudged(unanswered)}])
			: stay({...session, notice: ending === 'answered' ? ANSWERED : BROKEN_OFF});
	}

	return ending === 'failed' || ending === 'aborted' || ending === 'open'
		? stay(session, [{kind: 'resume', trajectory: reopened(unanswered)}])
		: stay({...session, notice: 'Nothing was broken off. G answers again.'});
}

function actOnRows(
	session: Session,
	{outcome, sql}: Shown,
	action: 'grid' | 'copyRows' | 'export' | 'bars',
): Step {
	const table = tableOf(outcome);
	if (!table) {
		return stay({...session, notice: 'There are no rows.'});
	}

	switch (action) {
		case 'grid':
			return push(session, {kind: 'grid', grid: openGrid(sql, table)});
		case 'copyRows': {
			const writer = tsvWriter();
			const text = writer.begin(table.columns) + writer.rows(table.rows) + writer.end();
			return stay(session, [{kind: 'copy', what: 'rows', text}]);
		}

		case 'bars':
			return barLines(table, session.size.columns)
				? stay(printed(session, {kind: 'bars', table}))
				: stay({...session, notice: 'Bars need one column of labels and one of numbers.'});
		case 'export': {
			const formats = ROW_FORMATS.filter(format => format !== 'table');
			const menu = openMenu(
				'Export all rows as',
				formats.map(label => ({label})),
			);
			return to(session, {kind: 'choosing', menu, choice: {kind: 'format', formats}});
		}
	}
}

function tableOf(outcome: Shown['outcome']): Table | null {
	return outcome && 'table' in outcome ? outcome.table : null;
}

type PhaseOf<K extends Phase['kind']> = Extract<Phase, {kind: K}>;

/** The answer in the editor: it runs again when it is sent. */
export function reduceEditing(session: Session, phase: PhaseOf<'editing'>, input: Input): Step {
	const {editor} = phase;
	const sql = editor.text.trim();
	switch (actionFor('editing', input)) {
		case 'cancel':
			return to(session, {kind: 'answered'});
		case 'newline':
			return to(session, {...phase, editor: insertText(editor, '\n')});
		case 'external':
			return stay(session, [{kind: 'write-externally', text: editor.text}]);
		case 'submit': {
			if (sql === '') {
				return stay({...session, notice: 'The query is empty. Esc goes back to it as it was.'});
			}

			const trajectory = session.shown?.trajectory ?? null;
			return to(session, {kind: 'querying', sql, startedAt: session.now, trajectory}, [{kind: 'query', sql}]);
		}

		case null:
			return to(session, {...phase, editor: editText(editor, input)});
	}
}

export function reduceChoosing(session: Session, phase: Choosing, input: Input): Step {
	const {menu, choice} = phase;
	const next = reduceMenu(menu, input);
	if (next === 'close') {
		return choice.kind === 'escalate'
			? to(session, {kind: 'voting', board: choice.board})
			: to(session, resting(session));
	}

	if (!('taken' in next)) {
		return to(session, {kind: 'choosing', menu: next, choice});
	}

	if (choice.kind === 'escalate') {
		return escalate(session, choice.board, session.profiles[next.taken]!);
	}

	if (choice.kind === 'vote') {
		const {question, sizes} = choice;
		return to(session, resting(session), [{kind: 'vote', question, k: sizes[next.taken]!}]);
	}

	if (choice.kind === 'forget') {
		return to(session, resting(session), next.taken === 1 ? [{kind: 'forget', what: choice.what}] : []);
	}

	if (choice.kind === 'model') {
		return takeOffer(session, phase, choice.offers[next.taken]!);
	}

	const format = choice.formats[next.taken]!;
	const extension = format === 'insert' ? 'sql' : format;
	return to(session, {kind: 'naming', format, editor: editorOf(`answer.${extension}`)});
}

/** The file of an export is named; it must not be there yet. */
export function reduceNaming(session: Session, phase: PhaseOf<'naming'>, input: Input): Step {
	const {editor, format} = phase;
	switch (actionFor('editing', input)) {
		case 'cancel':
			return to(session, {kind: 'answered'});
		case 'submit': {
			const file = editor.text.trim();
			return file === ''
				? stay({...session, notice: 'Name a file. Esc leaves.'})
				: to(session, {kind: 'answered'}, [{kind: 'export', format, file, sql: session.shown?.sql ?? ''}]);
		}

		case 'newline':
		case 'external':
			return stay(session);
		case null:
			return to(session, {...phase, editor: editText(editor, input)});
	}
}
