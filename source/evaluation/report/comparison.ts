/** Runs side by side, on the questions that all of them have: each one's figures, and how each two of them differ. */
import {UsageError} from '../../errors.js';
import {wantedQuestions} from '../run/missing-questions.js';
import type {Run, RunPlan} from '../run/run.js';
import {mcNemar} from '../statistics.js';
import {isUndecided} from './agreement.js';
import {type Difference, type Figure, meanOf, pairedDifference, permutationTest} from './figures.js';
import {type Outcome, outcomeOf, outcomesOf, passOne} from './outcomes.js';
import {voteShare, voteSizes} from './subset-votes.js';

export type NamedRun = {name: string; run: Run};

export type Comparison = {
	format: 'sqrl-comparison/1';
	dataset: RunPlan['dataset'];
	rule: RunPlan['rule'];
	questionsSha256: string;
	/** Questions that every run has with all its samples: all figures are of these. */
	shared: number;
	runs: ComparedRun[];
	/** Each run with each that comes after it. */
	pairs: RunPair[];
	/** Of two runs: what it gives to ask the second where the first does not decide. */
	escalation: Escalation | null;
	/** What else differs between the runs, and what they lack. */
	notes: string[];
};

export type ComparedRun = {
	name: string;
	model: string;
	evidence: boolean;
	samples: number;
	/** Questions asked, and of these with all their samples. */
	questions: number;
	complete: number;
	passOne: Figure;
	/** By size, up to the run's samples: means over subsets as in the report. */
	votes: Array<Figure & {m: number}>;
};

export type RunPair = {
	/** Indices into `runs`; a difference is the second's less the first's. */
	first: number;
	second: number;
	/** By the permutation test over the means of questions. */
	passOne: Difference & {p: number};
	/** Null where one of them has single samples. */
	vote: VotePair | null;
};

/** The votes of the first m samples of each. */
export type VotePair = Difference & {
	/** As many as both have. */
	m: number;
	/** Indices of questions that only one of them has right. */
	onlyFirst: number[];
	onlySecond: number[];
	/** By McNemar's exact test. */
	p: number;
};

export type Escalation = {
	/** Votes of the first that end narrow or without a winner. */
	undecided: number;
	/** How many of them the first, and how many the second has right. */
	rightBefore: number;
	rightAfter: number;
	/** Accuracy over all shared questions. */
	first: number;
	second: number;
	together: number;
	/** Questions that are right only after, or only before, with McNemar's p. */
	gained: number;
	lost: number;
	p: number;
};

/** Throws a UsageError that says why runs cannot be compared. */
export function comparisonOf(given: readonly NamedRun[]): Comparison {
	refuseOthers(given);
	const complete = given.map(({run}) => outcomesOf(run));
	const counts = new Map<number, number>();
	for (const {item} of complete.flat()) {
		counts.set(item.index, (counts.get(item.index) ?? 0) + 1);
	}

	const shared = complete.map(outcomes =>
		outcomes.filter(({item}) => counts.get(item.index) === given.length),
	);
	const n = shared[0]!.length;
	if (n === 0) {
		throw new UsageError(
			'there is no question that all of these runs have with all its samples',
			'Let them come to their end, or name runs that ask the same questions.',
		);
	}

	const {dataset, rule, questions} = given[0]!.run.plan;
	return {
		format: 'sqrl-comparison/1',
		dataset,
		rule,
		questionsSha256: questions.sha256,
		shared: n,
		runs: given.map(({name, run: {plan}}, at) => ({
			name,
			model: plan.model.name,
			evidence: plan.evidence,
			samples: plan.votes,
			questions: plan.items.length,
			complete: complete[at]!.length,
			passOne: meanOf(shared[at]!.map(passOne), plan.votes),
			votes: voteSizes(plan.votes)
				.filter(m => m > 1)
				.map(m => ({
					m,
					...meanOf(
						shared[at]!.map(outcome => voteShare(outcome, m)),
						plan.votes,
					),
				})),
		})),
		pairs: shared.flatMap((first, at) =>
			shared.slice(at + 1).map((second, after) => ({
				first: at,
				second: at + 1 + after,
				...pairOf(first, second, Math.min(given[at]!.run.plan.votes, given[at + 1 + after]!.run.plan.votes)),
			})),
		),
		escalation: shared.length === 2 ? escalationOf(shared[0]!, shared[1]!, given[0]!.run.plan.votes) : null,
		notes: notesOf(given, complete, n),
	};
}

/** What two runs must have the same of, and how it is told. */
const SAME: ReadonlyArray<{name: string; key(plan: RunPlan): string; words(plan: RunPlan): string}> = [
	{name: 'dataset', key: ({dataset}) => dataset, words: ({dataset}) => dataset},
	{
		name: 'questions',
		// A file under another name is the same file.
		key: ({questions}) => questions.sha256,
		words: ({questions: {file, sha256}}) => `${file} with SHA-256 ${sha256.slice(0, 12)}…`,
	},
	{name: 'rule', key: ({rule}) => rule, words: ({rule}) => rule},
];

