import {describe, expect, it} from 'vitest';
import {drawableRows, type Size} from '../../../source/ui/input.js';
import {liveLines} from '../../../source/ui/session/live-lines.js';
import type {Session} from '../../../source/ui/session/state.js';
import {expectDrawable, LARGE, SMALL, seen, trajectory, turn} from '../screens/support.js';
import {
	answered,
	choosing,
	happened,
	letters,
	naming,
	OBSERVED,
	paste,
	press,
	reviewing,
	START,
	send,
	session,
	solve,
	thinking,
	UNJUDGED,
} from './support.js';

const QUESTION = "Which country's customers spent the most?";
const ASKED = trajectory({...UNJUDGED, question: QUESTION});

/** The frame as a person sees it; it fits. */
function frame(state: Session): string {
	const lines = liveLines(state);
	expectDrawable(lines, {...state.size, columns: state.size.columns - 1});
	expect(lines.length).toBeGreaterThanOrEqual(1);
	return seen(lines);
}

/** Without the keys at the end. */
function body(state: Session, keys = 1): string {
	return frame(state).split('\n').slice(0, -keys).join('\n');
}

function text(lines: string): string {
	return lines
		.replace(/^\n/, '')
		.replace(/\n\t*$/, '')
		.replaceAll(/^\t+/gm, '');
}

const at = (size: Size) => session({size});

function streamed(size: Size, ...chunks: string[]): Session {
	const state = happened(
		thinking(at(size)),
		...chunks.map(text =>
			solve({
				kind: 'chunk',
				chunk: {kind: 'text' as const, text},
				trajectory: trajectory({question: QUESTION}),
			}),
		),
	).session;
	const asked = {...(state.phase as {asked: object}).asked, trajectory: trajectory({question: QUESTION})};
	return {...state, now: START + 3200, phase: {...state.phase, asked} as Session['phase']};
}

function reviewed(size: Size): Session {
	const state = reviewing(at(size));
	return happened(
		state,
		solve({kind: 'replied', turn: 0, trajectory: ASKED}),
		{kind: 'review', turn: 0, sql: 'SELECT DISTINCT Country FROM Customer LIMIT 10', at: START},
		{kind: 'tick', at: START + 1000},
	).session;
}

describe('composing', () => {
	it('says what to do, how probes are judged and who is asked', () => {
		expect(frame(at(LARGE))).toBe(
			text(`

			❯ Ask chinook
			enter ask · ctrl+r search · /help                 sqrl-4b · probes wait for you`),
		);
		expect(frame(session({approve: 'auto'}))).toContain('probes run by themselves');
		expect(frame(at(SMALL))).toBe(
			text(`

			❯ Ask chinook
			enter ask · ctrl+r search · /help`),
		);
	});

	it('has the evidence in force above it', () => {
		const state = paste({...at(LARGE), evidence: 'US is USA'}, 'How many\ntracks?').session;
		expect(body(state)).toBe(
			text(`

			evidence: US is USA
			❯ How many
			  tracks?`),
		);
	});

	it('shows the beginning of long evidence, and that it goes on', () => {
		const lines = body({...at(LARGE), evidence: 'a line\n'.repeat(300_000)}).split('\n');
		expect(lines).toEqual(['', 'evidence: a line', 'a line', '…', '❯ Ask chinook']);
		expect(body({...at(LARGE), evidence: 'one\ntwo\nthree'})).not.toContain('…');
	});

	it('is as high as the text, up to the terminal', () => {
		const state = paste(at(SMALL), 'line\n'.repeat(10_000)).session;
		const lines = liveLines(state);
		expect(lines.length).toBeLessThanOrEqual(drawableRows(SMALL));
		expect(frame(state)).toContain('lines above');
	});

	it('shows the search and its keys', () => {
		const start = send(at(LARGE), 'Tracks by genre').session;
		const state = press(start, 'ctrl+r', ...letters('genre')).session;
		expect(frame(state)).toContain('Tracks by genre');
		expect(frame(state)).toContain('? genre');
		expect(frame(state).split('\n').at(-1)).toMatch(/^enter take · ↑ older · esc back/);
	});

	it('shows what can be completed', () => {
		const state = press(paste(at(LARGE), 'Cus').session, 'tab').session;
		expect(body(state)).toBe(
			text(`

			❯ Customer
			  Customer  CustomerId`),
		);
	});

	it('has a notice above the keys', () => {
		expect(
			frame(send(at(LARGE), '/nothing').session)
				.split('\n')
				.at(-2),
		).toContain('no command /nothing');
	});
});

