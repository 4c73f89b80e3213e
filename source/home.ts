import {homedir} from 'node:os';

/** A path as it is typed: a `~/` at its beginning is the home folder, as a shell has it. */
export function expandHome(path: string): string {
	return path.startsWith('~/') ? homedir() + path.slice(1) : path;
}
