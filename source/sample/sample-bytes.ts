import Database from 'better-sqlite3';
import {makeCatalogue} from './catalogue.js';
import {makeCustomers} from './customers.js';
import {GENRES, MEDIA_TYPES} from './genres.js';
import {makePlaylists} from './playlists.js';
import {mulberry32} from './random.js';
import {makeSales} from './sales.js';
import {SCHEMA} from './schema.js';
import {makeEmployees} from './staff.js';

type Row = Readonly<Record<string, string | number | null>>;

/** The sample database as the bytes of a SQLite file. Each seed gives other contents of the same design. */
export function sampleBytes(seed: number): Buffer {
	const db = new Database(':memory:');
	try {
		db.pragma("encoding = 'UTF-8'");
		db.exec(SCHEMA);
		db.transaction(() => {
			for (const [table, rows] of Object.entries(makeTables(seed))) insert(db, table, rows);
		})();
		db.exec('VACUUM');
		return db.serialize();
	} finally {
		db.close();
	}
}

/** The rows of every table; a table comes after those it refers to. */
function makeTables(seed: number): Record<string, readonly Row[]> {
	// Each part has its own numbers, so that a change in one leaves the others as they are.
	const random = (part: number) => mulberry32(seed * 10 + part);
	const catalogue = makeCatalogue(random(1));
	const customers = makeCustomers(random(2));
	const {playlists, entries} = makePlaylists(random(3), catalogue);
	const {invoices, lines} = makeSales(random(4), catalogue, customers);
	return {
		Artist: catalogue.artists,
		Album: catalogue.albums,
		Genre: GENRES.map(({name}, index) => ({GenreId: index + 1, Name: name})),
		MediaType: MEDIA_TYPES.map((name, index) => ({MediaTypeId: index + 1, Name: name})),
		Track: catalogue.tracks,
		Playlist: playlists,
		PlaylistTrack: entries,
		Employee: makeEmployees(),
		Customer: customers.map(customer => customer.row),
		Invoice: invoices,
		InvoiceLine: lines,
	};
}

function insert(db: Database.Database, table: string, rows: readonly Row[]): void {
	const columns = Object.keys(rows[0]!);
	const values = columns.map(column => `@${column}`);
	const statement = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`);
	for (const row of rows) statement.run(row);
}
