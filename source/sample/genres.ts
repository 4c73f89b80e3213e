/** How the acts of a genre are named and how their tracks are titled. */
export type Manner = 'bright' | 'dark' | 'warm' | 'city' | 'latin' | 'classical' | 'opera' | 'episodes';

export type Genre = {
	name: string;
	/** How many albums and tracks there are; the track counts all differ, so that no two genres tie. */
	albums: number;
	tracks: number;
	manner: Manner;
	/** The length of a track: its median in seconds, and how far the lengths spread. */
	seconds: number;
	spread: number;
	/** The share of tracks with a composer. */
	credited: number;
};

/** In the order of their ids. */
export const GENRES = [
	{name: 'Rock', albums: 112, tracks: 1301, manner: 'bright', seconds: 262, spread: 0.3, credited: 0.86},
	{name: 'Jazz', albums: 12, tracks: 136, manner: 'warm', seconds: 275, spread: 0.38, credited: 0.62},
	{name: 'Metal', albums: 33, tracks: 381, manner: 'dark', seconds: 288, spread: 0.28, credited: 0.88},
	{
		name: 'Alternative & Punk',
		albums: 27,
		tracks: 324,
		manner: 'bright',
		seconds: 214,
		spread: 0.3,
		credited: 0.84,
	},
	{name: 'Rock And Roll', albums: 1, tracks: 13, manner: 'bright', seconds: 138, spread: 0.15, credited: 1},
	{name: 'Blues', albums: 7, tracks: 83, manner: 'warm', seconds: 250, spread: 0.3, credited: 0.9},
	{name: 'Latin', albums: 46, tracks: 559, manner: 'latin', seconds: 222, spread: 0.24, credited: 0.48},
	{name: 'Reggae', albums: 4, tracks: 57, manner: 'warm', seconds: 236, spread: 0.2, credited: 0.5},
	{name: 'Pop', albums: 4, tracks: 51, manner: 'bright', seconds: 218, spread: 0.2, credited: 0.5},
	{name: 'Soundtrack', albums: 2, tracks: 42, manner: 'bright', seconds: 205, spread: 0.4, credited: 0.65},
	{name: 'Bossa Nova', albums: 1, tracks: 16, manner: 'latin', seconds: 205, spread: 0.25, credited: 0},
	{name: 'Easy Listening', albums: 1, tracks: 23, manner: 'warm', seconds: 186, spread: 0.2, credited: 1},
	{name: 'Heavy Metal', albums: 2, tracks: 28, manner: 'dark', seconds: 290, spread: 0.3, credited: 0.9},
	{name: 'R&B/Soul', albums: 4, tracks: 60, manner: 'warm', seconds: 216, spread: 0.25, credited: 0.83},
	{
		name: 'Electronica/Dance',
		albums: 3,
		tracks: 34,
		manner: 'city',
		seconds: 296,
		spread: 0.28,
		credited: 0.45,
	},
	{name: 'World', albums: 3, tracks: 30, manner: 'warm', seconds: 220, spread: 0.25, credited: 0.9},
	{name: 'Hip Hop/Rap', albums: 2, tracks: 36, manner: 'city', seconds: 182, spread: 0.3, credited: 0.54},
	{
		name: 'Science Fiction',
		albums: 1,
		tracks: 14,
		manner: 'episodes',
		seconds: 2620,
		spread: 0.03,
		credited: 0,
	},
	{name: 'TV Shows', albums: 4, tracks: 91, manner: 'episodes', seconds: 2100, spread: 0.2, credited: 0},
	{
		name: 'Sci Fi & Fantasy',
		albums: 1,
		tracks: 25,
		manner: 'episodes',
		seconds: 2890,
		spread: 0.03,
		credited: 0,
	},
	{name: 'Drama', albums: 3, tracks: 62, manner: 'episodes', seconds: 2560, spread: 0.12, credited: 0},
	{name: 'Comedy', albums: 1, tracks: 18, manner: 'episodes', seconds: 1540, spread: 0.16, credited: 0},
	{name: 'Alternative', albums: 3, tracks: 39, manner: 'bright', seconds: 255, spread: 0.25, credited: 0.4},
	{
		name: 'Classical',
		albums: 67,
		tracks: 76,
		manner: 'classical',
		seconds: 280,
		spread: 0.45,
		credited: 0.95,
	},
	{name: 'Opera', albums: 1, tracks: 1, manner: 'opera', seconds: 176, spread: 0.1, credited: 1},
] as const satisfies readonly Genre[];

export type GenreName = (typeof GENRES)[number]['name'];

/** The genre of that name. */
export function genreNamed(name: GenreName): Genre {
	return GENRES.find(genre => genre.name === name)!;
}

export const MEDIA_TYPES = [
	'MPEG audio file',
	'Protected AAC audio file',
	'Protected MPEG-4 video file',
	'Purchased AAC audio file',
	'AAC audio file',
] as const;

/** The id of the media type of that name. */
export function mediaTypeId(name: (typeof MEDIA_TYPES)[number]): number {
	return MEDIA_TYPES.indexOf(name) + 1;
}
