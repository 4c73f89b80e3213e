/** Runs of parts of a dataset put together to one. */
import {randomUUID} from 'node:crypto';
import {mkdir, rename, rm} from 'node:fs/promises';
import path from 'node:path';
import {SqrlError, UsageError} from '../../errors.js';
import {counted} from '../../rows/outcome-words.js';
import {openAppendFile} from './append-file.js';
import {PART_FIELDS, planDifferences} from './plan-differences.js';
import {chosenItems} from './questions.js';
import type {GoldFinding, RunItem, RunPlan, SampleVerdict} from './run.js';
import {sampleId} from './run.js';
import {writingFault} from './run-fault.js';
import {namesIn, writeRunFile} from './run-folder.js';
import {goldToJson, type RunFile, verdictToJson} from './run-json.js';
import {readRunFile, readTrajectories, readVerdicts, TRAJECTORIES_FILE, VERDICTS_FILE} from './stored-run.js';

/** What parts may differ in: what makes them parts, and where each found its databases. */
const PARTS_DIFFER = [...PART_FIELDS, 'databases'];

/** What a run is judged anew by. */
export type Judging = Pick<RunPlan, 'rule' | 'sqlite'> & Partial<Pick<RunPlan, 'databases'>>;

/**
 * Writes the runs of parts into a new folder, as one run: its questions in the order of the dataset, of a sample that
 * several have the first. Gives what is to be known, in sentences. Throws a UsageError where the runs are not parts of
 * one or `out` is taken, a RunFolderError where it cannot be written; then there is no new folder.
 *
 * @param judging the verdicts are left out then: the trajectories are still to be judged by this.
 */
export async function mergeRuns(
	folders: readonly string[],
	out: string,
	judging: Judging | null = null,
): Promise<string[]> {
	await refuseTaken(out);
	const files = await readFiles(folders);
	const {file: merged, notes} = mergedFile(files);
	const file = judging ? {...merged, plan: {...merged.plan, ...judging}, versions: {}} : merged;
	const draft = `${out}.${randomUUID()}.part`;
	try {
		await mkdir(draft, {recursive: true});
		await writeRunFile(draft, file);
		const verdictNotes = judging ? [] : await mergeVerdicts(folders, files, draft);
		await mergeTrajectories(folders, files, draft);
		await rename(draft, out);
		return [...notes, ...verdictNotes];
	} catch (error) {
		throw error instanceof SqrlError ? error : writingFault(out, error);
	} finally {
		await rm(draft, {recursive: true, force: true});
	}
}

async function refuseTaken(out: string): Promise<void> {
	if ((await namesIn(out)).length > 0) {
		throw new UsageError(
			`${out} is not empty`,
			'Runs are put together in a new folder: name one with --out.',
		);
	}
}

/** What each part says of itself. Throws a UsageError where two are not of one run. */
async function readFiles(folders: readonly string[]): Promise<RunFile[]> {
	const files: RunFile[] = [];
	for (const folder of folders) {
		files.push(await readRunFile(folder));
	}

	const [first] = files;
	if (!first) {
		throw new UsageError('no runs are named to be put together', 'Name their folders.');
	}

	for (const [at, {plan}] of files.entries()) {
		const different = planDifferences(first.plan, plan, PARTS_DIFFER);
		if (different.length > 0) {
			const words = different.map(({name, there, here}) => `${name}: ${there} in that, ${here} in this`);
			throw new UsageError(
				`${folders[at]} is no part of one run with ${folders[0]}: ${words.join('; ')}`,
				'Runs are put together where all but --shard and --limit is the same.',
			);
		}
	}

	return files;
}

function mergedFile(files: readonly RunFile[]): {file: RunFile; notes: string[]} {
	const {plan} = files[0]!;
	const items = new Map<number, RunItem>();
	for (const item of files.flatMap(({plan}) => plan.items)) {
		items.set(item.index, items.get(item.index) ?? item);
	}

	const merged = [...items.values()].sort((a, b) => a.index - b.index);
	const limits = files.map(({plan}) => plan.limit);
	const limit = limits.includes(null) ? null : Math.max(...limits.map(Number));
	const all = Math.min(limit ?? plan.questions.count, plan.questions.count);
	const shard = shardOf(merged, limit, files);
	const databases = new Set(files.map(({plan}) => plan.databases));
	return {
		file: {
			plan: {...plan, limit, shard, items: merged},
			begunAt: files.map(({begunAt}) => begunAt).sort()[0]!,
			addresses: [...new Set(files.flatMap(({addresses}) => addresses))],
			versions: Object.assign({}, ...files.map(({versions}) => versions).reverse()),
		},
		notes: [
			...(shard === null && merged.length < all
				? [`${merged.length} of ${counted(all, 'question')}: parts are missing.`]
				: []),
			...(databases.size > 1 ? [`The databases were in ${[...databases].join(', ')}.`] : []),
		],
	};
}

