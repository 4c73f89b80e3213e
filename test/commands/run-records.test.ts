/** What counts of a run beside what a person has named. */
import {rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {type Named, runRecords} from '../../source/commands/run-records.js';
import {madeRun} from '../support/made-run-folder.js';

const never = new AbortController().signal;

function made(): string {
	return madeRun([{samples: [{answer: 'SELECT 1'}]}], {change: {rule: 'spider'}});
}

function recordsOf(folder: string, named: Named = {gold: false, rule: null}, file = 'trajectories.jsonl') {
	return runRecords({files: () => ['name'], paths: () => [path.join(folder, file)]}, named);
}

async function read(folder: string, named?: Named) {
	const [record] = recordsOf(folder, named);
	const {run, notes} = await record!.read(never);
	return {rule: run?.rule, verdicts: [...(run?.verdicts.keys() ?? [])], gold: run?.gold.count, notes};
}

describe('a run', () => {
	it('counts with its verdicts and gold queries', async () => {
		expect(recordsOf(made())[0]!.file).toBe('name');
		expect(await read(made())).toEqual({rule: 'spider', verdicts: ['0-0'], gold: 1, notes: []});
	});

	it('counts for nothing beside gold queries that are named, which is said', async () => {
		expect(await read(made(), {gold: true, rule: null})).toEqual({
			rule: undefined,
			verdicts: [],
			gold: undefined,
			notes: ['judged by --gold, and not as the run has it'],
		});
	});

	it('has gold queries for another rule that is named, and no verdicts, which is said', async () => {
		expect(await read(made(), {gold: false, rule: 'exact'})).toEqual({
			rule: 'spider',
			verdicts: [],
			gold: 1,
			notes: ['judged by --rule exact: the run has verdicts by spider'],
		});
	});

	it('has its verdicts for the same rule', async () => {
		const folder = madeRun([{samples: [{answer: 'SELECT 1'}]}]);
		expect(await read(folder, {gold: false, rule: 'bird'})).toMatchObject({verdicts: ['0-0'], notes: []});
	});

	it('whose files are damaged is told of in notes', async () => {
		const folder = made();
		writeFileSync(path.join(folder, 'verdicts.jsonl'), '{"kind": "sample"}\n');
		expect((await read(folder)).notes).toEqual([
			expect.stringMatching(/^not all verdicts could be read: .*verdicts\.jsonl, line 1, is damaged/),
		]);
		writeFileSync(path.join(folder, 'run.json'), '{}');
		expect((await read(folder)).notes).toEqual([
			expect.stringMatching(/^nothing is known of the run: .*run\.json is no sqrl-run\/1/),
		]);
	});

	it('without verdicts so far has none', async () => {
		const folder = made();
		rmSync(path.join(folder, 'verdicts.jsonl'));
		expect(await read(folder)).toMatchObject({verdicts: [], gold: 1, notes: []});
	});
});

describe('no run', () => {
	it('is what is called otherwise, or has no run.json beside it', () => {
		const folder = made();
		expect(recordsOf(folder, undefined, 'other.jsonl')).toEqual([]);
		rmSync(path.join(folder, 'run.json'));
		expect(recordsOf(folder)).toEqual([]);
	});
});
