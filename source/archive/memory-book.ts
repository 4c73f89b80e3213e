import type {Trajectory} from '../agent/trajectory.js';
import {UsageError} from '../errors.js';
import type {Book} from './book.js';
import {entryOf} from './entry.js';

/** A book of trajectories that are in hand: nothing of it changes. */
export function memoryBook(title: string, trajectories: readonly Trajectory[]): Book {
	const catalogue = {
		count: trajectories.length,
		entries: trajectories.map(entryOf),
		nameOf: (place: number) => (trajectories.length === 1 ? title : `${title}:${place + 1}`),
		fileOf: () => title,
		progress: null,
		notes: [],
	};
	return {
		title,
		catalogue: () => catalogue,
		async open(place) {
			const trajectory = trajectories[place];
			if (!trajectory) {
				throw new UsageError(`${title} has no trajectory ${place + 1}`, 'Choose another.');
			}

			return trajectory;
		},
		subscribe: () => () => {},
		async reload() {},
		async close() {},
	};
}
