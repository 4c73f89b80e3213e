/** The chats that the engine can go on with at once: one at first, several as soon as they are asked for. */
import type {Token} from 'node-llama-cpp';
import {openQueue} from './queue.js';

/** What of an engine's sequence decides who gets it: how much of a chat it still holds. */
export type Shareable = {
	sequence: {compareContextTokens(tokens: Token[]): {firstDifferentIndex: number}};
};

/** A context of the engine: sequences that are evaluated together. */
export type SequenceGroup<S extends Shareable> = {sequences: readonly S[]; dispose(): Promise<void>};

export type Use<S extends Shareable, T> = {
	/** The sequence that holds most of these is taken. */
	tokens: Token[];
	signal: AbortSignal;
	/** Has the sequence to itself, until it ends. */
	work: (slot: S) => AsyncIterable<T>;
	/** Whoever comes meanwhile wants what is done here, and waits. */
	brief?: boolean;
};

export type SequencePool<S extends Shareable> = {
	/** What the work yields. Waits for a sequence; after an abort the signal's reason is thrown. */
	use<T>(use: Use<S, T>): AsyncGenerator<T, void, void>;
};

/**
 * Begins with one group. When all of it is taken a larger one takes its place: a cache for several chats takes as
 * many times the memory, which who asks one question at a time need not pay. The old one goes when its last chat is
 * done.
 *
 * @param grow makes the larger group, and is asked once; null where there is no room for it.
 */
export function sequencePool<S extends Shareable>(
	first: SequenceGroup<S>,
	grow: () => Promise<SequenceGroup<S> | null>,
): SequencePool<S> {
	let current = first;
	let growing: Promise<void> | null = null;
	/** Sequences that are taken and come back soon: for who is brief, or aborted. */
	let returning = 0;
	const busy = new Map<SequenceGroup<S>, number>([[first, 0]]);
	const free = openQueue<S>(first.sequences);

	const count = (group: SequenceGroup<S>, change: 1 | -1) => {
		busy.set(group, busy.get(group)! + change);
	};

	const disposeIdle = async (group: SequenceGroup<S>) => {
		if (group !== current && busy.get(group) === 0) {
			await group.dispose();
		}
	};

	const enlarge = async () => {
		const group = await grow();
		if (group) {
			const old = current;
			current = group;
			busy.set(group, 0);
			free.replace(group.sequences);
			await disposeIdle(old);
		}
	};

	return {
		async *use({tokens, signal, work, brief = false}) {
			if (free.size + returning <= free.waiting) {
				growing ??= enlarge();
				await growing;
			}

			let group = current;
			const slot = await free.take(there => {
				group = current;
				count(group, 1);
				return mostShared(there, tokens);
			}, signal);
			let returns = 0;
			const comesBack = () => {
				returning += 1 - returns;
				returns = 1;
			};
			if (brief) {
				comesBack();
			}

			signal.addEventListener('abort', comesBack, {once: true});
			try {
				yield* work(slot);
			} finally {
				signal.removeEventListener('abort', comesBack);
				returning -= returns;
				count(group, -1);
				if (group === current) {
					free.put(slot);
				} else {
					await disposeIdle(group);
				}
			}
		},
	};
}

function mostShared<S extends Shareable>(slots: readonly S[], tokens: Token[]): S {
	const shared = slots.map(({sequence}) => sequence.compareContextTokens(tokens).firstDifferentIndex);
	return slots[shared.indexOf(Math.max(...shared))]!;
}
