/** One sample of a question, from its first reply to its end. */
import {approveAll} from '../../agent/review.js';
import {type Surroundings, solve} from '../../agent/solve.js';
import {messages, reopened, type Trajectory} from '../../agent/trajectory.js';
import {untilAborted} from '../../agent/until-aborted.js';
import {ModelError} from '../../errors.js';
import type {AskedQuestion} from './asked-question.js';
import {faultOf} from './model-faults.js';

/** How often a sample whose reply broke off goes on where it was. */
const MOST_REOPENED = 3;

export type AskingOptions = Pick<Surroundings, 'model' | 'clock'> & {
	signal: AbortSignal;
	/** Whether the model has ever answered a chat of this run. */
	hasAnswered: () => boolean;
	/** The model has replied. */
	onReply: () => void;
	/** A reply broke off, and the sample goes on. */
	onBroken: (error: ModelError) => void;
};

/** `doubt`: it failed, and it is to be seen whether the model answers others. */
export type AskedSample = {trajectory: Trajectory; doubt: ModelError | null};

/**
 * Throws a ModelError where the service is gone, a DatabaseError where the database has changed or cannot be read, and
 * the reason of an abort: there is no trajectory to be stored then.
 */
export async function askSample(
	question: AskedQuestion,
	sample: number,
	options: AskingOptions,
): Promise<AskedSample> {
	const {signal} = options;
	let trajectory = await untilAborted(question.begin(sample), signal);
	for (let broken = 0; ; broken++) {
		const {trajectory: ended, error} = await solved(trajectory, question, options);
		signal.throwIfAborted();
		const fault = error && faultOf(error);
		if (fault === 'gone') {
			throw error;
		}

		if (fault !== 'broken' || broken === MOST_REOPENED) {
			const isOwn = fault === 'own' || (fault === 'refused' && options.hasAnswered());
			return {trajectory: ended, doubt: error && !isOwn ? error : null};
		}

		options.onBroken(error!);
		trajectory = reopened(ended);
	}
}

async function solved(
	start: Trajectory,
	{reader}: AskedQuestion,
	{model, clock, signal, onReply}: AskingOptions,
): Promise<{trajectory: Trajectory; error: ModelError | null}> {
	let end: {trajectory: Trajectory; error: ModelError | null} = {trajectory: start, error: null};
	for await (const event of solve(start, {
		model,
		reader,
		review: approveAll,
		clock,
		digestAnswer: true,
		signal,
	})) {
		if (event.kind === 'replied') {
			onReply();
		} else if (event.kind === 'ended') {
			end = {trajectory: event.trajectory, error: event.error ?? null};
		}
	}

	return end;
}

/** Whether the model answers a sample's first chat; nothing is kept of what it says. */
export async function isAnswered(
	question: AskedQuestion,
	sample: number,
	{model, signal}: Pick<AskingOptions, 'model' | 'signal'>,
): Promise<boolean> {
	const start = await untilAborted(question.begin(sample), signal);
	try {
		for await (const {kind} of model.reply(messages(start), start.sampling, signal)) {
			if (kind === 'end') {
				return true;
			}
		}
	} catch (error) {
		if (!(error instanceof ModelError)) {
			throw error;
		}
	}

	return false;
}
