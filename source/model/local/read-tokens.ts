/** Evaluating tokens into a sequence of the engine. */
import type {LlamaContextSequence, Token} from 'node-llama-cpp';
import type {Gate} from './gate.js';
import {BATCH} from './load-gguf.js';

/** A sequence, and the gate of its context: what is not the next batch or token goes through it alone. */
export type GatedSequence = {sequence: LlamaContextSequence; gate: Gate};

/** How many tokens of a chat, from its beginning, the sequence holds by now. */
export type Read = {kind: 'reading'; done: number};

/**
 * Evaluates the tokens that the sequence does not hold yet, batch by batch; what it holds is their beginning. After
 * an abort the signal's reason is thrown, once the batch in flight is done.
 */
export async function* readTokens(
	{sequence, gate}: GatedSequence,
	tokens: readonly Token[],
	signal: AbortSignal,
): AsyncGenerator<Read, void, void> {
	while (sequence.nextTokenIndex < tokens.length) {
		await gate.passed();
		signal.throwIfAborted();
		const start = sequence.nextTokenIndex;
		await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(start, start + BATCH));
		yield {kind: 'reading', done: sequence.nextTokenIndex};
	}

	signal.throwIfAborted();
	if (sequence.needsCheckpoints) {
		// A state that cannot be cut back has to be kept where that will be wanted.
		await gate.exclusively(() => sequence.takeCheckpoint());
	}
}

/** Drops all but the first tokens of what the sequence holds. */
export async function keepFirst({sequence, gate}: GatedSequence, count: number): Promise<void> {
	const end = sequence.nextTokenIndex;
	if (count < end) {
		await gate.exclusively(() => sequence.eraseContextTokenRanges([{start: count, end}]));
	}
}
