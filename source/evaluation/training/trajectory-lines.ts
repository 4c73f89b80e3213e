/**
 * The trajectories of a run in their file, by id. The file is read through once; of a line stays where it is and what
 * a choice needs to know of it, so that memory does not grow with what was said.
 */
import {createHash} from 'node:crypto';
import {type FileHandle, open} from 'node:fs/promises';
import path from 'node:path';
import {messages, type Trajectory} from '../../agent/trajectory.js';
import {trajectoryFromJson} from '../../agent/trajectory-schema.js';
import {codeOf, messageOf, UsageError} from '../../errors.js';
import {type RunPlan, sampleId} from '../run/run.js';
import {readTrajectories, TRAJECTORIES_FILE} from '../run/stored-run.js';
import {normalisedSql} from '../sql-tokens.js';

export type LineFacts = {
	/** Equal where the answer and all probes before it are the same queries. */
	path: string;
	/** Equal where all is the same that stands before the last reply. */
	beginning: string;
	/** Whether each reply did what the protocol asks for: no probe beyond the budget, no reply without an action. */
	keepsProtocol: boolean;
};

export type TrajectoryLines = {
	/** Null: the file has none of this id, or it was not wanted. */
	facts(id: string): LineFacts | null;
	/** Throws a UsageError where the file is not any more what it was. */
	read(id: string): Promise<Trajectory>;
	close(): Promise<void>;
};

/** Throws a UsageError if the file cannot be read or a line that is wanted is no trajectory, and the reason of an abort. */
export async function openTrajectoryLines(
	folder: string,
	plan: RunPlan,
	{wanted, signal}: {wanted: ReadonlySet<string>; signal?: AbortSignal},
): Promise<TrajectoryLines> {
	const file = path.join(folder, TRAJECTORIES_FILE);
	const handle = await opened(file);
	const places = new Map<string, {start: number; length: number; facts: LineFacts}>();
	try {
		await readTrajectories(folder, plan, ({question, sample, start, bytes, read}) => {
			signal?.throwIfAborted();
			const id = sampleId(question, sample);
			if (wanted.has(id)) {
				places.set(id, {start, length: bytes.length, facts: factsOf(read())});
			}
		});
	} catch (error) {
		await handle.close();
		throw error;
	}

	return {
		facts: id => places.get(id)?.facts ?? null,
		async read(id) {
			const {start, length} = places.get(id)!;
			const {buffer, bytesRead} = await handle.read(Buffer.alloc(length), 0, length, start);
			const trajectory = trajectoryIn(buffer.subarray(0, bytesRead));
			if (trajectory?.id !== id) {
				throw new UsageError(`${file} has changed while it was read`, 'Export once nothing writes to it.');
			}

			return trajectory;
		},
		close: () => handle.close(),
	};
}

async function opened(file: string): Promise<FileHandle> {
	try {
		return await open(file);
	} catch (error) {
		const why = codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error);
		throw new UsageError(
			`the trajectories of the run cannot be read: ${why}`,
			`They are looked for in ${file}.`,
		);
	}
}

function trajectoryIn(bytes: Buffer): Trajectory | null {
	try {
		return trajectoryFromJson(JSON.parse(bytes.toString()));
	} catch {
		return null;
	}
}

function factsOf(trajectory: Trajectory): LineFacts {
	const probes = trajectory.turns.flatMap(({action, response}) =>
		action.kind === 'sql' && response?.kind === 'observation' ? [action.sql] : [],
	);
	const queries = [...probes, trajectory.answer?.sql ?? ''].map(normalisedSql);
	return {
		path: hash(queries),
		beginning: hash(messages(trajectory).slice(0, -1)),
		keepsProtocol: trajectory.turns.every(
			({action, verdict}) => action.kind !== 'none' && verdict?.kind !== 'finish',
		),
	};
}

function hash(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}