describe('thinking', () => {
	it('shows the last lines of the thought, and how long it takes', () => {
		expect(frame(streamed(LARGE, '<think>one\ntwo\nthr', 'ee\nfour\nfive\nsix'))).toBe(
			text(`

			❯ Which country's customers spent the most?
			 1 … sqrl-4b writes · 3 s
			     three
			     four
			     five
			     six
			esc stop`),
		);
		expect(frame(streamed(SMALL, 'a long line of thought that goes on and on'))).toBe(
			text(`

			❯ Which country's customers spent the
			  most?
			 1 … sqrl-4b writes · 3 s
			     a long line of thought that goes
			     on and on
			esc stop`),
		);
	});

	it('stays as high as it is, however long the thought', () => {
		const long = streamed(LARGE, ...Array.from({length: 500}, (_, at) => `line ${at}\n`), 'the end');
		expect(frame(long).split('\n')).toHaveLength(8);
		expect(frame(long)).toContain('the end');
		expect(frame(streamed(LARGE, 'x'.repeat(1_000_000))).split('\n').length).toBeLessThanOrEqual(8);
	});

	it('says why nothing comes', () => {
		const chunk = {kind: 'waiting' as const, reason: 'the server is busy'};
		const state = happened(thinking(), solve({kind: 'chunk', chunk, trajectory: trajectory()})).session;
		expect(frame(state)).toContain('waiting: the server is busy');
	});
});

describe('reviewing', () => {
	it('shows the probe and what can be done with it', () => {
		expect(frame(reviewed(LARGE))).toBe(
			text(`

			❯ Which country's customers spent the most?
			 1 ▸ Countries first.  0.8 s · 214 tokens
			   probe 1/5  SELECT DISTINCT Country FROM Customer LIMIT 10
			   Run this probe?
			y run · a rest of question · e edit · n reject · f answer now · r thought
			esc stop`),
		);
		expect(body(reviewed(SMALL), 3)).toBe(
			text(`

			❯ Which country's customers spent the
			  most?
			 1 ▸ Countries first.  0.8 s · 214
			     tokens
			   probe 1/5  SELECT DISTINCT Country
			              FROM Customer LIMIT 10
			   Run this probe?`),
		);
	});

	it('unfolds the thought', () => {
		expect(body(press(reviewed(LARGE), 'r').session, 2)).toBe(
			text(`

			❯ Which country's customers spent the most?
			 1 ▾ Countries first.  0.8 s · 214 tokens
			   How are countries written?
			   probe 1/5  SELECT DISTINCT Country FROM Customer LIMIT 10
			   Run this probe?`),
		);
	});

	it('shows the probe while it is edited', () => {
		expect(frame(press(reviewed(LARGE), 'e', '0').session)).toBe(
			text(`

			❯ Which country's customers spent the most?
			 1 ▸ Countries first.  0.8 s · 214 tokens
			   probe 1/5  SELECT DISTINCT Country FROM Customer LIMIT 10
			   ✎ SELECT DISTINCT Country FROM Customer LIMIT 100
			enter run · alt+enter new line · ctrl+g $EDITOR · esc back`),
		);
	});

	it('asks for a note', () => {
		expect(frame(press(reviewed(LARGE), 'n', ...letters('no views')).session)).toBe(
			text(`

			❯ Which country's customers spent the most?
			 1 ▸ Countries first.  0.8 s · 214 tokens
			   probe 1/5  SELECT DISTINCT Country FROM Customer LIMIT 10
			   Why not? The model reads this note (enter: no note).
			   ✎ no views
			enter reject · alt+enter new line · esc back`),
		);
	});

	it.each([LARGE, SMALL, {columns: 20, rows: 5}])('keeps question and keys in sight at %j', size => {
		const summary = Array.from({length: 50}, (_, at) => `line ${at}`).join('\n');
		const turns = [turn({summary, action: {kind: 'sql', sql: 'SELECT 1'}})];
		const state = happened(
			thinking(at(size)),
			solve({kind: 'replied', turn: 0, trajectory: trajectory({turns})}),
			{kind: 'review', turn: 0, sql: 'SELECT 1', at: START},
		).session;
		const seen = frame(state);
		expect(seen.split('\n').length).toBeLessThanOrEqual(drawableRows(size));
		expect(seen).toContain('y run');
		if (size.rows > 5) {
			expect(seen).toContain('Run this probe?');
			expect(seen).toContain('SELECT 1');
			expect(seen).toMatch(/… \d+ lines above/);
		}
	});
});

describe('after the answer', () => {
	it('are the keys only', () => {
		expect(frame(answered(at(LARGE)))).toMatch(/^n next · e edit · g grid · t trajectory · [\s\S]*\? keys$/);
	});

	it('an export is chosen and named', () => {
		const state = choosing(at(SMALL));
		expect(frame(state)).toContain('Export all rows as');
		expect(frame(state).match(/esc back/g)).toHaveLength(1);
		expect(frame(naming(at(SMALL)))).toContain('✎ answer.');
	});
});

describe('what is foreign', () => {
	const EVIL = '\u001b[3J\u001b]52;c;eA==\u0007\u009b2J\u202e\r\u200b';

	it('is shown as signs', () => {
		const start = {...at(LARGE), evidence: EVIL, model: {name: EVIL}};
		const {ref} = start.database;
		const evil = {...start, database: {...start.database, ref: {...ref, name: EVIL}}};
		frame(evil);
		frame(paste(evil, EVIL).session);
		const turns = [turn({summary: EVIL, thinking: EVIL, action: {kind: 'sql', sql: EVIL}})];
		const asked = happened(thinking(evil), {
			kind: 'solve',
			event: {kind: 'replied', turn: 0, trajectory: {...OBSERVED, question: EVIL, turns}},
			at: START,
		}).session;
		frame(press(asked, 'r').session);
	});
});
