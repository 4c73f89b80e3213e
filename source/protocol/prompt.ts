import {CONTINUE_TURN, FIRST_USER_TURN, SYSTEM_PROMPT} from './texts.js';

export {CONTINUE_TURN, FINISH_TURN} from './texts.js';

/** One message of the chat that the model sees. */
export type Message = {role: 'system' | 'user' | 'assistant'; content: string};

/** The system prompt. `schema` is a schema dump, `maxSteps` the step budget; blank evidence is said to be none. */
export function systemPrompt(fill: {schema: string; evidence: string; maxSteps: number}): string {
	const values: Record<string, string> = {
		schema: fill.schema,
		evidence: fill.evidence.trim() === '' ? '(none provided)' : fill.evidence,
		max_steps: String(fill.maxSteps),
	};
	// One pass with a function: what stands in a schema or an evidence, `$&` or `{evidence}`, stays as it is.
	return SYSTEM_PROMPT.replaceAll(/\{(schema|evidence|max_steps)\}/g, (_, name: string) => values[name]!);
}

/** The user turn that puts the question. */
export function firstUserTurn(question: string): string {
	return FIRST_USER_TURN.replace('{question}', () => question);
}

/** The user turn that answers a probe; `observation` is the text of `protocol/observation`. */
export function observationTurn(observation: string): string {
	return `<observation>\n${observation}\n</observation>\n${CONTINUE_TURN}`;
}

/**
 * About how many tokens a text is, at four bytes a token: measured on the prompt for Chinook (5,290 bytes,
 * 1,311 tokens). Good for a warning, not for a limit.
 */
export function estimateTokens(text: string): number {
	return Math.ceil(Buffer.byteLength(text) / 4);
}