/** The shard that the questions are, such as 1/2 of 1/4 and 3/4; null: all of them, or none that can be named. */
function shardOf(
	items: readonly RunItem[],
	limit: number | null,
	files: readonly RunFile[],
): RunPlan['shard'] {
	const {count} = files[0]!.plan.questions;
	const indexes = Array.from({length: count}, (_, index) => ({index}) as RunItem);
	const most = Math.max(...files.map(({plan}) => plan.shard?.of ?? 1));
	for (let of = 1; of <= most; of++) {
		const shard = {index: ((items[0]?.index ?? 0) % of) + 1, of};
		const expected = chosenItems(indexes, {limit, shard});
		if (expected.length === items.length && expected.every(({index}, at) => items[at]!.index === index)) {
			return of === 1 ? null : shard;
		}
	}

	return null;
}

/** Verdicts are small: all of them are put in order. */
async function mergeVerdicts(
	folders: readonly string[],
	files: readonly RunFile[],
	draft: string,
): Promise<string[]> {
	const golds = new Map<number, GoldFinding>();
	const samples = new Map<string, SampleVerdict>();
	let different = 0;
	for (const [at, {plan}] of files.entries()) {
		const found = await readVerdicts(folders[at]!, plan);
		for (const gold of found.golds.values()) {
			golds.set(gold.question, golds.get(gold.question) ?? gold);
		}

		for (const verdict of [...found.samples.values()].flat()) {
			const id = sampleId(verdict.question, verdict.sample);
			const first = samples.get(id) ?? verdict;
			samples.set(id, first);
			different += isSameVerdict(first, verdict) ? 0 : 1;
		}
	}

	const ordered = [...samples.values()].sort((a, b) => a.question - b.question || a.sample - b.sample);
	await writeLines(path.join(draft, VERDICTS_FILE), async write => {
		for (const gold of [...golds.values()].sort((a, b) => a.question - b.question)) {
			await write(Buffer.from(JSON.stringify(goldToJson(gold))));
		}

		for (const verdict of ordered) {
			await write(Buffer.from(JSON.stringify(verdictToJson(verdict))));
		}
	});
	return different === 0
		? []
		: [`${counted(different, 'sample')} came out otherwise in a later run: those of the first one count.`];
}

/** Times differ whenever a sample is asked again. */
function isSameVerdict(a: SampleVerdict, b: SampleVerdict): boolean {
	const compared = ({verdict, sql, key, ending}: SampleVerdict) =>
		JSON.stringify([verdict, sql, key, ending]);
	return compared(a) === compared(b);
}

/** Trajectories pass by, and are not read. */
async function mergeTrajectories(
	folders: readonly string[],
	files: readonly RunFile[],
	draft: string,
): Promise<void> {
	const written = new Set<string>();
	await writeLines(path.join(draft, TRAJECTORIES_FILE), async write => {
		for (const [at, {plan}] of files.entries()) {
			await readTrajectories(folders[at]!, plan, async ({question, sample, bytes}) => {
				const id = sampleId(question, sample);
				if (!written.has(id)) {
					written.add(id);
					await write(bytes);
				}
			});
		}
	});
}

const LINE_FEED = Buffer.from('\n');

/** So much is held before it is written: a write for each line takes several times as long. */
const HELD_BYTES = 2 ** 20;

/** Writes a new file of lines, which are given without their line feeds. */
async function writeLines(
	file: string,
	give: (write: (line: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
	const opened = await openAppendFile(file, 0);
	let held: Buffer[] = [];
	let heldBytes = 0;
	const flush = async () => {
		const bytes = Buffer.concat(held);
		held = [];
		heldBytes = 0;
		await opened.append(bytes);
	};

	try {
		await give(async line => {
			held.push(line, LINE_FEED);
			heldBytes += line.length + 1;
			if (heldBytes >= HELD_BYTES) {
				await flush();
			}
		});
		await flush();
	} finally {
		await opened.close();
	}
}
