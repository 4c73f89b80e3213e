import {UsageError} from '../errors.js';
import {chosenSchema} from '../protocol/chosen-schema.js';
import type {Schema} from '../protocol/schema.js';

/** The schema with only the tables and views that `--tables` names, if it is given. Throws a UsageError. */
export function chosenTables(schema: Schema, flags: readonly string[] | undefined): Schema {
	return chosenSchema(schema, flags ? chosenNames(schema, flags) : null);
}

/**
 * The tables and views that `--tables` names. Names are compared as SQLite does, without case; a comma
 * separates them, unless a name has it itself. Throws a UsageError for a name that is not there.
 */
export function chosenNames(schema: Schema, flags: readonly string[]): Set<string> {
	const objects = [...schema.tables, ...schema.views].map(({name}) => name);
	const known = new Map(objects.map(name => [folded(name), name]));
	const wanted = flags
		.flatMap(flag => (known.has(folded(flag)) ? [flag] : flag.split(',')))
		.map(name => name.trim())
		.filter(name => name !== '' || known.has(name));
	const chosen = new Set(
		wanted.map(name => {
			const found = known.get(folded(name));
			if (found === undefined) {
				throw new UsageError(
					`--tables: there is no table or view "${name}"`,
					`There is: ${shortList(objects)}`,
				);
			}

			return found;
		}),
	);
	if (chosen.size === 0) {
		throw new UsageError('--tables names no table', `There is: ${shortList(objects)}`);
	}

	return chosen;
}

/** Only the letters of ASCII have no case for SQLite. */
function folded(name: string): string {
	return name.replaceAll(/[A-Z]/g, letter => letter.toLowerCase());
}

function shortList(names: string[]): string {
	const shown = names.slice(0, 30).join(', ');
	return names.length > 30 ? `${shown}, … and ${names.length - 30} more` : shown;
}
