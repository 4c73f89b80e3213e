/**
 * The folder of a run: `run.json` says what is asked, `trajectories.jsonl` and `verdicts.jsonl` grow by whole lines. So a
 * run that was killed at any moment goes on with what is there.
 */
import {randomInt} from 'node:crypto';
import {mkdir, readdir, rm} from 'node:fs/promises';
import path from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import type {Trajectory} from '../../agent/trajectory.js';
import {trajectoryToJson} from '../../agent/trajectory-json.js';
import {codeOf, SqrlError, UsageError} from '../../errors.js';
import {replaceFile} from '../../new-file.js';
import {counted} from '../../rows/outcome-words.js';
import {MOST_SAMPLES} from '../../vote/ballot.js';
import {type AppendFile, openAppendFile} from './append-file.js';
import {type AskedPlan, planDifferences} from './plan-differences.js';
import {type GoldFinding, type Run, type RunPlan, type SampleVerdict, samplePlace} from './run.js';
import {writingFault} from './run-fault.js';
import {goldToJson, type RunFile, runFileToJson, verdictToJson} from './run-json.js';
import {LOCK_FILE, lockRun} from './run-lock.js';
import {openSampleSet, type SampleSet} from './sample-set.js';
import {
	type Counted,
	LOST_LINE,
	RUN_FILE,
	readRunFile,
	readTrajectories,
	readVerdicts,
	TRAJECTORIES_FILE,
	VERDICTS_FILE,
} from './stored-run.js';

export type RunFolder = {
	/** What was there when it was opened, with the plan that holds: the seed base may be that of before. */
	run: Run;
	/** Those that were stored without a verdict. */
	unjudged: Trajectory[];
	/** What was found at opening, in sentences. */
	notes: string[];
	/**
	 * Each resolves when its line is written, and throws a RunFolderError where it cannot be: then nothing of the line
	 * is there, and nothing more is written. What is there already is not written again.
	 */
	addTrajectory(trajectory: Trajectory): Promise<void>;
	addGold(finding: GoldFinding): Promise<void>;
	addVerdict(verdict: SampleVerdict): Promise<void>;
	/** Waits until the disk has all, and lets other programs write the run. */
	close(): Promise<void>;
};

export type RunFolderOptions = {
	/** Where the model is asked; by default the address in the plan. They may be others than before. */
	addresses?: readonly string[];
	/** The version of each file of a database, by its path. */
	versions?: ReadonlyMap<string, string>;
	/** Gives the seed base of a new run that is asked for without one. */
	newSeedBase?: () => number;
	/** ISO 8601. */
	now?: () => string;
	openFile?: Parameters<typeof openAppendFile>[2];
};

/** Seeds are drawn from what every server takes. */
const SEEDS = 2 ** 31 - MOST_SAMPLES;

/**
 * Makes the folder of a run, or goes on with the one that is there. Throws a UsageError where it is something else, or a
 * run with another plan, of a later program, damaged or under way, and touches nothing then; a RunFolderError where it
 * cannot be written.
 */
export async function openRunFolder(
	folder: string,
	asked: AskedPlan,
	options: RunFolderOptions = {},
): Promise<RunFolder> {
	const orFault = <T>(step: Promise<T>): Promise<T> =>
		step.catch(error => {
			throw error instanceof SqrlError ? error : writingFault(folder, error);
		});
	await refuseOthers(folder);
	await orFault(mkdir(folder, {recursive: true}));
	const unlock = await orFault(lockRun(folder));
	const opened: AppendFile[] = [];
	try {
		const {plan, versions} = await orFault(beginOrGoOn(folder, asked, options));
		const found = await readFolder(folder, plan);
		const openFile = (name: string, {end}: Counted) =>
			orFault(
				openAppendFile(path.join(folder, name), end, options.openFile).then(file => {
					opened.push(file);
					return file;
				}),
			);
		const trajectories = await openFile(TRAJECTORIES_FILE, found.trajectories);
		const verdicts = await openFile(VERDICTS_FILE, found.verdicts);
		const {stored, judged, golds} = found;
		const once = async (
			known: SampleSet,
			{question, sample}: {question: number; sample: number},
			file: AppendFile,
			line: () => unknown,
		) => {
			if (!known.has(question, sample)) {
				known.add(question, sample);
				await orFault(file.append(`${JSON.stringify(line())}\n`));
			}
		};
		return {
			run: {plan, golds: found.verdicts.golds, samples: found.verdicts.samples},
			unjudged: found.unjudged,
			notes: [...found.notes, ...changedNotes(versions, options.versions)],
			addTrajectory: given =>
				once(stored, samplePlace(given.id), trajectories, () => trajectoryToJson(given)),
			addGold: given => once(golds, {question: given.question, sample: 0}, verdicts, () => goldToJson(given)),
			addVerdict: given => once(judged, given, verdicts, () => verdictToJson(given)),
			async close() {
				const closed = await Promise.allSettled(opened.map(file => orFault(file.close())));
				await unlock();
				const failed = closed.find(result => result.status === 'rejected');
				if (failed) {
					throw failed.reason;
				}
			},
		};
	} catch (error) {
		await Promise.allSettled(opened.map(file => file.close()));
		await unlock();
		throw error;
	}
}

