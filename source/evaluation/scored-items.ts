/** The gold queries that predictions are scored by, and where their databases are. */
import {readdir} from 'node:fs/promises';
import path from 'node:path';
import {codeOf, DatabaseError, messageOf, UsageError} from '../errors.js';
import {parseGold} from './gold-forms.js';

/** `sql` may be '': that gold query fails. */
export type ScoredItem = {sql: string; database: string};

/** Gold queries, each with its database. Throws a UsageError that says where one is in none of the forms. */
export function scoredItems(text: string): ScoredItem[] {
	const gold = parseGold(text);
	if ('one' in gold) {
		throw lineFault(text);
	}

	return gold.items.map(({sql, database}, at) => {
		if (database === null && sql !== '') {
			throw new UsageError(
				`gold query ${at + 1} names no database`,
				'It needs `db_id`, or a tab and the name after the query.',
			);
		}

		if (database !== null && !isName(database)) {
			throw new UsageError(
				`gold query ${at + 1} names the database "${database}"`,
				'A database is named by the name of its folder, without a path.',
			);
		}

		return {sql, database: database ?? ''};
	});
}

/** No part of a path but a name: nothing outside the folder of databases can be meant. */
export function isName(database: string): boolean {
	return !/[/\\\0]/.test(database) && database !== '.' && database !== '..';
}

/** Which of the lines is no gold query. */
function lineFault(text: string): UsageError {
	const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
	const at = lines.findIndex(line => line.trim() !== '' && !/^\s*\S.*\t\s*[\w.-]+\s*$/.test(line));
	return new UsageError(
		`line ${at + 1} of the gold queries is no query, a tab and the name of its database`,
		"Give BIRD's or Spider's JSON, or such lines. A query of several lines or with tabs fits into JSON.",
	);
}

/**
 * The files of each database, by its name: `<folder>/<name>/<name>.sqlite`, as both datasets have it, or
 * `<folder>/<name>.sqlite`. For a suite it is every SQLite file in `<folder>/<name>/`. Throws a DatabaseError that names
 * those that have none.
 */
export async function databaseFiles(
	folder: string,
	items: ReadonlyArray<Pick<ScoredItem, 'database'>>,
	{isSuite}: {isSuite: boolean},
): Promise<Map<string, string[]>> {
	const entries = new Set(await namesIn(folder));
	const files = new Map<string, string[]>();
	const missing: string[] = [];
	for (const database of new Set(items.map(({database}) => database))) {
		if (database === '') {
			continue;
		}

		const found = entries.has(database) ? await filesIn(path.join(folder, database)) : [];
		const own = `${database}.sqlite`;
		if (found.length > 0 && (isSuite || found.includes(own))) {
			// The database of the dataset itself first.
			const others = isSuite ? found.filter(name => name !== own).sort() : [];
			const names = found.includes(own) ? [own, ...others] : others;
			files.set(
				database,
				names.map(name => path.join(folder, database, name)),
			);
		} else if (entries.has(own)) {
			files.set(database, [path.join(folder, own)]);
		} else {
			missing.push(database);
		}
	}

	if (missing.length > 0) {
		const names = missing.slice(0, 5).join(', ') + (missing.length > 5 ? ', …' : '');
		throw new DatabaseError(
			`${missing.length === 1 ? 'a database is' : `${missing.length} databases are`} not in ${folder}: ${names}`,
			`Each is looked for as ${path.join(folder, '<name>', '<name>.sqlite')}.`,
		);
	}

	return files;
}

async function namesIn(folder: string): Promise<string[]> {
	try {
		return await readdir(folder);
	} catch (error) {
		const why = codeOf(error) === 'ENOENT' ? 'there is no such folder' : messageOf(error);
		throw new DatabaseError(`the folder of databases cannot be read: ${why}`, `Check the path: ${folder}`);
	}
}

async function filesIn(folder: string): Promise<string[]> {
	const names = await readdir(folder).catch(() => []);
	return names.filter(name => name.includes('.sqlite') && !/-(?:wal|shm|journal)$/.test(name));
}
