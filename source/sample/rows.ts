/** A row of each table that more than one part of the sample reads, by the names of its columns. */
export type ArtistRow = {ArtistId: number; Name: string};

export type AlbumRow = {AlbumId: number; Title: string; ArtistId: number};

export type TrackRow = {
	TrackId: number;
	Name: string;
	AlbumId: number;
	MediaTypeId: number;
	GenreId: number;
	Composer: string | null;
	Milliseconds: number;
	Bytes: number;
	UnitPrice: number;
};

export type CustomerRow = {
	CustomerId: number;
	FirstName: string;
	LastName: string;
	Company: string | null;
	Address: string;
	City: string;
	State: string | null;
	Country: string;
	PostalCode: string | null;
	Phone: string;
	Fax: string | null;
	Email: string;
	SupportRepId: number;
};

export type InvoiceRow = {
	InvoiceId: number;
	CustomerId: number;
	InvoiceDate: string;
	BillingAddress: string;
	BillingCity: string;
	BillingState: string | null;
	BillingCountry: string;
	BillingPostalCode: string | null;
	Total: number;
};

export type InvoiceLineRow = {
	InvoiceLineId: number;
	InvoiceId: number;
	TrackId: number;
	UnitPrice: number;
	Quantity: number;
};

export type PlaylistTrackRow = {PlaylistId: number; TrackId: number};
