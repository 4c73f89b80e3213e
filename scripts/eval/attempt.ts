/** A question that was asked once, as far as it counts, and sums of such. */
import type {Trajectory} from '../../source/agent/trajectory.js';
import {contentOf, parseReply} from '../../source/protocol/parse.js';
import {countVotes} from '../../source/vote/vote-results.js';
import type {ResultKeys} from './result-key.js';

export type Attempt = {
	/** The exact key of the answer; null: there is none, or its query fails. Attempts with equal keys agree. */
	key: string | null;
	/** By the exact key, and where REAL values are compared with two decimals. */
	right: boolean;
	nearlyRight: boolean;
	/** Replies of the model, those that are well-formed, and those that are probes. */
	turns: number;
	wellFormed: number;
	probes: number;
};

/** What became of a question; `keys` are those of its answer, `gold` those of the right one. */
export function attemptOf(
	{turns}: Pick<Trajectory, 'turns'>,
	keys: ResultKeys | null,
	gold: ResultKeys,
): Attempt {
	return {
		key: keys?.exact ?? null,
		right: keys?.exact === gold.exact,
		nearlyRight: keys?.near === gold.near,
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

/** The first attempt with the answer that most agree on, of equals that of the earliest; null where none has any. */
export function votedAttempt(attempts: readonly Attempt[]): Attempt | null {
	const {clusters, winner} = countVotes(
		attempts.map(({key}) => (key === null ? {kind: 'failed'} : {kind: 'finished', key})),
	);
	return winner === null ? null : attempts[clusters[winner]!.samples[0]!]!;
}

/** Sums over attempts; `attempts` is their number. */
export type Tally = {attempts: number} & Record<
	'right' | 'nearlyRight' | 'turns' | 'wellFormed' | 'probes',
	number
>;

export function tally(attempts: readonly Attempt[]): Tally {
	const sum = (of: (attempt: Attempt) => number) => attempts.reduce((total, each) => total + of(each), 0);
	return {
		attempts: attempts.length,
		right: sum(({right}) => Number(right)),
		nearlyRight: sum(({nearlyRight}) => Number(nearlyRight)),
		turns: sum(({turns}) => turns),
		wellFormed: sum(({wellFormed}) => wellFormed),
		probes: sum(({probes}) => probes),
	};
}
