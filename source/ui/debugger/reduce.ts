/** The debugger's state machine: an event in, the next state and what is to be done out. It does nothing itself. */
import {editorOf, editText, insertText} from '../editor/editor.js';
import type {Input, Size} from '../input.js';
import {actionFor} from '../keymap.js';
import {reduceFilter} from '../screens/filter.js';
import {reduceGrid} from '../screens/grid.js';
import {openHelp, reduceHelp} from '../screens/help-view.js';
import {openCompare} from './compare-view.js';
import {type Debugger, type Mode, openTrajectoryOf, openWhose, withTree} from './debugger.js';
import type {DebuggerEvent, DebuggerStep} from './event.js';
import {reduceForkForm, writtenInForm} from './fork-form.js';
import {begin, moveTo, narrow, settled, stay, to, withNotice} from './moves.js';
import {reduceBrowsing} from './reduce-browsing.js';
import {reduceChanges, reduceComparing} from './reduce-comparing.js';
import {
	reduceCatalogue,
	reduceForks,
	reduceJudged,
	reduceNotOpened,
	reduceOpened,
	reduceRecorded,
	reduceReloaded,
	reduceReran,
	withJudged,
} from './reduce-found.js';
import {reduceListing} from './reduce-listing.js';
import {reduceChoosing} from './reduce-menu.js';
import {canGoOn, goesByVerdicts, lookOn} from './selection.js';

/** @param size of what may be drawn on. */
export function reduceDebugger(given: Debugger, event: DebuggerEvent, size: Size): DebuggerStep {
	const step = reduceEvent(given, event, size);
	const {selection, catalogue} = step.debugger;
	return canGoOn(selection, catalogue) ? {...step, requests: [...step.requests, {kind: 'look-on'}]} : step;
}

function reduceEvent(given: Debugger, event: DebuggerEvent, size: Size): DebuggerStep {
	switch (event.kind) {
		case 'input':
			return reduceInput({...given, notice: ''}, event.input, size);
		case 'catalogue':
			return reduceCatalogue(given, event.catalogue);
		case 'reloaded':
			return reduceReloaded(given, event.catalogue);

		case 'look-on': {
			const {selection, catalogue, verdicts} = given;
			return settled(withTree({...given, selection: lookOn(selection, catalogue, verdicts)}));
		}

		case 'opened':
			return event.place === given.at ? reduceOpened(given, event.trajectory, size) : stay(given);
		case 'not-opened':
			return event.place === given.at ? reduceNotOpened(given, event.reason) : stay(given);
		case 'reran':
			return reduceReran(given, event.trajectory, event.rerun, size);
		case 'forks':
			return reduceForks(given, event, size);
		case 'judged':
			return reduceJudged(given, event, size);
		case 'verdicts':
			return stay(withJudged(given, event.verdicts));
		case 'recorded':
			return reduceRecorded(given, event);
		case 'task':
			return reduceTask(given, event.task);
		case 'compared':
			return reduceCompared(given, event);
		case 'written':
			return reduceWritten(given, event.text);
		case 'exported':
			return stay({
				...given,
				...(given.mode.kind === 'naming' && {mode: {kind: 'browsing'}}),
				notice: `Written to ${event.file}`,
			});
		case 'notice':
			return stay({...given, notice: event.text});
	}
}

/** What a list is narrowed to or sorted by verdict is looked through again when judging has ended, and not under the hands. */
function reduceTask(given: Debugger, task: Debugger['task']): DebuggerStep {
	const next = {...given, task};
	const {wanted} = given.selection;
	return given.task?.kind === 'judging' && task === null && goesByVerdicts(wanted)
		? narrow(next, wanted)
		: stay(next);
}

/** What $EDITOR gave back goes to where it was taken from. */
function reduceWritten(given: Debugger, text: string): DebuggerStep {
	const {mode} = given;
	switch (mode.kind) {
		case 'typing-gold':
			return to(given, {...mode, editor: editorOf(text)});
		case 'forking':
			return to(given, {...mode, form: writtenInForm(mode.form, text)});
		default:
			return stay(given);
	}
}

/** Who has gone on to something else meanwhile is not taken away from it. */
function reduceCompared(
	given: Debugger,
	{left, right}: Extract<DebuggerEvent, {kind: 'compared'}>,
): DebuggerStep {
	const {mode} = given;
	return mode.kind === 'browsing' || mode.kind === 'changes'
		? to(given, {kind: 'comparing', view: openCompare(left, right), back: mode})
		: stay(given);
}

