import {describe, expect, it} from 'vitest';
import type {Verdict} from '../../../source/agent/trajectory.js';
import {trajectory} from '../screens/support.js';
import {
	askedOf,
	happened,
	letters,
	OBSERVED,
	PROBE,
	paste,
	phaseOf,
	press,
	pressAt,
	reviewing,
	running,
	START,
	session,
	solve,
	thinking,
	UNJUDGED,
} from './support.js';

const ERASE_ALL = Array.from(PROBE, () => 'backspace');

function verdict(of: Verdict, turn = 0) {
	return [{kind: 'judge', turn, verdict: of}];
}

describe('a verdict', () => {
	it.each<[string, string[], Verdict]>([
		['y', ['y'], {kind: 'approved', by: 'person'}],
		['a', ['a'], {kind: 'approved', by: 'person'}],
		['f', ['f'], {kind: 'finish', by: 'person'}],
		['an edit', ['e', ...letters(' ')], {kind: 'approved', by: 'person'}],
		['an edited probe', ['e', ...letters('0')], {kind: 'edited', sql: `${PROBE}0`}],
		['an edit of several lines', ['e', 'alt+enter', '1'], {kind: 'edited', sql: `${PROBE}\n1`}],
		['an edit that was taken back', ['e', 'x', 'escape', 'y'], {kind: 'approved', by: 'person'}],
		['a rejection', ['n'], {kind: 'rejected', note: ''}],
		['a rejection with a note', ['n', ...letters(' no views ')], {kind: 'rejected', note: 'no views'}],
		['a rejection that was thought over', ['n', 'x', 'escape', 'f'], {kind: 'finish', by: 'person'}],
	])('by %s', (_, keys, expected) => {
		const inHand = press(reviewing(), ...keys);
		const step = inHand.effects.length > 0 ? inHand : press(inHand.session, 'enter');
		expect(step.effects).toEqual(verdict(expected));
		expect(step.session.phase.kind).toBe('running');
	});

	it('names the turn that was seen', () => {
		const state = happened(running(), {kind: 'review', turn: 3, sql: PROBE, at: START}).session;
		for (const keys of [['y'], ['a'], ['f'], ['n', 'enter'], ['e', 'enter'], ['e', 'x', 'enter']]) {
			const [, ...rest] = press(state, 'f1', ...keys).effects;
			expect(rest).toEqual([]);
			expect(press(state, 'f1', ...keys).effects).toMatchObject([{kind: 'judge', turn: 3}]);
		}
	});

	it('is given once, however often the key is pressed', () => {
		expect(press(reviewing(), 'y', 'y', 'y', 'n', 'f', 'a').effects).toHaveLength(1);
	});

	it('of an unchanged probe is no edit, whatever its line breaks', () => {
		const sql = 'SELECT 1\r\nFROM t';
		const state = happened(running(), {kind: 'review', turn: 0, sql, at: START}).session;
		expect(press(state, 'f1', 'e', 'enter').effects).toEqual(verdict({kind: 'approved', by: 'person'}));
	});
});

describe('an empty edit', () => {
	it('is not sent, and says so', () => {
		const step = press(reviewing(), 'e', ...ERASE_ALL, 'enter');
		expect(step.effects).toEqual([]);
		expect(step.session.notice).not.toBe('');
		expect(phaseOf(step.session, 'reviewing').way.kind).toBe('editing');
		const back = press(step.session, 'escape', 'e').session;
		expect(phaseOf(back, 'reviewing').way).toMatchObject({editor: {text: PROBE}});
	});
});

describe('keys typed ahead', () => {
	const appeared = happened(running(), {kind: 'review', turn: 0, sql: PROBE, at: START}).session;
	it.each(['y', 'a', 'e', 'n', 'f', 'r', 'escape', 'enter', 'ctrl+g'])('%s judges nothing', key => {
		for (const ms of [0, 1, 249]) {
			const step = pressAt(appeared, key, START + ms);
			expect(step.effects).toEqual([]);
			expect(step.session.phase).toEqual(appeared.phase);
		}
	});

	it('count from 250 ms on', () => {
		expect(pressAt(appeared, 'y', START + 250).effects).toHaveLength(1);
	});

	it('are dropped before each probe anew', () => {
		const next = happened(
			press(appeared, 'y').session,
			solve({kind: 'observed', turn: 0, trajectory: OBSERVED}, START + 5000),
			{kind: 'review', turn: 1, sql: PROBE, at: START + 6000},
		).session;
		expect(pressAt(next, 'y', START + 6249).effects).toEqual([]);
		expect(pressAt(next, 'y', START + 6250).effects).toEqual(verdict({kind: 'approved', by: 'person'}, 1));
	});
});

