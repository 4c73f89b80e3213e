/** The debugger, drawn. */
import {visibleLines} from '../../visible.js';
import {editorLines} from '../editor/editor-lines.js';
import {drawableRows, type Size} from '../input.js';
import {hintOf, hints, KEYMAP, keyLabel} from '../keymap.js';
import {pad} from '../lines.js';
import {footer} from '../screens/frame.js';
import {gridLines} from '../screens/grid-lines.js';
import {helpLines} from '../screens/help-view.js';
import {menuLines} from '../screens/menu.js';
import {fitText, wrapText} from '../screens/text.js';
import {idleKeys, trajectoryParts} from '../screens/trajectory-lines.js';
import {theme} from '../theme.js';
import {compareLines} from './compare-lines.js';
import {type Debugger, openTrajectoryOf} from './debugger.js';
import {forkFormLines} from './fork-form-lines.js';
import {BETWEEN, layoutOf} from './layout.js';
import {listLines} from './list-lines.js';
import {runChangesLines} from './run-changes-lines.js';
import {statusLine} from './status.js';
import {listTitle, titleLine} from './title.js';
import {treeLines} from './tree-lines.js';

/** The whole screen, the footer last. */
export function debuggerLines(given: Debugger, size: Size): string[] {
	const {mode} = given;
	switch (mode.kind) {
		case 'grid':
			return gridLines(mode.grid, size);
		case 'help':
			return helpLines(mode.view, size);
		case 'forking':
			return forkFormLines(mode.form, size);
		case 'comparing':
			return compareLines(mode.view, size);
		case 'changes':
			return runChangesLines(mode.view, size);
		default:
	}

	const {columns} = size;
	const rows = drawableRows(size);
	const foot = footLines(given, size).slice(-rows);
	const listed = listedNode(given, size);
	const title = listed === null ? titleLine(given, columns) : listTitle(given, columns);
	const middle = listed === null ? middleLines(given, size) : listLines(given, listed, size);
	const room = Math.max(0, rows - foot.length);
	const body = [title, ...middle].slice(0, room);
	return [...body, ...Array<string>(room - body.length).fill(''), ...foot];
}

/** Where the list has all of the screen: also while it is narrowed, where it is not seen beside the turn. */
function listedNode({mode, at}: Debugger, size: Size): number | null {
	if (mode.kind === 'listing') {
		return mode.at;
	}

	const isNarrowing = mode.kind === 'finding' || mode.kind === 'choosing';
	return isNarrowing && (mode.from === 'listing' || (mode.kind === 'finding' && layoutOf(size).list === 0))
		? at
		: null;
}

/** The trajectories, where there is room, and the turn. */
function middleLines(given: Debugger, size: Size): string[] {
	const {list, turn, turns, height} = layoutOf(size);
	const view = openTrajectoryOf(given);
	const right = view
		? trajectoryParts(view, turn, turns)
		: wrapText(visibleLines(insteadWords(given)), turn.columns);
	if (list === 0) {
		return right;
	}

	const left = treeLines(given, list, height);
	return Array.from(
		{length: height},
		(_, at) => pad(left[at] ?? '', list) + theme.quiet(BETWEEN) + (right[at] ?? ''),
	);
}

function insteadWords({opened, selection, catalogue, at}: Debugger): string {
	switch (opened.kind) {
		case 'fault':
			return faultWords(opened.reason, at < catalogue.count ? catalogue.nameOf(at) : '');
		case 'loading':
			return 'It is being read …';
		default:
			return catalogue.count > 0 && selection.places.length === 0
				? 'No trajectory is like that. Esc shows all.'
				: catalogue.progress
					? 'The file is being read …'
					: 'There is no trajectory in it.';
	}
}

/** Why a file could not be read names the place itself. */
function faultWords(reason: string, name: string): string {
	return name !== '' && reason.startsWith(name)
		? `It cannot be opened.\n\n${reason}\n${keyLabel(KEYMAP.debugger.reload.keys[0])} reads the files anew.`
		: `This is no trajectory.\n\n${name === '' ? '' : `${name}: `}${reason}`;
}

/** What is said and typed, and the keys. */
function footLines(given: Debugger, size: Size): string[] {
	const {mode} = given;
	const {columns} = size;
	const most = Math.max(2, Math.floor(drawableRows(size) / 2));
	switch (mode.kind) {
		case 'choosing':
			return menuLines(mode.menu, columns, most + 2);
		case 'typing-gold':
			return [
				theme.heading(fitText('The query that gives the right rows', columns)),
				...editorLines(mode.editor, {width: columns, height: most, prompt: '✎ ', continuation: '  '}).lines,
				...noticeLines(given, columns),
				theme.quiet(fitText(hints('editing', [], {submit: 'judge'}), columns)),
			];
		case 'naming':
			return [
				theme.heading(fitText('Write it to the file', columns)),
				...editorLines(mode.editor, {width: columns, height: 1, prompt: '✎ '}).lines,
				...noticeLines(given, columns),
				theme.quiet(fitText(hints('editing', ['newline', 'external'], {submit: 'write'}), columns)),
			];
		case 'finding':
			return [statusLine(given, columns), theme.quiet(fitText(hints('filter'), columns))];
		case 'listing':
			return [...statusLines(given, columns, most), footer('trajectories', columns)];
		default:
			return [...statusLines(given, columns, most), browsingKeys(given, size)];
	}
}

/** A notice is told in full, over the end of what is above: its end says what to do. */
function statusLines(given: Debugger, width: number, most: number): string[] {
	return given.notice === '' ? [statusLine(given, width)] : noticeLines(given, width).slice(0, most);
}

function noticeLines({notice}: Debugger, width: number): string[] {
	return notice === '' ? [] : wrapText(visibleLines(notice), width).map(line => theme.warning(line));
}

/** Where the list is seen beside the turn it comes last. */
const LIST_KEY = ['debugger', 'list'] as const;

/** What is done most stands first; what has no room, or does nothing here, is left away: it is in help. */
const KEYS_IN_ORDER = [
	['trajectory', 'previousTurn'],
	['debugger', 'previous'],
	LIST_KEY,
	['trajectory', 'nextPane'],
	['trajectory', 'thought'],
	['debugger', 'rerun'],
	['debugger', 'step'],
	['debugger', 'fork'],
	['debugger', 'gold'],
	['debugger', 'compare'],
	['debugger', 'find'],
	['trajectory', 'grid'],
] as const;

function browsingKeys(given: Debugger, size: Size): string {
	const {columns: width} = size;
	const isBeside = layoutOf(size).list > 0;
	const view = openTrajectoryOf(given);
	const idle: string[] = [
		...(view ? idleKeys(view) : NEEDING_A_TURN),
		...(given.tree.nodes.length < 2 ? ['previous', 'find', 'list'] : []),
	];
	const order = isBeside
		? [...KEYS_IN_ORDER.filter(([, action]) => action !== 'list'), LIST_KEY]
		: KEYS_IN_ORDER;
	const own = order
		.filter(([, action]) => !idle.includes(action))
		.map(([context, action]) => hintOf(context, action));
	const last = hints('view').split(' · ');
	while (own.length > 0 && [...own, ...last].join(' · ').length > width) {
		own.pop();
	}

	return theme.quiet(fitText([...own, ...last].join(' · '), width));
}

const NEEDING_A_TURN = [
	'previousTurn',
	'nextPane',
	'thought',
	'grid',
	'rerun',
	'step',
	'fork',
	'gold',
	'compare',
];
