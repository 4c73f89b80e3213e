/**
 * What goes wrong, in words: each error says what happened and why (`message`) and what to do next
 * (`advice`), and knows the exit code it ends the program with.
 */
export class SqrlError extends Error {
	override name = 'SqrlError';

	constructor(
		message: string,
		readonly advice: string,
		readonly exitCode: number,
		options?: {cause?: unknown},
	) {
		super(message, options);
	}
}

/** The command line, a setting or a file given with it is wrong. */
export class UsageError extends SqrlError {
	override name = 'UsageError';

	constructor(message: string, advice = 'See sqrl-tui --help.') {
		super(message, advice, 2);
	}
}

export type ModelFailureKind =
	| 'unreachable'
	| 'refused'
	| 'unauthorized'
	| 'not-found'
	| 'context'
	| 'busy'
	| 'cut'
	| 'stalled'
	| 'not-a-model'
	/** A model that was to run here cannot: its file, the engine or this machine's memory. */
	| 'unusable';

/** The model cannot be reached or run, turns the request down or breaks off. */
export class ModelError extends SqrlError {
	override name = 'ModelError';

	constructor(
		readonly kind: ModelFailureKind,
		message: string,
		advice: string,
		options?: {cause?: unknown},
	) {
		super(message, advice, 3, options);
	}
}

/** A chat of more tokens than the model's context holds. Both are exact. */
export class PromptTooLong extends ModelError {
	constructor(
		readonly tokens: number,
		readonly contextTokens: number,
	) {
		const count = (value: number) => value.toLocaleString('en-US');
		super(
			'context',
			`the prompt has ${count(tokens)} tokens, and the context of the model holds ${count(contextTokens)}`,
			'',
		);
	}
}

/** The database cannot be used. */
export class DatabaseError extends SqrlError {
	override name = 'DatabaseError';

	constructor(message: string, advice: string, options?: {cause?: unknown}) {
		super(message, advice, 4, options);
	}
}

/** The archive cannot be read or written. */
export class ArchiveError extends SqrlError {
	override name = 'ArchiveError';

	constructor(message: string, advice: string, options?: {cause?: unknown}) {
		super(message, advice, 1, options);
	}
}

/**
 * What happened and what to do, with a full stop between them: on one line, or with another `gap`, such as a line break.
 * What has no advice is its message as it is.
 */
export function sentences({message, advice}: Pick<SqrlError, 'message' | 'advice'>, gap = ' '): string {
	if (advice === '' || message === '') {
		return message + advice;
	}

	const stop = /[.!?…:]$/.test(message) ? '' : '.';
	return `${message}${stop}${gap === ' ' && advice.startsWith('\n') ? '' : gap}${advice}`;
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** The system's code of an error (`ENOENT`, `SQLITE_BUSY`, …), or ''. */
export function codeOf(error: unknown): string {
	const code = error instanceof Error ? (error as {code?: unknown}).code : undefined;
	return typeof code === 'string' ? code : '';
}
