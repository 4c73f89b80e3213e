import {describe, expect, it} from 'vitest';
import type {RunItem} from '../../../source/evaluation/run/run.js';
import {openSampleSet} from '../../../source/evaluation/run/sample-set.js';

const item = (index: number): RunItem => ({
	index,
	question: 'How many?',
	evidence: '',
	database: 'shop',
	gold: 'SELECT 1',
	difficulty: null,
	questionId: null,
});

describe('a set of samples', () => {
	it('has those that were added and no other', () => {
		const set = openSampleSet({items: [item(2), item(7)], votes: 3});
		set.add(2, 1);
		set.add(7, 0);
		set.add(7, 2);
		set.add(7, 2);
		const found = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap(question =>
			[0, 1, 2].filter(sample => set.has(question, sample)).map(sample => `${question}-${sample}`),
		);
		expect(found).toEqual(['2-1', '7-0', '7-2']);
	});
});
