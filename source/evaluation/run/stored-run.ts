/** A run as its folder has it. Nothing here is written, and a run that is under way can be read. */
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import type {Trajectory} from '../../agent/trajectory.js';
import {trajectoryFromJson} from '../../agent/trajectory-schema.js';
import {codeOf, messageOf, UsageError} from '../../errors.js';
import {type Line, linesOf} from './json-lines.js';
import {type GoldFinding, type Run, type RunPlan, type SampleVerdict, sampleId, samplePlace} from './run.js';
import {RunFolderError} from './run-fault.js';
import {type RunFile, runFileFromJson, type VerdictLine, verdictLineFromJson} from './run-json.js';

export const RUN_FILE = 'run.json';
export const VERDICTS_FILE = 'verdicts.jsonl';
export const TRAJECTORIES_FILE = 'trajectories.jsonl';

/** What becomes of a line that is lost of a file, when the run goes on. */
export const LOST_LINE: Record<typeof VERDICTS_FILE | typeof TRAJECTORIES_FILE, string> = {
	[VERDICTS_FILE]: 'judged again',
	[TRAJECTORIES_FILE]: 'asked again unless its verdict is stored',
};

/** What is there of a run, whether or not it has ended. Throws a UsageError where the folder is none of a run. */
export async function readRun(folder: string): Promise<Run> {
	const {plan} = await readRunFile(folder);
	const {golds, samples} = await readVerdicts(folder, plan);
	return {plan, golds, samples};
}

/** Throws a UsageError where the folder is none of a run, or of a later program. */
export async function readRunFile(folder: string): Promise<RunFile> {
	const file = path.join(folder, RUN_FILE);
	let value: unknown;
	try {
		value = JSON.parse(await readFile(file, 'utf8'));
	} catch (error) {
		if (codeOf(error) === '') {
			throw new UsageError(`${file} is no JSON: ${messageOf(error)}`, 'Name the folder of a run.');
		}

		const why = (await hasFolder(folder)) ? `has no ${RUN_FILE}` : 'is not there';
		const words = codeOf(error) === 'ENOENT' ? why : `cannot be read: ${messageOf(error)}`;
		throw new UsageError(`${folder} ${words}`, 'Name the folder of a run, as eval --out makes it.');
	}

	return runFileFromJson(value, file);
}

async function hasFolder(folder: string): Promise<boolean> {
	return readdir(folder).then(
		() => true,
		() => false,
	);
}

/** What counts of a file of lines: its bytes up to `end`. What follows is torn, and counts for nothing. */
export type Counted = {end: number; isTorn: boolean};

export type StoredVerdicts = Pick<Run, 'golds' | 'samples'> & Counted;

/** Throws a UsageError that names the line that is damaged. */
export async function readVerdicts(folder: string, plan: RunPlan): Promise<StoredVerdicts> {
	const golds = new Map<number, GoldFinding>();
	const samples = new Map<number, SampleVerdict[]>();
	const counted = await readVerdictLines(folder, plan, line => {
		if (line.kind === 'gold') {
			const {finding} = line;
			golds.set(finding.question, golds.get(finding.question) ?? finding);
			return;
		}

		const {verdict} = line;
		const others = samples.get(verdict.question) ?? [];
		samples.set(verdict.question, others);
		if (!others.some(({sample}) => sample === verdict.sample)) {
			others.push(verdict);
		}
	});
	for (const verdicts of samples.values()) {
		verdicts.sort((a, b) => a.sample - b.sample);
	}

	return {golds, samples, ...counted};
}

/**
 * Gives each line of the verdicts, in the order of the file; one of a question or sample that was there counts for
 * nothing. Throws a UsageError that names the line that is damaged.
 */
export async function readVerdictLines(
	folder: string,
	plan: RunPlan,
	take: (line: VerdictLine) => void,
): Promise<Counted> {
	const questions = new Set(plan.items.map(({index}) => index));
	const parse = (bytes: Buffer) => {
		const line = verdictLineFromJson(JSON.parse(bytes.toString()));
		const {question} = line.kind === 'gold' ? line.finding : line.verdict;
		if (!questions.has(question)) {
			throw new Error(`the run does not ask question ${question}`);
		}

		return line;
	};
	return readLines(folder, VERDICTS_FILE, parse, take);
}

/** A trajectory of the run, by the question's index and the sample's. */
export type StoredTrajectory = {
	question: number;
	sample: number;
	/** The byte its line begins at, and the line, without the line feed. */
	start: number;
	bytes: Buffer;
	/** Reads it. Throws a UsageError that names the line where it is damaged. */
	read(): Trajectory;
};

