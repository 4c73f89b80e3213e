import {ModelError, PromptTooLong} from '../errors.js';
import {estimateTokens} from '../protocol/prompt.js';
import {dumpTable, identifier, type Schema} from '../protocol/schema.js';
import type {Trajectory} from './trajectory.js';

const NAMED_TABLES = 5;

/** How long the first prompt of a trajectory is, and what makes it long. Tokens are estimates. */
export class PromptSize {
	readonly tokens: number;
	readonly questionTokens: number;
	readonly evidenceTokens: number;
	readonly tables: Array<{name: string; tokens: number}>;

	/** @param choice how the person chooses tables, where this is said. */
	constructor(
		{prompt, question, evidence}: Trajectory,
		schema: Schema,
		private readonly choice = '--tables a,b',
	) {
		this.tokens = estimateTokens(prompt.system) + estimateTokens(prompt.user);
		this.questionTokens = estimateTokens(question);
		this.evidenceTokens = estimateTokens(evidence);
		this.tables = schema.tables
			.map(table => ({name: table.name, tokens: estimateTokens(dumpTable(table))}))
			.sort((a, b) => b.tokens - a.tokens);
	}

	/** What to do about a prompt that is too long: shorten whatever is the largest part of it. */
	get advice(): string {
		return this.adviceFor(this.tokens);
	}

	/** The same where the tokens of the prompt were counted: each table has its share of them. */
	adviceFor(counted: number): string {
		const schemaTokens = this.tables.reduce((sum, {tokens}) => sum + tokens, 0);
		if (Math.max(this.questionTokens, this.evidenceTokens) > schemaTokens) {
			const part = this.questionTokens > this.evidenceTokens ? 'question' : 'evidence';
			return `Shorten the ${part}: it is the largest part of the prompt.`;
		}

		const share = (tokens: number) => Math.round((tokens * counted) / this.tokens).toLocaleString('en-US');
		const largest = this.tables
			.slice(0, NAMED_TABLES)
			.map(({name, tokens}) => `${identifier(name)} (about ${share(tokens)})`);
		return `Show the model fewer tables with ${this.choice}. The largest, in tokens: ${largest.join(', ')}.`;
	}
}

/**
 * The error for a prompt that does not fit. `cause` is the model's context in tokens, or what was said when the
 * prompt was refused.
 */
export function contextError(size: PromptSize, cause: number | ModelError): ModelError {
	const tokens = `The prompt has about ${size.tokens.toLocaleString('en-US')} tokens`;
	if (typeof cause === 'number') {
		const message = `${tokens}, the context of the model ${cause.toLocaleString('en-US')}`;
		return new ModelError('context', message, size.advice);
	}

	if (cause instanceof PromptTooLong) {
		return new ModelError('context', cause.message, size.adviceFor(cause.tokens), {cause});
	}

	const reply = /max_tokens|max_completion_tokens/.test(cause.message)
		? ' The reply has its share in the context: a smaller --max-tokens leaves more for the prompt.'
		: '';
	return new ModelError('context', `${cause.message}. ${tokens}`, size.advice + reply, {cause});
}
