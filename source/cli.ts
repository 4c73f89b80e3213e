/** The way in: reads the command line, loads the one command that is asked for, and ends with its exit code. */
import {isatty} from 'node:tty';
import {COMMANDS, type CommandLine, type CommandName, readCommandLine} from './command-line.js';
import type {Command} from './commands/command.js';
import {messageOf, SqrlError} from './errors.js';
import {programVersion} from './package-root.js';
import {defaultSettings, type ResolvedSettings} from './settings.js';
import {type Notes, type Output, OutputClosed, standardNotes, standardOutput} from './streams.js';

const LOAD: Record<CommandName, () => Promise<Command>> = {
	session: async () => (await import('./commands/session.js')).session,
	ask: async () => (await import('./commands/ask.js')).ask,
	replay: async () => (await import('./commands/replay.js')).replay,
	eval: async () => (await import('./commands/eval.js')).evaluate,
	score: async () => (await import('./commands/score.js')).scorePredictions,
	compare: async () => (await import('./commands/compare.js')).compareRuns,
	export: async () => (await import('./commands/export.js')).exportTrajectories,
	doctor: async () => (await import('./commands/doctor.js')).doctor,
	config: async () => (await import('./commands/config.js')).config,
};

const INTERRUPTED = 130;

/** Runs the program, and ends the process with its exit code. `argv` is what follows the program's name. */
export async function main(argv: readonly string[]): Promise<void> {
	const terminals = [0, 1, 2].filter(fd => isatty(fd));
	const output = standardOutput(process.stdout);
	const layout = process.stderr.isTTY ? await import('./note-lines.js') : null;
	const notes = standardNotes(process.stderr, process.env, layout);
	const code = await run(argv, output, notes).catch(error => report(error, notes));
	if (!terminals.every(fd => isatty(fd))) {
		// The terminal was closed. Node.js would set it back at its exit, and abort over it with a core dump.
		process.kill(process.pid, 'SIGKILL');
	}

	process.exit(code);
}

async function run(argv: readonly string[], output: Output, notes: Notes): Promise<number> {
	const request = readCommandLine(argv);
	if ('help' in request) {
		const {helpText} = await import('./help.js');
		await output.write(helpText(request.help));
		return 0;
	}

	if ('version' in request) {
		await output.write(`${programVersion()}\n`);
		return 0;
	}

	const {command, operands, flags} = request;
	const environment = process.env;
	const settings =
		COMMANDS[command].settings.length > 0 ? await commandSettings(request, environment) : defaultSettings();
	const execute = await LOAD[command]();
	const signal = interruption();
	try {
		return await execute({operands, flags, settings, environment, output, notes, signal});
	} catch (error) {
		if (!signal.aborted) {
			throw error;
		}

		notes.line('Interrupted.');
		return INTERRUPTED;
	}
}

async function commandSettings(
	{settings: texts, flags}: CommandLine,
	environment: NodeJS.ProcessEnv,
): Promise<ResolvedSettings> {
	const {loadSettings} = await import('./config.js');
	const settings = await loadSettings(texts, environment);
	if (flags.profile === undefined) {
		return settings;
	}

	const {namedProfile, settingsUnderFlags} = await import('./commands/profiles.js');
	return settingsUnderFlags(await namedProfile('profile', String(flags.profile), environment), settings);
}

function interruption(): AbortSignal {
	const controller = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			if (controller.signal.aborted) {
				process.exit(INTERRUPTED);
			}

			controller.abort(new Error('interrupted'));
		});
	}

	return controller.signal;
}

/** Says what went wrong, and gives the exit code for it. */
function report(error: unknown, notes: Notes): number {
	if (error instanceof OutputClosed) {
		return 0;
	}

	if (error instanceof SqrlError) {
		notes.line(`sqrl-tui: ${error.message}`);
		if (error.advice !== '') {
			notes.line(error.advice);
		}

		return error.exitCode;
	}

	notes.line(`sqrl-tui: this should not have happened: ${messageOf(error)}`);
	notes.line('Run it again with SQRL_DEBUG=1 for the details of a report.');
	if (process.env.SQRL_DEBUG && error instanceof Error) {
		notes.line(error.stack ?? '');
	}

	return 1;
}
