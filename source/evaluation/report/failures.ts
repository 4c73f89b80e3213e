/** What went wrong: samples by kind, and the questions with what they were answered instead. */
import {type SampleVerdict, sampleId} from '../run/run.js';
import {isRight} from '../run/sample-votes.js';
import {SCORE_VERDICTS, type ScoreVerdict} from '../score.js';
import {goldFails, type Outcome} from './outcomes.js';

/** A verdict that is not right; where there is no query it says how the trajectory ended. */
export type FailureKind = ScoreVerdict | 'empty: no answer' | 'empty: failed';

export type Failures = {
	kinds: Array<{
		kind: FailureKind;
		samples: number;
		/** Ids of their trajectories. */
		trajectories: string[];
		/** Indices of their questions. */
		questions: number[];
	}>;
	/** Indices of questions to which all samples gave one and the same wrong answer: the gold query may be at fault. */
	sharedWrong: number[];
	/** Each question that some sample got wrong, by index. */
	questions: FailedQuestion[];
};

export type FailedQuestion = {
	index: number;
	/** What the dataset calls it. */
	questionId: string | null;
	question: string;
	evidence: string;
	database: string;
	difficulty: string | null;
	gold: string;
	/** Why the gold query fails, or ''. */
	goldReason: string;
	samples: number;
	right: number;
	isVoteRight: boolean;
	/** Wrong answers, the one that most samples gave first; those with the same rows are one. */
	answers: Array<{
		kind: FailureKind;
		reason: string;
		/** Of the first of its samples; null: it gave none. */
		sql: string | null;
		trajectories: string[];
		/** Whether the vote took it. */
		isChosen: boolean;
	}>;
};

export function failuresOf(outcomes: readonly Outcome[]): Failures {
	const failed = outcomes.filter(({samples, right}) => right < samples.length);
	return {
		kinds: kindsOf(failed),
		sharedWrong: failed.filter(isSharedWrong).map(({item}) => item.index),
		questions: failed.map(failedQuestion),
	};
}

function kindOf({verdict, ending}: SampleVerdict): FailureKind {
	if (verdict !== 'empty') {
		return verdict;
	}

	return ending === 'answered' ? 'empty' : ending === 'failed' ? 'empty: failed' : 'empty: no answer';
}

const KINDS: readonly FailureKind[] = SCORE_VERDICTS.flatMap(verdict =>
	verdict === 'right' ? [] : verdict === 'empty' ? ['empty: no answer', 'empty: failed', 'empty'] : [verdict],
);

function kindsOf(outcomes: readonly Outcome[]): Failures['kinds'] {
	const samples = outcomes.flatMap(outcome => outcome.samples).filter(sample => !isRight(sample));
	return KINDS.map(kind => {
		const own = samples.filter(sample => kindOf(sample) === kind);
		return {
			kind,
			samples: own.length,
			trajectories: own.map(idOf),
			questions: [...new Set(own.map(({question}) => question))],
		};
	}).filter(({samples}) => samples > 0);
}

function idOf({question, sample}: SampleVerdict): string {
	return sampleId(question, sample);
}

function isSharedWrong(outcome: Outcome): boolean {
	const {samples, vote, right} = outcome;
	return (
		!goldFails(outcome) &&
		right === 0 &&
		samples.length > 1 &&
		vote.clusters[0]?.samples.length === samples.length
	);
}

function failedQuestion({item, gold, samples, right, isVoteRight, chosen}: Outcome): FailedQuestion {
	const groups = new Map<string, SampleVerdict[]>();
	for (const sample of samples) {
		if (!isRight(sample)) {
			const group = `${kindOf(sample)}\0${sample.key ?? `\0${sample.reason}`}`;
			groups.set(group, [...(groups.get(group) ?? []), sample]);
		}
	}

	const {index, questionId, question, evidence, database, difficulty} = item;
	return {
		index,
		questionId,
		question,
		evidence,
		database,
		difficulty,
		gold: item.gold,
		goldReason: gold?.reason ?? '',
		samples: samples.length,
		right,
		isVoteRight,
		answers: [...groups.values()]
			.sort((a, b) => b.length - a.length)
			.map(group => ({
				kind: kindOf(group[0]!),
				reason: group[0]!.reason,
				sql: group[0]!.sql,
				trajectories: group.map(idOf),
				isChosen: chosen !== null && group.includes(chosen),
			})),
	};
}
