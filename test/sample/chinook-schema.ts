/** The Chinook schema, as describeSchema (describe-schema.ts) puts it. */
export const CHINOOK_SCHEMA = `
Album
	AlbumId INTEGER NOT NULL PRIMARY KEY 1
	Title NVARCHAR(160) NOT NULL
	ArtistId INTEGER NOT NULL
	ArtistId -> Artist.ArtistId
	IFK_AlbumArtistId (ArtistId)
Artist
	ArtistId INTEGER NOT NULL PRIMARY KEY 1
	Name NVARCHAR(120)
Customer
	CustomerId INTEGER NOT NULL PRIMARY KEY 1
	FirstName NVARCHAR(40) NOT NULL
	LastName NVARCHAR(20) NOT NULL
	Company NVARCHAR(80)
	Address NVARCHAR(70)
	City NVARCHAR(40)
	State NVARCHAR(40)
	Country NVARCHAR(40)
	PostalCode NVARCHAR(10)
	Phone NVARCHAR(24)
	Fax NVARCHAR(24)
	Email NVARCHAR(60) NOT NULL
	SupportRepId INTEGER
	SupportRepId -> Employee.EmployeeId
	IFK_CustomerSupportRepId (SupportRepId)
Employee
	EmployeeId INTEGER NOT NULL PRIMARY KEY 1
	LastName NVARCHAR(20) NOT NULL
	FirstName NVARCHAR(20) NOT NULL
	Title NVARCHAR(30)
	ReportsTo INTEGER
	BirthDate DATETIME
	HireDate DATETIME
	Address NVARCHAR(70)
	City NVARCHAR(40)
	State NVARCHAR(40)
	Country NVARCHAR(40)
	PostalCode NVARCHAR(10)
	Phone NVARCHAR(24)
	Fax NVARCHAR(24)
	Email NVARCHAR(60)
	ReportsTo -> Employee.EmployeeId
	IFK_EmployeeReportsTo (ReportsTo)
Genre
	GenreId INTEGER NOT NULL PRIMARY KEY 1
	Name NVARCHAR(120)
Invoice
	InvoiceId INTEGER NOT NULL PRIMARY KEY 1
	CustomerId INTEGER NOT NULL
	InvoiceDate DATETIME NOT NULL
	BillingAddress NVARCHAR(70)
	BillingCity NVARCHAR(40)
	BillingState NVARCHAR(40)
	BillingCountry NVARCHAR(40)
	BillingPostalCode NVARCHAR(10)
	Total NUMERIC(10,2) NOT NULL
	CustomerId -> Customer.CustomerId
	IFK_InvoiceCustomerId (CustomerId)
InvoiceLine
	InvoiceLineId INTEGER NOT NULL PRIMARY KEY 1
	InvoiceId INTEGER NOT NULL
	TrackId INTEGER NOT NULL
	UnitPrice NUMERIC(10,2) NOT NULL
	Quantity INTEGER NOT NULL
	TrackId -> Track.TrackId
	InvoiceId -> Invoice.InvoiceId
	IFK_InvoiceLineTrackId (TrackId)
	IFK_InvoiceLineInvoiceId (InvoiceId)
MediaType
	MediaTypeId INTEGER NOT NULL PRIMARY KEY 1
	Name NVARCHAR(120)
Playlist
	PlaylistId INTEGER NOT NULL PRIMARY KEY 1
	Name NVARCHAR(120)
PlaylistTrack
	PlaylistId INTEGER NOT NULL PRIMARY KEY 1
	TrackId INTEGER NOT NULL PRIMARY KEY 2
	TrackId -> Track.TrackId
	PlaylistId -> Playlist.PlaylistId
	IFK_PlaylistTrackTrackId (TrackId)
	IFK_PlaylistTrackPlaylistId (PlaylistId)
Track
	TrackId INTEGER NOT NULL PRIMARY KEY 1
	Name NVARCHAR(200) NOT NULL
	AlbumId INTEGER
	MediaTypeId INTEGER NOT NULL
	GenreId INTEGER
	Composer NVARCHAR(220)
	Milliseconds INTEGER NOT NULL
	Bytes INTEGER
	UnitPrice NUMERIC(10,2) NOT NULL
	MediaTypeId -> MediaType.MediaTypeId
	GenreId -> Genre.GenreId
	AlbumId -> Album.AlbumId
	IFK_TrackMediaTypeId (MediaTypeId)
	IFK_TrackGenreId (GenreId)
	IFK_TrackAlbumId (AlbumId)
`.trim();
