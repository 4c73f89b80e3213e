/**
 * Right trajectories to learn from, a chat a line: `messages`, as TRL (language modeling), ms-swift (the standard form)
 * and LLaMA-Factory (the openai form of sharegpt) read it; all leave other fields alone.
 */
import {messages} from '../../agent/trajectory.js';
import type {Message} from '../../protocol/prompt.js';
import type {Run} from '../run/run.js';
import {eachReply, type MarkedMessage, marked} from './chat.js';
import {type Candidate, type Caps, candidatesOf, capped, distinct, usableQuestions} from './samples.js';
import type {Tally} from './tally.js';
import type {TrajectoryLines} from './trajectory-lines.js';

export type SftOptions = Caps & {
	skipNondeterministic: boolean;
	/** A line for each reply, with its thinking, instead of one for each chat. */
	thinking: boolean;
};

export type SftLine = {
	/** The sample's; with `thinking` the reply's place follows: `3-0/1`. */
	id: string;
	database: string;
	question: string;
	/** The query of the answer. */
	sql: string;
	messages: MarkedMessage[];
	/** With `thinking` alone, the same in the form that TRL takes the loss of one reply from. */
	prompt?: Message[];
	completion?: Message[];
};

/** Right ones without those that are the same, shortest first, under the caps; by question. */
export function chooseSft(
	run: Run,
	{lines, tally, ...options}: SftOptions & {lines: TrajectoryLines; tally: Tally},
): Candidate[] {
	const questions: Candidate[][] = [];
	for (const {item, samples} of usableQuestions(run, tally, options)) {
		const right = samples.filter(({verdict}) => verdict === 'right');
		tally.count('not-right', samples.length - right.length);
		const found = candidatesOf(item, right, {lines, tally});
		const kept = found.filter(({facts}) => facts.keepsProtocol);
		tally.count('protocol', found.length - kept.length);
		questions.push(distinct(kept, tally));
	}

	return capped(questions, {caps: options, tally, candidateOf: choice => choice});
}

export async function* sftLines(
	chosen: readonly Candidate[],
	{lines, thinking}: {lines: TrajectoryLines; thinking: boolean},
): AsyncGenerator<SftLine> {
	for (const {item, sample, id} of chosen) {
		const trajectory = await lines.read(id);
		const {database, question} = item;
		const about = {database, question, sql: sample.sql ?? ''};
		if (!thinking) {
			yield {id, ...about, messages: marked(messages(trajectory))};
			continue;
		}

		for (const [place, {prompt, reply}] of eachReply(trajectory).entries()) {
			const chat = marked([...prompt, reply], prompt.length);
			yield {id: `${id}/${place}`, ...about, messages: chat, prompt, completion: [reply]};
		}
	}
}