describe('trust', () => {
	it('is for the rest of this question and no other', () => {
		const trusted = press(reviewing(), 'a').session;
		const next = happened(
			trusted,
			solve({kind: 'observed', turn: 0, trajectory: OBSERVED}),
			solve({kind: 'chunk', chunk: {kind: 'text', text: 'x'}, trajectory: OBSERVED}),
			solve({kind: 'replied', turn: 1, trajectory: OBSERVED}),
			{kind: 'review', turn: 1, sql: PROBE, at: START},
		);
		expect(next.effects).toEqual(verdict({kind: 'approved', by: 'person'}, 1));
		expect(next.session.phase.kind).toBe('running');
		const other = happened(
			next.session,
			solve({kind: 'ended', trajectory: {...OBSERVED, ending: 'aborted'}}),
			{kind: 'started', trajectory: trajectory(), at: START},
			{kind: 'review', turn: 0, sql: PROBE, at: START},
		);
		expect(other.effects).toEqual([]);
		expect(other.session.phase.kind).toBe('reviewing');
	});

	it('by /approve auto is the policy\u2019s', () => {
		const state = running(session({approve: 'auto'}));
		const step = happened(state, {kind: 'review', turn: 0, sql: PROBE, at: START});
		expect(step.effects).toEqual(verdict({kind: 'approved', by: 'policy'}));
		expect(step.session.phase.kind).toBe('running');
	});
});

describe('while it runs', () => {
	it('escape stops, and the question stays until it has ended', () => {
		for (const state of [thinking(), running(), reviewing()]) {
			const step = press(state, 'escape');
			expect(step.effects).toEqual([{kind: 'stop'}]);
			expect(step.session.phase).toEqual(state.phase);
			const end = happened(
				step.session,
				solve({kind: 'ended', trajectory: {...UNJUDGED, ending: 'aborted'}}),
			);
			expect(end.session.phase.kind).toBe('answered');
			expect(end.session.printed).toHaveLength(1);
		}
	});

	it('escape leaves an edit and a note, and stops nothing', () => {
		for (const way of ['e', 'n']) {
			const step = press(reviewing(), way, 'x', 'escape');
			expect(step.effects).toEqual([]);
			expect(phaseOf(step.session, 'reviewing').way).toEqual({kind: 'choosing'});
		}
	});

	it('r unfolds the newest turn, R all', () => {
		const two = trajectory({turns: [...OBSERVED.turns, ...UNJUDGED.turns]});
		const first = happened(running(), solve({kind: 'replied', turn: 1, trajectory: two}));
		const reviewed = happened(first.session, {kind: 'review', turn: 1, sql: PROBE, at: START - 1000});
		for (const {session} of [first, reviewed]) {
			const unfolded = (...keys: string[]) => [...askedOf(press(session, ...keys).session).unfolded];
			expect(unfolded('r')).toEqual([1]);
			expect(unfolded('r', 'r')).toEqual([]);
			expect(unfolded('R')).toEqual([0, 1]);
			expect(unfolded('r', 'R')).toEqual([]);
			expect(unfolded('R', 'r')).toEqual([0]);
			expect(unfolded('R', 'R')).toEqual([]);
		}
	});

	it('r does nothing where no turn is', () => {
		const folded = press(thinking(), 'r').session;
		const grown = happened(folded, solve({kind: 'replied', turn: 0, trajectory: UNJUDGED})).session;
		expect([...askedOf(grown).unfolded]).toEqual([]);
		expect([...askedOf(press(grown, 'R').session).unfolded]).toEqual([0]);
	});

	it('a paste judges nothing, and is text of an edit and of a note', () => {
		expect(paste(reviewing(), 'y\n').effects).toEqual([]);
		const edit = paste(press(reviewing(), 'e').session, '\nLIMIT 1\n');
		expect(edit.effects).toEqual([]);
		expect(press(edit.session, 'enter').effects).toEqual(verdict({kind: 'edited', sql: `${PROBE}\nLIMIT 1`}));
		const note = paste(press(reviewing(), 'n').session, 'not\nthis');
		expect(press(note.session, 'enter').effects).toEqual(verdict({kind: 'rejected', note: 'not\nthis'}));
	});
});
