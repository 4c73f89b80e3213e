/** Two trajectories of one question side by side, and two runs. */
import type {Trajectory} from '../../agent/trajectory.js';
import type {Entry} from '../../archive/book.js';
import type {AnyVerdict} from '../../evaluation/any-verdict.js';
import type {Input, Size} from '../input.js';
import {actionFor} from '../keymap.js';
import {oneLine} from '../screens/frame.js';
import {openHelp} from '../screens/help-view.js';
import {openMenu} from '../screens/menu.js';
import {reduceCompare} from './compare-view.js';
import {type Changes, type Comparing, type Debugger, entryAt, forkNode, verdictAt} from './debugger.js';
import type {DebuggerStep, NamedTarget} from './event.js';
import {moveTo, stay, to, withNotice} from './moves.js';
import {openRunChanges, type RunItem, reduceRunChanges} from './run-changes-view.js';
import {forkIndex, type Node, nodeOfFork} from './tree.js';
import {verdictOf} from './verdicts.js';
import {entryWord} from './words.js';

/** Of those with the same question so many are offered. */
const MOST_OFFERED = 60;

/** What the open trajectory can be compared with: where it is only one, at once. */
export function chooseComparison(given: Debugger, trajectory: Trajectory): DebuggerStep {
	const nodes = comparable(given, trajectory);
	const [only] = nodes;
	if (only === undefined) {
		return withNotice(given, 'There is no other trajectory of this question.');
	}

	if (nodes.length === 1) {
		return compareWith(given, only);
	}

	const options = nodes.map(node => {
		const entry = entryAt(given, node);
		return {label: nameOf(given, node, trajectory), note: entryWord(entry, verdictAt(given, node)?.verdict)};
	});
	return to(given, {
		kind: 'choosing',
		menu: openMenu('Compare it with', options),
		choice: {kind: 'compare', nodes},
		from: 'browsing',
	});
}

/** Its parent, its forks, then others with its question. */
function comparable(given: Debugger, {id, question, database, parent}: Trajectory): Node[] {
	const {forks, catalogue, at} = given;
	const related: Node[] = [];
	const same: Node[] = [];
	for (const [index, fork] of forks.entries()) {
		if (fork.id !== id && (fork.parent?.id === id || fork.id === parent?.id)) {
			related.push(nodeOfFork(index));
		} else if (fork.id !== id && fork.question === question) {
			same.push(nodeOfFork(index));
		}
	}

	// In the words of an entry, which may be cut.
	const own = catalogue.entries[at];
	const words = own?.kind === 'trajectory' && own.id === id ? own.question : question;
	for (const [place, entry] of catalogue.entries.entries()) {
		if (entry?.kind !== 'trajectory' || place === at) {
			continue;
		}

		if (entry.id === parent?.id || entry.parent === id) {
			related.unshift(place);
		} else if (
			same.length < MOST_OFFERED &&
			entry.question === words &&
			entry.database === (database?.name ?? '')
		) {
			same.push(place);
		}
	}

	return [...related, ...same].slice(0, MOST_OFFERED);
}

export function compareWith(given: Debugger, node: Node): DebuggerStep {
	const {opened} = given;
	if (opened.kind !== 'trajectory') {
		return stay(given);
	}

	const {trajectory} = opened.view;
	const other = targetOf(given, node, nameOf(given, node, trajectory));
	const own: NamedTarget = {node: given.at, trajectory, name: ownName(given, trajectory, node)};
	// What was before stands at the left.
	const isOlder = other.name !== 'fork';
	return stay(given, [
		isOlder ? {kind: 'compare', left: other, right: own} : {kind: 'compare', left: own, right: other},
	]);
}

function targetOf({forks}: Debugger, node: Node, name: string): NamedTarget {
	const index = forkIndex(node);
	return {node, name, trajectory: index === null ? null : (forks[index] ?? null)};
}

/** What a node is called beside a trajectory. */
function nameOf(given: Debugger, node: Node, {id, parent}: Trajectory): string {
	const entry = entryAt(given, node);
	if (entry?.kind === 'trajectory' && entry.id === parent?.id) {
		return 'parent';
	}

	if (entry?.kind === 'trajectory' && entry.parent === id) {
		return forkIndex(node) === null ? `fork, ${oneLine(given.catalogue.nameOf(node))}` : 'fork';
	}

	const index = forkIndex(node);
	return index === null ? oneLine(given.catalogue.nameOf(node)) : `fork ${index + 1}`;
}

