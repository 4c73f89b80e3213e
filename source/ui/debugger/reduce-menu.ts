/** The debugger's menus: what is listed and how, how far to run, what to judge, how to export. */
import type {Until} from '../../agent/rerun.js';
import {EXPORT_FORMATS} from '../../archive/export.js';
import type {AnyVerdict} from '../../evaluation/any-verdict.js';
import {editorOf, emptyEditor} from '../editor/editor.js';
import type {Input} from '../input.js';
import {type MenuOption, openMenu, reduceMenu} from '../screens/menu.js';
import {
	type Choice,
	type Debugger,
	entryAt,
	type Mode,
	openTrajectoryOf,
	openWhose,
	whoseAt,
} from './debugger.js';
import type {DebuggerStep, FiledTarget} from './event.js';
import {begin, narrow, stay, to, withNotice} from './moves.js';
import {compareWith} from './reduce-comparing.js';
import {ORDERS, type Outcome, type Wanted} from './selection.js';
import {forkIndex, type Node} from './tree.js';
import {VERDICT_NAMES} from './verdict-names.js';
import {kindsOf, recordedOf, stands} from './verdicts.js';
import {ORDER_WORDS, OUTCOME_WORDS} from './words.js';

type From = 'browsing' | 'listing';

function choose(
	given: Debugger,
	from: From,
	{
		title,
		options,
		choice,
		cursor = 0,
	}: {
		title: string;
		options: readonly MenuOption[];
		choice: Choice;
		cursor?: number;
	},
): DebuggerStep {
	return to(given, {kind: 'choosing', menu: {...openMenu(title, options), cursor}, choice, from});
}

export function chooseOrder(given: Debugger, from: From): DebuggerStep {
	return choose(given, from, {
		title: 'Sort the trajectories',
		options: ORDERS.map(order => ({label: ORDER_WORDS[order]})),
		choice: {kind: 'order', orders: ORDERS},
		cursor: ORDERS.indexOf(given.selection.wanted.order),
	});
}

const OUTCOMES: readonly Outcome[] = ['answered', 'error', 'no-answer', 'failed', 'aborted', 'open', 'fault'];

/** Where there are verdicts these are always offered; others where some have them. */
const VERDICTS: readonly AnyVerdict[] = ['right', 'wrong', 'sql-error', 'timeout', 'gold-error'];

const RARER: readonly AnyVerdict[] = ['empty', 'memory', 'refused', 'decode', 'gold-timeout', 'unknown'];

export function chooseOnly(given: Debugger, from: From): DebuggerStep {
	const kinds = kindsOf(given.verdicts);
	const verdicts = [...VERDICTS, ...RARER.filter(verdict => kinds.has(verdict)), 'not-judged' as const];
	const options: Array<Pick<Wanted, 'outcome' | 'verdict'>> = [
		{outcome: null, verdict: null},
		...OUTCOMES.map(outcome => ({outcome, verdict: null})),
		...(kinds.size === 0 ? [] : verdicts.map(verdict => ({outcome: null, verdict}))),
	];
	const {wanted} = given.selection;
	const current = options.findIndex(
		({outcome, verdict}) => outcome === wanted.outcome && verdict === wanted.verdict,
	);
	return choose(given, from, {
		title: 'Show only',
		options: options.map(option => ({label: onlyWords(option)})),
		choice: {kind: 'only', options},
		cursor: Math.max(0, current),
	});
}

export function onlyWords({outcome, verdict}: Pick<Wanted, 'outcome' | 'verdict'>): string {
	if (verdict !== null) {
		return verdict === 'not-judged' ? 'not judged' : VERDICT_NAMES[verdict];
	}

	return outcome === null ? 'all' : OUTCOME_WORDS[outcome];
}

const UNTILS: ReadonlyArray<readonly [Until, string]> = [
	['next', 'the next turn'],
	['error', 'the next error'],
	['empty', 'the first empty observation'],
	['answer', 'the answer'],
];

export function chooseStep(given: Debugger): DebuggerStep {
	return choose(given, 'browsing', {
		title: 'Run the recorded queries again, from here to',
		options: UNTILS.map(([, label]) => ({label})),
		choice: {kind: 'step', untils: UNTILS.map(([until]) => until)},
	});
}

