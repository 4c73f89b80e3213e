/** What the evaluation is asked for on its command line. */
import {parseArgs} from 'node:util';
import {messageOf, UsageError} from '../../source/errors.js';
import {SETS, type SetName} from './questions.js';

export const USAGE =
	'npm run eval:embedded -- --database <chinook.sqlite> [--limit n] [--set dev|test], on the file of https://github.com/lerocha/chinook-database';

export type EvalOptions = {
	/** Path of the Chinook file. */
	database: string;
	sets: readonly SetName[];
	/** Questions of each set, the first ones; null: all. */
	limit: number | null;
};

/** Reads the arguments after the script's name. Throws a UsageError. */
export function readOptions(argv: readonly string[]): EvalOptions {
	const {database, limit, set} = parsed(argv);
	if (!database) {
		throw new UsageError('there is no database to ask: the evaluation needs Chinook, --database', USAGE);
	}

	if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit)) {
		throw new UsageError(`--limit: it takes a number of questions, not "${limit}"`, USAGE);
	}

	const sets = SETS.filter(name => set === undefined || name === set);
	if (sets.length === 0) {
		throw new UsageError(`--set: it takes ${SETS.join(' or ')}, not "${set}"`, USAGE);
	}

	return {database, sets, limit: limit === undefined ? null : Number(limit)};
}

function parsed(argv: readonly string[]) {
	try {
		const options = {database: {type: 'string'}, limit: {type: 'string'}, set: {type: 'string'}} as const;
		return parseArgs({args: [...argv], options}).values;
	} catch (error) {
		throw new UsageError(messageOf(error), USAGE);
	}
}
