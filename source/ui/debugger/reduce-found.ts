/** What comes of the debugger's requests. */
import type {Rerun} from '../../agent/rerun.js';
import type {Trajectory} from '../../agent/trajectory.js';
import type {Catalogue} from '../../archive/book.js';
import type {Verdict} from '../../evaluation/judge.js';
import type {Size} from '../input.js';
import {clampIndex} from '../screens/cursor.js';
import {movedTo} from '../screens/trajectory-view.js';
import {type Debugger, forkNode, openTrajectoryOf, verdictAt, viewOf, whoseAt, withTree} from './debugger.js';
import type {DebuggerEvent, DebuggerStep} from './event.js';
import {layoutOf} from './layout.js';
import {isOpen, lookAt, moveTo, narrow, stay, withFindings, withOpenFindings, withView} from './moves.js';
import {goesByVerdicts, grown, lookFor} from './selection.js';
import {forkIndex} from './tree.js';
import {keyOf, stands, type Whose} from './verdicts.js';

/** The book has grown, or was read again: what is open stays open. */
export function reduceCatalogue(before: Debugger, catalogue: Catalogue): DebuggerStep {
	// A file that is read again may have others in the places of those that were looked at.
	const isRead = before.catalogue.progress !== null && catalogue.progress === null;
	const selection = isRead
		? lookFor(before.selection, before.selection.wanted, catalogue)
		: grown(before.selection, before.catalogue, catalogue);
	const given = withTree({...before, catalogue, selection});
	if (given.sought) {
		return given.sought.inNew ? seek(given, given.sought) : stay(given);
	}

	const {opened, at, tree} = given;
	if (opened.kind === 'nothing') {
		const [first] = tree.nodes;
		return first === undefined ? stay(given) : moveTo(given, first);
	}

	return forkIndex(at) === null && at >= catalogue.count && catalogue.progress === null
		? moveTo(given, clampIndex(at, catalogue.count))
		: stay(given);
}

/** The book has begun anew: what was open is looked for in it, and what was only asked for is asked for again. */
export function reduceReloaded(given: Debugger, catalogue: Catalogue): DebuggerStep {
	const {sought, opened, at} = given;
	if (sought) {
		return reduceCatalogue({...given, sought: {...sought, inNew: true}}, catalogue);
	}

	const step = reduceCatalogue(given, catalogue);
	const isOwed = opened.kind === 'loading' || opened.kind === 'fault';
	return isOwed && forkIndex(at) === null && at < catalogue.count ? moveTo(step.debugger, at) : step;
}

/** Where the trajectory of before is now: in its place, or in another. */
function seek(given: Debugger, {id}: {id: string}): DebuggerStep {
	const {catalogue, at} = given;
	const idAt = (place: number) => {
		const entry = catalogue.entries[place];
		return entry?.kind === 'trajectory' ? entry.id : undefined;
	};

	const place = idAt(at) === id ? at : catalogue.entries.findIndex((_, place) => idAt(place) === id);
	if (place !== -1) {
		return stay({...given, at: place}, [{kind: 'open', place}]);
	}

	if (catalogue.progress !== null) {
		return stay(given);
	}

	const gone = {...given, sought: null, notice: 'The trajectory that was open is no longer there.'};
	return catalogue.count === 0
		? stay({...gone, opened: {kind: 'nothing'}})
		: moveTo(gone, clampIndex(at, catalogue.count));
}

/**
 * While a book is read again what is sought may not be in its place yet: it is asked for once more then, and what is
 * seen of it stays.
 */
export function reduceNotOpened(given: Debugger, reason: string): DebuggerStep {
	if (given.sought === null) {
		const isSeen = given.opened.kind === 'trajectory' && given.catalogue.progress !== null;
		return isSeen ? stay(given) : stay({...given, opened: {kind: 'fault', reason}});
	}

	return given.catalogue.progress === null
		? stay({...given, sought: null}, [{kind: 'open', place: given.at}])
		: stay(given);
}

export function reduceOpened(given: Debugger, trajectory: Trajectory, size: Size): DebuggerStep {
	// One that was in hand from the beginning may have been stepped through meanwhile.
	if (given.sought === null && openTrajectoryOf(given)?.trajectory.id === trajectory.id) {
		return stay(given);
	}

	const view = viewOf(given, given.at, trajectory);
	const {sought, manner} = given;
	const turn = sought?.id === trajectory.id ? clampIndex(sought.turn, trajectory.turns.length) : 0;
	const opened: Debugger = {
		...given,
		sought: null,
		opened: {kind: 'trajectory', view: movedTo(view, {turn}, layoutOf(size).turn)},
	};
	// Of many that were judged at once, and of what a run has recorded, only the verdicts were kept.
	const known = verdictAt(given, given.at);
	const isWanted =
		manner.pane === 'judgement' &&
		view.findings.judgement === null &&
		known !== undefined &&
		(view.findings.recorded === null || known.isAgain || manner.rows) &&
		given.task === null;
	const {file} = whoseAt(given, given.at, trajectory.id);
	return stay(opened, isWanted ? [{kind: 'judge', trajectory, file, gold: null}] : []);
}

