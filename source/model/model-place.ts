/** Where a model is to be had: behind a server, in a file, or in the box. */
import path from 'node:path';
import {packageRoot} from '../package-root.js';
import type {Schema} from '../protocol/schema.js';
import type {ModelRef} from './model.js';

/** The URL may hold a user and a password: it is for connecting, `ModelRef` has what may be shown. */
export type ModelPlace =
	| {kind: 'server'; baseUrl: string; name: string}
	| {kind: 'file'; file: string}
	| {kind: 'embedded'};

/** The model that comes with the program. */
export const EMBEDDED_NAME = 'sqrl-tiny';

/** Stands with whatever it answers. */
export const EMBEDDED_LABEL = 'sqrl-tiny · for trying things out';

/** What its card says of a database that is not Chinook's. */
export const OTHER_SCHEMA =
	`${EMBEDDED_NAME} knows one schema, Chinook's, which the sample has. This database has another: expect counts ` +
	'and single filters at best.';

const EMBEDDED_FILE = 'sqrl-tiny.gguf';

export function embeddedFile(): string {
	return path.join(packageRoot(), 'models', EMBEDDED_NAME, EMBEDDED_FILE);
}

/** Whether a trajectory, of this machine or another, is the embedded model's. */
export function isEmbedded({name, file}: ModelRef): boolean {
	return name === EMBEDDED_NAME && file !== undefined && path.basename(file) === EMBEDDED_FILE;
}

/** Whether these are the tables of Chinook, the one schema that the embedded model knows; views may be more. */
export function isChinook({tables}: Schema): boolean {
	const found = tables.map(({name, columns}) => `${name}(${columns.map(column => column.name).join(' ')})`);
	return found.length === CHINOOK.length && CHINOOK.every(table => found.includes(table));
}

/** Names and order of columns as in https://github.com/lerocha/chinook-database. */
const CHINOOK = [
	'Album(AlbumId Title ArtistId)',
	'Artist(ArtistId Name)',
	'Customer(CustomerId FirstName LastName Company Address City State Country PostalCode Phone Fax Email SupportRepId)',
	'Employee(EmployeeId LastName FirstName Title ReportsTo BirthDate HireDate Address City State Country PostalCode Phone Fax Email)',
	'Genre(GenreId Name)',
	'Invoice(InvoiceId CustomerId InvoiceDate BillingAddress BillingCity BillingState BillingCountry BillingPostalCode Total)',
	'InvoiceLine(InvoiceLineId InvoiceId TrackId UnitPrice Quantity)',
	'MediaType(MediaTypeId Name)',
	'Playlist(PlaylistId Name)',
	'PlaylistTrack(PlaylistId TrackId)',
	'Track(TrackId Name AlbumId MediaTypeId GenreId Composer Milliseconds Bytes UnitPrice)',
];
