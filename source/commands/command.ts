import type {CommandLine} from '../command-line.js';
import type {ResolvedSettings} from '../settings.js';
import type {Notes, Output} from '../streams.js';

/** What a command gets. */
export type Invocation = {
	operands: string[];
	flags: CommandLine['flags'];
	/** From flags, environment, config and defaults; for a command that takes no settings, the defaults. */
	settings: ResolvedSettings;
	environment: NodeJS.ProcessEnv;
	output: Output;
	notes: Notes;
	/** Aborted by the first Ctrl-C, SIGTERM or SIGHUP; the second ends the program. */
	signal: AbortSignal;
};

/** Runs and gives the exit code. */
export type Command = (invocation: Invocation) => Promise<number>;
