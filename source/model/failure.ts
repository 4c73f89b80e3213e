/** What can go wrong between here and a server, in words, and whether another attempt is safe. */
import {APIConnectionError, APIError} from 'openai';
import {codeOf, ModelError, messageOf} from '../errors.js';

export type Failure = {
	error: ModelError;
	/** Milliseconds after which the same request may be sent again, by attempt from 1; null: it may not. */
	retryMs: ((attempt: number) => number) | null;
};

/** Longest wait that a server may ask for and get. */
const RETRY_AFTER_LIMIT_MS = 60_000;

/** A server is expected within a second; one that is being restarted gets that long. */
const soon = (attempt: number) => 250 * attempt;

const later = (attempt: number) => Math.min(500 * 2 ** (attempt - 1), 8000);

/** Explains what a request failed with. `where` is the address that may be shown. */
export function explainFailure(thrown: unknown, where: string): Failure {
	if (thrown instanceof ModelError) {
		return {error: thrown, retryMs: thrown.kind === 'cut' ? later : null};
	}

	if (thrown instanceof APIError && thrown.status !== undefined) {
		return explainStatus(thrown, thrown.status, where);
	}

	if (thrown instanceof APIError && !(thrown instanceof APIConnectionError)) {
		// Sent inside a stream that had begun.
		const words = serverWords(thrown);
		return tooLong(words)
			? contextFailure(words, thrown)
			: failure('cut', `the server at ${where} broke off: ${words}`, 'Ask again.', thrown, later);
	}

	return explainConnection(thrown, where);
}

/**
 * A failure whose words do not hold the key or password that was sent, though a server may repeat it.
 *
 * @param authorization the header as it was sent.
 */
export function withoutSecret(failure: Failure, authorization: string | undefined): Failure {
	const sent = authorization?.split(' ')[1];
	if (!sent) {
		return failure;
	}

	const password = Buffer.from(sent, 'base64').toString().split(':').slice(1).join(':');
	const secrets = [sent, ...(authorization.startsWith('Basic ') ? [password] : [])];
	const hide = (text: string) =>
		secrets
			.filter(secret => secret.length >= SHORTEST_SECRET)
			.reduce((text, secret) => text.replaceAll(secret, '…'), text);
	const {kind, message, advice} = failure.error;
	return {
		...failure,
		error: new ModelError(kind, hide(message), hide(advice), {cause: failure.error}),
	};
}

/** What is shorter is no secret, and stands in many a word. */
const SHORTEST_SECRET = 4;

function failure(
	kind: ModelError['kind'],
	message: string,
	advice: string,
	cause: unknown,
	retryMs: Failure['retryMs'] = null,
): Failure {
	return {error: new ModelError(kind, message, advice, {cause}), retryMs};
}

function explainStatus(error: APIError, status: number, where: string): Failure {
	const words = serverWords(error);
	if (status >= 300 && status < 400) {
		const target = (error.headers?.get('location') ?? 'another address').replace(
			/\/(?:chat\/completions|models)$/,
			'',
		);
		return failure(
			'not-a-model',
			`the server at ${where} sends on to ${target}`,
			'Name that as --base-url.',
			error,
		);
	}

	if (status === 401 || status === 403) {
		return failure(
			'unauthorized',
			`the server at ${where} does not accept the key (${status}: ${words})`,
			'Set SQRL_API_KEY to a key of that server. OPENAI_API_KEY is sent only where OPENAI_BASE_URL points.',
			error,
		);
	}

	if (status === 404) {
		return failure(
			'not-found',
			`the server at ${where} has no such model or path (404: ${words})`,
			'Name a model of the server with --model. Most addresses end in /v1.',
			error,
		);
	}

	if (status === 429 || status === 503) {
		const wait = retryAfterMs(error.headers?.get('retry-after') ?? null);
		const message = `the server at ${where} is busy (${status}: ${words})`;
		return wait !== null && wait > RETRY_AFTER_LIMIT_MS
			? failure('busy', `${message} and asks to wait ${Math.round(wait / 1000)} s`, 'Ask again then.', error)
			: failure('busy', message, 'Ask again later.', error, attempt => wait ?? later(attempt));
	}

	if (status === 400 || status === 413 || status === 422) {
		return tooLong(words)
			? contextFailure(words, error)
			: failure(
					'refused',
					`the server at ${where} refuses the request (${status}: ${words})`,
					'See its log.',
					error,
				);
	}

	return failure(
		'refused',
		`the server at ${where} failed (${status}: ${words})`,
		'See its log, and ask again.',
		error,
		status >= 500 ? later : null,
	);
}

