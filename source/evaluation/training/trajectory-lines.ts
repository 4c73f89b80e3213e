/**
 * The trajectories of a run in their file, by id. The file is read through once; of a line stays where it is and what
 * a choice needs to know of it, so that memory does not grow with what was said.
 */
import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import {messages, type Trajectory} from '../../agent/trajectory.js';
import {trajectoryFromJson} from '../../agent/trajectory-schema.js';
import {codeOf, messageOf, UsageError} from '../../errors.js';
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
	/** Null: no whole line has this id. */
	facts(id: string): LineFacts | null;
	/** Throws a UsageError where the file is not any more what it was. */
	read(id: string): Promise<Trajectory>;
	close(): Promise<void>;
};

/**
 * Reads the lines whose ids are wanted. Of two with one id the later counts: the first was not scored before the run
 * was broken off. A last line without its end is none. Throws a UsageError if the file cannot be read or a line that is
 * wanted is no trajectory, and the reason of an abort.
 */
export async function openTrajectoryLines(
	file: string,
	wanted: ReadonlySet<string>,
	signal?: AbortSignal,
): Promise<TrajectoryLines> {
	const places = new Map<string, {start: number; length: number; facts: LineFacts}>();
	let handle: FileHandle;
	try {
		handle = await open(file);
	} catch (error) {
		const why = codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error);
		throw new UsageError(`the trajectories of the run cannot be read: ${why}`, `Check the path: ${file}`);
	}

	try {
		let number = 0;
		for await (const {start, bytes} of linesOf(file)) {
			number++;
			signal?.throwIfAborted();
			const id = idOf(bytes);
			if (id === null || wanted.has(id)) {
				const trajectory = trajectoryOf(bytes, `line ${number} of ${file}`);
				places.set(trajectory.id, {start, length: bytes.length, facts: factsOf(trajectory)});
			}
		}
	} catch (error) {
		await handle.close();
		throw error;
	}

	return {
		facts: id => places.get(id)?.facts ?? null,
		async read(id) {
			const {start, length} = places.get(id)!;
			const {buffer, bytesRead} = await handle.read(Buffer.alloc(length), 0, length, start);
			const trajectory = trajectoryOf(buffer.subarray(0, bytesRead), file);
			if (trajectory.id !== id) {
				throw new UsageError(`${file} has changed while it was read`, 'Export when the run has ended.');
			}

			return trajectory;
		},
		close: () => handle.close(),
	};
}

/** The lines that have an end, without it. */
async function* linesOf(file: string): AsyncGenerator<{start: number; bytes: Buffer}> {
	let parts: Buffer[] = [];
	let [start, offset] = [0, 0];
	for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
		let from = 0;
		for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
			const bytes = Buffer.concat([...parts, chunk.subarray(from, end)]);
			if (bytes.length > 0) {
				yield {start, bytes};
			}

			parts = [];
			from = end + 1;
			start = offset + from;
		}

		parts.push(chunk.subarray(from));
		offset += chunk.length;
	}
}

/** As far as it stands at the beginning, where it is written: most lines are not wanted, and need not be parsed. */
function idOf(bytes: Buffer): string | null {
	return /^\{"format":"[^"\\]*","id":"([^"\\]*)"/.exec(bytes.toString('latin1', 0, 200))?.[1] ?? null;
}

function trajectoryOf(bytes: Buffer, place: string): Trajectory {
	try {
		return trajectoryFromJson(JSON.parse(bytes.toString('utf8')));
	} catch (error) {
		throw new UsageError(
			`${place} is no trajectory: ${messageOf(error)}`,
			'Take the line out: its sample is then left out.',
		);
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
