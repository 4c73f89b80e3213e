/**
 * Groups of samples of one question with their rewards, as group-relative methods (GRPO, CISPO) learn from. `prompt`
 * is what TRL's GRPOTrainer begins with, `messages` the same for ms-swift; both hand the other fields to the reward
 * function. These may not be named `completions`: that is what the function's own argument is called.
 */
import {messages} from '../../agent/trajectory.js';
import type {Message} from '../../protocol/prompt.js';
import type {Run, SampleVerdict} from '../run/run.js';
import type {ScoreVerdict} from '../score.js';
import {written} from './chat.js';
import {type Candidate, candidatesOf, usableQuestions} from './samples.js';
import type {Tally} from './tally.js';
import type {TrajectoryLines} from './trajectory-lines.js';

export type RlOptions = {
	/** Samples of a group. */
	group: number;
	skipNondeterministic: boolean;
};

export type RlLine = {
	/** The first sample's. */
	id: string;
	database: string;
	/** Its file; null where a trajectory does not tell. */
	database_path: string | null;
	question: string;
	evidence: string;
	gold: string;
	prompt: Message[];
	messages: Message[];
	samples: RlSample[];
};

export type RlSample = {
	id: string;
	/** After the prompt; `reply` is what the model wrote, thinking and all, where `content` is what it is shown later. */
	messages: Array<Message & {reply?: string}>;
	/** Null: it gave no answer. */
	sql: string | null;
	verdict: ScoreVerdict;
	reward: 0 | 1;
	advantage: number;
	completion_tokens: number | null;
};

/**
 * (r − mean) / std, as GRPO has it; std is that of the group itself (divided by n, not n − 1), and nothing is added to
 * it. Rounded to six decimals. All the same: zeros.
 */
export function groupAdvantages(rewards: readonly number[]): number[] {
	const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
	const variance = rewards.reduce((sum, reward) => sum + (reward - mean) ** 2, 0) / rewards.length;
	return rewards.map(reward =>
		variance === 0 ? 0 : Math.round(((reward - mean) / Math.sqrt(variance)) * 1e6) / 1e6,
	);
}

/** A sample without an answer is wrong; one that failed for the server's sake is none. */
export function rewardOf({verdict}: SampleVerdict): 0 | 1 {
	return verdict === 'right' ? 1 : 0;
}

/** Full groups, in the order of samples, that have right and wrong ones. */
export function chooseGroups(
	run: Run,
	{lines, tally, group, ...options}: RlOptions & {lines: TrajectoryLines; tally: Tally},
): Candidate[][] {
	const groups: Candidate[][] = [];
	for (const {item, samples} of usableQuestions(run, tally, options)) {
		const own = samples.filter(({ending}) => ending !== 'failed');
		tally.count('failed', samples.length - own.length);
		const found = candidatesOf(item, own, {lines, tally});
		const full = Math.floor(found.length / group) * group;
		tally.count('incomplete', found.length - full);
		for (let from = 0; from < full; from += group) {
			const members = found.slice(from, from + group);
			const right = members.filter(({sample}) => rewardOf(sample) === 1).length;
			if (right === 0 || right === group) {
				tally.count(right === 0 ? 'all-wrong' : 'all-right', group);
			} else {
				groups.push(members);
			}
		}
	}

	return groups;
}

export async function* rlLines(
	groups: readonly Candidate[][],
	{lines}: {lines: TrajectoryLines},
): AsyncGenerator<RlLine> {
	for (const members of groups) {
		const [{item, id}] = members as [Candidate];
		const advantages = groupAdvantages(members.map(({sample}) => rewardOf(sample)));
		const samples: RlSample[] = [];
		let beginning: Pick<RlLine, 'database_path' | 'prompt'> | null = null;
		for (const [at, {id, sample}] of members.entries()) {
			const trajectory = await lines.read(id);
			const chat = messages(trajectory);
			let turn = 0;
			beginning ??= {database_path: trajectory.database?.path ?? null, prompt: chat.slice(0, 2)};
			samples.push({
				id,
				messages: chat
					.slice(2)
					.map(message =>
						message.role === 'assistant' ? {...message, reply: written(trajectory.turns[turn++]!)} : message,
					),
				sql: sample.sql,
				verdict: sample.verdict,
				reward: rewardOf(sample),
				advantage: advantages[at]!,
				completion_tokens: sample.completionTokens,
			});
		}

		const {database_path, prompt} = beginning!;
		const {database, question, evidence, gold} = item;
		yield {id, database, database_path, question, evidence, gold, prompt, messages: prompt, samples};
	}
}