/** What to shorten is for the caller to say, who knows what the prompt is made of. */
function contextFailure(words: string, cause: unknown): Failure {
	return failure('context', `the prompt is longer than the server's context: ${words}`, '', cause);
}

/** What vLLM, llama.cpp and OpenAI say of a prompt that does not fit. */
function tooLong(words: string): boolean {
	return /maximum context length|context (?:length|size|window)|max_model_len|prompt is too long/i.test(
		words,
	);
}

function explainConnection(thrown: unknown, where: string): Failure {
	const cause = rootCause(thrown);
	const code = codeOf(cause);
	const host = new URL(where).host;
	if (code === 'ECONNREFUSED') {
		return failure(
			'unreachable',
			`nothing answers at ${where} (connection refused)`,
			START_SERVER,
			thrown,
			soon,
		);
	}

	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		const advice = 'Check the address, and that this machine is on the network.';
		return failure('unreachable', `the name ${host} is not known (DNS: ${code})`, advice, thrown);
	}

	if (messageOf(cause) === 'bad port') {
		return failure(
			'unreachable',
			`${host} has a port that is kept for another service: Node.js does not connect to it`,
			'Serve the model on another port, such as 8000.',
			thrown,
		);
	}

	if (/^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|ERR_TLS_)/.test(code)) {
		return failure(
			'unreachable',
			`the certificate of ${host} is not trusted (${code})`,
			'Name its authority with NODE_EXTRA_CA_CERTS=<file.pem>.',
			thrown,
		);
	}

	if (/^(?:ERR_SSL_|EPROTO)/.test(code)) {
		const advice = 'If it speaks plain HTTP, write http:// instead of https://.';
		return failure('unreachable', `${host} does not speak TLS as expected (${code})`, advice, thrown);
	}

	if (cause instanceof SyntaxError) {
		const advice = 'Check that --base-url is the address of an OpenAI-compatible server.';
		return failure('not-a-model', `what ${where} sends is no JSON`, advice, thrown);
	}

	return failure(
		'unreachable',
		`the connection to ${where} failed (${code || messageOf(cause)})`,
		'Check the address and the network, and ask again.',
		thrown,
		later,
	);
}

const START_SERVER =
	'Start the server, or name another with --base-url. sqrl-tui doctor checks the connection.';

/** The error at the bottom: Node's fetch and the client each wrap what happened. */
function rootCause(thrown: unknown): unknown {
	let error = thrown;
	while (error instanceof Error && error.cause !== undefined) {
		error = error.cause;
		if (error instanceof AggregateError && error.errors.length > 0) {
			error = error.errors[0];
		}
	}

	return error;
}

/** What the server said, on one line and not too long; of a web page its title. */
function serverWords(error: APIError): string {
	const body = error.error as {message?: unknown; detail?: unknown} | string | undefined;
	const said = typeof body === 'object' ? (body.message ?? body.detail) : body;
	const words = typeof said === 'string' ? said : error.message.replace(/^\d{3} /, '');
	const page = /<html|<!doctype html/i.test(words);
	const text = page ? `a web page, ${/<title>([^<]*)/i.exec(words)?.[1] ?? 'without title'}` : words;
	const line = text.replaceAll(/\s+/g, ' ').trim();
	return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

/** Milliseconds of a Retry-After header: seconds, or a date. */
export function retryAfterMs(header: string | null, now = Date.now()): number | null {
	if (header === null) {
		return null;
	}

	const ms = /^\d+(?:\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
	return Number.isNaN(ms) ? null : Math.max(0, ms);
}
