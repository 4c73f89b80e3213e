/** The driver: the one way in which a trajectory grows. */
import type {QueryOptions, Reader} from '../database/reader.js';
import {ModelError} from '../errors.js';
import type {Model, ReplyChunk, Usage} from '../model/model.js';
import type {Review} from './review.js';
import {
	answered,
	ended,
	failed,
	judged,
	messages,
	next,
	ran,
	replied,
	responded,
	type Trajectory,
	unfinished,
	type Verdict,
} from './trajectory.js';
import {untilAborted} from './until-aborted.js';

export type SolveEvent =
	| {kind: 'chunk'; chunk: ReplyChunk; trajectory: Trajectory}
	/** `replied`: a turn without verdict; `judged`: its verdict; `observed`: the user turn that follows it. */
	| {kind: 'replied' | 'judged' | 'observed'; turn: number; trajectory: Trajectory}
	/** The last event; `error` is what made the trajectory fail. */
	| {kind: 'ended'; trajectory: Trajectory; error?: ModelError};

export type Surroundings = {
	model: Model;
	reader: Pick<Reader, 'query'>;
	review: Review;
	/** Milliseconds since 1970. */
	clock: () => number;
	queryTimeoutMs?: number;
	/** Reads the whole result of the answer, for its digest. */
	digestAnswer?: boolean;
	signal?: AbortSignal | undefined;
};

/**
 * Carries a trajectory on, from whatever it is, to its end, and yields it after each step: a consumer that
 * stores each before it asks for the next loses at most the reply that is being written. What the model or
 * the database does wrong becomes part of the trajectory; an abort ends it as `aborted`. A reply that is not
 * whole is no turn: what came of it is in `extra.unfinished`.
 */
export async function* solve(start: Trajectory, surroundings: Surroundings): AsyncGenerator<SolveEvent> {
	let trajectory = start;
	const written: Written = {text: '', reasoning: ''};
	try {
		for (;;) {
			const step = next(trajectory);
			if (step.kind !== 'end') {
				surroundings.signal?.throwIfAborted();
			}

			switch (step.kind) {
				case 'reply': {
					trajectory = replied(trajectory, yield* readReply(trajectory, written, surroundings));
					yield {kind: 'replied', turn: trajectory.turns.length - 1, trajectory};
					break;
				}

				case 'judge': {
					const verdict = await review(trajectory, step.turn, step.sql, surroundings);
					trajectory = judged(trajectory, step.turn, verdict);
					yield {kind: 'judged', turn: step.turn, trajectory};
					break;
				}

				case 'overrule': {
					trajectory = judged(trajectory, step.turn, step.verdict);
					yield {kind: 'judged', turn: step.turn, trajectory};
					break;
				}

				case 'run': {
					// Not yielded: the outcome and what the model is told of it are one step.
					trajectory = ran(trajectory, step.turn, await run(step.sql, surroundings));
					break;
				}

				case 'respond': {
					trajectory = responded(trajectory, step.turn, step.response);
					yield {kind: 'observed', turn: step.turn, trajectory};
					break;
				}

				case 'answer': {
					const outcome = await run(step.sql, surroundings, surroundings.digestAnswer ? {digest: true} : {});
					trajectory = answered(trajectory, {sql: step.sql, by: 'model', outcome});
					break;
				}

				case 'end': {
					trajectory = ended(trajectory, step.ending);
					yield {kind: 'ended', trajectory};
					return;
				}
			}
		}
	} catch (error) {
		if (surroundings.signal?.aborted) {
			yield {kind: 'ended', trajectory: ended(unfinished(trajectory, written), 'aborted')};
		} else if (error instanceof ModelError) {
			yield {kind: 'ended', trajectory: failed(unfinished(trajectory, written), error), error};
		} else {
			throw error;
		}
	}
}

/** What has come of the reply that is being written. */
type Written = {text: string; reasoning: string};

async function* readReply(trajectory: Trajectory, written: Written, {model, clock, signal}: Surroundings) {
	const start = clock();
	let finish: {finishReason?: string; usage?: Usage} = {};
	for await (const chunk of model.reply(messages(trajectory), trajectory.sampling, signal)) {
		if (chunk.kind === 'text') {
			written.text += chunk.text;
		} else if (chunk.kind === 'reasoning') {
			written.reasoning += chunk.text;
		} else if (chunk.kind === 'end') {
			finish = {finishReason: chunk.finishReason, ...(chunk.usage && {usage: chunk.usage})};
		}

		yield {kind: 'chunk' as const, chunk, trajectory};
	}

	const {text: reply, reasoning} = written;
	written.text = '';
	written.reasoning = '';
	return {reply, reasoning, ...finish, startedAt: new Date(start).toISOString(), elapsedMs: clock() - start};
}

async function review(
	trajectory: Trajectory,
	turn: number,
	sql: string,
	{review, signal}: Surroundings,
): Promise<Verdict> {
	for (;;) {
		const judgement = await untilAborted(review({trajectory, turn, sql}, signal), signal);
		if (judgement.turn === turn) {
			return judgement.verdict;
		}
	}
}

/** Runs a query; one that an abort has cancelled is no outcome. */
async function run(
	sql: string,
	{reader, queryTimeoutMs, signal}: Surroundings,
	wanted: Pick<QueryOptions, 'digest'> = {},
) {
	const outcome = await reader.query(sql, {
		...wanted,
		signal,
		...(queryTimeoutMs !== undefined && {timeoutMs: queryTimeoutMs}),
	});
	signal?.throwIfAborted();
	return outcome;
}