function refuseOthers([first, ...others]: readonly NamedRun[]): void {
	for (const other of others) {
		const [here, there] = [first!.run.plan, other.run.plan];
		const different = SAME.filter(({key}) => key(here) !== key(there));
		if (different.length > 0) {
			const words = different.map(({name, words}) => `${name} ${words(here)} against ${words(there)}`);
			throw new UsageError(
				`${first!.name} and ${other.name} cannot be compared: ${words.join('; ')}`,
				'Runs are compared on the same questions by the same rule.',
			);
		}
	}
}

function pairOf(
	first: readonly Outcome[],
	second: readonly Outcome[],
	m: number,
): Omit<RunPair, 'first' | 'second'> {
	const means = [first.map(passOne), second.map(passOne)] as const;
	const passed = {...pairedDifference(...means), p: permutationTest(...means)};
	if (m < 2) {
		return {passOne: passed, vote: null};
	}

	const votes = [first.map(outcome => firstVote(outcome, m)), second.map(outcome => firstVote(outcome, m))];
	const only = (one: 0 | 1) =>
		first.flatMap(({item}, at) => (votes[one]![at] === 1 && votes[1 - one]![at] === 0 ? [item.index] : []));
	const [onlyFirst, onlySecond] = [only(0), only(1)];
	return {
		passOne: passed,
		vote: {
			m,
			...pairedDifference(votes[0]!, votes[1]!),
			onlyFirst,
			onlySecond,
			p: mcNemar(onlyFirst.length, onlySecond.length),
		},
	};
}

/** Whether the vote of the first m samples is right: 1 or 0. */
function firstVote({item, gold, samples, isVoteRight}: Outcome, m: number): number {
	return Number(samples.length <= m ? isVoteRight : outcomeOf(item, gold, samples.slice(0, m)).isVoteRight);
}

/** Where the second has no winner the first vote stands, as where a vote is escalated. */
function escalationOf(first: readonly Outcome[], second: readonly Outcome[], k: number): Escalation | null {
	if (k === 1) {
		return null;
	}

	const pairs = first.map((before, at) => {
		const other = second[at]!;
		const isAsked = isUndecided(before);
		const after = isAsked && other.chosen !== null ? other.isVoteRight : before.isVoteRight;
		return {isAsked, before: before.isVoteRight, other: other.isVoteRight, after};
	});
	const count = (is: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(is).length;
	const [gained, lost] = [
		count(({before, after}) => after && !before),
		count(({before, after}) => before && !after),
	];
	return {
		undecided: count(({isAsked}) => isAsked),
		rightBefore: count(({isAsked, before}) => isAsked && before),
		rightAfter: count(({isAsked, after}) => isAsked && after),
		first: count(({before}) => before) / pairs.length,
		second: count(({other}) => other) / pairs.length,
		together: count(({after}) => after) / pairs.length,
		gained,
		lost,
		p: mcNemar(gained, lost),
	};
}

/** What need not be the same, and should be known. */
const NOTED: ReadonlyArray<[name: string, of: (plan: RunPlan) => string]> = [
	['evidence', ({evidence}) => (evidence ? 'told' : 'not told')],
	['temperature', ({sampling}) => String(sampling.temperature)],
	['top_p', ({sampling}) => String(sampling.topP)],
	['limit of tokens', ({sampling}) => String(sampling.maxTokens)],
	['limit of probes', ({maxSteps}) => String(maxSteps)],
	['time limit of a query', ({timeoutMs}) => `${timeoutMs / 1000} s`],
	['SQLite', ({sqlite}) => sqlite],
	['sqrl-tui', ({program}) => program],
];

function notesOf(
	given: readonly NamedRun[],
	complete: ReadonlyArray<readonly Outcome[]>,
	n: number,
): string[] {
	const differing = NOTED.flatMap(([what, of]) => {
		const values = given.map(({run}) => of(run.plan));
		return new Set(values).size === 1
			? []
			: [
					`They differ in ${what}: ${values.map((value, at) => `${value} in ${given[at]!.name}`).join(', ')}.`,
				];
	});
	const unfinished = given.flatMap(({name, run: {plan}}, at) => {
		const done = complete[at]!.length;
		return done < plan.items.length
			? [`${name} is not finished: ${done} of ${plan.items.length} questions have all their samples.`]
			: [];
	});
	const inParts = given.flatMap(({name, run: {plan}}) => {
		const {wanted, missing} = wantedQuestions(plan);
		return missing > 0
			? [`Parts of ${name} are missing: it has ${wanted - missing} of ${wanted} questions.`]
			: [];
	});
	const isPart = complete.some(outcomes => outcomes.length > n);
	return [
		...inParts,
		...unfinished,
		...(isPart
			? [`The figures are of the ${n} questions that all of these runs have, not of all that each has.`]
			: []),
		...differing,
	];
}
