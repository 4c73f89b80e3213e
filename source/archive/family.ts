import type {Trajectory} from '../agent/trajectory.js';
import type {Archive} from './archive.js';

/** The forks that the archive has of a trajectory, and the forks of those, each after what it was taken from. */
export async function familyOf(archive: Archive | null, id: string): Promise<Trajectory[]> {
	const found: Trajectory[] = [];
	const seen = new Set([id]);
	for (const parent of seen) {
		for (const fork of (await archive?.children(parent)) ?? []) {
			if (!seen.has(fork.id)) {
				seen.add(fork.id);
				found.push(fork);
			}
		}
	}

	return found;
}
