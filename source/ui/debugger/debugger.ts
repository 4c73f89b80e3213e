/**
 * The debugger as data: a book of trajectories, which of them are listed, the one that is open, and what was found
 * out about them. A pure reducer makes it from keys and events.
 */
import type {Until} from '../../agent/rerun.js';
import type {Trajectory} from '../../agent/trajectory.js';
import type {Catalogue, Entry, Fault} from '../../archive/book.js';
import {entryOf} from '../../archive/entry.js';
import type {ExportFormat} from '../../archive/export.js';
import type {RuleName} from '../../evaluation/judge.js';
import type {Editor} from '../editor/editor.js';
import type {Grid} from '../screens/grid.js';
import type {HelpView} from '../screens/help-view.js';
import type {Menu} from '../screens/menu.js';
import {type Pane, panesOf} from '../screens/trajectory-body.js';
import {type Findings, NO_FINDINGS} from '../screens/trajectory-findings.js';
import {openTrajectory, type TrajectoryView} from '../screens/trajectory-view.js';
import type {CompareView} from './compare-view.js';
import type {ForkForm} from './fork-form.js';
import type {RunChangesView} from './run-changes-view.js';
import {EVERYTHING, type Order, type Selection, type Wanted} from './selection.js';
import {forkIndex, type Node, nodeOfFork, type Tree, treeOf} from './tree.js';
import {keyOf, recordedOf, type ShownVerdict, shownVerdict, type Verdicts, type Whose} from './verdicts.js';

export type Debugger = {
	title: string;
	/** The names of two files that the book is of; null where it is of one, or of many. */
	runs: readonly [string, string] | null;
	catalogue: Catalogue;
	selection: Selection;
	tree: Tree;
	/** Those that were made here or are known of, whatever book their parents are from. Only its end grows. */
	forks: readonly Trajectory[];
	/** What is at hand. */
	at: Node;
	opened: Opened;
	/** How the next trajectory is opened: as the last was looked at. `rows`: a judgement with the rows that differ. */
	manner: {pane: Pane; unfolded: boolean; rows: boolean};
	/** What was found out here, by the trajectory's `keyOf`. */
	findings: ReadonlyMap<string, Findings>;
	verdicts: Verdicts;
	/** What is judged by here. */
	rule: RuleName;
	/** Whether there are gold queries, and how many questions they are for. */
	gold: number | null;
	/** Names of the models that a fork can be continued with; the first is the usual one. */
	models: readonly string[];
	/**
	 * The trajectory that is looked for in a book that is reloaded. Until the book has begun anew (`inNew`) what is known of
	 * its places is of before.
	 */
	sought: {id: string; turn: number; inNew: boolean} | null;
	task: Task | null;
	/** The form that a fork was last begun from, until one of its forks has ended well: what is in it is not lost. */
	draft: ForkForm | null;
	mode: Mode;
	/** What is to be known of the runs that the book is of, in sentences. */
	runNotes: readonly string[];
	/** A line for the person, until the next key. */
	notice: string;
};

export type Opened =
	/** There is nothing in the book, or not yet. */
	| {kind: 'nothing'}
	| {kind: 'loading'}
	| {kind: 'trajectory'; view: TrajectoryView}
	| {kind: 'fault'; reason: string};

/** What runs, and can be stopped. */
export type Task =
	| {kind: 'rerunning'; until: Until}
	/** Continuations that have ended, of how many. */
	| {kind: 'forking'; done: number; of: number}
	| {kind: 'judging'; done: number; of: number}
	| {kind: 'exporting'};

export type Mode =
	| {kind: 'browsing'}
	/** The list has all of the screen and the keys. */
	| {kind: 'listing'; at: Node}
	/** The text that narrows the list is typed; `from`: where that was begun. */
	| {kind: 'finding'; from: 'browsing' | 'listing'}
	| {kind: 'choosing'; menu: Menu; choice: Choice; from: 'browsing' | 'listing'}
	| {kind: 'typing-gold'; editor: Editor}
	/** The file of an export is named. */
	| {kind: 'naming'; format: ExportFormat; editor: Editor}
	| {kind: 'forking'; form: ForkForm}
	| Comparing
	| Changes
	| {kind: 'grid'; grid: Grid}
	/** `back`: where it was asked for. */
	| {kind: 'help'; view: HelpView; back: Mode};

export type Comparing = {kind: 'comparing'; view: CompareView; back: Changes | {kind: 'browsing'}};

