import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import Database from 'better-sqlite3';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {buildSample} from '../../source/sample/build-sample.js';
import {CHINOOK_SCHEMA} from './chinook-schema.js';
import {describeSchema} from './describe-schema.js';
import {NATURAL_QUESTIONS} from './natural-questions.js';

let folder: string;
let file: string;
let db: Database.Database;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'sample-'));
	file = join(folder, 'sample.sqlite');
	buildSample(file);
	db = new Database(file, {readonly: true});
});

afterAll(() => {
	db.close();
	rmSync(folder, {recursive: true});
});

/** The first column of all rows. */
function values<T>(sql: string): T[] {
	return db.prepare(sql).pluck().all() as T[];
}

/** The only value of a query with one row. */
function value<T>(sql: string): T {
	return db.prepare(sql).pluck().get() as T;
}

describe('the file', () => {
	it('has the same bytes whenever it is built', () => {
		const again = join(folder, 'again.sqlite');
		buildSample(again);
		expect(readFileSync(again).equals(readFileSync(file))).toBe(true);
	});

	it('takes the place of an existing one and of what belonged to that', () => {
		const old = join(folder, 'old.sqlite');
		for (const ending of ['', '-wal', '-shm', '-journal']) writeFileSync(old + ending, 'something else');
		buildSample(old);
		expect(readFileSync(old).equals(readFileSync(file))).toBe(true);
		expect(readdirSync(folder).filter(name => name.startsWith('old'))).toEqual(['old.sqlite']);
	});

	it('leaves nothing behind where it cannot be written', () => {
		expect(() => buildSample(join(folder, 'missing', 'sample.sqlite'))).toThrow('ENOENT');
		const taken = mkdtempSync(join(folder, 'taken-'));
		expect(() => buildSample(taken)).toThrow();
		expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([]);
	});

	it('is sound, in UTF-8, without free pages and without a write-ahead log', () => {
		expect(db.pragma('integrity_check', {simple: true})).toBe('ok');
		expect(db.pragma('foreign_key_check')).toEqual([]);
		expect(db.pragma('encoding', {simple: true})).toBe('UTF-8');
		expect(db.pragma('freelist_count', {simple: true})).toBe(0);
		expect(db.pragma('journal_mode', {simple: true})).toBe('delete');
	});

	it('has the schema of Chinook', () => {
		expect(describeSchema(db)).toBe(CHINOOK_SCHEMA);
	});

	it('keeps to the lengths that the schema gives', () => {
		const tooLong = values<string>("SELECT name FROM sqlite_master WHERE type = 'table'").flatMap(table =>
			(db.pragma(`table_info(${table})`) as {name: string; type: string}[])
				.map(({name, type}) => ({
					column: `${table}.${name}`,
					name,
					length: /NVARCHAR\((\d+)\)/.exec(type)?.[1],
				}))
				.filter(({length}) => length !== undefined)
				.filter(
					({name, length}) => value<number>(`SELECT max(length(${name})) FROM ${table}`) > Number(length),
				)
				.map(({column}) => column),
		);
		expect(tooLong).toEqual([]);
	});
});

describe('the rows', () => {
	it.each([
		['Artist', 275],
		['Album', 345],
		['Track', 3500],
		['Genre', 25],
		['MediaType', 5],
		['Playlist', 18],
		['Employee', 8],
		['Customer', 59],
		['Invoice', 400],
		['InvoiceLine', 2200],
	])('of %s are %i', (table, count) => {
		expect(value(`SELECT count(*) FROM ${table}`)).toBe(count);
	});

	it('of PlaylistTrack are about 8,700', () => {
		expect(Math.abs(value<number>('SELECT count(*) FROM PlaylistTrack') - 8700)).toBeLessThan(100);
	});

	it('spell names in one way only', () => {
		expect(values("SELECT DISTINCT Country FROM Customer WHERE Country LIKE 'U%' ORDER BY 1")).toEqual([
			'USA',
			'United Kingdom',
		]);
		expect(values("SELECT Name FROM Genre WHERE Name LIKE '%/%' OR Name LIKE '%&%'")).toEqual([
			'Alternative & Punk',
			'R&B/Soul',
			'Electronica/Dance',
			'Hip Hop/Rap',
			'Sci Fi & Fantasy',
		]);
		expect(value("SELECT count(*) FROM Customer WHERE Country = 'USA' AND State = 'CA'")).toBe(3);
	});

	it('have no two artists of one name, and few albums of one title', () => {
		expect(value('SELECT count(DISTINCT lower(Name)) FROM Artist')).toBe(275);
		expect(value('SELECT count(DISTINCT Title) FROM Album')).toBeGreaterThan(335);
	});

	it('have artists without albums, covers of songs, and what is not known as NULL', () => {
		expect(
			value('SELECT count(*) FROM Artist WHERE ArtistId NOT IN (SELECT ArtistId FROM Album)'),
		).toBeGreaterThan(40);
		expect(
			value(`SELECT count(*) FROM (SELECT Track.Name FROM Track JOIN Album USING (AlbumId)
				GROUP BY Track.Name HAVING count(DISTINCT ArtistId) > 1)`),
		).toBeGreaterThan(40);
		expect(value('SELECT count(*) FROM Track WHERE Composer IS NULL')).toBeGreaterThan(800);
		expect(value('SELECT count(*) FROM Customer WHERE Company IS NULL')).toBeGreaterThan(40);
		expect(value('SELECT count(*) FROM Customer WHERE Fax IS NULL')).toBe(47);
		expect(value('SELECT count(*) FROM Customer WHERE State IS NULL')).toBeGreaterThan(20);
	});

	it('have one person at the top of the staff, and only agents who support customers', () => {
		expect(values('SELECT Title FROM Employee WHERE ReportsTo IS NULL')).toEqual(['General Manager']);
		expect(
			values('SELECT DISTINCT Title FROM Employee WHERE EmployeeId IN (SELECT SupportRepId FROM Customer)'),
		).toEqual(['Sales Support Agent']);
	});

	it('have the price of the kind of track', () => {
		expect(
			db.prepare(`SELECT DISTINCT MediaTypeId = 3, UnitPrice FROM Track ORDER BY 1`).raw().all(),
		).toEqual([
			[0, 0.99],
			[1, 1.99],
		]);
	});

	it('have lengths of songs around four minutes, and sizes that go with the lengths', () => {
		const songs = values<number>('SELECT Milliseconds FROM Track WHERE UnitPrice < 1 ORDER BY 1');
		const median = songs[Math.floor(songs.length / 2)]!;
		expect(median).toBeGreaterThan(220_000);
		expect(median).toBeLessThan(270_000);
		expect(value('SELECT min(Milliseconds) FROM Track WHERE UnitPrice > 1')).toBeGreaterThan(1_000_000);
		expect(value('SELECT min(Bytes / Milliseconds) FROM Track')).toBeGreaterThan(10);
		expect(value('SELECT max(Bytes / Milliseconds) FROM Track')).toBeLessThan(300);
	});
});

