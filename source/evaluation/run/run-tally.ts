/** How a run stands, verdict by verdict: of a question only what still has to be counted is held. */
import type {ScoreVerdict} from '../score.js';
import {meanInterval, wilsonInterval} from '../statistics.js';
import type {RunPlan, SampleVerdict} from './run.js';
import {isRight, voteOfSamples} from './sample-votes.js';

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
	/** The mean single sample of questions whose samples are all in, as in the report. */
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
	/** Of questions whose samples are all in: how many have so many right ones. */
	const rights = Array.from({length: votes + 1}, () => 0);
	let [done, voted, votedRight] = [0, 0, 0];
	/** When the last samples ended, the oldest first; before them stands when the one before the oldest did. */
	let times: number[] = [startedAt];

	return {
		add(verdict, at) {
			done++;
			if (verdict.verdict !== 'right') {
				const kind = failureKind(verdict.verdict, verdict.ending);
				failures.set(kind, (failures.get(kind) ?? 0) + 1);
			}

			const samples = open.get(verdict.question) ?? [];
			samples.push(verdict);
			if (samples.length === votes) {
				open.delete(verdict.question);
				voted++;
				// They end in any order.
				samples.sort((a, b) => a.sample - b.sample);
				votedRight += voteOfSamples(samples).isVoteRight ? 1 : 0;
				rights[samples.filter(isRight).length]!++;
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
				pass1: meanOf(rights),
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

/** @param rights how many questions have none right, one, two, … all. */
function meanOf(rights: readonly number[]): Share {
	const draws = rights.length - 1;
	const n = rights.reduce((sum, questions) => sum + questions, 0);
	if (n === 0) {
		return {share: null, interval: meanInterval({n, share: 0, variance: 0, draws}), n};
	}

	const over = (value: (share: number) => number) =>
		rights.reduce((sum, questions, right) => sum + questions * value(right / draws), 0) / n;
	const share = over(value => value);
	return {share, interval: meanInterval({n, share, variance: over(value => (value - share) ** 2), draws}), n};
}

function shareOf(right: number, n: number): Share {
	return {share: n === 0 ? null : right / n, interval: wilsonInterval(right, n), n};
}