function ownName(given: Debugger, {id, parent}: Trajectory, other: Node): string {
	const entry = entryAt(given, other);
	if (entry?.kind === 'trajectory' && entry.id === parent?.id) {
		return 'fork';
	}

	if (entry?.kind === 'trajectory' && entry.parent === id) {
		return 'parent';
	}

	return forkNode(given, id) === null ? oneLine(given.catalogue.nameOf(given.at)) : 'this fork';
}

export function reduceComparing(given: Debugger, mode: Comparing, input: Input, size: Size): DebuggerStep {
	if (actionFor('view', input) === 'help') {
		return to(given, {kind: 'help', view: openHelp([], 'compare'), back: mode});
	}

	const next = reduceCompare(mode.view, input, size);
	return to(given, next === 'close' ? mode.back : {...mode, view: next});
}

/** What has changed from the first file to the second. */
export function openChanges(given: Debugger): DebuggerStep {
	const {runs, catalogue, verdicts} = given;
	if (!runs) {
		return withNotice(given, 'Two files are compared: sqrl-tui replay <file> <file>');
	}

	if (catalogue.progress) {
		return withNotice(given, 'The files are still being read.');
	}

	if (verdicts.recorded === null) {
		return withNotice(given, 'The verdicts of the runs are still being read.');
	}

	const [before, after] = runs.map(name => itemsOf(given, name)) as [RunPart, RunPart];
	return to(given, {
		kind: 'changes',
		view: openRunChanges({names: namesOf(runs), before: before.items, after: after.items}),
		places: [before.places, after.places],
	});
}

/** A run is called after its folder. */
function namesOf([one, other]: readonly [string, string]): readonly [string, string] {
	const nameOf = (file: string) => file.replace(/[/\\]trajectories\.jsonl$/, '');
	return [nameOf(one), nameOf(other)];
}

type RunPart = {items: RunItem[]; places: number[]};

function itemsOf({catalogue, verdicts, runs}: Debugger, run: string): RunPart {
	const part: RunPart = {items: [], places: []};
	// Samples have numbers there, and lines stand in the order in which they ended.
	const haveSamples = runs?.every(name => verdicts.recorded?.has(name)) ?? false;
	for (const [place, entry] of catalogue.entries.entries()) {
		if (entry?.kind === 'trajectory' && catalogue.fileOf(place) === run) {
			const {id, question, database} = entry;
			const verdict = verdictOf(verdicts, {file: run, id}) ?? unjudged(entry);
			const sample = haveSamples ? (/^\d+-(\d+)$/.exec(id)?.[1] ?? '') : '';
			part.items.push({
				key: `${database}\n${question}\n${sample}`,
				id: sample === '' ? '' : id,
				question,
				database,
				verdict,
			});
			part.places.push(place);
		}
	}

	return part;
}

/** Without a gold query it is known only of an answer that has no rows that it is not right. */
function unjudged({ending, error}: Entry): AnyVerdict {
	return ending === 'no-answer'
		? 'no-answer'
		: ending === 'answered' && error !== ''
			? 'sql-error'
			: 'unknown';
}

export function reduceChanges(given: Debugger, mode: Changes, input: Input, size: Size): DebuggerStep {
	if (actionFor('view', input) === 'help') {
		return to(given, {kind: 'help', view: openHelp([], 'changes'), back: mode});
	}

	const next = reduceRunChanges(mode.view, input, size);
	if (next === 'close') {
		return to(given, {kind: 'browsing'});
	}

	if (!('open' in next)) {
		return to(given, {...mode, view: next});
	}

	const places = next.open.map((index, run) => (index === null ? null : (mode.places[run]![index] ?? null)));
	const [left = null, right = null] = places;
	if (left !== null && right !== null) {
		const [one, other] = mode.view.names;
		return stay(given, [
			{
				kind: 'compare',
				left: {node: left, trajectory: null, name: one},
				right: {node: right, trajectory: null, name: other},
			},
		]);
	}

	const place = left ?? right;
	return place === null ? stay(given) : moveTo({...given, mode: {kind: 'browsing'}}, place);
}
