import {UsageError} from '../errors.js';
import type {Command} from './command.js';
import {openDatabase} from './open-database.js';
import {shellWord} from './shell-word.js';

/** A session on a database. Its screen is not there yet: the database is checked, and `ask` is named. */
export const session: Command = async ({operands, flags, notes, signal}) => {
	if (operands.length === 0 && !flags.sample) {
		throw new UsageError('no database is named', 'Name a SQLite file, or see sqrl-tui --help.');
	}

	const {reader, given} = await openDatabase(operands[0], flags, notes);
	try {
		const {schema} = await reader.schema({signal});
		const database = flags.sample ? '--sample' : shellWord(given);
		notes.line(`${reader.database.name} can be read: ${schema.tables.length} tables.`);
		notes.line('The screen for a session is not there yet. Ask one question at a time:');
		notes.line(`  sqrl-tui ask ${database} "<question>"`);
		return 1;
	} finally {
		await reader.close();
	}
};
