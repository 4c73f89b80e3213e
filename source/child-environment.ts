/** What of the environment every process of the program's own needs; keys and tokens are not their business. */
const COMMON = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LD_LIBRARY_PATH'];

/** The environment for a process, with the variables that it alone needs. */
export function childEnvironment(own: readonly string[]): NodeJS.ProcessEnv {
	return Object.fromEntries([...COMMON, ...own].map(name => [name, process.env[name]]));
}
