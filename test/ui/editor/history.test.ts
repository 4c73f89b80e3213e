import {describe, expect, it} from 'vitest';
import {emptyHistory, newer, older, remember, searchHistory} from '../../../source/ui/editor/history.js';

const remembered = (...texts: string[]) => texts.reduce(remember, emptyHistory());

describe('remember', () => {
	it('keeps texts in order, none twice in a row', () => {
		expect(remembered('a', 'b', 'b', 'a').entries).toEqual(['a', 'b', 'a']);
	});

	it('leaves out what is empty or too long', () => {
		expect(remembered('', ' \n', 'x'.repeat(100_001), 'x'.repeat(100_000)).entries).toHaveLength(1);
	});

	it('keeps the newest 1,000', () => {
		const {entries} = remembered(...Array.from({length: 1100}, (_, index) => `${index}`));
		expect([entries.length, entries[0], entries.at(-1)]).toEqual([1000, '100', '1099']);
	});
});

describe('older and newer', () => {
	it('lead back to the draft', () => {
		let history = remembered('one', 'two');
		const seen: (string | undefined)[] = [];
		let text = 'draft';
		for (const move of [newer, older, older, older, newer, newer, newer]) {
			const moved = move(history, text);
			history = moved?.history ?? history;
			text = moved?.text ?? text;
			seen.push(moved?.text);
		}

		expect(seen).toEqual([undefined, 'two', 'one', undefined, 'two', 'draft', undefined]);
	});

	it('keep what was written in the place of an entry, until something is remembered', () => {
		const first = older(remembered('one', 'two'), 'draft')!;
		const second = older(first.history, 'two, changed')!;
		expect(newer(second.history, second.text)?.text).toBe('two, changed');
		expect(older(remember(second.history, 'three'), '')?.text).toBe('three');
		expect(second.history.entries).toEqual(['one', 'two']);
	});

	it('find nothing in an empty history', () => {
		expect([older(emptyHistory(), 'a'), newer(emptyHistory(), 'a')]).toEqual([null, null]);
	});
});

describe('searchHistory', () => {
	const history = remembered('Which country spent most?', 'Which genre?', 'Most tracks', 'Which genre?');

	it.each([
		['', ['Which genre?', 'Most tracks', 'Which country spent most?']],
		['most', ['Most tracks', 'Which country spent most?']],
		['MOST  which', ['Which country spent most?']],
		['gen', ['Which genre?']],
		['nothing', []],
	])('%j finds the newest first', (query, expected) => {
		expect(searchHistory(history, query)).toEqual(expected);
	});
});
