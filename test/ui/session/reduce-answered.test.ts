import {describe, expect, it} from 'vitest';
import type {Trajectory} from '../../../source/agent/trajectory.js';
import {KEYMAP} from '../../../source/ui/keymap.js';
import type {Session} from '../../../source/ui/session/state.js';
import {table} from '../screens/support.js';
import {
	ANSWER,
	ANSWERED,
	answered,
	choosing,
	ended,
	happened,
	kinds,
	letters,
	naming,
	OBSERVED,
	paste,
	phaseOf,
	press,
	ROWS,
	send,
	session,
	solve,
	thinking,
} from './support.js';

const ACTS = Object.keys(KEYMAP.answered).filter(action => !['compose', 'command', 'help'].includes(action));
const keyOf = (action: string) => KEYMAP.answered[action as keyof typeof KEYMAP.answered].keys[0];

const NO_ANSWER: Trajectory = {...OBSERVED, ending: 'no-answer'};
const ABORTED: Trajectory = {...OBSERVED, ending: 'aborted'};
const FAILED: Trajectory = {
	...OBSERVED,
	ending: 'failed',
	extra: {failure: {kind: 'cut', message: 'broken off'}},
};
const NOTHING: Trajectory = {...OBSERVED, turns: [], ending: 'aborted'};
const WRONG: Trajectory = {
	...ANSWERED,
	answer: {
		sql: ANSWER,
		by: 'model',
		outcome: {elapsedMs: 1, error: {kind: 'sql', message: 'no such column'}},
	},
};

const ownQuery = () =>
	happened(send(session(), '/sql SELECT 1').session, {kind: 'queried', outcome: ROWS}).session;

function expectNotice(state: Session, key: string): void {
	const step = press(state, key);
	expect(step.effects).toEqual([]);
	expect(step.session.notice).not.toBe('');
	expect(step.session.phase.kind).toBe('answered');
	expect(step.session.views).toEqual([]);
}

describe('the letters', () => {
	it.each(ACTS)('%s says that there is no answer yet', action => {
		expectNotice(session({phase: {kind: 'answered'}}), keyOf(action));
	});

	it.each([
		['C', NO_ANSWER],
		['x', NO_ANSWER],
		['b', NO_ANSWER],
		['g', NO_ANSWER],
		['C', WRONG],
		['x', WRONG],
		['b', WRONG],
		['g', WRONG],
		['c', NOTHING],
		['p', NOTHING],
		['N', ANSWERED],
		['N', ABORTED],
		['N', FAILED],
		['N', WRONG],
		['R', ANSWERED],
		['R', NO_ANSWER],
		['R', WRONG],
	])('%s makes no sense then, and says so (%#)', (key, trajectory) => {
		expectNotice(ended(trajectory), key);
	});

	it.each(['t', 'G', 'N', 'R'])('%s makes no sense after a query of one\u2019s own', key => {
		expectNotice(ownQuery(), key);
	});

	it('b draws one column of labels and one of numbers only', () => {
		const step = press(answered(), 'b');
		expect(step.session.printed.at(-1)).toEqual({kind: 'bars', table: 'table' in ROWS && ROWS.table});
		const three = {elapsedMs: 1, table: table(['a', 'b', 'c'], [['a', 1n, 2n]])};
		expectNotice(ended({...ANSWERED, answer: {sql: 'SELECT', by: 'model', outcome: three}}), 'b');
	});

	it('c copies the query, C the rows', () => {
		expect(press(answered(), 'c').effects).toEqual([{kind: 'copy', what: 'query', text: ANSWER}]);
		expect(press(answered(), 'C').effects).toEqual([
			{kind: 'copy', what: 'rows', text: 'Country\tTotal\nArgentina\t13\nBrazil\t35\n'},
		]);
	});

	it('g opens the rows, t the trajectory, p asks for the plan', () => {
		expect(press(answered(), 'g').session.views.map(({kind}) => kind)).toEqual(['grid']);
		expect(press(answered(), 't').session.views.map(({kind}) => kind)).toEqual(['debugger']);
		expect(press(answered(), 'p').effects).toEqual([{kind: 'plan', sql: ANSWER}]);
		const planned = happened(answered(), {kind: 'planned', sql: ANSWER, outcome: ROWS}).session;
		expect(planned.printed.at(-1)).toEqual({kind: 'plan', sql: ANSWER, outcome: ROWS});
	});

	it('p and c do so for an answer that failed too', () => {
		expect(kinds(press(ended(WRONG), 'p', 'c').effects)).toEqual(['plan', 'copy']);
		expect(phaseOf(press(ended(WRONG), 'e').session, 'editing').editor.text).toBe(ANSWER);
	});
});

