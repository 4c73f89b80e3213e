/** A question that was asked once, as far as it counts, and sums of such. */
import type {Trajectory} from '../../source/agent/trajectory.js';
import {contentOf, parseReply} from '../../source/protocol/parse.js';
import {countVotes} from '../../source/vote/vote-results.js';

export type Attempt = {
	/** The `resultKey` of the answer; null: there is none, or its query fails. Attempts with equal keys agree. */
	key: string | null;
	right: boolean;
	/** Replies of the model, those that are well-formed, and those that are probes. */
	turns: number;
	wellFormed: number;
	probes: number;
};

/** What became of a question whose right answer has `gold` as its key. */
export function attemptOf({turns}: Pick<Trajectory, 'turns'>, key: string | null, gold: string): Attempt {
	return {
		key,
		right: key === gold,
		turns: turns.length,
		wellFormed: turns.filter(({reply}) => isWellFormed(reply)).length,
		probes: turns.filter(({action}) => action.kind === 'sql').length,
	};
}

/** Whether a reply has exactly one block, of either kind, with something in it and nothing after it. */
export function isWellFormed(reply: string): boolean {
	const content = contentOf(reply);
	const tags = [...content.matchAll(/<\/?(?:sql|answer)>/g)].map(([tag]) => tag);
	const [open = '', close = ''] = tags;
	return (
		tags.length === 2 &&
		close === open.replace('<', '</') &&
		content.endsWith(close) &&
		parseReply(reply).action.kind !== 'none'
	);
}

/** Whether the answer that most attempts at a question agree on is right; of equals that of the earliest counts. */
export function isVotedRight(attempts: readonly Attempt[]): boolean {
	const {clusters, winner} = countVotes(
		attempts.map(({key}) => (key === null ? {kind: 'failed'} : {kind: 'finished', key})),
	);
	return winner !== null && attempts[clusters[winner]!.samples[0]!]!.right;
}

/** Sums over attempts; `attempts` is their number. */
export type Tally = {attempts: number} & Record<'right' | 'turns' | 'wellFormed' | 'probes', number>;

export function tally(attempts: readonly Attempt[]): Tally {
	const sum = (of: (attempt: Attempt) => number) => attempts.reduce((total, each) => total + of(each), 0);
	return {
		attempts: attempts.length,
		right: sum(({right}) => Number(right)),
		turns: sum(({turns}) => turns),
		wellFormed: sum(({wellFormed}) => wellFormed),
		probes: sum(({probes}) => probes),
	};
}
