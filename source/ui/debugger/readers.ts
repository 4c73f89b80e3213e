/** The databases of trajectories, each opened when it is first asked and kept until the end. */
import {access} from 'node:fs/promises';
import type {Trajectory} from '../../agent/trajectory.js';
import type {Reader} from '../../database/reader.js';
import {DatabaseError, UsageError} from '../../errors.js';

export type Readers = {
	/**
	 * The database that a trajectory is about. `note`: what a person is to know of it, or ''. Throws a SqrlError where
	 * it is not there, cannot be read or is not known.
	 */
	of(trajectory: Trajectory): Promise<{reader: Reader; note: string}>;
	close(): Promise<void>;
};

export type ReadersOptions = {
	/** The database that is asked in place of each trajectory's own; null: each its own. */
	given: string | null;
	open: (path: string) => Promise<Reader>;
	/** Readers that are open already, by the path of their database; they are their owner's to close. */
	known?: ReadonlyMap<string, Reader>;
};

export function holdReaders({given, open, known = new Map()}: ReadersOptions): Readers {
	const held = new Map<string, Promise<Reader>>();

	function at(path: string): Promise<Reader> {
		const reader = known.get(path);
		if (reader) {
			return Promise.resolve(reader);
		}

		const opening = held.get(path) ?? open(path);
		held.set(path, opening);
		// One that is not there now may be there when it is asked for again.
		opening.catch(() => held.delete(path));
		return opening;
	}

	return {
		async of({database}) {
			if (given !== null) {
				return {reader: await at(given), note: ''};
			}

			if (!database || database.path === '') {
				throw new UsageError(
					'the record does not say which database it is about',
					'Name it: sqrl-tui replay <file> --database <db>',
				);
			}

			const {path, name, version} = database;
			if (!known.has(path) && !held.has(path)) {
				await access(path).catch(() => {
					throw new DatabaseError(
						`the database of this record, ${path}, is not there`,
						'Name the one to ask: sqrl-tui replay <file> --database <db>',
					);
				});
			}

			const reader = await at(path);
			const isChanged = version !== '' && version !== (await reader.version());
			return {reader, note: isChanged ? `${name} has changed since this was recorded.` : ''};
		},
		async close() {
			const readers = await Promise.allSettled(held.values());
			await Promise.all(readers.map(one => (one.status === 'fulfilled' ? one.value.close() : null)));
		},
	};
}
