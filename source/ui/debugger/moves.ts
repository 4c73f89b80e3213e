/** The small moves that every part of the reducer is made of. */
import type {Size} from '../input.js';
import {clampIndex} from '../screens/cursor.js';
import type {Pane} from '../screens/trajectory-body.js';
import {type Findings, NO_FINDINGS} from '../screens/trajectory-findings.js';
import {movedTo, type TrajectoryView} from '../screens/trajectory-view.js';
import {
	type Debugger,
	findingsOf,
	type Mode,
	openTrajectoryOf,
	openWhose,
	viewOf,
	withTree,
} from './debugger.js';
import type {DebuggerStep, Request} from './event.js';
import {layoutOf} from './layout.js';
import {canGoOn, lookedThrough, lookFor, lookOn, PART, type Wanted} from './selection.js';
import {forkIndex, type Node} from './tree.js';
import {keyOf, type Whose} from './verdicts.js';

export function stay(given: Debugger, requests: Request[] = []): DebuggerStep {
	return {debugger: given, requests};
}

export function to(given: Debugger, mode: Mode, requests: Request[] = []): DebuggerStep {
	return stay({...given, mode}, requests);
}

/** Has something done, where nothing else runs: what was begun is not given up unasked. */
export function begin(given: Debugger, request: Request): DebuggerStep {
	return given.task
		? withNotice(given, 'Something runs already. Esc stops it.')
		: stay({...given, mode: {kind: 'browsing'}}, [request]);
}

/** Opens another node. */
export function moveTo(given: Debugger, node: Node): DebuggerStep {
	const index = forkIndex(node);
	const fork = index === null ? undefined : given.forks[index];
	if (fork) {
		// Where it went another way.
		const turn = clampIndex(fork.parent?.turn ?? 0, fork.turns.length);
		return stay({
			...given,
			at: node,
			opened: {kind: 'trajectory', view: {...viewOf(given, node, fork), turn}},
		});
	}

	const entry = given.catalogue.entries[node];
	return entry?.kind === 'fault'
		? stay({...given, at: node, opened: {kind: 'fault', reason: entry.reason}})
		: stay({...given, at: node, opened: {kind: 'loading'}}, [{kind: 'open', place: node}]);
}

/** Opens the node that is so many further down the list. */
export function moveBy(given: Debugger, by: number): DebuggerStep {
	const {nodes} = given.tree;
	const from = nodes.indexOf(given.at);
	const node = nodes[clampIndex(from === -1 ? 0 : from + by, nodes.length)];
	return node === undefined || node === given.at ? stay(given) : moveTo(given, node);
}

/** Lists something else: a small book at once, a large one part by part. */
export function narrow(given: Debugger, wanted: Wanted): DebuggerStep {
	const {catalogue, verdicts} = given;
	let selection = lookFor(given.selection, wanted, catalogue);
	// The order by disagreement takes two looks at each.
	const parts = catalogue.count <= PART ? 2 : 1;
	for (let part = 0; part < parts && canGoOn(selection, catalogue); part++) {
		selection = lookOn(selection, catalogue, verdicts);
	}

	return settled(withTree({...given, selection}));
}

/** When all was looked through, what is open is one of those that are listed, if there are any. */
export function settled(given: Debugger): DebuggerStep {
	const {selection, catalogue, tree, at} = given;
	const [first] = tree.nodes;
	if (lookedThrough(selection, catalogue) !== null) {
		return stay(given);
	}

	if (tree.nodes.includes(at)) {
		return given.opened.kind === 'nothing' ? moveTo(given, at) : stay(given);
	}

	if (first === undefined) {
		return stay({...given, opened: {kind: 'nothing'}});
	}

	const following = selection.wanted.order === 'file' ? tree.nodes.find(node => node >= at) : undefined;
	return moveTo(given, following ?? first);
}

/** The open trajectory at another turn, or in another pane. */
export function lookAt(given: Debugger, where: {turn?: number; pane?: Pane}, size: Size): Debugger {
	const view = openTrajectoryOf(given);
	return view ? withView(given, movedTo(view, where, layoutOf(size).turn)) : given;
}

export function withView(given: Debugger, view: TrajectoryView): Debugger {
	const before = openTrajectoryOf(given);
	const {pane, unfolded} = view;
	const isOther = before?.pane !== pane || before.unfolded !== unfolded;
	return {
		...given,
		opened: {kind: 'trajectory', view},
		...(isOther && {manner: {...given.manner, pane, unfolded}}),
	};
}

/** More is known of a trajectory. */
export function withFindings(given: Debugger, whose: Whose, change: Partial<Findings>): Debugger {
	const key = keyOf(whose);
	const found = {...(given.findings.get(key) ?? NO_FINDINGS), ...change};
	return withOpenFindings({...given, findings: new Map(given.findings).set(key, found)});
}

/** What is open shows what is known of it by now. */
export function withOpenFindings(given: Debugger): Debugger {
	const view = openTrajectoryOf(given);
	const whose = openWhose(given);
	return view && whose
		? {...given, opened: {kind: 'trajectory', view: {...view, findings: findingsOf(given, whose)}}}
		: given;
}

/** Whether this trajectory is open. */
export function isOpen(given: Debugger, whose: Whose): boolean {
	const open = openWhose(given);
	return open !== null && keyOf(open) === keyOf(whose);
}

export function withNotice(given: Debugger, notice: string): DebuggerStep {
	return stay({...given, notice});
}
