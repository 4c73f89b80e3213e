import {describe, expect, it} from 'vitest';
import {answer, probe} from '../support/ask-program.js';
import {KEYS, type Pty, ptyUnavailable} from '../support/pty.js';
import type {ScriptedReply, ScriptedRequest} from '../support/scripted-server.js';
import {
	expectSameModes,
	openSession,
	send,
	transcript,
	waitForAnswer,
	waitForReview,
} from '../support/session.js';

const KEYS_PRESSED = 10_000;

/** What is asked before the keys are hammered: whether they come to a probe by themselves is chance. */
const FIRST = 'the first question';

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** Every kind of reply; all come at once or within moments. */
function replies(random: () => number): (request: ScriptedRequest) => ScriptedReply {
	const kinds: ScriptedReply[] = [
		probe('SELECT DISTINCT Country FROM Customer'),
		probe('SELECT nothing FROM nowhere'),
		answer('SELECT * FROM Customer'),
		answer('SELECT Country, count(*) FROM Customer GROUP BY 1'),
		{text: 'No idea.'},
		{text: 'Let me think. ', endless: true, delayMs: 5},
		{text: 'This ends in the middle of it all.', cutAfter: 2},
		{status: 500, body: {error: {message: 'it is out of order'}}},
	];
	return ({question}) =>
		question === FIRST ? probe('SELECT 1') : kinds[Math.floor(random() * kinds.length)]!;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 /?<>$.,;\'"`()*=-é漢🙂';
/** With Ctrl. Without c and d, which may end the program, and z. */
const CONTROLS = 'abefghijklmnopqrstuvwxy]^_';
const SEQUENCES = [
	...['A', 'B', 'C', 'D', 'H', 'F', 'Z', '1;5C', '1;5D', '1;3A', '3~', '5~', '6~', '2~', '15~', 'I', 'O'].map(
		end => `\x1b[${end}`,
	),
	'\x1b[201~',
	'\x1b[200~pasted\rlines\x1b[201~',
	'\x1b[<0;5;5M',
	'\x1b[M   ',
	'\x1b]11;rgb:0000/0000/0000\x07',
	'\x1b[?1;2c',
	'\x1b\r',
	'\x1b',
	'\x1b[',
	'\x1b[1;',
	'\x1bO',
	'\x1bP',
	'\x1b\x1b[A',
];

/** Words that lead somewhere: at random they would hardly ever be written. */
const WORDS = [
	'how many?\r',
	'/sql SELECT * FROM Customer\r',
	'/schema\r',
	'/tables\r',
	'/help\r',
	'/model\r',
	'/approve auto\r',
	'/approve manual\r',
	'/evidence a hint\r',
];

function key(random: () => number): string {
	const one = <T>(options: ArrayLike<T>) => options[Math.floor(random() * options.length)]!;
	const kind = random();
	if (kind < 0.5) {
		return one(Array.from(LETTERS));
	}

	if (kind < 0.62) {
		return String.fromCharCode(one(CONTROLS).charCodeAt(0) & 0x1f);
	}

	if (kind < 0.75) {
		return one([KEYS.enter, KEYS.escape, KEYS.tab, KEYS.backspace]);
	}

	if (kind < 0.971) {
		return one(SEQUENCES);
	}

	// A paste without its end takes all that follows, until there is a pause.
	return kind < 0.972 ? '\x1b[200~' : one(WORDS);
}

const OLD = Array.from({length: 40}, (_, index) => `old line ${index + 1}`);

/** It ended because it was asked to, and left the terminal as it was. */
async function expectGoodEnd(pty: Pty): Promise<void> {
	expect(await pty.exit).toBe(0);
	expect(pty.screen.text()).toContain('status 0.');
	expect(pty.bytes).not.toContain('should not have happened');
	expectSameModes(pty);
	expect(transcript(pty).slice(0, 40)).toEqual(OLD);
}

describe.skipIf(ptyUnavailable !== null)(`keys hammered at random ${ptyUnavailable ?? ''}`, () => {
	it.each([1, 2])('end nothing and wipe nothing (seed %i)', async seed => {
		const random = randomOf(seed);
		const script = replies(randomOf(seed + 1000));
		const open = () =>
			openSession(script, {
				before: 'seq -f "old line %.0f" 40; stty -g',
				after: 'stty -g',
				environment: {EDITOR: 'true', VISUAL: 'true'},
			});
		let {pty} = await open();
		let seen = '';
		send(pty, FIRST);
		await waitForReview(pty);
		pty.press(KEYS.escape);
		await waitForAnswer(pty);
		pty.type('t');
		await pty.waitFor(() => pty.bytes.includes('\x1b[?1049h'));
		pty.type('q');
		await waitForAnswer(pty);
		for (let pressed = 0; pressed < KEYS_PRESSED / 2; ) {
			// Some come one by one, some all at once; now and then there is a pause, in which a probe is looked at.
			const count = pressed + 1 + Math.floor(random() ** 3 * 120);
			for (; pressed < count; pressed++) {
				pty.press(key(random));
			}

			const began = performance.now();
			const pause = random() < 0.12 ? 300 : 10;
			await pty.waitFor(() => performance.now() - began > pause);
			if (pty.screen.text().includes('Run this probe?')) {
				pty.type('nyefaR'[Math.floor(random() * 6)]!);
				const judged = performance.now();
				await pty.waitFor(() => performance.now() - judged > 60);
			}

			if (pty.bytes.includes('status ')) {
				// A `/quit` came about by completion.
				await expectGoodEnd(pty);
				seen += pty.bytes;
				({pty} = await open());
			}
		}

		// What began a paste or a sequence has come to its end.
		pty.press('\x1b[201~');
		const began = performance.now();
		await pty.waitFor(() => performance.now() - began > 1200);
		pty.press(KEYS.ctrl('c'));
		pty.press(KEYS.ctrl('c'));
		await expectGoodEnd(pty);
		seen += pty.bytes;
		const places = ['Run this probe?', '\x1b[?1049h', 'Stopped.'];
		expect(places.filter(place => !seen.includes(place))).toEqual([]);
	});
});
