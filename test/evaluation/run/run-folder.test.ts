import {appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {open} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {SqrlError, UsageError} from '../../../source/errors.js';
import type {AppendHandle} from '../../../source/evaluation/run/append-file.js';
import type {AskedPlan} from '../../../source/evaluation/run/plan-differences.js';
import {sampleId} from '../../../source/evaluation/run/run.js';
import {
	openRunFolder,
	type RunFolder,
	type RunFolderOptions,
} from '../../../source/evaluation/run/run-folder.js';
import {readRun, readRunFile} from '../../../source/evaluation/run/stored-run.js';
import {lineOf, madeTrajectory} from '../../support/made-trajectory.js';
import {gold, item, plan, verdict} from '../../support/run-folders.js';
import {temporaryFolder} from '../../support/temporary-folder.js';

const NOW = '2026-01-01T00:00:00.000Z';

const newFolder = () => path.join(temporaryFolder(), 'run');

const openRun = (folder: string, asked: AskedPlan = plan(), options: RunFolderOptions = {}) =>
	openRunFolder(folder, asked, {now: () => NOW, ...options});

async function write(run: RunFolder, question: number, sample: number): Promise<void> {
	await run.addTrajectory(madeTrajectory(sampleId(question, sample)));
	await run.addVerdict(verdict(question, sample));
}

/** Three samples of two questions. */
async function writtenRun(): Promise<string> {
	const folder = newFolder();
	const run = await openRun(folder);
	await run.addGold(gold(0));
	await write(run, 0, 0);
	await write(run, 0, 1);
	await run.addGold(gold(1));
	await write(run, 1, 0);
	await run.close();
	return folder;
}

const textOf = (folder: string, name: string) => readFileSync(path.join(folder, name), 'utf8');

const contents = (folder: string) =>
	Object.fromEntries(readdirSync(folder).map(name => [name, textOf(folder, name)]));

const ids = ({run}: Pick<RunFolder, 'run'>) =>
	[...run.samples.values()].flat().map(({question, sample}) => sampleId(question, sample));

async function refusal(folder: string, asked?: AskedPlan): Promise<UsageError> {
	const error: unknown = await openRun(folder, asked).then(
		() => null,
		(thrown: unknown) => thrown,
	);
	expect(error).toBeInstanceOf(UsageError);
	expect((error as UsageError).advice).not.toBe('');
	return error as UsageError;
}

describe('a new run', () => {
	it('is three files', async () => {
		const folder = newFolder();
		const asked = plan({items: [item(3, {evidence: 'e', difficulty: 'hard', questionId: '9'})], limit: 4});
		const versions = new Map([['/data/databases/music/music.sqlite', '7-4096-1']]);
		const run = await openRun(folder, {...asked, shard: {index: 4, of: 4}}, {versions});
		expect(run).toMatchObject({unjudged: [], notes: [], run: {golds: new Map(), samples: new Map()}});
		await run.addGold(gold(3, {nondeterministic: 'a tie'}));
		await run.addTrajectory(madeTrajectory('3-1'));
		await run.addVerdict(
			verdict(3, 1, {verdict: 'empty', score: 0, reason: 'no answer', key: null, sql: null}),
		);
		await run.close();
		expect(readdirSync(folder).sort()).toEqual(['run.json', 'trajectories.jsonl', 'verdicts.jsonl']);
		expect(JSON.parse(textOf(folder, 'run.json'))).toEqual({
			format: 'sqrl-run/1',
			begun_at: NOW,
			dataset: 'bird',
			questions: {file: 'dev.json', sha256: 'ab'.repeat(32), count: 4},
			databases: '/data/databases',
			evidence: true,
			rule: 'bird',
			timeout_ms: 30_000,
			votes: 2,
			seed_base: 7,
			model: {name: 'sqrl-4b', base_url: 'http://127.0.0.1:8000/v1'},
			addresses: ['http://127.0.0.1:8000/v1'],
			database_versions: {'/data/databases/music/music.sqlite': '7-4096-1'},
			sampling: {temperature: 0.7, top_p: 0.95, max_tokens: 8192},
			max_steps: 5,
			limit: 4,
			shard: {index: 4, of: 4},
			sqlite: '3.53.2',
			program: '0.1.0',
			items: [
				{
					index: 3,
					question: 'Question 3?',
					evidence: 'e',
					database: 'music',
					gold: 'SELECT 3',
					difficulty: 'hard',
					question_id: '9',
				},
			],
		});
		expect(textOf(folder, 'trajectories.jsonl')).toBe(`${lineOf(madeTrajectory('3-1'))}\n`);
		expect(textOf(folder, 'verdicts.jsonl')).toBe(
			'{"kind":"gold","question":3,"verdict":"ok","reason":"","row_count":1,"nondeterministic":"a tie"}\n' +
				'{"kind":"sample","id":"3-1","question":3,"sample":1,"verdict":"empty","score":0,"reason":"no answer",' +
				'"key":null,"sql":null,"ending":"answered","turns":2,"probes":1,"prompt_tokens":900,' +
				'"completion_tokens":57,"reply_ms":800.5,"query_ms":1.25}\n',
		);
	});

	it('draws a seed base where none is asked for, and keeps it', async () => {
		const folder = newFolder();
		const first = await openRun(folder, {...plan(), seedBase: null}, {newSeedBase: () => 4711});
		expect(first.run.plan.seedBase).toBe(4711);
		await first.close();
		const second = await openRun(folder, {...plan(), seedBase: null});
		expect(second.run.plan).toEqual(plan({seedBase: 4711}));
		await second.close();
	});

	it('may begin in an empty folder, and in one whose program was killed before it had begun', async () => {
		const folder = temporaryFolder();
		const draft = 'run.json.0b25f6a8-6f0c-4a3b-9d0c-5b2b4c1d2e3f.part';
		writeFileSync(path.join(folder, draft), '{"form');
		const run = await openRun(folder);
		await run.close();
		expect(readdirSync(folder)).not.toContain(draft);
	});

	it('has its lines in the order in which they were given', async () => {
		const folder = newFolder();
		const asked = plan({items: Array.from({length: 100}, (_, index) => item(index))});
		const run = await openRun(folder, asked);
		await Promise.all(asked.items.map(({index}) => run.addVerdict(verdict(index, 0))));
		await run.close();
		const lines = textOf(folder, 'verdicts.jsonl').trimEnd().split('\n');
		expect(lines.map(line => (JSON.parse(line) as {question: number}).question)).toEqual(
			asked.items.map(({index}) => index),
		);
	});
});

describe('a run that is gone on with', () => {
	it('knows what is there, and writes none of it again', async () => {
		const folder = await writtenRun();
		const before = contents(folder);
		const run = await openRun(folder, plan(), {now: () => '2027-01-01T00:00:00.000Z'});
		expect(run.notes).toEqual([]);
		expect(run.unjudged).toEqual([]);
		expect(run.run).toEqual({
			plan: plan(),
			golds: new Map([
				[0, gold(0)],
				[1, gold(1)],
			]),
			samples: new Map([
				[0, [verdict(0, 0), verdict(0, 1)]],
				[1, [verdict(1, 0)]],
			]),
		});
		await write(run, 0, 1);
		await run.addGold(gold(1));
		await run.close();
		expect(contents(folder)).toEqual(before);
	});

	it('gives the trajectories that were stored without a verdict', async () => {
		const folder = await writtenRun();
		const first = await openRun(folder);
		await first.addTrajectory(madeTrajectory('1-1'));
		await first.close();
		const run = await openRun(folder);
		expect(run.unjudged).toEqual([madeTrajectory('1-1')]);
		await run.addTrajectory(run.unjudged[0]!);
		await run.addVerdict(verdict(1, 1));
		await run.close();
		expect(textOf(folder, 'trajectories.jsonl').match(/"id":"1-1"/g)).toHaveLength(1);
		expect(ids({run: await readRun(folder)})).toEqual(['0-0', '0-1', '1-0', '1-1']);
	});

	it('reads trajectories whose fields another program has put in another order', async () => {
		const folder = await writtenRun();
		const {id, ...fields} = JSON.parse(lineOf(madeTrajectory('2-0'))) as {id: string};
		appendFileSync(path.join(folder, 'trajectories.jsonl'), `${JSON.stringify({...fields, id})}\n\n`);
		const run = await openRun(folder);
		expect(run.unjudged).toEqual([madeTrajectory('2-0')]);
		await run.close();
	});

	it('may be asked at other addresses, which are kept, and of a file by another name', async () => {
		const folder = await writtenRun();
		const moved = {...plan().questions, file: 'other.json'};
		const model = {name: 'sqrl-4b', baseUrl: 'http://127.0.0.1:9000/v1'};
		const run = await openRun(folder, plan({questions: moved, model}));
		await run.close();
		expect(run.run.plan).toEqual(plan());
		expect(await readRunFile(folder)).toEqual({
			plan: plan(),
			begunAt: NOW,
			addresses: ['http://127.0.0.1:8000/v1', 'http://127.0.0.1:9000/v1'],
			versions: {},
		});
	});

	it('says which database is not as it was', async () => {
		const folder = newFolder();
		const at = (shop: string, zoo: string) => ({
			versions: new Map([
				['/data/shop.sqlite', shop],
				['/data/zoo.sqlite', zoo],
			]),
		});
		await (await openRun(folder, plan(), at('1', '1'))).close();
		const run = await openRun(folder, plan(), at('1', '2'));
		await run.close();
		expect(run.notes).toEqual([expect.stringMatching(/^\/data\/zoo\.sqlite is not as it was/)]);
		// It stays what it was when the first samples were asked.
		expect((await readRunFile(folder)).versions).toEqual({'/data/shop.sqlite': '1', '/data/zoo.sqlite': '1'});
	});

	it('counts twice written lines once, the first', async () => {
		const folder = await writtenRun();
		appendFileSync(
			path.join(folder, 'verdicts.jsonl'),
			textOf(folder, 'verdicts.jsonl').replaceAll('"right","score":1', '"wrong","score":0'),
		);
		appendFileSync(path.join(folder, 'trajectories.jsonl'), textOf(folder, 'trajectories.jsonl'));
		const run = await openRun(folder);
		expect(ids(run)).toEqual(['0-0', '0-1', '1-0']);
		expect([...run.run.samples.values()].flat().every(({verdict}) => verdict === 'right')).toBe(true);
		expect(run.unjudged).toEqual([]);
		await run.close();
	});

	it('says of verdicts that they have lost their trajectories', async () => {
		const folder = await writtenRun();
		rmSync(path.join(folder, 'trajectories.jsonl'));
		const run = await openRun(folder);
		await run.close();
		expect(run.notes).toEqual([
			'3 verdicts without a trajectory in trajectories.jsonl: they count, and nothing of them is asked again.',
		]);
	});
});

describe('a run with another plan', () => {
	it('is refused with everything that differs, and not touched', async () => {
		const folder = await writtenRun();
		const before = contents(folder);
		const {message, advice} = await refusal(
			folder,
			plan({
				dataset: 'spider',
				questions: {file: 'dev.json', sha256: 'ef'.repeat(32), count: 5},
				databases: '/elsewhere',
				evidence: false,
				rule: 'spider',
				timeoutMs: 10_000,
				votes: 16,
				seedBase: 8,
				model: {name: 'sqrl-9b', file: '/models/x.gguf'},
				sampling: {temperature: 0, topP: 1, maxTokens: 10},
				maxSteps: 3,
				limit: 2,
				shard: {index: 1, of: 2},
				sqlite: '3.54.0',
				program: '0.2.0',
				items: [],
			}),
		);
		expect(message).toBe(
			`the run in ${folder} was begun with something else: dataset: bird there, spider here; ` +
				'questions: 4 with SHA-256 abababababab there, 5 with SHA-256 efefefefefef here; ' +
				'databases: /data/databases there, /elsewhere here; evidence: told there, not told here; ' +
				'rule: bird there, spider here; query-timeout: 30 s there, 10 s here; votes: 2 there, 16 here; ' +
				'seed: 7 there, 8 here; model: sqrl-4b there, sqrl-9b here; ' +
				'model-file: none there, /models/x.gguf here; temperature: 0.7 there, 0 here; ' +
				'top-p: 0.95 there, 1 here; max-tokens: 8192 there, 10 here; max-steps: 5 there, 3 here; ' +
				'limit: none there, 2 here; shard: none there, 1/2 here; SQLite: 3.53.2 there, 3.54.0 here',
		);
		expect(advice).toContain('--out');
		expect(contents(folder)).toEqual(before);
	});

	it('is refused where the same file was read to other questions', async () => {
		const folder = await writtenRun();
		const items = [item(0), item(1), item(2), item(3, {gold: 'SELECT 4'})];
		expect((await refusal(folder, plan({items}))).message).toContain('questions: ');
		expect((await refusal(folder, plan({items: [item(0)]}))).message).toContain('questions: ');
	});
});

describe('a folder that is no run', () => {
	it('is refused, and not touched', async () => {
		const folder = temporaryFolder();
		writeFileSync(path.join(folder, 'notes.txt'), 'mine');
		const {message} = await refusal(folder);
		expect(message).toBe(`${folder} is not empty, and it is no run: it has no run.json`);
		expect(contents(folder)).toEqual({'notes.txt': 'mine'});
	});

	it.each([
		['{"format": "sqrl-run/2"}', 'is sqrl-run/2, and only sqrl-run/1 can be read'],
		['{"format": "other"}', 'is no sqrl-run/1: format: '],
		['{"format": ', 'is no JSON: '],
	])('is refused where run.json is %s', async (text, message) => {
		const folder = temporaryFolder();
		writeFileSync(path.join(folder, 'run.json'), text);
		expect((await refusal(folder)).message).toContain(message);
		expect(contents(folder)).toEqual({'run.json': text});
	});

	it('is refused where it is a file', async () => {
		const file = path.join(temporaryFolder(), 'file');
		writeFileSync(file, '');
		expect((await refusal(file)).message).toBe(`${file} is no folder`);
	});

	it('cannot be read', async () => {
		const folder = temporaryFolder();
		await expect(readRun(folder)).rejects.toThrow(`${folder} has no run.json`);
		await expect(readRun(path.join(folder, 'none'))).rejects.toThrow('none is not there');
	});
});

describe('a run that was broken off in the middle of a line', () => {
	it.each([
		['verdicts.jsonl', 'judged again'],
		['trajectories.jsonl', 'asked again unless its verdict is stored'],
	])('of %s goes on as if the line had not begun', async (name, again) => {
		const whole = await writtenRun();
		const text = textOf(whole, name);
		const lastLine = text.lastIndexOf('\n', text.length - 2) + 1;
		for (const cut of [lastLine + 1, lastLine + 20, text.length - 2, text.length - 1]) {
			const folder = newFolder();
			cpSync(whole, folder, {recursive: true});
			writeFileSync(path.join(folder, name), text.slice(0, cut));
			if (name === 'verdicts.jsonl') {
				expect(ids({run: await readRun(folder)})).toEqual(['0-0', '0-1']);
			}

			const run = await openRun(folder);
			expect(run.notes[0]).toBe(
				`The end of ${name} was torn when the run was broken off: it is cut off, and ${again}.`,
			);
			// The sample whose trajectory was torn has its verdict, and keeps it.
			expect(ids(run)).toEqual(name === 'verdicts.jsonl' ? ['0-0', '0-1'] : ['0-0', '0-1', '1-0']);
			expect(run.notes.slice(1)).toEqual(
				name === 'verdicts.jsonl'
					? []
					: [
							'1 verdict without a trajectory in trajectories.jsonl: it counts, and nothing of it is asked again.',
						],
			);
			expect(textOf(folder, name)).toBe(text.slice(0, lastLine));
			await write(run, 1, 0);
			await run.close();
			expect(textOf(folder, name)).toBe(text);
		}
	});

	it.each(['\0\0\0\0', '{"kind":"sam\0\0\n\0\0', '\0\0\0\n'])('and lost its power: %j', async tail => {
		const folder = await writtenRun();
		const text = textOf(folder, 'verdicts.jsonl');
		appendFileSync(path.join(folder, 'verdicts.jsonl'), tail);
		const run = await openRun(folder);
		expect(run.notes).toHaveLength(1);
		await run.close();
		expect(textOf(folder, 'verdicts.jsonl')).toBe(text);
	});

	it.each([
		['verdicts.jsonl', 2, '{"kind":"sample"}'],
		['verdicts.jsonl', 2, '\0\0'],
		['verdicts.jsonl', 5, 'no JSON'],
		[
			'verdicts.jsonl',
			3,
			'{"kind":"gold","question":9,"verdict":"ok","reason":"","row_count":1,"nondeterministic":null}',
		],
		['trajectories.jsonl', 1, '{"format":"sqrl-trajectory/1","id":"0-0"'],
		['trajectories.jsonl', 3, '{"format":"sqrl-trajectory/1","id":"1-2"}'],
		['trajectories.jsonl', 2, '{"id": "a"}'],
	])('but one that is damaged elsewhere is told of: %s, line %i', async (name, number, line) => {
		const folder = await writtenRun();
		const lines = textOf(folder, name).split('\n');
		lines[number - 1] = line;
		writeFileSync(path.join(folder, name), lines.join('\n'));
		const before = contents(folder);
		const {message, advice} = await refusal(folder);
		expect(message).toContain(`${path.join(folder, name)}, line ${number}, is damaged: `);
		expect(advice).toContain(
			name === 'verdicts.jsonl'
				? 'what it held is judged again'
				: 'what it held is asked again unless its verdict is stored',
		);
		expect(contents(folder)).toEqual(before);
	});

	it('tells of a trajectory without a verdict that cannot be read', async () => {
		const folder = await writtenRun();
		appendFileSync(
			path.join(folder, 'trajectories.jsonl'),
			'{"format":"sqrl-trajectory/1","id":"2-0","question":7}\n',
		);
		expect((await refusal(folder)).message).toMatch(/line 4, is damaged: .*question/);
	});

	it('tells of a trajectory that has not come to its end', async () => {
		const folder = await writtenRun();
		const line = lineOf(madeTrajectory('2-0', {ending: 'open'}));
		appendFileSync(path.join(folder, 'trajectories.jsonl'), `${line}\n`);
		expect((await refusal(folder)).message).toMatch(/line 4, is damaged: the trajectory is open/);
	});
});

describe('where a line cannot be written', () => {
	/** A disk that takes so many bytes. */
	function narrowDisk(room: number) {
		return async (file: string): Promise<AppendHandle> => {
			const handle = await open(file, 'a');
			const write = async (bytes: Buffer, offset = 0) => {
				const length = Math.min(room, bytes.length - offset);
				room -= length;
				if (length === 0) {
					throw Object.assign(new Error('ENOSPC: no space left on device, write'), {code: 'ENOSPC'});
				}

				return handle.write(bytes, offset, length);
			};

			return {
				write,
				truncate: (size: number) => handle.truncate(size),
				stat: () => handle.stat(),
				datasync: () => handle.datasync(),
				close: () => handle.close(),
			} as AppendHandle;
		};
	}

	const failureOf = (work: Promise<unknown>) =>
		work.then(
			() => null,
			(error: unknown) => error as SqrlError,
		);

	it('nothing of it is there, and the run goes on when there is room', async () => {
		const folder = newFolder();
		const lineBytes = lineOf(madeTrajectory('0-0')).length + 1;
		const run = await openRun(folder, plan(), {openFile: narrowDisk(lineBytes * 2.5)});
		await run.addTrajectory(madeTrajectory('0-0'));
		await run.addTrajectory(madeTrajectory('0-1'));
		const [failed, next] = await Promise.all([
			failureOf(run.addTrajectory(madeTrajectory('1-0'))),
			failureOf(run.addTrajectory(madeTrajectory('1-1'))),
		]);
		expect(failed).toBeInstanceOf(SqrlError);
		expect(failed).toMatchObject({
			message: `the run in ${folder} cannot be written: the disk is full`,
			advice: 'Free some space. What was written stays: the same command goes on from there.',
			exitCode: 1,
		});
		expect(next?.message).toBe(failed?.message);
		await run.close();
		expect(textOf(folder, 'trajectories.jsonl')).toHaveLength(2 * lineBytes);
		const again = await openRun(folder);
		expect(again.notes).toEqual([]);
		expect(again.unjudged.map(({id}) => id)).toEqual(['0-0', '0-1']);
		await again.close();
	});

	it('since its folder is gone, that is said', async () => {
		const folder = newFolder();
		const run = await openRun(folder);
		rmSync(folder, {recursive: true});
		const failed = await failureOf(run.addVerdict(verdict(0, 0)));
		expect(failed?.message).toBe(`the run in ${folder} cannot be written: its folder is gone`);
		await run.close();
	});

	it('since there is a folder in its place, nothing is left open', async () => {
		const folder = await writtenRun();
		rmSync(path.join(folder, 'verdicts.jsonl'));
		mkdirSync(path.join(folder, 'verdicts.jsonl'));
		expect((await failureOf(openRun(folder)))?.message).toContain(`the run in ${folder} cannot be `);
		expect(readdirSync(folder)).not.toContain('run.lock');
	});
});
