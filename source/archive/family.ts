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

/** What a trajectory was forked from, and what that was, the first of them first; as far as the archive has them. */
export async function ancestorsOf(archive: Archive, {parent}: Trajectory): Promise<Trajectory[]> {
	const found: Trajectory[] = [];
	const seen = new Set<string>();
	for (let id = parent?.id; id !== undefined && !seen.has(id); ) {
		seen.add(id);
		const one = await archive.trajectory(id);
		found.unshift(...(one ? [one] : []));
		id = one?.parent?.id;
	}

	return found;
}
