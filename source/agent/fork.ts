/** Forks: a trajectory that goes another way from one of its turns. */
import {UsageError} from '../errors.js';
import type {ModelRef, Sampling} from '../model/model.js';
import {observationTurn} from '../protocol/prompt.js';
import {promptWithEvidence} from './evidence.js';
import {withSampling} from './known.js';
import {replyWithSql, replyWithSummary, withReply} from './reworded.js';
import {sampleSeed} from './sample-seed.js';
import {forked, type Trajectory, type Turn} from './trajectory.js';

export type ForkChange =
	/** The model replies anew. */
	| {kind: 'again'}
	/** Of an answer, its query: the fork goes on to run it. */
	| {kind: 'probe'; sql: string}
	/** What the model is told; nothing is run. */
	| {kind: 'observation'; text: string}
	/** What stands before the block; the probe is judged anew. */
	| {kind: 'summary'; text: string}
	/** Think block and all; its probe is judged anew. */
	| {kind: 'reply'; text: string};

export type ForkPlan = {
	/** An index into the parent's turns; for `again` also the one after the last, where a reply is due. */
	turn: number;
	change: ForkChange;
	sampling: Sampling;
	/** Null: the parent's. */
	evidence: string | null;
	/** How many continuations. */
	count: number;
};

/**
 * The forks before anything of them has run: continuation i has seed base + i where there is a seed. Throws a
 * UsageError for what cannot be: a turn that is not there, a change that the turn has no place for, evidence where the
 * prompt is not of this program.
 */
export function forks(
	parent: Trajectory,
	plan: ForkPlan,
	given: {model: ModelRef; newId: () => string},
): Trajectory[] {
	const {turn, change, sampling, evidence, count} = plan;
	if (!Number.isInteger(count) || count < 1) {
		throw new UsageError(`there can be no ${count} continuations`, 'Take a whole number from 1 on.');
	}

	const changed = changedTurn(parent, turn, change);
	const prompted = evidence === null ? {} : withEvidence(parent, evidence);
	return Array.from({length: count}, (_, at) => {
		const fork = forked(parent, turn, given.newId());
		const seed = sampling.seed === null ? null : sampleSeed(sampling.seed, at);
		return {
			...withSampling(fork, {...sampling, seed}),
			...prompted,
			model: given.model,
			turns: changed ? [...fork.turns, changed] : fork.turns,
		};
	});
}

/** The turn from which the fork goes another way; null: the model writes it. */
function changedTurn({turns}: Trajectory, index: number, change: ForkChange): Turn | null {
	if (change.kind === 'again') {
		const before = turns[index - 1];
		if (!Number.isInteger(index) || index < 0 || index > turns.length || (before && !before.response)) {
			throw new UsageError(`there is no reply ${index + 1} to ask for`, `${turnsWords(turns)}.`);
		}

		return null;
	}

	const turn = turns[index];
	if (!turn) {
		throw new UsageError(`there is no turn ${index + 1}`, `${turnsWords(turns)}.`);
	}

	switch (change.kind) {
		case 'probe':
			return withProbe(turn, change.sql, turns[index - 1]);
		case 'observation': {
			if (turn.action.kind !== 'sql') {
				throw new UsageError(
					`turn ${index + 1} has no probe, and only a probe is followed by an observation`,
					'Edit the reply, or choose another turn.',
				);
			}

			const {outcome: _, ...rest} = turn;
			return {...rest, response: {kind: 'observation', text: observationTurn(change.text)}};
		}

		case 'summary':
			return withReply(turn, replyWithSummary(turn.reply, change.text));
		default:
			return withReply(turn, change.text);
	}
}

function withProbe(turn: Turn, sql: string, before: Turn | undefined): Turn {
	const {action} = turn;
	if (action.kind === 'none') {
		throw new UsageError('there is no query in this reply', 'Edit the whole reply, or choose another turn.');
	}

	if (sql.trim() === '') {
		throw new UsageError('the query is empty', 'Write one.');
	}

	if (action.kind === 'answer') {
		return withReply(turn, replyWithSql(turn.reply, sql));
	}

	if (before?.response?.kind === 'finish') {
		throw new UsageError(
			'the model was told to answer, so this probe is not run',
			'Edit the whole reply, or choose a turn before.',
		);
	}

	const {outcome: _, response: __, ...rest} = turn;
	return {
		...rest,
		verdict: sql === action.sql ? {kind: 'approved', by: 'person'} : {kind: 'edited', sql},
	};
}

function withEvidence(parent: Trajectory, evidence: string): Partial<Trajectory> {
	if (evidence === parent.evidence) {
		return {};
	}

	const system = promptWithEvidence(parent, evidence);
	if (system === null) {
		throw new UsageError(
			'the system prompt is not of this program, so the evidence in it cannot be replaced',
			'Keep the evidence as it is.',
		);
	}

	return {evidence, prompt: {...parent.prompt, system}};
}

function turnsWords(turns: readonly Turn[]): string {
	return turns.length === 1 ? 'There is 1 turn' : `There are ${turns.length} turns`;
}
