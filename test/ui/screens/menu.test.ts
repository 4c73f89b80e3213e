import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type Menu, menuLines, openMenu, reduceMenu} from '../../../source/ui/screens/menu.js';
import {expectSafe, inputs, key, seen, texts} from './support.js';

const menu = openMenu('Export as', [
	{label: 'csv', note: 'for spreadsheets'},
	{label: 'json'},
	{label: 'md'},
]);

function press(given: Menu, keys: string): ReturnType<typeof reduceMenu> {
	return keys
		.split(' ')
		.reduce<ReturnType<typeof reduceMenu>>((view, name) => reduceMenu(view as Menu, key(name)), given);
}

describe('reduceMenu', () => {
	it.each([
		['down', 1],
		['j j j j', 2],
		['up', 0],
		['j k k', 0],
	])('%s leads to the option at %i', (keys, cursor) => {
		expect(press(menu, keys)).toMatchObject({cursor});
	});

	it.each([
		['enter', 0],
		['j enter', 1],
		['3', 2],
		['1', 0],
	])('%s takes the option at %i', (keys, taken) => {
		expect(press(menu, keys)).toEqual({taken});
	});

	it('knows no option beyond the last, and no zeroth', () => {
		expect(press(menu, '4')).toBe(menu);
		expect(press(menu, '0')).toBe(menu);
		expect(press(openMenu('Nothing', []), 'enter')).toMatchObject({options: []});
		expect(press(openMenu('Nothing', []), 'down')).toMatchObject({cursor: 0});
	});

	it.each(['q', 'escape'])('%s closes it', name => {
		expect(press(menu, name)).toBe('close');
	});
});

describe('menuLines', () => {
	it('shows what there is to choose', () => {
		expect(seen(menuLines(press(menu, 'j') as Menu, 60, 10))).toBe(`\
Export as
  1 csv   for spreadsheets
❯ 2 json
  3 md
1–3 · enter take · esc back`);
	});

	it('shows the part around the cursor where the height is small', () => {
		const many = openMenu(
			'Model',
			Array.from({length: 12}, (_, at) => ({label: `model-${at + 1}`})),
		);
		expect(seen(menuLines(press(many, `${'j '.repeat(10)}j`) as Menu, 30, 5))).toBe(`\
Model (12 of 12)
    model-10
    model-11
❯   model-12
1–9 · enter take · esc back`);
	});

	it('is drawable whatever is in it', () => {
		fc.assert(
			fc.property(
				texts,
				fc.array(fc.record({label: texts, note: texts}, {noNullPrototype: true}), {maxLength: 15}),
				fc.array(inputs, {maxLength: 10}),
				fc.integer({min: 20, max: 300}),
				fc.nat({max: 30}),
				(title, options, presses, width, height) => {
					let view = openMenu(title, options);
					for (const input of presses) {
						const next = reduceMenu(view, input);
						if (next !== 'close' && 'options' in next) {
							view = next;
						}
					}

					const lines = menuLines(view, width, height);
					expect(lines.length).toBeLessThanOrEqual(height);
					expectSafe(lines, width);
				},
			),
		);
	});
});
