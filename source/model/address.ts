import {UsageError} from '../errors.js';

export type Address = {
	/** Without user, password and trailing slash: this may be shown and stored. */
	url: string;
	/** From the user and password in the URL, if it has any. */
	authorization?: string;
};

/** Where a server is and how it is asked: a key goes before what is in the address. Throws a UsageError. */
export function connectionOf({baseUrl, apiKey}: {baseUrl: string; apiKey?: string | undefined}): Address {
	const address = parseAddress(baseUrl);
	if (apiKey && !/^[\x21-\x7e]+$/.test(apiKey)) {
		throw new UsageError(
			'the key for the server has a character that no key has, such as a space or a line break',
			'Set SQRL_API_KEY to the key and nothing else.',
		);
	}

	return apiKey ? {...address, authorization: `Bearer ${apiKey}`} : address;
}

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
