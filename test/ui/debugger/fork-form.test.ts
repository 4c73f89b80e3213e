import {describe, expect, it} from 'vitest';
import type {Trajectory} from '../../../source/agent/trajectory.js';
import {
	type ForkExit,
	type ForkForm,
	openForkForm,
	reduceForkForm,
	writtenInForm,
} from '../../../source/ui/debugger/fork-form.js';
import {forkFormLines} from '../../../source/ui/debugger/fork-form-lines.js';
import type {Input} from '../../../source/ui/input.js';
import {question} from '../../support/agent-doubles.js';
import {AWKWARD} from '../awkward-tables.js';
import {expectDrawable, key, LARGE, SMALL, seen, table, trajectory, turn} from '../screens/support.js';

const MODELS = ['sqrl-4b', 'another'];

const PROMPTED = question({question: 'How many tracks?', evidence: 'Names are upper case.'});

const TWO: Trajectory = trajectory({
	...PROMPTED,
	sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: null},
	turns: [
		turn({
			reply: 'Look.\n<sql>SELECT 1</sql>',
			summary: 'Look.',
			action: {kind: 'sql', sql: 'SELECT 1'},
			verdict: {kind: 'edited', sql: 'SELECT 9'},
			outcome: {elapsedMs: 1, table: table(['n'], [[1n]])},
			response: {
				kind: 'observation',
				text: '<observation>\n1\n</observation>\nContinue with <sql> or <answer>.',
			},
		}),
		turn({
			reply: 'So.\n<answer>SELECT 2</answer>',
			summary: 'So.',
			action: {kind: 'answer', sql: 'SELECT 2'},
		}),
	],
});

function open(change: Partial<Pick<ForkForm, 'trajectory' | 'turn' | 'models'>> = {}): ForkForm {
	return openForkForm({trajectory: TWO, turn: 0, models: MODELS, ...change});
}

/** Inputs by their names; what is in quotes is typed. */
function inputs(keys: string): Input[] {
	return [...keys.matchAll(/"([^"]*)"|(\S+)/g)].flatMap(([, typed, name]) =>
		typed === undefined ? [key(name!)] : [...typed].map(letter => key(letter === ' ' ? 'space' : letter)),
	);
}

/** The form after some keys, all but the last of which leave it open. */
function press(form: ForkForm, keys: string): ForkForm | ForkExit {
	let now: ForkForm | ForkExit = form;
	for (const input of inputs(keys)) {
		if (typeof now === 'string' || !('cursor' in now)) {
			throw new Error(`closed before ${JSON.stringify(input)}`);
		}

		now = reduceForkForm(now, input);
	}

	return now;
}

function still(form: ForkForm, keys: string): ForkForm {
	const now = press(form, keys);
	if (typeof now === 'string' || !('cursor' in now)) {
		throw new Error('closed');
	}

	return now;
}

const SAMPLING = TWO.sampling;

describe('the form', () => {
	it('is a fork from the turn as it is', () => {
		expect(press(open(), 'g')).toEqual({
			go: {turn: 0, change: {kind: 'again'}, sampling: SAMPLING, evidence: null, count: 1},
			model: 'sqrl-4b',
		});
	});

	it.each<[keys: string, change: object]>([
		['right g', {kind: 'probe', sql: 'SELECT 9'}],
		['right down enter ctrl+u "SELECT 3" enter g', {kind: 'probe', sql: 'SELECT 3'}],
		['right right g', {kind: 'observation', text: '1'}],
		['right right down enter ctrl+u "0" alt+enter "1" enter g', {kind: 'observation', text: '0\n1'}],
		['right right right g', {kind: 'summary', text: 'Look.'}],
		['left g', {kind: 'reply', text: 'Look.\n<sql>SELECT 1</sql>'}],
		['enter enter enter enter enter g', {kind: 'again'}],
	])('%s: %j', (keys, change) => {
		expect(press(open(), keys)).toMatchObject({go: {change}});
	});

	it('keeps the text of each kind while others are tried', () => {
		const form = still(open(), 'right down enter ctrl+u "SELECT 3" enter up right right left left');
		expect(press(form, 'g')).toMatchObject({go: {change: {kind: 'probe', sql: 'SELECT 3'}}});
	});

	it.each<[keys: string, plan: object]>([
		['down enter ctrl+u "1.2" enter g', {sampling: {...SAMPLING, temperature: 1.2}}],
		['down down enter "42" enter g', {sampling: {...SAMPLING, seed: 42}}],
		['down down down down enter ctrl+u "New." enter g', {evidence: 'New.'}],
		['down down down down enter ctrl+u enter g', {evidence: ''}],
		['down down down down down right right g', {count: 3}],
		['down down down down down enter ctrl+u "16" enter g', {count: 16}],
		['down down down down down left g', {count: 1}],
	])('%s: %j', (keys, plan) => {
		expect(press(open(), keys)).toMatchObject({go: plan});
	});

	it('goes on with another model', () => {
		expect(press(open(), 'down down down enter g')).toMatchObject({model: 'another'});
		expect(press(open(), 'down down down left left g')).toMatchObject({model: 'sqrl-4b'});
		const parent = {...TWO, model: {name: 'another'}};
		expect(press(open({trajectory: parent}), 'g')).toMatchObject({model: 'another'});
	});

	it('begins at its last line', () => {
		expect(press(open(), 'down down down down down down down enter')).toMatchObject({model: 'sqrl-4b'});
	});
});

