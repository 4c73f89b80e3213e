import {describe, expect, it} from 'vitest';
import {answer, probe} from '../support/ask-program.js';
import {KEYS, type Pty, ptyUnavailable} from '../support/pty.js';
import type {Script} from '../support/scripted-server.js';
import {
	expectSameModes,
	occurrences,
	openSession,
	quit,
	send,
	transcript,
	waitForAnswer,
	waitForView,
} from '../support/session.js';

const QUESTION = 'How many are there?';
const SEED = 100;
const SIZES = [
	{columns: 80, rows: 24},
	{columns: 40, rows: 15},
];

const CUSTOMERS = 'SELECT count(*) AS customers FROM Customer';
const INVOICES = 'SELECT count(*) AS invoices FROM Invoice';

/** Samples 2 and 5 count invoices, and soon; 8 never answers; the others look first, and count customers. */
const FIVE_TWO_ONE: Script = ({seed, turn}) => {
	const sample = (seed ?? 0) - SEED + 1;
	if (sample === 8) {
		return {silent: true};
	}

	if (sample === 2 || sample === 5) {
		return answer(INVOICES);
	}

	return turn === 0 ? {...probe('SELECT Name FROM Customer'), firstDelayMs: 600} : answer(CUSTOMERS);
};

/** Samples 1 to 3 answer, the others never do. */
const THREE_OF_EIGHT: Script = ({seed}) => ((seed ?? 0) < SEED + 3 ? answer(CUSTOMERS) : {silent: true});

const withSeed = {environment: {SQRL_SEED: String(SEED)}};

const words = (pty: Pty) => transcript(pty).join(' ').replaceAll(/\s+/g, ' ');

describe.skipIf(ptyUnavailable !== null)(`a vote ${ptyUnavailable ?? ''}`, () => {
	it.each(SIZES)('is watched, opened and taken at $columns×$rows', async size => {
		const {pty, server} = await openSession(FIVE_TWO_ONE, {
			size,
			before: 'echo "line before"; stty -g',
			after: 'stty -g',
			...withSeed,
		});
		send(pty, '/vote 8');
		await pty.waitFor('vote@8: probes run by');
		send(pty, QUESTION);

		// Nobody judges a probe, and the stall is not waited for.
		await pty.waitFor(/majority: 5 of 7/);
		const board = pty.screen.text();
		expect(board).toContain('8 – not needed');
		expect(board).toMatch(/ A █+ +2 .*\n❯B █+ +5 /);
		const before = transcript(pty);

		// The cluster that lost is looked at, beside the winner, and in one of its samples.
		pty.type('k');
		await pty.waitFor('❯A ');
		pty.press(KEYS.enter);
		await waitForView(pty, 'A · 2 of 8 samples');
		expect(pty.screen.text()).toContain('2 samples: 2, 5');
		expect(pty.screen.text()).toContain(INVOICES.slice(0, 30));
		pty.type('d');
		await waitForView(pty, 'B and A: what differs');
		pty.type('q');
		await waitForView(pty, 'A · 2 of 8 samples');
		pty.type('q');
		await pty.waitFor(screen => !screen.isAlternate && screen.text().includes('❯A '));
		expect(transcript(pty).slice(0, 8)).toEqual(before.slice(0, 8));
		pty.type('s');
		await pty.waitFor('❯1 ');
		pty.type('3');
		await waitForView(pty, /turn 1\/2|SELECT Name/);
		pty.type('q');
		await pty.waitFor(screen => !screen.isAlternate && screen.text().includes('❯3 '));
		pty.press(KEYS.escape);
		await pty.waitFor('❯A ');

		// It is taken, and the transcript says how.
		pty.press(KEYS.enter);
		await waitForView(pty, 'A · 2 of 8 samples');
		pty.type('t');
		await waitForAnswer(pty);
		expect(words(pty)).toContain('vote@8 · majority: 5 of 7 · taken by hand: A, 2 of 7');
		expect(words(pty)).toContain(INVOICES);
		expect(occurrences(transcript(pty), `❯ ${QUESTION}`)).toBe(1);
		expect(occurrences(transcript(pty), 'The probes of a vote')).toBe(1);
		expect(new Set(server.requests.map(({seed}) => seed)).size).toBe(8);
		await quit(pty);
		expectSameModes(pty);
	});

	it.each(SIZES)('is cancelled half-way at $columns×$rows, and what finished stays', async size => {
		const {pty, server} = await openSession(THREE_OF_EIGHT, {size, ...withSeed});
		send(pty, '/vote');
		await pty.waitFor('vote@8: probes run by');
		send(pty, QUESTION);
		await pty.waitFor('A leads by 3 with 5 to come');
		pty.press(KEYS.escape);
		await pty.waitFor('majority: 3 of 3');
		await Promise.all(server.requests.map(({ended}) => ended));
		pty.press(KEYS.escape);
		await waitForAnswer(pty);
		expect(words(pty)).toContain('vote@8 · majority: 3 of 3');
		await quit(pty);
	});

	it('goes on from an answer, with four more, and quits at once while it runs', async () => {
		const {pty, server} = await openSession(THREE_OF_EIGHT, withSeed);
		send(pty, QUESTION);
		await waitForAnswer(pty);
		pty.type('v');
		await pty.waitFor('The same question');
		pty.press(KEYS.enter);
		await pty.waitFor('A leads by 3 with 5 to come');
		pty.press(KEYS.escape);
		await pty.waitFor('majority: 3 of 3');
		pty.type('+');
		await pty.waitFor('A leads by 3 with 4 to come');
		expect(pty.screen.text()).toContain('vote@12');
		const since = performance.now();
		await quit(pty);
		expect(performance.now() - since).toBeLessThan(3000);
		expect(server.requests).toHaveLength(1 + 8 + 4);
	});

	it('of 32 samples fits 40×15, and leaves the scrollback as it was', async () => {
		const {pty} = await openSession(FIVE_TWO_ONE, {size: {columns: 40, rows: 15}, ...withSeed});
		send(pty, '/vote 32');
		await pty.waitFor('vote@32: probes run by');
		send(pty, QUESTION);
		await pty.waitFor(/unanimous|majority|narrow|leads by/);
		expect(occurrences(transcript(pty), 'vote@32 · How many')).toBe(1);
		await quit(pty);
	});

	it('without an answer says why, and can be gone on with', async () => {
		const {pty} = await openSession(() => answer('SELECT nope FROM Customer'), withSeed);
		send(pty, '/vote 4');
		send(pty, QUESTION);
		await pty.waitFor('none: no sample has an answer: 4 × no such column: nope');
		pty.press(KEYS.escape);
		await waitForAnswer(pty);
		expect(words(pty)).toContain('vote@4 · none: no sample has an answer: 4 × no such column: nope');
	});
});
