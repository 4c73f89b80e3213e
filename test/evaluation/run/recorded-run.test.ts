import {appendFileSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {goldOfItems, readRecordedRun} from '../../../source/evaluation/run/recorded-run.js';
import {madeRun} from '../../support/made-run-folder.js';
import {item} from '../../support/run-folders.js';
import {temporaryFolder} from '../../support/temporary-folder.js';

const RUN = [
	{
		samples: [
			{answer: 'SELECT 1'},
			{answer: 'SELECT nope', verdict: 'sql-error' as const, reason: 'no such column: nope'},
		],
	},
	{gold: '', samples: [{answer: 'SELECT 1', verdict: 'gold-error' as const}, {answer: null}]},
];

function made(): {folder: string; verdicts: string} {
	const folder = madeRun(RUN, {change: {rule: 'spider'}});
	return {folder, verdicts: path.join(folder, 'verdicts.jsonl')};
}

describe('what a run has recorded', () => {
	it('is its rule, its gold queries, and the verdict of each sample by its id', async () => {
		const {rule, gold, verdicts, fault} = await readRecordedRun(made().folder);
		expect(rule).toBe('spider');
		expect(gold.count).toBe(1);
		expect(fault).toBeNull();
		expect([...verdicts].map(([id, {verdict, reason}]) => [id, verdict, reason])).toEqual([
			['0-0', 'right', ''],
			['0-1', 'sql-error', 'no such column: nope'],
			['1-0', 'gold-error', ''],
			['1-1', 'empty', ''],
		]);
	});

	it('of a run that is under way is what is there: a line that is being written counts for nothing', async () => {
		const {folder, verdicts: file} = made();
		const lines = readFileSync(file, 'utf8').split('\n');
		writeFileSync(file, `${lines.slice(0, 2).join('\n')}\n${lines[2]!.slice(0, 40)}`);
		const begun = await readRecordedRun(folder);
		expect([...begun.verdicts.keys()]).toEqual(['0-0']);
		expect(begun.fault).toBeNull();
		appendFileSync(file, `${lines[2]!.slice(40)}\n`);
		expect([...(await readRecordedRun(folder)).verdicts.keys()]).toEqual(['0-0', '0-1']);
	});

	it('is there as far as it is not damaged', async () => {
		const {folder, verdicts: file} = made();
		const lines = readFileSync(file, 'utf8').split('\n');
		writeFileSync(file, lines.with(2, 'not JSON').join('\n'));
		const {verdicts, fault, gold} = await readRecordedRun(folder);
		expect([...verdicts.keys()]).toEqual(['0-0']);
		expect(gold.count).toBe(1);
		expect(fault?.message).toContain('verdicts.jsonl, line 3, is damaged');
	});

	it('keeps what is equal once', async () => {
		const samples = Array.from({length: 9}, () => ({answer: 'SELECT 1'}));
		const {verdicts} = await readRecordedRun(madeRun([{samples}]));
		expect(new Set(verdicts.values()).size).toBe(1);
	});

	it('is not read to the end once nobody waits for it', async () => {
		const reason = new Error('enough');
		await expect(readRecordedRun(made().folder, AbortSignal.abort(reason))).rejects.toBe(reason);
	});

	it('wants a run', async () => {
		await expect(readRecordedRun(temporaryFolder())).rejects.toThrow('has no run.json');
	});
});

describe('the gold query of a run', () => {
	const database = (name: string) => ({path: '', name, version: ''});
	const gold = goldOfItems([
		item(3, {question: 'How many?', gold: 'SELECT 3'}),
		item(5, {question: 'How many?', gold: 'SELECT 5'}),
		item(7, {question: 'Who?', gold: 'SELECT 7'}),
		item(9, {question: 'When?', gold: ''}),
	]);

	it.each([
		['of a sample', '5-2', 'How many?', 'music', undefined, 'SELECT 5'],
		['of a fork of one', 'a-fork', 'How many?', 'music', '5-2', 'SELECT 5'],
		['of a fork of a fork, by the question', 'a-fork', 'Who?', 'music', 'another', 'SELECT 7'],
		['of a question that has two', 'a-fork', 'How many?', 'music', 'another', null],
		['of another question under the same id', '5-2', 'Who?', 'music', undefined, 'SELECT 7'],
		['of a question that it does not ask', '5-2', 'Why?', 'music', undefined, null],
		['of the same question to another database', '5-2', 'How many?', 'zoo', undefined, null],
		['of a question without one', '9-0', 'When?', 'music', undefined, null],
	])('%s', (_, id, question, name, parent, sql) => {
		const asked = {id, question, database: database(name), ...(parent && {parent: {id: parent, turn: 0}})};
		expect(gold.of(asked)).toBe(sql);
	});

	it('is counted where there is one', () => {
		expect(gold.count).toBe(3);
	});
});
