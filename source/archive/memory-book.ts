/** A book of trajectories that are in memory: the samples of a vote, a question with its forks. */
import type {Trajectory} from '../agent/trajectory.js';
import type {Book, Catalogue, Entry} from './book.js';

export function memoryBook(title: string, trajectories: readonly Trajectory[]): Book {
	const catalogue = catalogueOf(trajectories);
	return {
		title,
		catalogue: () => catalogue,
		async open(place) {
			return trajectories[place]!;
		},
		subscribe: () => () => {},
		async reload() {},
		async close() {},
	};
}

/** All of it is known. */
export function catalogueOf(trajectories: readonly Trajectory[]): Catalogue {
	return {
		count: trajectories.length,
		entries: trajectories.map(entryOf),
		nameOf: place => `trajectory ${place + 1}`,
		progress: null,
		notes: [],
	};
}

/** A trajectory in few words. */
export function entryOf(trajectory: Trajectory): Entry {
	const {id, question, database, model, ending, turns, answer, parent} = trajectory;
	const outcome = answer?.outcome;
	const failed = outcome && 'error' in outcome ? outcome.error.message : '';
	const table = outcome && 'table' in outcome ? outcome.table : null;
	return {
		kind: 'trajectory',
		id,
		question,
		database: database?.name ?? '',
		model: model.name,
		ending,
		turns: turns.length,
		error: failed || failureOf(trajectory),
		answer: table?.digest ?? answer?.sql ?? '',
		parent: parent?.id ?? null,
	};
}

function failureOf({extra}: Trajectory): string {
	const failure = extra?.failure as {message?: unknown} | undefined;
	return typeof failure?.message === 'string' ? failure.message : '';
}