/** What a program that was killed before it had begun may leave. */
const DRAFT = /^run\.(?:json|lock)\.[\da-f-]+\.part$/;

/** A folder of something else is none to write a run into. */
async function refuseOthers(folder: string): Promise<void> {
	const names = await namesIn(folder);
	const others = names.filter(name => name !== LOCK_FILE && !DRAFT.test(name));
	if (others.length > 0 && !others.includes(RUN_FILE)) {
		throw new UsageError(
			`${folder} is not empty, and it is no run: it has no ${RUN_FILE}`,
			'Name a new folder with --out, or the one of a run to go on with.',
		);
	}
}

/** Of a folder that a run is to be written into: none where it is not there yet. Throws a SqrlError. */
export async function namesIn(folder: string): Promise<string[]> {
	return readdir(folder).catch(error => {
		if (codeOf(error) === 'ENOENT') {
			return [];
		}

		throw codeOf(error) === 'ENOTDIR'
			? new UsageError(`${folder} is no folder`, 'Name a new one with --out.')
			: writingFault(folder, error);
	});
}

/** Gives what `run.json` says from now on. */
async function beginOrGoOn(folder: string, asked: AskedPlan, options: RunFolderOptions): Promise<RunFile> {
	const {
		now = () => new Date().toISOString(),
		newSeedBase = () => randomInt(SEEDS),
		versions = new Map(),
	} = options;
	const addresses = options.addresses ?? (asked.model.baseUrl === undefined ? [] : [asked.model.baseUrl]);
	const names = await readdir(folder);
	await Promise.all(
		names.filter(name => DRAFT.test(name)).map(name => rm(path.join(folder, name), {force: true})),
	);
	if (!names.includes(RUN_FILE)) {
		const plan = {...asked, seedBase: asked.seedBase ?? newSeedBase()};
		return writeRunFile(folder, {plan, begunAt: now(), addresses, versions: Object.fromEntries(versions)});
	}

	const there = await readRunFile(folder);
	const different = planDifferences(there.plan, asked);
	if (different.length > 0) {
		const words = different.map(({name, there, here}) => `${name}: ${there} there, ${here} here`);
		throw new UsageError(
			`the run in ${folder} was begun with something else: ${words.join('; ')}`,
			'Ask for the same as there and it goes on, or name a new folder with --out.',
		);
	}

	const known = {
		addresses: [...new Set([...there.addresses, ...addresses])],
		versions: {...Object.fromEntries(versions), ...there.versions},
	};
	const isNews = !isDeepStrictEqual(known, {addresses: there.addresses, versions: there.versions});
	return isNews ? writeRunFile(folder, {...there, ...known}) : there;
}

/** The file is there when it is whole. Throws the system's error. */
export async function writeRunFile(folder: string, file: RunFile): Promise<RunFile> {
	await replaceFile(path.join(folder, RUN_FILE), `${JSON.stringify(runFileToJson(file), null, '\t')}\n`);
	return file;
}

async function readFolder(folder: string, plan: RunPlan) {
	const verdicts = await readVerdicts(folder, plan);
	const judgedSamples = [...verdicts.samples.values()].flat();
	const judged = openSampleSet(plan);
	for (const {question, sample} of judgedSamples) {
		judged.add(question, sample);
	}

	const golds = openSampleSet({...plan, votes: 1});
	for (const question of verdicts.golds.keys()) {
		golds.add(question, 0);
	}

	const stored = openSampleSet(plan);
	const unjudged: Trajectory[] = [];
	// The most of a trajectory is the schema of its database, which many have in common.
	const prompts = new Map<string, string>();
	const trajectories = await readTrajectories(folder, plan, ({question, sample, read}) => {
		stored.add(question, sample);
		if (!judged.has(question, sample)) {
			const trajectory = read();
			const {system, user} = trajectory.prompt;
			prompts.set(system, prompts.get(system) ?? system);
			unjudged.push({...trajectory, prompt: {system: prompts.get(system)!, user}});
		}
	});
	const lost = judgedSamples.filter(({question, sample}) => !stored.has(question, sample));
	return {
		verdicts,
		trajectories,
		unjudged,
		judged,
		stored,
		golds,
		notes: [
			...tornNotes(VERDICTS_FILE, verdicts),
			...tornNotes(TRAJECTORIES_FILE, trajectories),
			...(lost.length > 0
				? [
						`${counted(lost.length, 'verdict')} without a trajectory in ${TRAJECTORIES_FILE}: ${lost.length === 1 ? 'it counts' : 'they count'}, and nothing of ${lost.length === 1 ? 'it' : 'them'} is asked again.`,
					]
				: []),
		],
	};
}

/** A copy of the same rows is another file, too: a person has to say whether it is one. */
function changedNotes(there: RunFile['versions'], here: ReadonlyMap<string, string> = new Map()): string[] {
	const changed = [...here].filter(([file, version]) => (there[file] ?? version) !== version);
	return changed.map(
		([file]) =>
			`${file} is not as it was when the run was begun: another file, or written to since. If its rows are others, results of two versions are mixed: begin a new run then.`,
	);
}

function tornNotes(name: keyof typeof LOST_LINE, {isTorn}: Counted): string[] {
	return isTorn
		? [`The end of ${name} was torn when the run was broken off: it is cut off, and ${LOST_LINE[name]}.`]
		: [];
}