describe('the texts', () => {
	it.each([
		['Latin with diacritics', /[À-ÖØ-öø-ž]/],
		['Greek', /\p{Script=Greek}/u],
		['Cyrillic', /\p{Script=Cyrillic}/u],
		['Japanese', /\p{Script=Hiragana}|\p{Script=Katakana}/u],
		['Chinese', /\p{Script=Han}/u],
		['Korean', /\p{Script=Hangul}/u],
		['Arabic', /\p{Script=Arabic}/u],
		['Hebrew', /\p{Script=Hebrew}/u],
		['Devanagari', /\p{Script=Devanagari}/u],
		['emoji', /\p{Emoji_Presentation}/u],
		['an apostrophe', /'/],
		['a double quote', /"/],
		['a percent sign', /%/],
		['an underscore', /_/],
	])('have %s in the names of tracks', (_, pattern) => {
		expect(values<string>('SELECT Name FROM Track').some(name => pattern.test(name))).toBe(true);
	});

	it.each(['Greek', 'Cyrillic', 'Han', 'Hangul', 'Arabic', 'Hebrew', 'Devanagari'])(
		'have %s in the names of artists, customers and cities',
		script => {
			const pattern = new RegExp(`\\p{Script=${script}}`, 'u');
			for (const column of ['Name FROM Artist', 'LastName FROM Customer', 'City FROM Customer']) {
				expect(values<string>(`SELECT ${column}`).some(text => pattern.test(text))).toBe(true);
			}
		},
	);

	it('are for the most part plain', () => {
		const names = values<string>('SELECT Name FROM Track');
		expect(names.filter(name => /^[ -~]+$/.test(name)).length / names.length).toBeGreaterThan(0.7);
	});
});

describe('the invoices', () => {
	it('have the sum of their lines as total, to the cent', () => {
		expect(
			values(`SELECT InvoiceId FROM Invoice JOIN InvoiceLine USING (InvoiceId) GROUP BY InvoiceId
				HAVING round(Total * 100) <> sum(round(UnitPrice * 100) * Quantity) OR Total <> round(Total, 2)`),
		).toEqual([]);
		expect(value('SELECT count(DISTINCT InvoiceId) FROM InvoiceLine')).toBe(400);
	});

	it('have one of each track, at its price', () => {
		expect(
			value(`SELECT count(*) FROM InvoiceLine JOIN Track USING (TrackId)
				WHERE Quantity <> 1 OR InvoiceLine.UnitPrice <> Track.UnitPrice`),
		).toBe(0);
	});

	it('sell nothing twice to the same customer', () => {
		expect(
			value(`SELECT count(*) FROM (SELECT 1 FROM InvoiceLine JOIN Invoice USING (InvoiceId)
				GROUP BY CustomerId, TrackId HAVING count(*) > 1)`),
		).toBe(0);
	});

	it('have dates in their order from 2021 to 2025', () => {
		const dates = values<string>('SELECT InvoiceDate FROM Invoice ORDER BY InvoiceId');
		expect(dates.filter(date => !/^202[1-5]-\d\d-\d\d 00:00:00$/.test(date))).toEqual([]);
		expect(dates).toEqual([...dates].sort());
		expect(new Set(dates.map(date => date.slice(0, 4))).size).toBe(5);
	});

	it('are billed to the address of the customer', () => {
		expect(
			value(`SELECT count(*) FROM Invoice JOIN Customer USING (CustomerId)
				WHERE BillingCountry <> Country OR BillingCity <> City OR BillingAddress <> Address
				OR BillingState IS NOT State OR BillingPostalCode IS NOT PostalCode`),
		).toBe(0);
	});
});

describe('the answers to natural questions', () => {
	it.each(NATURAL_QUESTIONS)('$question', ({query}) => {
		const [first, second] = db.prepare(`${query} ORDER BY 2 DESC LIMIT 2`).raw().all() as [unknown, number][];
		expect(first![1]).not.toBe(second![1]);
	});
});
