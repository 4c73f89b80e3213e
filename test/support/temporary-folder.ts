import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, onTestFinished} from 'vitest';

/** A new folder, gone when the test that asks for it is done; asked for outside a test, when the file's are. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'sqrl-tui-test-'));
	const remove = () => rmSync(folder, {recursive: true, force: true});
	try {
		onTestFinished(remove);
	} catch {
		// Not in a test.
		afterAll(remove);
	}

	return folder;
}
