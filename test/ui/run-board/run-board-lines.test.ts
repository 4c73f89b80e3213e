import {stripVTControlCharacters} from 'node:util';
import {describe, expect, it} from 'vitest';
import {textWidth} from '../../../source/text-width.js';
import {plainRunLine, plainRunPace} from '../../../source/ui/run-board/plain-run-line.js';
import {runBoardLines} from '../../../source/ui/run-board/run-board-lines.js';
import {durationWords, rateWords} from '../../../source/ui/run-board/run-board-words.js';
import {FIGURES, running, server} from './support.js';

const drawn = (...[state, width, height]: Parameters<typeof runBoardLines>) =>
	runBoardLines(state, width, height).map(line => stripVTControlCharacters(line).trimEnd());

const NOTHING = {
	...FIGURES,
	samples: {done: 0, of: 8272},
	questions: {done: 0, of: 1034},
	pass1: {share: null, interval: [0, 1], n: 0},
	vote: {share: null, interval: [0, 1], n: 0},
	failures: [],
	perMinute: null,
	msLeft: null,
} satisfies typeof FIGURES;

describe('the board of a run', () => {
	it('in 80 columns and 24 rows', () => {
		expect(drawn(running(), 79, 22).join('\n')).toBe(
			`sqrl-4b · bird · 1,034 questions · rule bird                             27 min
█████████████████████▊░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  3,204 of 8,272 · 38 %
43 min left · 118 samples a minute · 400 of 1,034 questions · 32 under way

pass@1    64.2 %  █████████████████▍           59.4–68.7
vote@8    68.8 %  ██████████████████▋          64.1–73.1 of 400 questions

● 127.0.0.1:8000  16 under way · 1,602 done · 8.1 s each
◌ node-2:8000     16 under way, which is all it takes · 1,602 done · 2 failed …
✗ node-3:8000     set aside: nothing answers at http://node-3:8000/v1 (connect…

not right  1,147 of 3,204
wrong      812  ████████████████████████████████████████
sql-error  203  ██████████
no answer  101  █████
timeout     31  █▌`,
		);
	});

	it('in 40 columns and 15 rows', () => {
		const lines = drawn(running(), 39, 13);
		expect(lines).toHaveLength(13);
		const text = lines.join('\n');
		for (const part of [
			'3,204 of 8,272 · 38 %',
			'43 min left',
			'64.2 %  59.4–68.7',
			'68.8 %  64.1–73.1 of 400',
		]) {
			expect(text).toContain(part);
		}

		expect(text).toContain('● 127.0.0.1:8000  16 now · 1,602 done');
		expect(text).toContain('not right  1,147 of 3,204');
	});

	it.each([
		[1, 1],
		[8, 3],
		[20, 5],
		[39, 13],
		[59, 8],
		[60, 10],
		[79, 12],
		[119, 38],
		[300, 100],
	])('never takes more than %i columns and %i rows', (width, height) => {
		const many = Array.from({length: 40}, (_, at) => server({place: `http://node-${at}:8000/v1`}));
		const states = [
			running(),
			running({endpoints: []}),
			running({endpoints: many}),
			running({figures: NOTHING}),
			running({title: '表'.repeat(200), course: 'stopping'}),
		];
		for (const state of states) {
			const lines = drawn(state, width, height);
			expect(lines.length).toBeLessThanOrEqual(height);
			expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(width);
		}
	});

	it('shows the servers with trouble where there is no room for all', () => {
		const many = Array.from({length: 40}, (_, at) =>
			server({place: `http://node-${at}:8000/v1`, state: at === 30 ? 'down' : 'up'}),
		);
		const text = drawn(running({endpoints: many}), 79, 16).join('\n');
		expect(text).toContain('✗ node-30:8000');
		expect(text).toMatch(/and 3\d servers more/);
	});

	it('before anything has ended', () => {
		const text = drawn(running({figures: NOTHING, endpoints: []}), 79, 22).join('\n');
		expect(text).toContain('0 of 8,272 · 0 %');
		expect(text).toContain('no sample has ended yet');
		expect(text).toMatch(/vote@8 +– .*no question is all in$/m);
		expect(text).not.toContain('not right');
	});

	it.each([
		['running', 8271, '43 min left'],
		['stopping', 8271, 'stops · 32 under way'],
		['ended', 8272, 'done in 27 min'],
		['ended', 8271, 'stopped after 27 min'],
	] as const)('%s with %i samples: %s', (course, done, words) => {
		const figures = {...FIGURES, samples: {done, of: 8272}};
		const text = drawn(running({course, figures}), 79, 22).join('\n');
		expect(text).toContain(words);
		// 8,271 are not all.
		expect(text).toContain(done === 8272 ? '100 %' : '99 %');
	});

	it('draws nothing of what a server says', () => {
		const endpoints = [server({state: 'down', lastError: 'a\u001b[31mb\nc'})];
		const text = runBoardLines(running({endpoints, title: 'x\u001b[2Jy'}), 79, 22).join('\n');
		expect(stripVTControlCharacters(text)).toContain('a␛[31mb c');
		expect(text).not.toContain('\u001b[2J');
		expect(text).not.toContain('\u001b[31mb');
	});
});

describe('a run in a line', () => {
	it('has all of it', () => {
		expect(plainRunLine(running())).toBe(
			'3,204 of 8,272 samples (38 %) · pass@1 64.2 % (59.4–68.7) · ' +
				'vote@8 68.8 % (64.1–73.1, 400 questions) · 118 samples a minute · 43 min left · ' +
				'1 of 3 servers down · not right: wrong 812, sql-error 203, no answer 101, timeout 31',
		);
		expect(plainRunLine(running({figures: NOTHING, endpoints: []}))).toBe(
			'0 of 8,272 samples (0 %) · no sample has ended yet',
		);
	});

	it('has no rate where all samples were there before', () => {
		const figures = {...NOTHING, samples: {done: 8272, of: 8272}};
		expect(plainRunLine(running({figures, endpoints: [], course: 'ended', elapsedMs: 2000}))).toBe(
			'8,272 of 8,272 samples (100 %) · done in 2 s',
		);
	});

	it('is due when both 10 s and 5 % have passed since the last', () => {
		const isDue = plainRunPace();
		const at = (elapsedMs: number, done: number) =>
			isDue(running({elapsedMs, figures: {...FIGURES, samples: {done, of: 1000}}}));
		expect([
			at(0, 400),
			at(9000, 500),
			at(10_000, 449),
			at(11_000, 450),
			at(20_000, 550),
			at(21_000, 550),
		]).toEqual([false, false, false, true, false, true]);
	});
});

describe('words', () => {
	it.each([
		[0, '0 s'],
		[59_400, '59 s'],
		[59_600, '1 min'],
		[59.6 * 60_000, '1 h 00 min'],
		[185 * 60_000, '3 h 05 min'],
		[52 * 3_600_000, '2 d 4 h'],
	])('%i ms is %s', (ms, words) => {
		expect(durationWords(ms)).toBe(words);
	});

	it.each([
		[1234.5, '1,235 samples a minute'],
		[9.5, '9.5 samples a minute'],
		[0.5, '30.0 samples an hour'],
	])('%f a minute is %s', (perMinute, words) => {
		expect(rateWords({...FIGURES, perMinute})).toBe(words);
	});
});