/** Gives each stored trajectory once, in the order of the file. Throws a UsageError that names the line that is damaged. */
export async function readTrajectories(
	folder: string,
	plan: RunPlan,
	take: (stored: StoredTrajectory) => void | Promise<void>,
): Promise<Counted> {
	const questions = new Set(plan.items.map(({index}) => index));
	const seen = new Set<string>();
	const parse = (bytes: Buffer) => {
		const place = placeOf(bytes);
		if (!questions.has(place.question) || place.sample >= plan.votes) {
			throw new Error(`the run has no sample ${sampleId(place.question, place.sample)}`);
		}

		return place;
	};
	return readLines(folder, TRAJECTORIES_FILE, parse, async (place, line, damaged) => {
		const id = sampleId(place.question, place.sample);
		if (!seen.has(id)) {
			seen.add(id);
			const {start, bytes} = line;
			await take({...place, start, bytes, read: () => orThrow(() => readTrajectory(bytes), damaged)});
		}
	});
}

/** Only what has ended is stored by a run. */
function readTrajectory(bytes: Buffer): Trajectory {
	const trajectory = trajectoryFromJson(JSON.parse(bytes.toString()));
	if (trajectory.ending === 'open' || trajectory.ending === 'aborted') {
		throw new Error(`the trajectory is ${trajectory.ending}, and not at its end`);
	}

	return trajectory;
}

/** The beginning of a line as it is written: the whole of it is not read to know whose it is. */
const OWN_ID = /^\{"format":"sqrl-trajectory\/1","id":"(\d+-\d+)"/;

const ID_BYTES = 100;

const CLOSING_BRACE = '}'.charCodeAt(0);

function placeOf(bytes: Buffer): {question: number; sample: number} {
	const isClosed = bytes.at(-1) === CLOSING_BRACE && !bytes.includes(0);
	const own = isClosed ? OWN_ID.exec(bytes.toString('utf8', 0, ID_BYTES)) : null;
	// Where another program has written it, its fields may stand in another order.
	const id = own?.[1] ?? (JSON.parse(bytes.toString()) as {id?: unknown} | null)?.id;
	return samplePlace(String(id));
}

type Damaged = (error: unknown) => UsageError;

/**
 * Gives what each whole line of a file of the run is. A line that has no end was torn by a kill, one with NULs at the end
 * of the file by a loss of power: it counts for nothing, and no more does what follows it. Any other that `parse` throws
 * at is damaged, which is thrown.
 */
async function readLines<T>(
	folder: string,
	name: keyof typeof LOST_LINE,
	parse: (bytes: Buffer) => T,
	take: (value: T, line: Line, damaged: Damaged) => void | Promise<void>,
): Promise<Counted> {
	let torn: Damaged | null = null;
	let end = 0;
	for await (const line of storedLines(folder, name)) {
		const {bytes, isWhole, number, start} = line;
		const damaged: Damaged = error =>
			new UsageError(
				`${path.join(folder, name)}, line ${number}, is damaged: ${messageOf(error)}`,
				`Put the file back as it was, or remove that line: what it held is ${LOST_LINE[name]}.`,
			);
		if (!isWhole) {
			return {end, isTorn: true};
		}

		if (isBlank(bytes)) {
			end = torn ? end : start + bytes.length + 1;
			continue;
		}

		if (bytes.includes(0)) {
			torn ??= damaged;
			continue;
		}

		const value = orThrow(() => parse(bytes), damaged);
		if (torn) {
			throw torn(new Error('it has NULs in it'));
		}

		await take(value, line, damaged);
		end = start + bytes.length + 1;
	}

	return {end, isTorn: torn !== null};
}

/** Lines of a file that need not be there. Throws a RunFolderError where it cannot be read. */
async function* storedLines(folder: string, name: string): AsyncGenerator<Line, void, void> {
	const file = path.join(folder, name);
	try {
		yield* linesOf(file);
	} catch (error) {
		if (codeOf(error) !== 'ENOENT') {
			const why = `cannot be read: ${messageOf(error)}`;
			throw new RunFolderError(folder, why, `See ${file}.`, {cause: error});
		}
	}
}

function isBlank(bytes: Buffer): boolean {
	return bytes.every(byte => byte === 32 || (byte >= 9 && byte <= 13));
}

function orThrow<T>(work: () => T, fault: (error: unknown) => Error): T {
	try {
		return work();
	} catch (error) {
		throw fault(error);
	}
}
