/** Trajectories in a form for people or programs. */
import type {Trajectory} from '../agent/trajectory.js';

export const EXPORT_FORMATS = ['md', 'html', 'json', 'jsonl'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What is exported together: one trajectory, a question with its samples and forks, a session. */
export type Exported = {title: string; trajectories: AsyncIterable<Trajectory> | Iterable<Trajectory>};

/** The text in pieces: none of them is long, however large the whole. */
export async function* exported(what: Exported, format: ExportFormat): AsyncGenerator<string> {
	yield `${what} ${format}`;
	throw new Error('to be written');
}
