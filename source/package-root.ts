import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

/** The package's folder, whether this runs from the source, from the bundle or under test. */
export function packageRoot(): string {
	let folder = path.dirname(fileURLToPath(import.meta.url));
	while (!existsSync(path.join(folder, 'package.json'))) {
		folder = path.dirname(folder);
	}

	return folder;
}

/** A file that the build makes. */
export function builtFile(name: string): string {
	return path.join(packageRoot(), 'dist', name);
}

/** The version of this program. */
export function programVersion(): string {
	const text = readFileSync(path.join(packageRoot(), 'package.json'), 'utf8');
	return (JSON.parse(text) as {version: string}).version;
}
