import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {DatabaseError, UsageError} from '../../source/errors.js';
import {databaseFiles, scoredItems} from '../../source/evaluation/scored-items.js';
import {temporaryFolder} from '../support/temporary-folder.js';

describe('gold queries to score by', () => {
	it.each([
		['lines', 'SELECT 1\tshop\n\nSELECT 2\tzoo\n'],
		['JSON', '[{"SQL": "SELECT 1", "db_id": "shop"}, {"SQL": ""}, {"query": "SELECT 2", "db_id": "zoo"}]'],
		[
			'JSON with a question alone',
			'[{"SQL": "SELECT 1", "db_id": "shop"}, {"question": "A?"}, {"SQL": "SELECT 2", "db_id": "zoo"}]',
		],
	])('are read from %s; an empty one has its place', (_, text) => {
		expect(scoredItems(text)).toEqual([
			{sql: 'SELECT 1', database: 'shop'},
			{sql: '', database: ''},
			{sql: 'SELECT 2', database: 'zoo'},
		]);
	});

	it('may have tabs and line breaks in JSON', () => {
		expect(scoredItems('[{"SQL": "SELECT\\n\\t1", "db_id": "shop"}]')).toEqual([
			{sql: 'SELECT\n\t1', database: 'shop'},
		]);
	});

	it.each([
		['', 'the file is empty'],
		['SELECT 1\tshop\nSELECT 2\n', 'line 2 of the gold queries is no query, a tab and the name'],
		['SELECT 1\tshop\nSELECT 2\t../shop\n', 'line 2 of the gold queries is no query, a tab and the name'],
		['SELECT 1\t..\n', 'gold query 1 names the database ".."'],
		['[{"SQL": "SELECT 1"}]', 'gold query 1 names no database'],
		['[{"SQL": "SELECT 1", "db_id": "../../etc"}]', 'gold query 1 names the database "../../etc"'],
		['[{"SQL": "SELECT 1", "db_id": "a\\\\b"}]', 'gold query 1 names the database'],
		['[{"db_id": "shop"}]', 'gold query 1 has no query in it'],
	])('%j is refused', (text, words) => {
		expect(() => scoredItems(text)).toThrow(UsageError);
		expect(() => scoredItems(text)).toThrow(words);
	});
});

describe('the files of databases', () => {
	const folder = temporaryFolder();
	const touch = (...names: string[]) => {
		mkdirSync(path.dirname(path.join(folder, ...names)), {recursive: true});
		writeFileSync(path.join(folder, ...names), '');
	};
	touch('shop', 'shop.sqlite');
	touch('shop', 'shop.sqlite-wal');
	touch('shop', 'b.sqlite');
	touch('shop', 'notes.txt');
	touch('zoo.sqlite');
	const items = (...names: string[]) => names.map(database => ({sql: 'SELECT 1', database}));
	const found = async (isSuite: boolean) => {
		const files = await databaseFiles(folder, [...items('shop', 'zoo', 'shop'), {sql: '', database: ''}], {
			isSuite,
		});
		return [...files].map(([name, paths]) => [name, ...paths.map(file => path.relative(folder, file))]);
	};

	it('are the one of the name, or all of a suite', async () => {
		const zoo = ['zoo', 'zoo.sqlite'];
		expect(await found(false)).toEqual([['shop', 'shop/shop.sqlite'], zoo]);
		expect(await found(true)).toEqual([['shop', 'shop/shop.sqlite', 'shop/b.sqlite'], zoo]);
	});

	it('are named where they are missing', async () => {
		const missing = databaseFiles(folder, items('shop', 'farm', 'mill'), {isSuite: false});
		await expect(missing).rejects.toThrow(DatabaseError);
		await expect(missing).rejects.toThrow(`2 databases are not in ${folder}: farm, mill`);
		await expect(databaseFiles(path.join(folder, 'no'), items('a'), {isSuite: false})).rejects.toThrow(
			'there is no such folder',
		);
	});
});
