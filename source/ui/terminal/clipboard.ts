/**
 * The clipboard of the terminal that a person sits at, also over ssh: OSC 52, which asks the terminal itself.
 * Whether it does it is not told.
 */

export type Copy = {
	/** To be written to the terminal as it is. */
	sequence: string;
	/** Whether the text was too long; how many characters of it are copied. */
	cut: boolean;
	characters: number;
};

/** Terminals take sequences of about 100,000 characters; base64 makes four of three bytes. */
const MAX_BYTES = 75_000;

/** GNU screen takes strings of no more than 768 bytes, with what is around them. */
const SCREEN_CHUNK = 600;

/** What copies a text, in a terminal that may be tmux or GNU screen. */
export function copySequence(text: string, environment: NodeJS.ProcessEnv): Copy {
	const {copied, cut} = beginning(text);
	const payload = Buffer.from(copied).toString('base64');
	return {sequence: wrapped(payload, environment), cut, characters: [...copied].length};
}

/** As much of a text as can be copied; a character that does not fit is left out whole. */
function beginning(text: string): {copied: string; cut: boolean} {
	const bytes = new Uint8Array(MAX_BYTES);
	const {read} = new TextEncoder().encodeInto(text, bytes);
	return {copied: text.slice(0, read), cut: read < text.length};
}

function wrapped(payload: string, environment: NodeJS.ProcessEnv): string {
	const plain = `\x1b]52;c;${payload}\x07`;
	if (environment.TMUX) {
		// tmux passes it on where it may (allow-passthrough), or takes it itself where it may (set-clipboard on).
		return `\x1bPtmux;${plain.replaceAll('\x1b', '\x1b\x1b')}\x1b\\${plain}`;
	}

	if (environment.STY) {
		const chunks = plain.match(new RegExp(`[^]{1,${SCREEN_CHUNK}}`, 'g')) ?? [];
		return chunks.map(chunk => `\x1bP${chunk}\x1b\\`).join('');
	}

	return plain;
}
