/** Gold queries, from the forms in which datasets have them. */
import type {Trajectory} from '../agent/trajectory.js';

export type Gold = {
	/** How many there are. */
	count: number;
	/** The gold query for a trajectory, or null: by its question and database, its `question_id`, or its place. */
	of(trajectory: Pick<Trajectory, 'id' | 'question' | 'database' | 'extra'>): string | null;
};

/** Reads BIRD's and Spider's JSON, their lines of `SQL<TAB>db_id`, or one query. Throws a UsageError. */
export async function readGold(file: string): Promise<Gold> {
	throw new Error(file);
}