function reduceInput(given: Debugger, input: Input, size: Size): DebuggerStep {
	const {mode} = given;
	switch (mode.kind) {
		case 'browsing':
			return reduceBrowsing(given, input, size);
		case 'listing':
			return reduceListing(given, mode, input, size);
		case 'finding':
			return reduceFinding(given, mode, input);
		case 'choosing':
			return reduceChoosing(given, mode, input);
		case 'typing-gold':
			return reduceGold(given, mode, input);
		case 'naming':
			return reduceNaming(given, mode, input);
		case 'forking':
			return reduceForking(given, mode, input);
		case 'comparing':
			return reduceComparing(given, mode, input, size);
		case 'changes':
			return reduceChanges(given, mode, input, size);
		case 'grid': {
			if (actionFor('view', input) === 'help' && mode.grid.mode.kind !== 'filter') {
				return to(given, {kind: 'help', view: openHelp([], 'grid'), back: mode});
			}

			const next = reduceGrid(mode.grid, input, size);
			return to(given, next === 'close' ? {kind: 'browsing'} : {kind: 'grid', grid: next});
		}

		case 'help': {
			const next = reduceHelp(mode.view, input, size);
			return to(given, next === 'close' ? mode.back : {...mode, view: next});
		}
	}
}

type ModeOf<K extends Mode['kind']> = Extract<Mode, {kind: K}>;

function reduceForking(given: Debugger, mode: ModeOf<'forking'>, input: Input): DebuggerStep {
	const next = reduceForkForm(mode.form, input);
	if (next === 'close') {
		// Given up, where it was kept; of another turn it still is.
		const {draft} = given;
		const {trajectory, turn} = mode.form;
		const isDraft = draft?.trajectory.id === trajectory.id && draft.turn === turn;
		return to({...given, draft: isDraft ? null : draft}, {kind: 'browsing'});
	}

	if ('go' in next) {
		const {go: plan, model} = next;
		if (given.task) {
			return to(given, {
				...mode,
				form: {...mode.form, notice: 'Something runs already; it ends, or esc stops it.'},
			});
		}

		return begin({...given, draft: mode.form}, {kind: 'fork', parent: mode.form.trajectory, plan, model});
	}

	return 'kind' in next
		? stay(given, [{kind: 'write-externally', text: next.text}])
		: to(given, {...mode, form: next});
}

function reduceFinding(given: Debugger, mode: ModeOf<'finding'>, input: Input): DebuggerStep {
	const {wanted} = given.selection;
	const next = reduceFilter({text: wanted.text, typing: true}, input);
	if (!next) {
		return stay(given);
	}

	const back: Mode = mode.from === 'listing' ? {kind: 'listing', at: given.at} : {kind: 'browsing'};
	const typed = next.typing ? given : {...given, mode: back};
	const step = next.text === wanted.text ? stay(typed) : narrow(typed, {...wanted, text: next.text});
	if (next.typing) {
		return step;
	}

	// Where the book is still looked through, the first that was found is taken.
	const {tree, at} = step.debugger;
	const [first] = tree.nodes;
	const moved = first === undefined || tree.nodes.includes(at) ? step : moveTo(step.debugger, first);
	const there = moved.debugger.mode;
	return there.kind === 'listing'
		? {...moved, debugger: {...moved.debugger, mode: {...there, at: moved.debugger.at}}}
		: moved;
}

function reduceGold(given: Debugger, mode: ModeOf<'typing-gold'>, input: Input): DebuggerStep {
	const {editor} = mode;
	switch (actionFor('editing', input)) {
		case 'cancel':
			return to(given, {kind: 'browsing'});
		case 'newline':
			return to(given, {...mode, editor: insertText(editor, '\n')});
		case 'external':
			return stay(given, [{kind: 'write-externally', text: editor.text}]);
		case 'submit': {
			const gold = editor.text.trim();
			const view = openTrajectoryOf(given);
			if (gold === '') {
				return stay({...given, notice: 'Type a query that gives the right rows. Esc leaves.'});
			}

			const known = {
				...given,
				gold: Math.max(1, given.gold ?? 0),
				manner: {...given.manner, pane: 'judgement' as const, rows: true},
			};
			return view
				? begin(known, {kind: 'judge', trajectory: view.trajectory, file: openWhose(known)!.file, gold})
				: to(given, {kind: 'browsing'});
		}

		case null:
			return to(given, {...mode, editor: editText(editor, input)});
	}
}

/** The file of an export is named; it must not be there yet. What was typed stays until it is written. */
function reduceNaming(given: Debugger, mode: ModeOf<'naming'>, input: Input): DebuggerStep {
	const {editor, format} = mode;
	switch (actionFor('editing', input)) {
		case 'cancel':
			return to(given, {kind: 'browsing'});
		case 'newline':
		case 'external':
			return stay(given);
		case 'submit': {
			const file = editor.text.trim();
			const view = openTrajectoryOf(given);
			if (file === '') {
				return withNotice(given, 'Name a file. Esc leaves.');
			}

			if (given.task) {
				return withNotice(given, 'Something runs already. It ends, or esc leaves and then stops it.');
			}

			return view
				? stay(given, [{kind: 'export', trajectory: view.trajectory, format, file}])
				: to(given, {kind: 'browsing'});
		}

		case null:
			return to(given, {...mode, editor: editText(editor, input)});
	}
}
