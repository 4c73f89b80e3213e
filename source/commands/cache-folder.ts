import path from 'node:path';

/** A folder for what can be had again: in `SQRL_TUI_HOME`, else in the platform's folder; null for a user without a home. */
export async function cacheFolder(environment: NodeJS.ProcessEnv, name: string): Promise<string | null> {
	if (environment.SQRL_TUI_HOME) {
		return path.resolve(environment.SQRL_TUI_HOME, 'cache', name);
	}

	try {
		// Looks for the home when it is loaded, and throws where there is none.
		const {default: envPaths} = await import('env-paths');
		return path.join(envPaths('sqrl-tui', {suffix: ''}).cache, name);
	} catch {
		return null;
	}
}
