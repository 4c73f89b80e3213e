import path from 'node:path';
import Database from 'better-sqlite3';
import {describe, expect, it, onTestFinished} from 'vitest';
import {readSchema} from '../../source/database/schema.js';
import {dumpSchema} from '../../source/protocol/schema.js';
import {golden} from '../support/golden.js';
import {memoryDatabase} from '../support/memory-database.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {writeOddDatabase} from './odd-schema.js';

const data = process.env.SQRL_TEST_DATA;

function openReadonly(file: string): Database.Database {
	const db = new Database(file, {readonly: true, fileMustExist: true});
	onTestFinished(() => {
		db.close();
	});
	return db;
}

describe('readSchema', () => {
	it('reads Chinook as its dump tells it', () => {
		const chinook = golden('chinook-schema.txt');
		const {schema, warnings} = readSchema(memoryDatabase(chinook));
		expect(dumpSchema(schema)).toBe(chinook);
		expect(warnings).toEqual([]);
	});

	it.skipIf(!data)('reads the real Chinook (SQRL_TEST_DATA)', () => {
		const {schema, warnings} = readSchema(openReadonly(path.join(data!, 'chinook.sqlite')));
		expect(dumpSchema(schema)).toBe(golden('chinook-schema.txt'));
		expect(warnings).toEqual([]);
	});

	it('reads what is odd, and leaves out with a warning what cannot be read', () => {
		const file = path.join(temporaryFolder(), 'odd.sqlite');
		writeOddDatabase(file);
		const {schema, warnings} = readSchema(openReadonly(file));
		expect(dumpSchema(schema)).toBe(golden('odd-schema.txt'));
		expect(warnings).toEqual([
			{name: 'broken', message: expect.stringContaining('no such table: main.gone')},
			{name: 'double_quoted', message: expect.stringContaining('no such column: "I-"')},
			{name: 'vectors', message: expect.stringContaining('no such module: vec0')},
		]);
	});

	it('gives the same schema each time', () => {
		const db = memoryDatabase(golden('chinook-schema.txt'));
		expect(readSchema(db)).toEqual(readSchema(db));
	});

	it('is empty for an empty database', () => {
		expect(readSchema(memoryDatabase())).toEqual({schema: {tables: [], views: []}, warnings: []});
	});
});
