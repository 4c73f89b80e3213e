import {appendFileSync, mkdirSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {UsageError} from '../../../source/errors.js';
import {mergeRuns} from '../../../source/evaluation/run/merge-runs.js';
import {chosenItems} from '../../../source/evaluation/run/questions.js';
import {type RunPlan, type SampleVerdict, sampleId} from '../../../source/evaluation/run/run.js';
import {openRunFolder} from '../../../source/evaluation/run/run-folder.js';
import {readRun, readRunFile} from '../../../source/evaluation/run/stored-run.js';
import {madeTrajectory} from '../../support/made-trajectory.js';
import {gold, plan, verdict} from '../../support/run-folders.js';
import {temporaryFolder} from '../../support/temporary-folder.js';

const ALL = plan().items;

const partOf = (change: Pick<RunPlan, 'limit' | 'shard'>) =>
	plan({...change, items: chosenItems(ALL, change)});

/** A run of a part, with all its samples but those left out. */
async function part(
	given: RunPlan,
	change: Partial<SampleVerdict> = {},
	now = '2026-01-02',
): Promise<string> {
	const folder = path.join(temporaryFolder(), 'part');
	const run = await openRunFolder(folder, given, {now: () => now});
	// The last first: samples are stored as they end.
	for (const {index} of [...given.items].reverse()) {
		await run.addGold(gold(index));
		for (const sample of [1, 0]) {
			await run.addTrajectory(madeTrajectory(sampleId(index, sample)));
			await run.addVerdict(verdict(index, sample, change));
		}
	}

	await run.close();
	return folder;
}

const shard = (index: number, of: number) => partOf({limit: null, shard: {index, of}});

const newFolder = () => path.join(temporaryFolder(), 'merged');

const textOf = (folder: string, name: string) => readFileSync(path.join(folder, name), 'utf8');

describe('runs of parts', () => {
	it('are one run, in the order of the questions', async () => {
		const parts = [await part(shard(2, 2)), await part(shard(1, 2), {}, '2026-01-01')];
		const out = newFolder();
		expect(await mergeRuns(parts, out)).toEqual([]);
		expect(readdirSync(out).sort()).toEqual(['run.json', 'trajectories.jsonl', 'verdicts.jsonl']);
		expect(await readRunFile(out)).toMatchObject({plan: plan(), begunAt: '2026-01-01'});
		expect(await readRun(out)).toEqual({
			plan: plan(),
			golds: new Map([0, 1, 2, 3].map(index => [index, gold(index)])),
			samples: new Map([0, 1, 2, 3].map(index => [index, [verdict(index, 0), verdict(index, 1)]])),
		});
		const lines = textOf(out, 'verdicts.jsonl').trimEnd().split('\n');
		expect(lines.slice(4).map(line => (JSON.parse(line) as {id: string}).id)).toEqual([
			'0-0',
			'0-1',
			'1-0',
			'1-1',
			'2-0',
			'2-1',
			'3-0',
			'3-1',
		]);
		const stored = textOf(out, 'trajectories.jsonl');
		expect(stored).toBe(parts.map(folder => textOf(folder, 'trajectories.jsonl')).join(''));
	});

	it('can be gone on with', async () => {
		const out = newFolder();
		await mergeRuns([await part(shard(1, 2)), await part(shard(2, 2))], out);
		const run = await openRunFolder(out, plan());
		expect(run.unjudged).toEqual([]);
		expect(run.notes).toEqual([]);
		await run.close();
	});

	it('may have been asked elsewhere, of databases elsewhere', async () => {
		const [a, b] = [shard(1, 2), shard(2, 2)];
		const model = {name: 'sqrl-4b', baseUrl: 'http://127.0.0.1:9000/v1'};
		const out = newFolder();
		const notes = await mergeRuns([await part(a), await part({...b, model, databases: '/other'})], out);
		expect(notes).toEqual(['The databases were in /data/databases, /other.']);
		expect((await readRunFile(out)).addresses).toEqual([
			'http://127.0.0.1:8000/v1',
			'http://127.0.0.1:9000/v1',
		]);
	});

	it('that are not all of it are the shard that they make, or are said to miss some', async () => {
		const half = newFolder();
		expect(await mergeRuns([await part(shard(2, 4)), await part(shard(4, 4))], half)).toEqual([]);
		expect((await readRun(half)).plan).toEqual(shard(2, 2));
		const rest = newFolder();
		expect(await mergeRuns([await part(shard(1, 4)), await part(shard(2, 4))], rest)).toEqual([
			'2 of 4 questions: parts are missing.',
		]);
	});

	it('of the first questions are a run of the first questions', async () => {
		const out = newFolder();
		const limited = (index: number) => partOf({limit: 3, shard: {index, of: 2}});
		await mergeRuns([await part(limited(1)), await part(limited(2))], out);
		expect((await readRun(out)).plan).toEqual(partOf({limit: 3, shard: null}));
	});

	it('that have the same samples count the first, which is noted where they differ', async () => {
		const [first, same, other] = [
			await part(shard(1, 2)),
			await part(shard(1, 2), {replyMs: 1, queryMs: 1}),
			await part(plan(), {verdict: 'wrong', score: 0}),
		];
		const out = newFolder();
		expect(await mergeRuns([first, same, other], out)).toEqual([
			'4 samples came out otherwise in a later run: those of the first one count.',
		]);
		const {samples} = await readRun(out);
		expect([...samples.values()].flat().map(({verdict}) => verdict)).toEqual([
			'right',
			'right',
			'wrong',
			'wrong',
			'right',
			'right',
			'wrong',
			'wrong',
		]);
		expect(textOf(out, 'trajectories.jsonl').trimEnd().split('\n')).toHaveLength(8);
	});

	it('may be under way: what is torn is left out', async () => {
		const folder = await part(shard(1, 2));
		appendFileSync(path.join(folder, 'verdicts.jsonl'), '{"kind":"sam');
		appendFileSync(path.join(folder, 'trajectories.jsonl'), '{"format":"sqrl');
		const out = newFolder();
		await mergeRuns([folder], out);
		expect([...(await readRun(out)).samples.keys()]).toEqual([0, 2]);
	});
});

describe('what cannot be put together', () => {
	const refusal = (folders: string[], out: string) =>
		mergeRuns(folders, out).then(
			() => null,
			(error: unknown) => error as UsageError,
		);

	it('are runs with other plans', async () => {
		const [first, other] = [await part(shard(1, 2)), await part({...shard(2, 2), votes: 4})];
		const out = newFolder();
		const error = await refusal([first, other], out);
		expect(error).toBeInstanceOf(UsageError);
		expect(error?.message).toBe(`${other} is no part of one run with ${first}: votes: 2 in that, 4 in this`);
		expect(readdirSync(path.dirname(out))).toEqual([]);
	});

	it('has no folder to go to', async () => {
		const folder = await part(shard(1, 2));
		expect((await refusal([folder], folder))?.message).toBe(`${folder} is not empty`);
		expect((await refusal([], newFolder()))?.message).toBe('no runs are named to be put together');
		const empty = newFolder();
		mkdirSync(empty);
		expect(await refusal([folder], empty)).toBeNull();
		expect((await refusal([path.dirname(folder)], newFolder()))?.message).toContain('has no run.json');
	});

	it('is damaged, and leaves nothing behind', async () => {
		const folder = await part(shard(1, 2));
		appendFileSync(path.join(folder, 'trajectories.jsonl'), 'x\n');
		const out = newFolder();
		expect((await refusal([folder], out))?.message).toContain('trajectories.jsonl, line 5, is damaged');
		expect(readdirSync(path.dirname(out))).toEqual([]);
	});
});
