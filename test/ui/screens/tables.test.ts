import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {tablesLines} from '../../../source/ui/screens/tables-lines.js';
import {
	openTables,
	promptTokens,
	reduceTables,
	type TablesView,
} from '../../../source/ui/screens/tables-view.js';
import {expectDrawable, inputs, key, LARGE, SCHEMA, SMALL, schemas, seen, sizes} from './support.js';

const ALL = new Set(['Best', 'Customer', 'PlaylistTrack', 'gone']);
const opened = openTables(SCHEMA, ALL, 8192);

function press(view: TablesView, keys: string): TablesView {
	for (const name of keys.split(' ').filter(Boolean)) {
		const next = reduceTables(view, key(name), LARGE);
		if (next === 'close' || !('choices' in next)) {
			throw new Error(`${name} closed the view`);
		}

		view = next;
	}

	return view;
}

describe('reduceTables', () => {
	it.each([
		['', ['Customer', 'PlaylistTrack', 'Best']],
		['space', ['PlaylistTrack', 'Best']],
		['x x', ['Customer', 'PlaylistTrack', 'Best']],
		['end x', ['Customer', 'PlaylistTrack']],
		['a', []],
		['a j x', ['PlaylistTrack']],
		['x a', ['Customer', 'PlaylistTrack', 'Best']],
		['/ b e enter a', ['Customer', 'PlaylistTrack']],
		['/ n o n e enter x a', ['Customer', 'PlaylistTrack', 'Best']],
	])('after %j these are chosen: %j', (keys, names) => {
		expect([...press(opened, keys).chosen]).toEqual(names);
	});

	it('gives the choice in the order of the schema', () => {
		const taken = reduceTables(press(opened, 'a end x home x'), key('enter'), LARGE);
		expect(taken).toEqual({chosen: new Set(['Customer', 'Best'])});
		expect([...(taken as {chosen: Set<string>}).chosen]).toEqual(['Customer', 'Best']);
	});

	it('does not take nothing, and says why until the next key', () => {
		const refused = press(opened, 'a enter');
		expect(seen(tablesLines(refused, LARGE))).toContain('\nChoose at least one: without a table');
		expect(press(refused, 'j').reason).toBe('');
	});

	it('says why it opened by itself, until the next key', () => {
		const small = openTables(SCHEMA, ALL, 100, 'Too long for the model: choose tables.');
		expect(seen(tablesLines(small, SMALL))).toContain('\nToo long for the model: choose tables.\n');
		expect(press(small, 'j').reason).toBe('');
		expect(seen(tablesLines(press(small, 'j'), SMALL))).toContain('\n! too long');
	});

	it('takes what is too long only when it is meant', () => {
		const narrow = openTables(SCHEMA, ALL, 100);
		const warned = press(narrow, 'enter');
		expect(seen(tablesLines(warned, LARGE))).toContain('longer than the model takes');
		expect(reduceTables(warned, key('enter'), LARGE)).toEqual({
			chosen: new Set(['Customer', 'PlaylistTrack', 'Best']),
		});
		// Another key between: it is said again.
		expect(press(warned, 'down enter').reason).not.toBe('');
	});

	it('closes without a choice', () => {
		expect(reduceTables(press(opened, 'a'), key('escape'), LARGE)).toBe('close');
		expect(reduceTables(press(opened, '/ escape'), key('q'), LARGE)).toBe('close');
	});

	it('counts what is chosen', () => {
		expect(promptTokens(press(opened, 'a'))).toBe(opened.baseTokens);
		expect(promptTokens(opened)).toBe(
			opened.baseTokens + opened.choices.reduce((sum, {tokens}) => sum + tokens, 0),
		);
	});
});

describe('tablesLines', () => {
	it('shows boxes, tokens and the sum', () => {
		const view = {...press(opened, 'j x'), baseTokens: 1000};
		expect(seen(tablesLines(view, LARGE))).toBe(`\
Tables for the model · 2 of 3
the prompt takes about 1,051 of 8,192 tokens
  [x] Customer                                         3 columns ·     43 tokens
❯ [ ] PlaylistTrack                                    2 columns ·     43 tokens
  [x] Best                                      view · 2 columns ·      8 tokens
${'\n'.repeat(16)}
enter take · x choose · a all · / filter · q back · ? keys`);
	});

	it('warns of a prompt that is too long, on a small screen too', () => {
		const view = {...openTables(SCHEMA, ALL, 500), baseTokens: 600};
		const lines = seen(tablesLines(view, SMALL)).split('\n');
		expect(lines[1]).toMatch(/^! too long: about \d+ of 500 tokens$/);
		expect(lines[2]).toMatch(/^❯ \[x\] Customer +\d+ tokens$/);
		expect(lines.at(-1)).toBe('enter take · x choose · q back · ? keys');
		expect(seen(tablesLines(openTables(SCHEMA, ALL, null), SMALL))).toMatch(
			/\nthe prompt takes about [\d,]+ tokens\n/,
		);
	});

	it('is drawable whatever is in it and whatever is pressed', () => {
		fc.assert(
			fc.property(
				schemas,
				fc.option(fc.nat()),
				fc.array(fc.tuple(inputs, sizes), {maxLength: 15}),
				(schema, context, presses) => {
					let view = openTables(
						schema,
						new Set([...schema.tables, ...schema.views].map(({name}) => name)),
						context,
					);
					for (const [input, size] of presses) {
						const next = reduceTables(view, input, size);
						if (next !== 'close' && 'choices' in next) {
							view = next;
						} else if (next !== 'close') {
							expect(next.chosen.size).toBeGreaterThan(0);
						}

						expectDrawable(tablesLines(view, size), size);
					}
				},
			),
		);
	});
});
