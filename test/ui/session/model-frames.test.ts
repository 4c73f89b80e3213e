/** What a person sees of the model: its choice, how far it is, its label. */
import {describe, expect, it} from 'vitest';
import {SUGGESTED_QUESTIONS} from '../../../source/sample/suggested-questions.js';
import type {Size} from '../../../source/ui/input.js';
import {liveLines} from '../../../source/ui/session/live-lines.js';
import {printedLines} from '../../../source/ui/session/printed-lines.js';
import type {Session} from '../../../source/ui/session/state.js';
import {expectDrawable, LARGE, SMALL, seen, trajectory} from '../screens/support.js';
import {
	ANSWERED,
	choosingModel,
	EMBEDDED,
	happened,
	LOADED,
	local,
	locating,
	paste,
	press,
	reviewing,
	running,
	send,
	session,
	solve,
	thinking,
} from './support.js';

const WIDE: Size = {columns: 120, rows: 40};
const SIZES = [LARGE, WIDE, SMALL];
const LABEL = 'sqrl-tiny · for trying things out';

/** The frame as a person sees it; it fits. */
function frame(state: Session, size: Size): string {
	const lines = liveLines({...state, size});
	expectDrawable(lines, {...size, columns: size.columns - 1});
	return seen(lines);
}

const lines = (state: Session, size: Size) => frame(state, size).split('\n');

describe.each(SIZES)('at $columns×$rows', size => {
	it('the choice of a model', () => {
		const [blank, ...rest] = lines(choosingModel(), size);
		expect(blank).toBe('');
		expect(rest.slice(0, 3)).toEqual([
			'Which model answers the questions?',
			'❯ 1 A server’s address',
			'  2 A GGUF file',
		]);
		expect(rest[3]).toMatch(/^ {2}3 sqrl-tiny, in the box {2}for trying/);
		expect(rest[4]).toBe('1–3 · enter take · esc back');
		expect(rest.slice(5).join(' ')).toBe('The question stays: choose who answers it, then send it.');
	});

	it('where it is, as that is typed', () => {
		expect(frame(locating('server'), size)).toBe(
			'\nAddress of an OpenAI-compatible server:\n✎ http://127.0.0.1:8000/v1\nenter take · esc back',
		);
		expect(frame(locating('file'), size)).toBe('\nPath of a GGUF file:\n✎\nenter take · esc back');
	});

	it('getting ready moves nothing', () => {
		const server = lines(session(), size);
		for (const [step, words] of [
			[{kind: 'loading', done: 12e6, total: LOADED.fileBytes}, 'loading sqrl-tiny 40 % of 29.9 MB'],
			[{kind: 'reading', done: 300, total: 1270}, 'reading the schema 300 of 1,270 tokens'],
			[{kind: 'ready'}, 'sqrl-tiny · 29.9 MB · context 4,096'],
			[{kind: 'asked'}, ''],
			[{kind: 'failed', failure: 'unusable'}, 'sqrl-tiny cannot run: see /model'],
		] as const) {
			const [first, ...rest] = lines(local(step), size);
			expect(first).toContain(words);
			expect(rest).toHaveLength(server.length - 1);
			expect(rest[0]).toBe('❯ Ask chinook');
		}
	});

	it('what a question waits for', () => {
		const wait = (chunk: {kind: 'progress'; done: number; total: number}) =>
			happened(thinking(), solve({kind: 'chunk', chunk, trajectory: trajectory()})).session;
		const reading = wait({kind: 'progress', done: 512, total: 1311});
		expect(frame(reading, size)).toMatch(/1 … .*prompt 512 of 1,311.* · 0 s/);
		const loading = thinking(local({kind: 'loading', done: 12e6, total: LOADED.fileBytes}));
		expect(frame(loading, size)).toMatch(/1 … loading .*40 %.* · 0 s/);
	});

	it.each([
		['thinking', thinking],
		['running', running],
		['reviewing', reviewing],
	])('the label while it is %s', (_, state) => {
		const asked = asEmbedded(state());
		expect(frame(asked, size)).toContain(LABEL);
		// However much there is above it.
		const summary = 'a line\n'.repeat(100);
		const {turns} = ANSWERED;
		const long = asEmbedded(asked, {turns: [{...turns[0]!, summary}]});
		expect(frame(long, size)).toContain(LABEL);
		expect(frame(state(), size)).not.toContain('trying');
	});

	it('the label with an answer, whole', () => {
		const item = {kind: 'question' as const, elapsedMs: 4200, trajectory: {...ANSWERED, model: EMBEDDED}};
		const last = seen(printedLines(item, size.columns - 1))
			.split('\n')
			.slice(-2);
		expect(last).toEqual(
			size === SMALL
				? ['   2 turns · 4.2 s', `   ${LABEL}`]
				: ['   2 rows · 1.2 ms', `   2 turns · 4.2 s · ${LABEL}`],
		);
	});
});