describe('asking on', () => {
	it.each([ANSWERED, NO_ANSWER, ABORTED, FAILED, WRONG])(
		'G answers again, whatever came (%#)',
		trajectory => {
			expect(press(ended(trajectory), 'G').effects).toEqual([{kind: 'regenerate', trajectory}]);
		},
	);

	it('N nudges where there is no answer', () => {
		const [effect] = press(ended(NO_ANSWER), 'N').effects;
		expect(effect).toMatchObject({kind: 'resume', trajectory: {ending: 'open'}});
		expect(effect?.kind === 'resume' && effect.trajectory.turns.at(-1)?.response).toEqual({
			kind: 'continue',
			text: 'Continue with <sql> or <answer>.',
		});
	});

	it.each([ABORTED, FAILED])('R goes on from where it was (%#)', trajectory => {
		expect(press(ended(trajectory), 'R').effects).toMatchObject([
			{kind: 'resume', trajectory: {ending: 'open', turns: trajectory.turns}},
		]);
	});

	it.each([
		['N', NO_ANSWER],
		['R', ABORTED],
	])('%s asks for an answer of the model, not for the one that the person wrote', (key, trajectory) => {
		const edited = press(ended(trajectory), 'e', ...letters(' LIMIT 1'), 'enter').session;
		const state = happened(edited, {kind: 'queried', outcome: ROWS}).session;
		const [effect] = press(state, key).effects;
		expect(effect?.kind === 'resume' && effect.trajectory).not.toHaveProperty('answer');
	});

	it('goes on as a question of its own', () => {
		const [effect] = press(ended(NO_ANSWER), 'N').effects;
		const trajectory = effect?.kind === 'resume' ? effect.trajectory : ANSWERED;
		const state = happened(ended(NO_ANSWER), {kind: 'started', trajectory, at: 0}).session;
		expect(state.phase.kind).toBe('thinking');
		expect(happened(state, solve({kind: 'ended', trajectory: ANSWERED})).session.printed).toHaveLength(2);
	});
});

describe('the next question', () => {
	it.each(['n', 'enter'])('%s opens the composer, and writes nothing', key => {
		const {phase, composer} = press(answered(), key).session;
		expect(phase.kind).toBe('composing');
		expect(composer.editor.text).toBe('');
	});

	it('/ begins a command, a paste a question', () => {
		expect(press(answered(), '/').session).toMatchObject({
			phase: {kind: 'composing'},
			composer: {editor: {text: '/'}},
		});
		expect(paste(answered(), 'n\ne').session).toMatchObject({
			phase: {kind: 'composing'},
			composer: {editor: {text: 'n\ne'}},
		});
	});
});

describe('an edit of the answer', () => {
	it('that is empty is not run', () => {
		const erased = press(answered(), 'e', ...Array.from(ANSWER, () => 'backspace'), 'enter');
		expect(erased.effects).toEqual([]);
		expect(erased.session.notice).not.toBe('');
		expect(erased.session.phase.kind).toBe('editing');
	});

	it('has several lines, and is undone by escape', () => {
		const step = press(answered(), 'e', 'alt+enter', ...letters('LIMIT 1'), 'enter');
		expect(step.effects).toEqual([{kind: 'query', sql: `${ANSWER}\nLIMIT 1`}]);
		const back = press(answered(), 'e', 'x', 'escape').session;
		expect(back.shown?.sql).toBe(ANSWER);
	});
});

describe('an export', () => {
	it('offers every form in which rows leave, but the table', () => {
		const {menu} = phaseOf(choosing(), 'choosing');
		expect(menu.options.map(({label}) => label).sort()).toEqual(['csv', 'insert', 'json', 'md', 'tsv']);
	});

	it.each([
		['csv', 'answer.csv'],
		['tsv', 'answer.tsv'],
		['json', 'answer.json'],
		['md', 'answer.md'],
		['insert', 'answer.sql'],
	])('as %s is offered as %s', (format, file) => {
		const at = phaseOf(choosing(), 'choosing').menu.options.findIndex(({label}) => label === format);
		const named = press(choosing(), String(at + 1)).session;
		expect(phaseOf(named, 'naming')).toMatchObject({format, editor: {text: file}});
		const step = press(named, 'enter');
		expect(step.effects).toEqual([{kind: 'export', format, file, sql: ANSWER}]);
		expect(step.session.phase.kind).toBe('answered');
	});

	it('needs a name', () => {
		const step = press(naming(), 'ctrl+u', 'enter');
		expect(step.effects).toEqual([]);
		expect(step.session.notice).not.toBe('');
		expect(step.session.phase.kind).toBe('naming');
		expect(press(step.session, ...letters('~/a.csv'), 'enter').effects).toMatchObject([{file: '~/a.csv'}]);
	});

	it('is left with escape, from the menu and from the name', () => {
		expect(press(choosing(), 'escape').session.phase.kind).toBe('answered');
		expect(press(naming(), 'escape').session.phase.kind).toBe('answered');
	});
});

it('a question that begins meanwhile takes the place of a choice', () => {
	expect(thinking(choosing()).phase.kind).toBe('thinking');
});
