/** Trajectories to step through, however many there are and wherever they come from. */
import type {Ending, Trajectory} from '../agent/trajectory.js';

/** One trajectory in few words, for lists. */
export type Entry = {
	kind: 'trajectory';
	id: string;
	question: string;
	database: string;
	model: string;
	ending: Ending;
	turns: number;
	/** Why it has no rows to show: the model's failure, or that of the answer's query; '' where it has. */
	error: string;
	/** Equal where two answers of one question are: the digest of the rows, else their query; '' without an answer. */
	answer: string;
	parent: string | null;
	/** The turn from which a fork goes another way, an index. */
	forkedAt: number | null;
	seed: number | null;
};

/** What stands in a trajectory's place and is none. */
export type Fault = {kind: 'fault'; reason: string};

export type Catalogue = {
	/** Trajectories that are known of so far. */
	count: number;
	/** By their place in the book; those that were not looked at yet are missing. It grows in place. */
	entries: ReadonlyArray<Entry | Fault | undefined>;
	/** Where each is from, for a person: `run.jsonl:3`. */
	nameOf(place: number): string;
	/** The name of the file that it stands in, no two the same: `run.jsonl`. */
	fileOf(place: number): string;
	/** How far the book has been looked through, in bytes; null: to its end. */
	progress: {done: number; total: number} | null;
	/** What a person is to know: a last line that was cut off, a file that has changed. */
	notes: readonly string[];
};

export type Book = {
	/** The name of the file, or how many there are. */
	title: string;
	/** As of now; a new object whenever it has changed. */
	catalogue(): Catalogue;
	/** The whole of one. Throws a UsageError that says where it stands and what is wrong with it. */
	open(place: number): Promise<Trajectory>;
	/** Tells of each change of the catalogue. */
	subscribe(listener: () => void): () => void;
	/** Looks at the files anew. */
	reload(): Promise<void>;
	close(): Promise<void>;
};
