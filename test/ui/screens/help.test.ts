import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type Binding, KEYMAP} from '../../../source/ui/keymap.js';
import {type HelpView, helpLines, openHelp, reduceHelp} from '../../../source/ui/screens/help-view.js';
import {expectDrawable, inputs, key, LARGE, seen, sizes} from './support.js';

const COMMANDS = [
	['/schema', 'tables, columns, keys'],
	['/evidence [text | file <path> | none]', 'a hint for the model'],
] as const;

describe('help', () => {
	it('begins with the commands and tells the keys', () => {
		expect(seen(helpLines(openHelp(COMMANDS), {columns: 80, rows: 12}))).toMatch(
			/^Keys and commands +1–9 of \d+\nCommands\n {2}\/schema +tables, columns, keys\n {2}\/evidence \[text \| file <path> \| none\]\n {11}a hint for the model\n\nWriting a question\n/,
		);
	});

	it('has every key of every context', () => {
		const text = seen(helpLines(openHelp([]), {columns: 160, rows: 300}));
		for (const bindings of Object.values(KEYMAP)) {
			for (const {label} of Object.values(bindings) as Binding[]) {
				expect(text).toContain(label);
			}
		}

		expect(text).toContain('\n  pgdn, space, ctrl+f  a page down\n');
	});

	it('puts the texts below the keys where there is little room', () => {
		expect(seen(helpLines(openHelp(COMMANDS), {columns: 24, rows: 10}))).toContain(
			'\n  /schema\n    tables, columns,\n    keys\n',
		);
	});

	it.each(['q', 'escape', '?'])('%s closes it', name => {
		expect(reduceHelp(openHelp([]), key(name), LARGE)).toBe('close');
	});

	it.each([
		{columns: 80, rows: 12},
		{columns: 24, rows: 10},
	])('opens at what a person is doing, and scrolls on from there, at $columns×$rows', size => {
		const opened = openHelp(COMMANDS, 'history');
		expect(seen(helpLines(opened, size)).split('\n')[1]).toBe('The history');
		const up = reduceHelp(opened, key('up'), size) as HelpView;
		expect(seen(helpLines(up, size)).split('\n')[2]).toBe('The history');
		const top = reduceHelp(up, key('home'), size) as HelpView;
		expect(seen(helpLines(top, size)).split('\n')[1]).toBe('Commands');
	});

	it('scrolls to its end and no further', () => {
		const size = {columns: 60, rows: 14};
		const end = reduceHelp(openHelp(COMMANDS), key('end'), size) as HelpView;
		expect(end.scroll.top).toBeGreaterThan(50);
		expect(reduceHelp(end, key('down'), size)).toEqual(end);
		expect(seen(helpLines(end, size))).toContain('suspend the program');
	});

	it('is drawable at any size', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(inputs, sizes), {maxLength: 12}), presses => {
				let view = openHelp(COMMANDS);
				for (const [input, size] of presses) {
					const next = reduceHelp(view, input, size);
					view = next === 'close' ? view : next;
					expectDrawable(helpLines(view, size), size);
				}
			}),
		);
	});
});
