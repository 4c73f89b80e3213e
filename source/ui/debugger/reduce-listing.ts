/** The list of trajectories with all of the screen. */
import type {Input, Size} from '../input.js';
import {actionFor} from '../keymap.js';
import {reduceCursor} from '../screens/cursor.js';
import {openHelp} from '../screens/help-view.js';
import type {Debugger, Mode} from './debugger.js';
import type {DebuggerStep} from './event.js';
import {listHeight} from './layout.js';
import {moveTo, stay, to} from './moves.js';
import {chooseOnly, chooseOrder} from './reduce-menu.js';

export function reduceListing(
	given: Debugger,
	mode: Extract<Mode, {kind: 'listing'}>,
	input: Input,
	size: Size,
): DebuggerStep {
	const {nodes} = given.tree;
	switch (actionFor('trajectories', input)) {
		case 'open': {
			const back: Debugger = {...given, mode: {kind: 'browsing'}};
			return mode.at === given.at || !nodes.includes(mode.at) ? stay(back) : moveTo(back, mode.at);
		}

		case 'leave':
			return to(given, {kind: 'browsing'});
		case 'find':
			return to(given, {kind: 'finding', from: 'listing'});
		case 'only':
			return chooseOnly(given, 'listing');
		case 'order':
			return chooseOrder(given, 'listing');
		case null:
	}

	const action = actionFor('view', input);
	if (action === 'close') {
		return to(given, {kind: 'browsing'});
	}

	if (action === 'help') {
		return to(given, {kind: 'help', view: openHelp([], 'trajectories'), back: mode});
	}

	const cursor = reduceCursor(nodes.indexOf(mode.at), action, nodes.length, listHeight(size));
	return to(given, {kind: 'listing', at: nodes[cursor] ?? mode.at});
}
