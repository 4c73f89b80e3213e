import {UsageError} from '../errors.js';

export type Address = {
	/** Without user, password and trailing slash: this may be shown and stored. */
	url: string;
	/** From the user and password in the URL, if it has any. */
	authorization?: string;
};

/** Reads a server's base URL, such as `http://127.0.0.1:8000/v1`. Throws a UsageError. */
export function parseAddress(given: string): Address {
	// What was given is not repeated in words: it can hold a password.
	const url = /^https?:\/\//i.test(given) && URL.canParse(given) ? new URL(given) : null;
	if (!url) {
		throw new UsageError('this is no address of a server', 'Write it whole, as in http://127.0.0.1:8000/v1');
	}

	if (url.search !== '' || url.hash !== '') {
		throw new UsageError('the address of the server has a query or a #', 'Leave away what follows the path.');
	}

	const {username, password} = url;
	url.username = '';
	url.password = '';
	const shown = url.href.replace(/\/+$/, '');
	if (username === '' && password === '') {
		return {url: shown};
	}

	const pair = `${decoded(username)}:${decoded(password)}`;
	return {url: shown, authorization: `Basic ${Buffer.from(pair).toString('base64')}`};
}

/** A `%` that is no escape stays what it is: the URL allows it. */
function decoded(part: string): string {
	return part.replaceAll(/(?:%[\da-f]{2})+/gi, escapes =>
		Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
	);
}
