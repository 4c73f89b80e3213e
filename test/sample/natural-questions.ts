/** The lines that were sold, with all that is known of them. */
const SALES = `InvoiceLine JOIN Invoice USING (InvoiceId) JOIN Customer USING (CustomerId)
	JOIN Track USING (TrackId) JOIN Album USING (AlbumId) JOIN Artist USING (ArtistId)
	JOIN Genre ON Genre.GenreId = Track.GenreId`;

const REVENUE = 'round(sum(InvoiceLine.UnitPrice * Quantity), 2)';

/** Each question asks for the row with the highest value; its query gives a key and a value for each row. */
export const NATURAL_QUESTIONS: readonly {question: string; query: string}[] = [
	{
		question: 'Which genre has the most tracks?',
		query: 'SELECT Genre.Name, count(*) FROM Track JOIN Genre USING (GenreId) GROUP BY GenreId',
	},
	{
		question: 'Which genre earned the most?',
		query: `SELECT Genre.Name, ${REVENUE} FROM ${SALES} GROUP BY Genre.GenreId`,
	},
	{
		question: 'Which genre sold the most tracks?',
		query: `SELECT Genre.Name, count(*) FROM ${SALES} GROUP BY Genre.GenreId`,
	},
	{
		question: 'Which genre sold the most tracks in the USA?',
		query: `SELECT Genre.Name, count(*) FROM ${SALES} WHERE Country = 'USA' GROUP BY Genre.GenreId`,
	},
	{
		question: 'Which country has the most customers?',
		query: 'SELECT Country, count(*) FROM Customer GROUP BY Country',
	},
	{
		question: "Which country's customers spent the most?",
		query: 'SELECT BillingCountry, round(sum(Total), 2) FROM Invoice GROUP BY BillingCountry',
	},
	{
		question: 'Which country has the most invoices?',
		query: 'SELECT BillingCountry, count(*) FROM Invoice GROUP BY BillingCountry',
	},
	{
		question: 'Which state has the most customers?',
		query: 'SELECT State, count(*) FROM Customer WHERE State IS NOT NULL GROUP BY State',
	},
	{
		question: 'Which artist has the most albums?',
		query: 'SELECT Name, count(*) FROM Artist JOIN Album USING (ArtistId) GROUP BY ArtistId',
	},
	{
		question: 'Which artist has the most tracks?',
		query: `SELECT Artist.Name, count(*) FROM Artist JOIN Album USING (ArtistId) JOIN Track USING (AlbumId)
			GROUP BY ArtistId`,
	},
	{
		question: 'Which artist earned the most?',
		query: `SELECT Artist.Name, ${REVENUE} FROM ${SALES} GROUP BY ArtistId`,
	},
	{
		question: 'Which artist sold the most tracks?',
		query: `SELECT Artist.Name, count(*) FROM ${SALES} GROUP BY ArtistId`,
	},
	{
		question: 'Which album has the most tracks?',
		query: 'SELECT Title, count(*) FROM Album JOIN Track USING (AlbumId) GROUP BY AlbumId',
	},
	{
		question: 'Which album earned the most?',
		query: `SELECT Title, ${REVENUE} FROM ${SALES} GROUP BY AlbumId`,
	},
	{
		question: 'Which album sold the most tracks?',
		query: `SELECT Title, count(*) FROM ${SALES} GROUP BY AlbumId`,
	},
	{question: 'What is the longest track?', query: 'SELECT Name, Milliseconds FROM Track'},
	{question: 'What is the shortest track?', query: 'SELECT Name, -Milliseconds FROM Track'},
	{
		question: 'What is the longest rock track?',
		query: `SELECT Track.Name, Milliseconds FROM Track JOIN Genre USING (GenreId) WHERE Genre.Name = 'Rock'`,
	},
	{question: 'What is the largest file?', query: 'SELECT Name, Bytes FROM Track'},
	{
		question: 'Which track sold best?',
		query: `SELECT Track.Name, count(*) FROM ${SALES} GROUP BY TrackId`,
	},
	{
		question: 'Which track earned the most?',
		query: `SELECT Track.Name, ${REVENUE} FROM ${SALES} GROUP BY TrackId`,
	},
	{
		question: 'Which title of a track sold best, whoever plays it?',
		query: `SELECT Track.Name, count(*) FROM ${SALES} GROUP BY Track.Name`,
	},
	{
		question: 'Which title is on the most tracks?',
		query: 'SELECT Name, count(*) FROM Track GROUP BY Name',
	},
	{
		question: 'Which composer has the most tracks?',
		query: 'SELECT Composer, count(*) FROM Track WHERE Composer IS NOT NULL GROUP BY Composer',
	},
	{
		question: 'Which customer spent the most?',
		query: `SELECT LastName, round(sum(Total), 2) FROM Customer JOIN Invoice USING (CustomerId)
			GROUP BY CustomerId`,
	},
	{
		question: 'Which customer has the most invoices?',
		query: 'SELECT LastName, count(*) FROM Customer JOIN Invoice USING (CustomerId) GROUP BY CustomerId',
	},
	{question: 'What is the highest invoice?', query: 'SELECT InvoiceId, Total FROM Invoice'},
	{question: 'What is the latest invoice?', query: 'SELECT InvoiceId, InvoiceDate FROM Invoice'},
	{
		question: 'Which employee supports the most customers?',
		query: `SELECT Employee.LastName, count(*) FROM Customer JOIN Employee ON EmployeeId = SupportRepId
			GROUP BY EmployeeId`,
	},
	{
		question: 'Which employee supports the customers who spent the most?',
		query: `SELECT Employee.LastName, round(sum(Total), 2)
			FROM Invoice JOIN Customer USING (CustomerId) JOIN Employee ON EmployeeId = SupportRepId
			GROUP BY EmployeeId`,
	},
	{
		question: 'In which year was the revenue highest?',
		query: 'SELECT substr(InvoiceDate, 1, 4), round(sum(Total), 2) FROM Invoice GROUP BY 1',
	},
	{
		question: 'Which year has the most invoices?',
		query: 'SELECT substr(InvoiceDate, 1, 4), count(*) FROM Invoice GROUP BY 1',
	},
	{
		question: 'Which playlist has the most tracks?',
		query: 'SELECT PlaylistId, count(*) FROM PlaylistTrack GROUP BY PlaylistId',
	},
	{
		question: 'Which name of a playlist has the most tracks?',
		query: 'SELECT Name, count(*) FROM Playlist JOIN PlaylistTrack USING (PlaylistId) GROUP BY Name',
	},
	{
		question: 'Which media type has the most tracks?',
		query: 'SELECT MediaTypeId, count(*) FROM Track GROUP BY MediaTypeId',
	},
];
