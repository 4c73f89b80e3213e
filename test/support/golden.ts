import {readFileSync} from 'node:fs';

/** A golden file of the protocol, byte for byte. */
export function golden(name: string): string {
	return readFileSync(new URL(`../protocol/golden/${name}`, import.meta.url), 'utf8');
}