describe('what can be changed', () => {
	it.each<[name: string, change: Partial<ForkForm>, kinds: string[]]>([
		['of a probe', {}, ['again', 'probe', 'observation', 'summary', 'reply']],
		['of an answer', {turn: 1}, ['again', 'probe', 'summary', 'reply']],
		['of a reply that is due', {turn: 2}, ['again']],
		[
			'of a reply without an action',
			{trajectory: {...TWO, turns: [turn({reply: 'Hm.'})]}},
			['again', 'summary', 'reply'],
		],
		[
			'of a probe after the finish turn',
			{
				turn: 1,
				trajectory: {
					...TWO,
					turns: [{...TWO.turns[0]!, response: {kind: 'finish', text: 'x'}}, TWO.turns[0]!],
				},
			},
			['again', 'observation', 'summary', 'reply'],
		],
	])('%s', (_, change, kinds) => {
		expect(open(change).kinds).toEqual(kinds);
	});
});

describe('continuations that ask no model', () => {
	it.each<[keys: string, count: number]>([
		['right down down down down down down right right g', 1],
		['left down down down down down down right right g', 1],
		['down down down down down right right g', 3],
	])('%s: %i', (keys, count) => {
		const form = still(open({turn: 1}), keys.replace(/ g$/, ''));
		expect(press(form, 'g')).toMatchObject({go: {count}});
		expect(seen(forkFormLines(form, LARGE)).includes('1: no model is asked, more would be alike')).toBe(
			count === 1,
		);
	});
});

describe('what is wrong', () => {
	it.each([
		['down enter ctrl+u "warm" enter', 'The temperature is a number from 0 to 2, not "warm".'],
		['down enter ctrl+u "2.5" enter', 'The temperature is a number from 0 to 2, not "2.5".'],
		['down enter ctrl+u enter', 'The temperature is a number from 0 to 2, not "".'],
		['down down enter "-1" enter', 'A seed is a whole number from 0 on, or nothing; not "-1".'],
		['down down down down down enter ctrl+u "17" enter', 'There can be 1 to 16 continuations, not "17".'],
		['right down enter ctrl+u " " enter', 'The query is empty.'],
	])('%s: %s', (keys, words) => {
		const form = still(open(), keys);
		expect(form.notice).toBe(words);
		expect(form.editor).not.toBeNull();
		// Right below what is written.
		expect(
			seen(forkFormLines(form, LARGE))
				.split(/\n✎.*\n/)[1]!
				.split('\n')[0],
		).toBe(words);
		// The words are there until the next key, what was written stays.
		expect(still(form, 'left')).toMatchObject({notice: '', editor: {text: form.editor!.text}});
	});

	it('a query that was never written', () => {
		const parent = {
			...TWO,
			turns: [
				{
					...TWO.turns[0]!,
					action: {kind: 'sql' as const, sql: ' '},
					verdict: {kind: 'edited' as const, sql: ''},
				},
			],
		};
		expect(still(open({trajectory: parent}), 'right down down g')).toMatchObject({
			cursor: 'text',
			notice: 'The query is empty.',
		});
	});

	it('what cannot be is told before the form is left', () => {
		const parent = {...TWO, prompt: {system: 'Write SQL.', user: 'How many?'}};
		const form = still(open({trajectory: parent}), 'down down down down enter "!" enter g');
		expect(form.notice).toContain('the system prompt is not of this program');
		expect(form.values.evidence).toBe('Names are upper case.!');
	});

	it('there is no model', () => {
		expect(still(open({models: []}), 'g')).toMatchObject({
			cursor: 'model',
			notice: 'There is no model to go on with.',
		});
	});
});