export function chooseJudging(given: Debugger): DebuggerStep {
	const {tree, verdicts, rule} = given;
	const judgeable = tree.nodes.filter(node => isJudgeable(given, node)).length;
	const isAll = judgeable === tree.nodes.length;
	const options = (['this', 'listed', 'typed'] as const).filter(one => one !== 'listed' || judgeable > 0);
	const whose = openWhose(given);
	const recorded = whose && stands(verdicts, whose, rule) ? recordedOf(verdicts, whose) : null;
	const words = {
		this: recorded ? 'show how the rows of this answer differ' : 'this answer',
		listed: `all that are listed${isAll ? '' : ' and have no verdict'} (${judgeable.toLocaleString('en-US')})`,
		typed: 'this answer, by a gold query that you type',
	};
	return choose(given, 'browsing', {
		title: recorded
			? `The verdict is that of the run, by ${recorded.rule}; rows are compared by ${rule}`
			: `Judge by the rule ${rule}`,
		options: options.map(option => ({label: words[option]})),
		choice: {kind: 'judge', options},
	});
}

/** What the run has judged by a rule of its own is not judged by another. */
function isJudgeable(given: Debugger, node: Node): boolean {
	const entry = entryAt(given, node);
	return entry?.kind !== 'trajectory' || !stands(given.verdicts, whoseAt(given, node, entry.id), given.rule);
}

export function chooseExport(given: Debugger): DebuggerStep {
	return choose(given, 'browsing', {
		title: 'Export this trajectory as',
		options: EXPORT_FORMATS.map(label => ({label})),
		choice: {kind: 'format', formats: EXPORT_FORMATS},
	});
}

export function reduceChoosing(
	given: Debugger,
	mode: Extract<Mode, {kind: 'choosing'}>,
	input: Input,
): DebuggerStep {
	const next = reduceMenu(mode.menu, input);
	const back: Debugger = {
		...given,
		mode: mode.from === 'listing' ? {kind: 'listing', at: given.at} : {kind: 'browsing'},
	};
	if (next === 'close') {
		return stay(back);
	}

	return 'taken' in next ? take(back, mode.choice, next.taken) : to(given, {...mode, menu: next});
}

function take(given: Debugger, choice: Choice, taken: number): DebuggerStep {
	const {wanted} = given.selection;
	switch (choice.kind) {
		case 'order':
			return atCursor(narrow(given, {...wanted, order: choice.orders[taken]!}));
		case 'only':
			return atCursor(narrow(given, {...wanted, ...choice.options[taken]!}));
		case 'step':
			return step(given, choice.untils[taken]!);
		case 'judge':
			return judge(given, choice.options[taken]!);
		case 'compare':
			return compareWith(given, choice.nodes[taken]!);
		case 'format': {
			const format = choice.formats[taken]!;
			return to(given, {kind: 'naming', format, editor: editorOf(`trajectory.${format}`)});
		}
	}
}

/** The list stays at what is open. */
function atCursor({debugger: given, requests}: DebuggerStep): DebuggerStep {
	const {mode, at} = given;
	return {debugger: mode.kind === 'listing' ? {...given, mode: {...mode, at}} : given, requests};
}

/** On from this turn, which runs too where it has not run again yet. */
function step(given: Debugger, until: Until): DebuggerStep {
	const view = openTrajectoryOf(given);
	if (!view) {
		return stay(given);
	}

	const {trajectory, turn, findings} = view;
	const from = findings.reruns.has(turn) ? turn + 1 : turn;
	return from >= trajectory.turns.length
		? withNotice(given, 'This is the last turn.')
		: begin(given, {kind: 'rerun', trajectory, file: openWhose(given)!.file, from, until});
}

function judge(given: Debugger, what: 'this' | 'listed' | 'typed'): DebuggerStep {
	const view = openTrajectoryOf(given);
	if (what === 'typed') {
		return to(given, {kind: 'typing-gold', editor: emptyEditor()});
	}

	const shown: Debugger = {...given, manner: {...given.manner, pane: 'judgement', rows: true}};
	if (what === 'this') {
		return view
			? begin(shown, {
					kind: 'judge',
					trajectory: view.trajectory,
					file: openWhose(given)!.file,
					gold: null,
				})
			: stay(given);
	}

	const {tree, forks, catalogue} = given;
	const targets = tree.nodes
		.filter(node => isJudgeable(given, node))
		.map((node): FiledTarget => {
			const index = forkIndex(node);
			return index === null
				? {node, trajectory: null, file: catalogue.fileOf(node)}
				: {node, trajectory: forks[index] ?? null, file: ''};
		});
	return begin(given, {kind: 'judge-all', targets});
}
