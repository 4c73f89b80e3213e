import type {Draft} from './catalogue.js';
import {GENRES, type Genre, type GenreName, type MEDIA_TYPES, mediaTypeId} from './genres.js';
import {type Random, shuffled, skewed} from './random.js';
import type {TrackRow} from './rows.js';

type MediaType = (typeof MEDIA_TYPES)[number];

const AUDIO: MediaType = 'MPEG audio file';
const PROTECTED_AUDIO: MediaType = 'Protected AAC audio file';
const VIDEO: MediaType = 'Protected MPEG-4 video file';

/** The genres whose tracks the store got as protected files. */
const PROTECTED_GENRES: ReadonlySet<string> = new Set<GenreName>([
	'Classical',
	'Alternative',
	'Rock And Roll',
	'Pop',
	'Easy Listening',
]);

/** How many of the other audio tracks are of the two rare types. */
const RARE_TYPES: readonly {type: MediaType; tracks: number}[] = [
	{type: 'Purchased AAC audio file', tracks: 8},
	{type: 'AAC audio file', tracks: 12},
];

/** How many bytes a millisecond takes: the median, and how far the tracks are apart. */
const RATES: Readonly<Record<MediaType, {bytes: number; spread: number}>> = {
	'MPEG audio file': {bytes: 32.4, spread: 0.1},
	'Protected AAC audio file': {bytes: 16.4, spread: 0.03},
	'Protected MPEG-4 video file': {bytes: 176, spread: 0.12},
	'Purchased AAC audio file': {bytes: 33.6, spread: 0.06},
	'AAC audio file': {bytes: 16.2, spread: 0.03},
};

const SHORTEST = 31_000;
const LONGEST_AUDIO = 960_000;
const LONGEST_VIDEO = 4_900_000;

/** The longest song and the longest episode: longer than any other may be. */
const LONGEST_TRACKS: readonly {genre: GenreName; milliseconds: number}[] = [
	{genre: 'Rock', milliseconds: 1_583_204},
	{genre: 'Drama', milliseconds: 5_241_873},
];

/** The prices in dollars. */
const AUDIO_PRICE = 0.99;
const VIDEO_PRICE = 1.99;

/** Whether the tracks of a genre are films rather than music. */
export function isVideo(genre: Genre): boolean {
	return genre.manner === 'episodes';
}

/** The rows of the tracks, with their file types, lengths, sizes and prices. */
export function recordTracks(random: Random, drafts: readonly Draft[]): TrackRow[] {
	const types = chooseTypes(random, drafts);
	const lengths = chooseLengths(random, drafts);
	return drafts.map(({song, genre, album}, index) => {
		const type = types[index]!;
		const milliseconds = lengths[index]!;
		const {bytes, spread} = RATES[type];
		return {
			TrackId: index + 1,
			Name: song.name,
			AlbumId: album,
			MediaTypeId: mediaTypeId(type),
			GenreId: GENRES.findIndex(({name}) => name === genre.name) + 1,
			Composer: song.composer,
			Milliseconds: milliseconds,
			Bytes: Math.round(milliseconds * skewed(random, bytes, spread)),
			UnitPrice: isVideo(genre) ? VIDEO_PRICE : AUDIO_PRICE,
		};
	});
}

function chooseTypes(random: Random, drafts: readonly Draft[]): MediaType[] {
	const types = drafts.map(({genre}) => {
		if (isVideo(genre)) return VIDEO;
		return PROTECTED_GENRES.has(genre.name) ? PROTECTED_AUDIO : AUDIO;
	});
	const places = shuffled(
		random,
		[...types.keys()].filter(index => types[index] === AUDIO),
	);
	for (const {type, tracks} of RARE_TYPES) for (const index of places.splice(0, tracks)) types[index] = type;
	return types;
}

/** No two lengths are the same, so that the longest and the shortest track of any choice is one. */
function chooseLengths(random: Random, drafts: readonly Draft[]): number[] {
	const taken = new Set<number>();
	const lengths = drafts.map(({genre}) => {
		const limit = isVideo(genre) ? LONGEST_VIDEO : LONGEST_AUDIO;
		let length = Math.round(skewed(random, genre.seconds * 1000, genre.spread));
		length = Math.min(Math.max(length, SHORTEST), limit);
		while (taken.has(length)) length -= 1;
		taken.add(length);
		return length;
	});
	for (const {genre, milliseconds} of LONGEST_TRACKS) {
		lengths[drafts.findLastIndex(draft => draft.genre.name === genre)] = milliseconds;
	}
	return lengths;
}
