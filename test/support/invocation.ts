/** A command as a function: what it is given, and what it writes. */
import type {Command, Invocation} from '../../source/commands/command.js';
import {defaultSettings} from '../../source/settings.js';
import {temporaryFolder} from './temporary-folder.js';

/** Runs a command without a terminal; what is not given is empty. Gives its exit code, or the error that it throws. */
export async function runCommand(command: Command, given: Partial<Invocation> = {}) {
	const written = {stdout: '', stderr: ''};
	const say = (text: string) => {
		written.stderr += `${text}\n`;
	};
	const running = command({
		operands: [],
		flags: {},
		settings: defaultSettings(),
		output: {
			isTerminal: false,
			columns: undefined,
			write: async text => {
				written.stdout += text;
			},
		},
		notes: {isTerminal: false, colours: false, line: say, ready: say, status() {}},
		signal: new AbortController().signal,
		...given,
		// Nothing that a test asks is kept in the archive of whoever tests.
		environment: {SQRL_TUI_HOME: temporaryFolder(), ...given.environment},
	});
	const ended: {code?: number; error?: unknown} = await running.then(
		code => ({code}),
		(error: unknown) => ({error}),
	);
	return {...ended, ...written};
}
