/** How a run stands, verdict by verdict: of a question only what still has to be counted is held. */
import {countVotes, type VoteResult} from '../../vote/vote-results.js';
import type {ScoreVerdict} from '../score.js';
import {wilsonInterval} from '../statistics.js';
import type {RunPlan, SampleVerdict} from './run.js';

/** A share of `n`, from 0 to 1, and the interval that holds it with 95 %; of nothing the share is null. */
export type Share = {share: number | null; interval: [lower: number, upper: number]; n: number};

/** Why a sample is not right. An empty answer is one of three: the model gave none, it failed, or its query was empty. */
export type FailureKind =
	| Exclude<ScoreVerdict, 'right' | 'empty'>
	| 'no answer'
	| 'model failed'
	| 'empty answer';

export type RunFigures = {
	samples: {done: number; of: number};
	/** Those whose samples are all in. */
	questions: {done: number; of: number};
	/** Samples of each question. */
	votes: number;
	/** Right samples of all. `n` counts questions: samples of one are alike, and would make the interval too narrow. */
	pass1: Share;
	/** Questions whose samples are all in and whose vote is right. */
	vote: Share;
	/** The most frequent first. */
	failures: Array<{kind: FailureKind; count: number}>;
	/** Samples that end in a minute; null before the first. */
	perMinute: number | null;
	/** Milliseconds until all are in, at that rate. */
	msLeft: number | null;
};

export type RunTally = {
	/** @param at when it ended, in milliseconds of a clock that only goes forward; null: in a run before. */
	add(verdict: SampleVerdict, at: number | null): void;
	/** How it stands at that time, of the same clock. */
	figures(now: number): RunFigures;
};

/** The rate is that of the last minute, or of as many of the last samples as tell something. */
const WINDOW_MS = 60_000;
const FEWEST_IN_WINDOW = 20;
const MOST_TIMES = 512;

/** @param startedAt when this program began to ask, of the same clock. */
export function openRunTally(plan: Pick<RunPlan, 'votes' | 'items'>, startedAt: number): RunTally {
	const {votes} = plan;
	const of = plan.items.length * votes;
	/** Of questions that have some of their samples. */
	const open = new Map<number, SampleVerdict[]>();
	const failures = new Map<FailureKind, number>();
	let [done, right, begun, voted, votedRight] = [0, 0, 0, 0, 0];
	/** When the last samples ended, the oldest first; before them stands when the one before the oldest did. */
	let times: number[] = [startedAt];

	return {
		add(verdict, at) {
			done++;
			right += verdict.verdict === 'right' ? 1 : 0;
			if (verdict.verdict !== 'right') {
				const kind = failureKind(verdict.verdict, verdict.ending);
				failures.set(kind, (failures.get(kind) ?? 0) + 1);
			}

			const samples = open.get(verdict.question) ?? [];
			begun += samples.length === 0 ? 1 : 0;
			samples.push(verdict);
			if (samples.length === votes) {
				open.delete(verdict.question);
				voted++;
				votedRight += isVoteRight(samples) ? 1 : 0;
			} else {
				open.set(verdict.question, samples);
			}

			if (at !== null) {
				times.push(at);
				times = times.length > 2 * MOST_TIMES ? times.slice(-MOST_TIMES) : times;
			}
		},
		figures(now) {
			const perMs = rateOf(times, now);
			return {
				samples: {done, of},
				questions: {done: voted, of: plan.items.length},
				votes,
				pass1: shareOf(done === 0 ? 0 : (right / done) * begun, begun),
				vote: shareOf(votedRight, voted),
				failures: [...failures]
					.map(([kind, count]) => ({kind, count}))
					.sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1)),
				perMinute: perMs === null ? null : perMs * 60_000,
				msLeft: perMs === null ? null : (of - done) / perMs,
			};
		},
	};
}

/** Samples a millisecond; null where none has ended. */
function rateOf(times: readonly number[], now: number): number | null {
	const inWindow = times.findIndex(time => time >= now - WINDOW_MS);
	const enough = Math.max(0, times.length - 1 - FEWEST_IN_WINDOW);
	const from = inWindow < 0 ? enough : Math.min(inWindow, enough);
	const count = times.length - 1 - from;
	return count === 0 ? null : count / Math.max(1, now - times[from]!);
}

function failureKind(verdict: Exclude<ScoreVerdict, 'right'>, ending: SampleVerdict['ending']): FailureKind {
	if (verdict !== 'empty') {
		return verdict;
	}

	return ending === 'no-answer' ? 'no answer' : ending === 'failed' ? 'model failed' : 'empty answer';
}

/** The sample that stands for the winner is its first. */
function isVoteRight(samples: readonly SampleVerdict[]): boolean {
	const ordered = [...samples].sort((a, b) => a.sample - b.sample);
	const {clusters, winner} = countVotes(
		ordered.map(({key}): VoteResult => (key === null ? {kind: 'failed'} : {kind: 'finished', key})),
	);
	return winner !== null && ordered[clusters[winner]!.samples[0]!]!.verdict === 'right';
}

function shareOf(right: number, n: number): Share {
	return {share: n === 0 ? null : right / n, interval: wilsonInterval(right, n), n};
}
