/** Whether the databases of a run are what they were: results of two versions are not mixed. */
import {versionOf} from '../../database/file.js';
import {DatabaseError} from '../../errors.js';

export type Unchanged = {
	/** Throws a DatabaseError where one of the files is, from now on, another than when the run was begun. */
	check(files: readonly string[]): Promise<void>;
};

/** @param versions of each file, when the run was begun or gone on with. */
export function openUnchanged(versions: ReadonlyMap<string, string>): Unchanged {
	/** Looks that have not begun: samples end by the dozen, and one look serves all who asked before it. */
	const next = new Map<string, Promise<void>>();
	const running = new Map<string, Promise<void>>();

	const look = async (file: string) => {
		await running.get(file)?.catch(() => {});
		running.set(file, next.get(file)!);
		next.delete(file);
		if ((await versionOf(file)) !== versions.get(file)) {
			throw new DatabaseError(
				`${file} has changed since the run began: results of two versions are not mixed`,
				'What was stored stays. Put the file back as it was, and the same command goes on with the run.',
			);
		}
	};

	const ask = (file: string): Promise<void> => {
		const asked = next.get(file);
		if (asked) {
			return asked;
		}

		const looking = Promise.resolve().then(() => look(file));
		next.set(file, looking);
		return looking;
	};

	return {
		async check(files) {
			for (const file of files) {
				await ask(file);
			}
		},
	};
}