describe('leaving', () => {
	it('asks where something would be lost', () => {
		expect(press(open(), 'escape')).toBe('close');
		expect(press(open(), 'q')).toBe('close');
		const changed = still(open(), 'right escape');
		expect(changed.notice).toContain('would be lost');
		expect(press(changed, 'escape')).toBe('close');
		expect(still(changed, 'down escape').notice).toContain('would be lost');
		expect(press(open(), 'right left escape')).toBe('close');
	});

	it('of a text that is being written changes nothing', () => {
		const form = still(open(), 'down enter "5" escape');
		expect(form).toMatchObject({editor: null, values: {temperature: '0.7'}});
	});
});

describe('$EDITOR', () => {
	it('is given the text, as it is being written or as it stands', () => {
		expect(press(open(), 'right down ctrl+g')).toEqual({kind: 'external', text: 'SELECT 9'});
		expect(press(open(), 'right down enter "0" ctrl+g')).toEqual({kind: 'external', text: 'SELECT 90'});
		expect(still(open(), 'ctrl+g').cursor).toBe('change');
	});

	it('gives back what is then being written', () => {
		const form = writtenInForm(still(open(), 'right down'), 'SELECT 5\n');
		expect(press(form, 'enter g')).toMatchObject({go: {change: {kind: 'probe', sql: 'SELECT 5\n'}}});
		expect(writtenInForm(open(), 'x')).toEqual(open());
	});
});

describe('drawn', () => {
	it('has each field with what is in it', () => {
		expect(seen(forkFormLines(still(open(), 'right'), {columns: 80, rows: 14}))).toBe(
			[
				'Fork from turn 1, probe · How many tracks?',
				'❯ what is changed  the query: it runs in place of the recorded one',
				'    to             SELECT 9',
				'  temperature      0.7',
				'  seed             none: each draws its own',
				'  model            sqrl-4b',
				'  evidence         Names are upper case.',
				'  continuations    1',
				'  go',
				'',
				'',
				'',
				'↵ change · g go · esc back'.replace('↵', 'enter'),
			].join('\n'),
		);
	});

	it('has what is being written with room for it', () => {
		const form = still(open(), 'left down enter');
		const lines = seen(forkFormLines(form, LARGE)).split('\n');
		expect(lines).toContain('❯ to');
		expect(lines).toContain('✎ Look.');
		expect(lines).toContain('  <sql>SELECT 1</sql>');
	});

	it('tells what was changed, and how many go', () => {
		const form = still(open(), 'right down enter "0" enter down down down down down right');
		const lines = seen(forkFormLines(form, LARGE));
		expect(lines).toContain('SELECT 90 (changed)');
		expect(lines).toContain('go: 2 continuations at once');
	});

	it.each([{columns: 200, rows: 50}, LARGE, SMALL, {columns: 20, rows: 8}, {columns: 40, rows: 5}])(
		'fits into %j whatever is in it',
		size => {
			for (const text of [...Object.values(AWKWARD), 'word '.repeat(3000)]) {
				const parent = {
					...TWO,
					question: text,
					evidence: text,
					turns: [{...TWO.turns[0]!, reply: text, summary: text}],
				};
				const form = open({trajectory: parent, models: [text]});
				for (const keys of [
					'',
					'left',
					'left down',
					'left down enter',
					'down enter "x" enter',
					'left down down down down down',
				]) {
					expectDrawable(forkFormLines(still(form, keys), size), size);
				}
			}
		},
	);
});