/** Who has it run goes along. */
export function reduceReran(given: Debugger, whose: Whose, rerun: Rerun, size: Size): DebuggerStep {
	const reruns = new Map(given.findings.get(keyOf(whose))?.reruns).set(rerun.turn, rerun);
	const found = withFindings(given, whose, {reruns});
	return stay(isOpen(found, whose) ? lookAt(found, {turn: rerun.turn, pane: 'observation'}, size) : found);
}

export function reduceJudged(
	given: Debugger,
	{trajectory: whose, judgement, isTyped}: Extract<DebuggerEvent, {kind: 'judged'}>,
	size: Size,
): DebuggerStep {
	const isShownOnly = !isTyped && stands(given.verdicts, whose, judgement.rule);
	const next = isShownOnly ? given : withJudged(given, [[whose, judgement.verdict]]);
	const found = withFindings(next, whose, {judgement, stands: isShownOnly});
	return stay(
		isOpen(found, whose) && given.manner.pane === 'judgement'
			? lookAt(found, {pane: 'judgement'}, size)
			: found,
	);
}

export function withJudged(
	given: Debugger,
	news: ReadonlyArray<readonly [trajectory: Whose, verdict: Verdict]>,
): Debugger {
	const {verdicts} = given;
	const judged = new Map(verdicts.judged);
	for (const [whose, verdict] of news) {
		judged.set(keyOf(whose), verdict);
	}

	return {...given, verdicts: {...verdicts, judged}};
}

/** What runs have recorded is there, or was read anew: also the list goes by it. */
export function reduceRecorded(
	before: Debugger,
	{runs, gold, notes}: Extract<DebuggerEvent, {kind: 'recorded'}>,
): DebuggerStep {
	const given = withOpenFindings({
		...before,
		verdicts: {...before.verdicts, recorded: runs},
		gold: before.gold ?? (gold > 0 ? gold : null),
		runNotes: notes,
	});
	const {wanted} = given.selection;
	return goesByVerdicts(wanted) ? narrow(given, wanted) : stay(given);
}

/** Forks hang under their parents at once, and grow; of those that were just begun the first is opened. */
export function reduceForks(
	given: Debugger,
	{forks: news, begun}: {forks: readonly Trajectory[]; begun: boolean},
	size: Size,
): DebuggerStep {
	const forks = [...given.forks];
	for (const fork of news) {
		const index = forks.findIndex(({id}) => id === fork.id);
		if (index !== -1) {
			forks[index] = fork;
		} else if (!isInBook(given, fork.id)) {
			forks.push(fork);
		}
	}

	const next = {...given, forks, draft: news.some(fork => isMadeFrom(given, fork)) ? null : given.draft};
	const grown = forks.length === given.forks.length ? next : withTree(next);
	const [first] = news;
	const node = begun && first ? forkNode(grown, first.id) : null;
	return node === null ? stay(following(grown, size)) : moveTo(grown, node);
}

/** Whether it is a fork of the form that is kept, and came to an end that is its own. */
function isMadeFrom({draft}: Debugger, {parent, ending}: Trajectory): boolean {
	return (
		parent?.id === draft?.trajectory.id &&
		parent?.turn === draft?.turn &&
		(ending === 'answered' || ending === 'no-answer')
	);
}

function isInBook({catalogue}: Debugger, id: string): boolean {
	return catalogue.entries.some(entry => entry?.kind === 'trajectory' && entry.id === id);
}

/** The open fork as it is now; who was at its last turn goes on to the new one. */
function following(given: Debugger, size: Size): Debugger {
	const view = openTrajectoryOf(given);
	const index = forkIndex(given.at);
	const fork = index === null ? undefined : given.forks[index];
	if (!view || !fork || view.trajectory === fork) {
		return given;
	}

	const {turn, trajectory} = view;
	const wasLast = turn >= trajectory.turns.length - 1;
	const grown = {...view, trajectory: fork};
	return withView(
		given,
		wasLast && fork.turns.length > trajectory.turns.length
			? movedTo(grown, {turn: fork.turns.length - 1}, layoutOf(size).turn)
			: grown,
	);
}
