/** Going from turn to turn and from trajectory to trajectory, and what can be done with what is open. */
import type {Trajectory} from '../../agent/trajectory.js';
import {emptyEditor} from '../editor/editor.js';
import type {Input, Size} from '../input.js';
import {type ActionOf, actionFor} from '../keymap.js';
import {openGrid} from '../screens/grid.js';
import {openHelp} from '../screens/help-view.js';
import {reduceTrajectory} from '../screens/trajectory-view.js';
import {type Debugger, openTrajectoryOf, whoseAt} from './debugger.js';
import type {DebuggerStep} from './event.js';
import {type ForkForm, openForkForm} from './fork-form.js';
import {layoutOf} from './layout.js';
import {begin, moveBy, narrow, stay, to, withNotice, withView} from './moves.js';
import {chooseComparison, openChanges} from './reduce-comparing.js';
import {chooseExport, chooseJudging, chooseOnly, chooseOrder, chooseStep} from './reduce-menu.js';
import {EVERYTHING, isNarrowed} from './selection.js';

export function reduceBrowsing(given: Debugger, input: Input, size: Size): DebuggerStep {
	const action = actionFor('debugger', input);
	switch (action) {
		case 'previous':
			return moveBy(given, -1);
		case 'next':
			return moveBy(given, 1);
		case 'first':
			return moveBy(given, Number.NEGATIVE_INFINITY);
		case 'last':
			return moveBy(given, Number.POSITIVE_INFINITY);
		case 'find':
			return to(given, {kind: 'finding', from: 'browsing'});
		case 'list':
			return to(given, {kind: 'listing', at: given.at});
		case 'only':
			return chooseOnly(given, 'browsing');
		case 'order':
			return chooseOrder(given, 'browsing');
		case 'reload':
			return reload(given);
		case 'compareRuns':
			return openChanges(given);
		case null:
			return reduceTurn(given, input, size);
		default: {
			const view = openTrajectoryOf(given);
			return view
				? act(given, action, view.trajectory, view.turn)
				: withNotice(given, 'No trajectory is open.');
		}
	}
}

type Act = Extract<ActionOf<'debugger'>, 'rerun' | 'step' | 'gold' | 'export' | 'fork' | 'compare'>;

function act(given: Debugger, action: Act, trajectory: Trajectory, turn: number): DebuggerStep {
	switch (action) {
		case 'rerun':
			return trajectory.turns.length === 0
				? withNotice(given, 'There is no turn to run again.')
				: begin(given, {
						kind: 'rerun',
						trajectory,
						file: whoseAt(given, given.at, trajectory.id).file,
						from: turn,
						until: 'next',
					});
		case 'step':
			return chooseStep(given);
		case 'gold':
			if (given.verdicts.recorded === null) {
				return withNotice(given, 'What the run has recorded is still being read.');
			}

			return given.gold === null
				? to(given, {kind: 'typing-gold', editor: emptyEditor()})
				: chooseJudging(given);
		case 'export':
			return chooseExport(given);
		case 'fork':
			return to(given, {kind: 'forking', form: formAt(given, trajectory, turn)});
		case 'compare':
			return chooseComparison(given, trajectory);
	}
}

/** As it was left, where a fork from this turn could not be made. */
function formAt({draft, models}: Debugger, trajectory: Trajectory, turn: number): ForkForm {
	return draft?.trajectory.id === trajectory.id && draft.turn === turn
		? {...draft, trajectory, notice: '', leaving: false, editor: null}
		: openForkForm({trajectory, turn, models});
}

function reload(given: Debugger): DebuggerStep {
	if (given.task) {
		return withNotice(given, 'Something runs. Esc stops it.');
	}

	const view = openTrajectoryOf(given);
	const sought = view && given.at >= 0 ? {id: view.trajectory.id, turn: view.turn, inNew: false} : null;
	return stay({...given, sought}, [{kind: 'reload'}]);
}

/** Keys of the turn that is open, and those of every view. */
function reduceTurn(given: Debugger, input: Input, size: Size): DebuggerStep {
	const common = actionFor('view', input);
	if (common === 'help') {
		return to(given, {kind: 'help', view: openHelp([], 'debugger'), back: given.mode});
	}

	if (common === 'close') {
		return close(given, input);
	}

	const view = openTrajectoryOf(given);
	if (!view) {
		return stay(given);
	}

	const {turn, turns} = layoutOf(size);
	const next = reduceTrajectory(view, input, turn, turns);
	if (next === 'close') {
		return close(given, input);
	}

	return 'open' in next
		? to(given, {kind: 'grid', grid: openGrid(next.title, next.table)})
		: stay(withView(given, next));
}

/** Esc goes back one thing after the other: what runs, what the list is narrowed to, the debugger. */
function close(given: Debugger, input: Input): DebuggerStep {
	const isEscape = input.kind === 'key' && input.name === 'escape';
	const {wanted} = given.selection;
	if (isEscape && given.task) {
		return stay(given, [{kind: 'stop'}]);
	}

	return isEscape && isNarrowed(wanted)
		? narrow(given, {...EVERYTHING, order: wanted.order})
		: stay(given, [{kind: 'close'}]);
}
