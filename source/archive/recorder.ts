/**
 * What a running program stores its trajectories with: it goes on whatever becomes of the archive, and tells of each
 * trouble once. It may be made before the archive is open.
 */
import type {Trajectory} from '../agent/trajectory.js';
import {ArchiveError, messageOf} from '../errors.js';
import type {Archive, ArchivedVote, Place, SessionRef} from './archive.js';

export type Recorder = {
	/**
	 * The archive, opened if it is not; null where none is wanted, or where it cannot be opened, which `onFailure` is
	 * told.
	 */
	archive(): Promise<Archive | null>;
	/** Where the trajectories of one question go. Without an id it is a new question, which is asked now. */
	question(id?: string): QuestionRecorder;
	/** Stores what could not be stored before, and closes the archive. Gives how much of it is not stored. */
	close(): Promise<number>;
};

export type QuestionRecorder = {
	readonly id: string;
	/**
	 * Stores a trajectory as it is now; to be awaited before it grows. Never throws: where it fails it is tried again
	 * with whatever is stored next.
	 *
	 * @param sample its index in a vote.
	 */
	store(trajectory: Trajectory, sample?: number): Promise<void>;
	/** Stores what is to be known of a vote beside its samples, as `store` does. */
	vote(vote: ArchivedVote): Promise<void>;
};

export type RecorderOptions = {
	session: SessionRef;
	/**
	 * Opens the archive; null: none is wanted. Asked for when the archive is first needed, and again by the next step
	 * where it failed.
	 */
	open: () => Promise<Archive | null>;
	/** What went wrong; the same trouble again only after `onRecovered`. */
	onFailure: (error: ArchiveError) => void;
	/** Everything that could not be stored is stored. */
	onRecovered?: () => void;
	/** What a person is to know of the archive, see `Archive.notes`. */
	onNote?: (note: string) => void;
	/** Milliseconds since 1970. */
	clock?: () => number;
	newId?: () => string;
};

export function openRecorder({
	session,
	open,
	onFailure,
	onRecovered,
	onNote,
	clock = Date.now,
	newId = () => crypto.randomUUID(),
}: RecorderOptions): Recorder {
	/** What is to be stored still, by what it is; only the last of each counts. */
	const owed = new Map<string, (archive: Archive) => void>();
	const told = new Set<string>();
	let opening: Promise<Archive | null> | null = null;
	let notesTold = 0;

	return {
		archive,
		question(id = newId()) {
			const question = {id, askedAt: new Date(clock()).toISOString()};
			return {
				id,
				store: (trajectory, sample) => {
					const place: Place = {session, question, sample: sample ?? null};
					return record(`trajectory ${trajectory.id}`, archive => archive.store(trajectory, place));
				},
				vote: vote => record(`vote ${id}`, archive => archive.storeVote(vote, {session, question})),
			};
		},
		async close() {
			const current = opening && (await archive());
			if (current) {
				pay(current);
				current.close();
			}

			return owed.size;
		},
	};

	async function record(name: string, work: (archive: Archive) => void): Promise<void> {
		owed.set(name, work);
		const current = await archive();
		if (current) {
			pay(current, name);
		} else if (told.size === 0) {
			// None is wanted.
			owed.clear();
		}
	}

	/** Ends with the first that fails: each may wait for another program as long as the archive allows. */
	function pay(archive: Archive, first?: string): void {
		const names = [...(first === undefined ? [] : [first]), ...owed.keys()];
		for (const name of names) {
			const work = owed.get(name);
			owed.delete(name);
			try {
				work?.(archive);
			} catch (error) {
				// To the end: one that can never be stored is not to keep the others from it.
				owed.set(name, work!);
				fail(error);
				break;
			}
		}

		tellNotes(archive);
		if (owed.size === 0 && told.size > 0) {
			told.clear();
			onRecovered?.();
		}
	}

	async function archive(): Promise<Archive | null> {
		opening ??= (async () => open())();
		const current = opening;
		try {
			const archive = await current;
			if (archive) {
				tellNotes(archive);
			}

			return archive;
		} catch (error) {
			if (opening === current) {
				opening = null;
			}

			fail(error);
			return null;
		}
	}

	function tellNotes({notes}: Archive): void {
		for (const note of notes.slice(notesTold)) {
			onNote?.(note);
		}

		notesTold = notes.length;
	}

	function fail(thrown: unknown): void {
		const error =
			thrown instanceof ArchiveError
				? thrown
				: new ArchiveError(
						`the archive cannot be used: ${messageOf(thrown)}`,
						'Go without it with --no-archive.',
						{cause: thrown},
					);
		if (!told.has(error.message)) {
			told.add(error.message);
			onFailure(error);
		}
	}
}
