/** The archive as the rest of the program knows it: what is stored, and what can be asked of it. */
import type {Trajectory} from '../agent/trajectory.js';
import type {DatabaseRef} from '../database/file.js';

/** Times are ISO 8601. Ids are UUIDs. */
export type SessionRef = {
	id: string;
	startedAt: string;
	/** What it was: a session on the screen, one question without a screen, or a debugger. */
	kind: 'session' | 'ask' | 'replay';
	database: DatabaseRef | null;
};

/** Where a trajectory belongs: which question of which session, and in a vote which sample, from 0. */
export type Place = {
	session: SessionRef;
	question: {id: string; askedAt: string};
	sample: number | null;
};

/** What is stored of a vote beside its samples. */
export type ArchivedVote = {
	k: number;
	/** Sample i has seed base + i. */
	seedBase: number;
	stoppedEarly: boolean;
	probeCacheHits: number;
	elapsedMs: number | null;
	/** The index of the sample whose answer was taken; null: none yet. */
	taken: number | null;
};

export type ArchivedQuestion = {
	id: string;
	session: SessionRef;
	askedAt: string;
	question: string;
	/**
	 * In the order in which they began. A vote's samples by their index; without a vote the last is the one that
	 * counts, those before are what it was forked from.
	 */
	trajectories: Trajectory[];
	vote: ArchivedVote | null;
};

export type ArchivedSession = SessionRef & {questions: ArchivedQuestion[]};

/** A question in few words, for lists. */
export type HistoryEntry = {
	/** Of the question. */
	id: string;
	session: string;
	/** Of the session: in a debugger questions are forked, not asked. */
	kind: SessionRef['kind'];
	askedAt: string;
	database: string;
	databasePath: string;
	question: string;
	evidence: string;
	/** Of the trajectory that counts. */
	ending: Trajectory['ending'];
	/** The query of its answer, or ''. */
	sql: string;
	/** Rows of its answer; null where there is none. */
	rowCount: number | null;
	/** Samples of a vote; null: no vote. */
	votes: number | null;
};

export type SessionEntry = SessionRef & {
	questions: number;
	/** The first question. */
	question: string;
	lastAskedAt: string;
};

export type HistorySearch = {
	/** Words that the question, the evidence or the answer's query begins with; '' finds all. */
	text: string;
	/** Only of the database at this path. */
	databasePath?: string;
	/** The newest first: how many are left out, and the most that are given. */
	offset?: number;
	limit: number;
};

export type Forgetting = {question: string} | {session: string} | 'everything';

/**
 * Every method throws an ArchiveError where the file cannot be read or written, and can be called again afterwards. What
 * gives whole trajectories is a promise: only they need the schema that they are checked with, which is loaded then.
 */
export type Archive = {
	/** Absolute. */
	readonly file: string;
	/** What a person is to know of it, in words: a damaged archive that was set aside. */
	readonly notes: readonly string[];
	/**
	 * Stores a trajectory as it is now, in one transaction. Only what is new since it was stored last is written; after
	 * a failure the next call writes that, too. It stays in the question in which it was stored first. Throws where
	 * another program has taken it up meanwhile.
	 */
	store(trajectory: Trajectory, place: Place): void;
	storeVote(vote: ArchivedVote, place: Omit<Place, 'sample'>): void;
	trajectory(id: string): Promise<Trajectory | null>;
	/** The forks of a trajectory, oldest first. */
	children(id: string): Promise<Trajectory[]>;
	/** The question that a trajectory belongs to. */
	questionOf(trajectory: string): string | null;
	/** The ids of trajectories, questions and sessions that begin so; case matters. */
	idsFrom(beginning: string): string[];
	question(id: string): Promise<ArchivedQuestion | null>;
	session(id: string): Promise<ArchivedSession | null>;
	/** Those with a question, the one that was asked in last first. */
	sessions(search: {databasePath?: string; kind?: SessionRef['kind']; limit: number}): SessionEntry[];
	history(search: HistorySearch): HistoryEntry[];
	/**
	 * Removes it for good, with what was forked from it: what is left of it in the file is overwritten, and backups of older
	 * versions go, as do archives that were set aside where everything is forgotten. Only ids are known of it from then
	 * on: what any program still stores of these questions and trajectories is dropped. Gives how many questions went.
	 */
	forget(what: Forgetting): number;
	close(): void;
};
