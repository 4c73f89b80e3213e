/** How long a chat may be, and how many may go on at once, in the memory that is there. */

/** Tokens that sqrl-4b is served with; a longer context would take memory that no question uses. */
const LONGEST_CONTEXT = 32_768;

/** Tokens below which hardly a schema fits. */
export const SHORTEST_CONTEXT = 2048;

/** Chats at once: a vote of eight goes in one batch. */
export const MOST_SEQUENCES = 8;

export type ContextNeeds = {
	/** Tokens that the model was trained on. */
	trained: number;
	/** Bytes that are free for contexts. */
	free: number;
	/** Bytes that a context takes. */
	bytesOf(contextTokens: number, sequences: number): Promise<number>;
};

export type ContextPlan = {contextTokens: number; mostSequences: number};

/**
 * The longest context that fits for one chat, halved until it does, and the most chats at once for which a second
 * context fits beside it. Where not even the shortest fits, that one: the engine has the last word.
 */
export async function planContext({trained, free, bytesOf}: ContextNeeds): Promise<ContextPlan> {
	let contextTokens = Math.min(trained, LONGEST_CONTEXT);
	let own = await bytesOf(contextTokens, 1);
	while (own > free && contextTokens > SHORTEST_CONTEXT) {
		contextTokens = Math.max(SHORTEST_CONTEXT, Math.floor(contextTokens / 2));
		own = await bytesOf(contextTokens, 1);
	}

	for (let sequences = MOST_SEQUENCES; sequences > 1; sequences /= 2) {
		if (own + (await bytesOf(contextTokens, sequences)) <= free) {
			return {contextTokens, mostSequences: sequences};
		}
	}

	return {contextTokens, mostSequences: 1};
}
