/**
 * The JSON of a value in pieces: a trajectory with large cells can be longer than the longest string. The
 * pieces put together are what `JSON.stringify` gives.
 */
export function* jsonPieces(value: unknown): Generator<string> {
	let piece = '';
	for (const token of tokens(value)) {
		piece += token;
		if (piece.length >= PIECE_LENGTH) {
			yield piece;
			piece = '';
		}
	}

	yield piece;
}

const PIECE_LENGTH = 2 ** 16;

function* tokens(value: unknown): Generator<string> {
	if (Array.isArray(value)) {
		yield* bracketed('[', value.values(), ']', item => tokens(item));
	} else if (typeof value === 'object' && value !== null) {
		const fields = Object.entries(value).filter(([, field]) => field !== undefined);
		yield* bracketed('{', fields.values(), '}', function* ([name, field]) {
			yield `${JSON.stringify(name)}:`;
			yield* tokens(field);
		});
	} else {
		yield JSON.stringify(value) ?? 'null';
	}
}

function* bracketed<T>(
	open: string,
	items: Iterable<T>,
	close: string,
	inside: (item: T) => Iterable<string>,
): Generator<string> {
	yield open;
	let separator = '';
	for (const item of items) {
		yield separator;
		yield* inside(item);
		separator = ',';
	}

	yield close;
}
