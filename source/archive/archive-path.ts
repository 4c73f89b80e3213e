/** Where the archive is. */
import path from 'node:path';

/** The archive's file: in `SQRL_TUI_HOME`, else in the platform's data folder; null for a user without a home. */
export async function archivePath(environment: NodeJS.ProcessEnv): Promise<string | null> {
	if (environment.SQRL_TUI_HOME) {
		return path.resolve(environment.SQRL_TUI_HOME, NAME);
	}

	try {
		// Looks for the home when it is loaded, and throws where there is none.
		const {default: envPaths} = await import('env-paths');
		return path.join(envPaths('sqrl-tui', {suffix: ''}).data, NAME);
	} catch {
		return null;
	}
}

const NAME = 'archive.sqlite';
