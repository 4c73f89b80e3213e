import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {packageRoot} from '../../../source/package-root.js';
import type {Board} from '../../../source/ui/board/board.js';
import type {Size} from '../../../source/ui/input.js';
import {liveLines} from '../../../source/ui/session/live-lines.js';
import type {Wait} from '../../../source/ui/session/readiness-words.js';
import {expectDrawable, LARGE, SMALL, seen} from '../screens/support.js';
import {EMBEDDED, local, START, session} from '../session/support.js';
import {ballot, board, endedBoard, STARTED} from './support.js';

const WIDE: Size = {columns: 120, rows: 40};

/** The frame as a person sees it; it fits. */
function frame(size: Size, shown: Board): string {
	const lines = liveLines(session({size, now: START + 12_400, phase: {kind: 'voting', board: shown}}));
	expectDrawable(lines, {...size, columns: size.columns - 1});
	return seen(lines);
}

function text(lines: string): string {
	return lines
		.replace(/^\n/, '')
		.replace(/\n\t*$/, '')
		.replaceAll(/^\t+/gm, '');
}

const MANY = 'AABAACx.-.ADEFG..BA????!!!....AB';

describe('a board', () => {
	it('of samples that think', () => {
		expect(frame(LARGE, board('........'))).toBe(
			text(`

			vote@8 · Which genre has the most tracks?                12 s · 0 of 8 answered
			 1 ◌ thinking       3 ◌ thinking       5 ◌ thinking       7 ◌ thinking
			 2 ◌ thinking       4 ◌ thinking       6 ◌ thinking       8 ◌ thinking
			 no answer yet · 8 to come
			s sample · esc stop`),
		);
	});

	it('of samples of every kind', () => {
		expect(frame(LARGE, board('A2 A A A2 B ? x .'))).toBe(
			text(`

			vote@8 · Which genre has the most tracks?                12 s · 5 of 8 answered
			 1 ● A  2 turns     3 ● A  1 turn      5 ● B  1 turn      7 ✗ no such colu…
			 2 ● A  1 turn      4 ● A  2 turns     6 ◌ probe 1 of 5   8 ◌ thinking
			❯A ████████          4  Rock             SELECT g.Name FROM Genre g J…   1.2 ms
			 B ██                1  Metal · 374      SELECT Name, n FROM Genre OR…   1.2 ms
			 A leads by 3 with 2 to come
			enter open · t take · d differences · s sample · esc stop`),
		);
		expect(frame(WIDE, board('A2 A A A2 B ! x -')).split('\n').slice(1, 4)).toEqual([
			'vote@8 · Which genre has the most tracks?                                                        12 s · 5 of 8 answered',
			' 1 ● A  2 turns               3 ● A  1 turn                5 ● B  1 turn                7 ✗ no such column: nope',
			' 2 ● A  1 turn                4 ● A  2 turns               6 ◌ answer runs              8 – cancelled',
		]);
		expect(frame(SMALL, board('A2 A A A2 B ? x .'))).toBe(
			text(`

			vote@8 · Which genre has the most trac…
			12 s · 5 of 8 answered
			 1 ● A  2 turns     5 ● B  1 turn
			 2 ● A  1 turn      6 ◌ probe 1 of 5
			 3 ● A  1 turn      7 ✗ no such colu…
			 4 ● A  2 turns     8 ◌ thinking
			❯A ████      4  Rock     SELECT g.Name…
			 B █         1  Metal …  SELECT Name, …
			 A leads by 3 with 2 to come
			enter open · t take · d differences
			s sample · esc stop`),
		);
	});

	it('keeps its lanes when there is a notice', () => {
		const phase = {kind: 'voting' as const, board: board('A2 A A A2 B ? x .')};
		const notice = 'More samples can be added when these have ended.';
		expect(seen(liveLines(session({size: SMALL, phase, notice})))).toContain(
			' 4 ● A  2 turns     8 ◌ thinking',
		);
	});

	it('is that of the README', () => {
		const readme = readFileSync(path.join(packageRoot(), 'README.md'), 'utf8');
		expect(readme).toContain(frame(LARGE, board('A2 A A A2 B ? x .')));
	});

	it('that is unanimous', () => {
		expect(frame(LARGE, endedBoard('AAAAAAAA', {ballot: ballot('AAAAAAAA', {probeCacheHits: 7})}))).toBe(
			text(`

			vote@8 · Which genre has the most tracks?              12.4 s · 8 of 8 answered
			 1 ● A  1 turn      3 ● A  1 turn      5 ● A  1 turn      7 ● A  1 turn
			 2 ● A  1 turn      4 ● A  1 turn      6 ● A  1 turn      8 ● A  1 turn
			❯A ████████████████  8  Rock             SELECT g.Name FROM Genre g J…   1.2 ms
			 unanimous: 8 of 8 agree
			 by the card of sqrl-4b an answer of 8 of 8 is right about 87 % of the time
			 7 results shared
			enter open · t take · s sample · + four more · esc take the winner`),
		);
	});

	it('that is narrow, with its notes as far as there is room', () => {
		const large = frame(LARGE, endedBoard('AAABBBxx'));
		expect(large).toContain(
			text(`
			 narrow: 3 against 3: look at both
			 by the card of sqrl-4b the answer of a narrow or tied vote is right 19–43 % of
			 the time
			 failed: 2 × no such column: nope`),
		);
		const small = frame(SMALL, endedBoard('AAABBBxx'));
		expect(small).toMatch(/^❯A ███ .*\n B ███ .*\n narrow: 3 against 3: look at both$/m);
	});

	it('without an answer', () => {
		expect(frame(LARGE, endedBoard('xxxxxx--')).split('\n').slice(-2)).toEqual([
			' none: no sample has an answer: 6 × no such column: nope, 2 cancelled',
			's sample · + four more · esc done',
		]);
	});

	it('that was stopped early says which were not needed', () => {
		const shown = endedBoard('AAAABB--', {ballot: ballot('AAAABB--', {stoppedEarly: true})});
		expect(frame(LARGE, shown)).toContain('8 – not needed');
		expect(frame(LARGE, shown)).toContain('stopped early, 2 of 8 samples saved');
	});

	it('that is stopping', () => {
		expect(frame(LARGE, board('AB..', {course: {kind: 'stopping', taking: null}}))).toContain(' stops …');
		expect(frame(LARGE, board('AB..', {course: {kind: 'stopping', taking: 'key-B'}}))).toContain(
			' takes B …',
		);
	});

	it('of 32 samples', () => {
		const lines = frame(LARGE, board(MANY)).split('\n');
		expect(lines).toHaveLength(19);
		expect(lines[2]).toBe('  1 ● A  1 turn      9 – cancelled     17 ◌ thinking      25 ◌ answer runs');
		expect(frame(SMALL, board(MANY))).toBe(
			text(`

			vote@32 · Which genre has the most tra…
			12 s · 15 of 32 answered
			 AABAAC✗◌–◌ ADEFG◌◌BA◌ ◌◌◌◌◌◌◌◌◌◌ AB
			 ◌ 15 at work · ✗ 1 failed · – 1 cance…
			❯A █▊        7  Rock     SELECT g.Name…
			 B ▊         3  Metal …  SELECT Name, …
			 C ▎         1  (0 row…  SELECT 1 WHER…
			 D ▎         1  D        SELECT 'D'
			 E ▎         1  E        SELECT 'E'
			  clusters 1–5 of 7
			 A leads by 4 with 15 to come
			enter open · t take · d differences
			s sample · esc stop`),
		);
	});

	it('of more clusters than lines keeps the one at hand in sight', () => {
		expect(frame(SMALL, board(MANY, {cursor: 'key-G'}))).toMatch(/^❯G .*\n {2}clusters 3–7 of 7$/m);
	});

	it('marks the sample that is chosen', () => {
		expect(frame(LARGE, board('A2 A ? x', {sample: 2}))).toContain('❯3 ◌ probe 1 of 5');
		expect(frame(SMALL, board(MANY, {sample: 11}))).toContain('❯12 ● D  1 turn');
	});

	it('says why nothing comes of a sample', () => {
		const waits = new Map<number, Wait>([
			[1, {kind: 'waiting', reason: 'the server is busy'}],
			[2, {kind: 'progress', done: 512, total: 1275}],
		]);
		expect(frame(WIDE, board('....', {waits}))).toContain('3 ◌ reading 40 %');
		expect(frame(WIDE, board('....', {waits}))).toContain('2 ◌ the server is busy');
	});

	it('says how far a model is that is loaded, and has its label', () => {
		const shown = board('....', {start: {...STARTED, model: EMBEDDED}});
		const state = local({kind: 'loading', done: 50, total: 100}, {phase: {kind: 'voting', board: shown}});
		expect(seen(liveLines(state))).toContain('loading sqrl-tiny 50 %');
		expect(seen(liveLines({...state, size: SMALL}))).toContain('sqrl-tiny · for trying things out');
	});
});

describe('while samples end', () => {
	const ORDER = ['........', '.B......', '.BA.....', '.BAA....', '.BAAA..x', 'ABAAAB.x', 'ABAAABAx'];

	it('lanes and clusters keep their places, and a letter is given once', () => {
		let shown = board(ORDER[0]!);
		const frames = ORDER.map(words => {
			shown = {...board(words), seen: [...new Set([...shown.seen, ...board(words).seen])]};
			return frame(LARGE, shown).split('\n');
		});
		expect(frames[2]!.filter(line => line.includes('█'))).toEqual([
			expect.stringMatching(/^.A .* Metal/),
			expect.stringMatching(/^.B .* Rock/),
		]);
		for (const lines of frames) {
			expect(lines[2]).toMatch(/^ 1 . .*3 . .*5 . .*7 . /);
			expect(lines[4] ?? '').not.toMatch(/Rock/);
		}
	});
});

it.each([5, 6, 8, 10, 24])('fits a terminal of %i rows', rows => {
	for (const words of ['........', MANY, 'ABCDEFGH']) {
		for (const columns of [20, 40, 80, 200]) {
			frame({columns, rows}, board(words));
			frame({columns, rows}, endedBoard(words));
		}
	}
});
