import type {CommandName} from '../command-line.js';
import {UsageError} from '../errors.js';
import type {Invocation} from './command.js';

/** The value of a flag that has to be there. Throws a UsageError that says what is missing, in the words of `what`. */
export function neededFlag(
	flags: Invocation['flags'],
	name: string,
	{what, command}: {what: string; command: CommandName},
): string {
	const value = flags[name];
	if (typeof value !== 'string' || value === '') {
		throw new UsageError(`${what} is missing: --${name}`, `See sqrl-tui ${command} --help.`);
	}

	return value;
}