describe('the label', () => {
	it.each([
		{columns: 20, rows: 8},
		{columns: 30, rows: 6},
	])('is broken, not cut, at $columns×$rows', size => {
		expect(lines(asEmbedded(thinking()), size).join(' ')).toContain(LABEL);
	});
});

function asEmbedded(state: Session, change: object = {}): Session {
	const {phase} = state;
	if (!('asked' in phase)) {
		throw new Error('nothing is asked');
	}

	const trajectory = {...phase.asked.trajectory, ...change, model: EMBEDDED};
	return {...state, phase: {...phase, asked: {...phase.asked, trajectory}} as Session['phase']};
}

describe('the welcome', () => {
	it.each([
		[EMBEDDED, 'asked of sqrl-tiny'],
		[null, 'no model is chosen yet'],
	])('says who is asked', (model, words) => {
		const {database} = session();
		expect(seen(printedLines({kind: 'welcome', database, model}, 79)).split('\n')[0]).toBe(
			`chinook · 2 tables, 1 view · read-only · ${words}`,
		);
	});
});

it('warns of what the card warns of', () => {
	const text = seen(printedLines({kind: 'unfamiliar'}, 39)).replaceAll('\n', ' ');
	expect(text).toContain('one schema');
	expect(text).toContain('/model');
});

describe('suggestions', () => {
	const offered = session({suggestions: SUGGESTED_QUESTIONS});

	it('all stand above an empty composer where there is room', () => {
		for (const size of [LARGE, WIDE]) {
			expect(lines(offered, size).slice(0, 10)).toEqual([
				'',
				...SUGGESTED_QUESTIONS.map(question => `  · ${question}`),
				'❯ Ask chinook · tab suggests a question',
			]);
		}
	});

	it('are fewer where there is less, and say that there are more', () => {
		const some = lines(offered, SMALL);
		expect(some[1]).toBe(`  · ${SUGGESTED_QUESTIONS[0]}`);
		expect(some.filter(line => line.startsWith('  · ')).length).toBeGreaterThanOrEqual(3);
		expect(some).toContain('    … tab for more');
		expect(some.at(-2)).toBe('❯ Ask chinook · tab suggests a question');
		const none = lines(offered, {columns: 40, rows: 5});
		expect(none).toEqual([
			'',
			'❯ Ask chinook · tab suggests a question',
			'enter ask · ctrl+r search · /help',
		]);
	});

	it('come into the composer with tab, one after the other, and round again', () => {
		let state = offered;
		for (const question of [...SUGGESTED_QUESTIONS, SUGGESTED_QUESTIONS[0]]) {
			state = press(state, 'tab').session;
			expect(state.composer.editor.text).toBe(question);
			expect(lines(state, LARGE)).toHaveLength(lines(offered, LARGE).length);
		}
	});

	it('are away while something else is written, and once a question is asked', () => {
		expect(frame(paste(offered, 'x').session, LARGE)).not.toContain('How many');
		expect(frame(press(offered, 'tab', 'ctrl+u').session, LARGE)).toContain('How many');
		const asked = press(offered, 'tab', 'enter');
		expect(asked.effects).toEqual([{kind: 'ask', question: SUGGESTED_QUESTIONS[0]}]);
		expect(frame(asked.session, LARGE)).not.toContain('tab suggests');
		expect(press(asked.session, 'tab').session.composer.editor.text).toBe('');
		expect(frame(send(offered, '/approve auto').session, LARGE)).toContain('tab suggests');
	});

	it('stay where there is no model to ask', () => {
		const state = press({...offered, model: null}, 'tab', 'enter', 'escape').session;
		expect(frame(state, LARGE)).toContain(SUGGESTED_QUESTIONS[7]);
	});
});