/** The two runs of a book of two files; `places`: of the items of each in the book. */
export type Changes = {
	kind: 'changes';
	view: RunChangesView;
	places: readonly [readonly number[], readonly number[]];
};

/** What a menu is about: an option for each. */
export type Choice =
	| {kind: 'order'; orders: readonly Order[]}
	| {kind: 'only'; options: ReadonlyArray<Pick<Wanted, 'outcome' | 'verdict'>>}
	| {kind: 'step'; untils: readonly Until[]}
	| {kind: 'judge'; options: ReadonlyArray<'this' | 'listed' | 'typed'>}
	| {kind: 'format'; formats: readonly ExportFormat[]}
	| {kind: 'compare'; nodes: readonly Node[]};

export type Beginning = Pick<Debugger, 'title' | 'runs' | 'catalogue' | 'rule' | 'gold' | 'models'> & {
	/** Whether what runs have recorded will be told. */
	isRecorded?: boolean;
};

/** A debugger before its first key: at the first place of the book. */
export function openDebugger({isRecorded = false, ...given}: Beginning): Debugger {
	const {catalogue} = given;
	const selection: Selection = {
		wanted: EVERYTHING,
		places: Array.from({length: catalogue.count}, (_, place) => place),
		work: null,
	};
	return {
		...given,
		selection,
		tree: treeOf(selection.places, catalogue, []),
		forks: [],
		at: 0,
		opened: {kind: catalogue.count > 0 ? 'loading' : 'nothing'},
		manner: {pane: 'summary', unfolded: false, rows: false},
		findings: new Map(),
		verdicts: {judged: new Map(), recorded: isRecorded ? null : new Map()},
		sought: null,
		task: null,
		draft: null,
		mode: {kind: 'browsing'},
		runNotes: [],
		notice: '',
	};
}

/** The same at one of the trajectories, which is in hand. */
export function openDebuggerAt(given: Beginning, at: Node, trajectory: Trajectory): Debugger {
	const opened = openDebugger(given);
	return {...opened, at, opened: {kind: 'trajectory', view: viewOf(opened, at, trajectory)}};
}

/** What is known of a node; undefined where the book was not looked at so far. */
export function entryAt({catalogue, forks}: Debugger, node: Node): Entry | Fault | undefined {
	const index = forkIndex(node);
	if (index === null) {
		return catalogue.entries[node];
	}

	const fork = forks[index];
	return fork && entryOf(fork);
}

/** The trajectory that is open, if one is. */
export function openTrajectoryOf({opened}: Debugger): TrajectoryView | null {
	return opened.kind === 'trajectory' ? opened.view : null;
}

/** The same for its verdicts and findings; null where none is open. */
export function openWhose(given: Debugger): Whose | null {
	const view = openTrajectoryOf(given);
	return view && whoseAt(given, given.at, view.trajectory.id);
}

/** @param id of the trajectory at the node. */
export function whoseAt({catalogue}: Debugger, node: Node, id: string): Whose {
	return {file: forkIndex(node) === null ? catalogue.fileOf(node) : '', id};
}

/** Whether the answer at a node is right, where that is known. */
export function verdictAt(given: Debugger, node: Node): ShownVerdict | undefined {
	const entry = entryAt(given, node);
	return entry?.kind === 'trajectory'
		? shownVerdict(given.verdicts, whoseAt(given, node, entry.id), given.rule)
		: undefined;
}

/** What is known of a trajectory: what was found out here, and what its run has recorded. */
export function findingsOf({findings, verdicts}: Debugger, whose: Whose): Findings {
	const found = findings.get(keyOf(whose)) ?? NO_FINDINGS;
	const recorded = recordedOf(verdicts, whose);
	return recorded ? {...found, recorded} : found;
}

/** The view of the trajectory at a node, as the last was looked at. */
export function viewOf(given: Debugger, node: Node, trajectory: Trajectory): TrajectoryView {
	const {unfolded, pane} = given.manner;
	const findings = findingsOf(given, whoseAt(given, node, trajectory.id));
	const view = {...openTrajectory(trajectory), unfolded, findings};
	return {...view, pane: panesOf(findings).includes(pane) ? pane : 'summary'};
}

/** The node of a fork that was made here, or null. */
export function forkNode({forks}: Debugger, id: string): Node | null {
	const index = forks.findIndex(fork => fork.id === id);
	return index === -1 ? null : nodeOfFork(index);
}

export function withTree(given: Debugger): Debugger {
	return {...given, tree: treeOf(given.selection.places, given.catalogue, given.forks)};
}
