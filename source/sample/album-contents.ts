import type {Act} from './acts.js';
import {classicalAlbum, operaAlbum} from './classical.js';
import {seasonAlbum} from './episodes.js';
import {type Genre, genreNamed} from './genres.js';
import {MOODS, type Mood} from './moods.js';
import {chance, fresh, pick, type Random, shuffled} from './random.js';
import type {AlbumContents, Song} from './song.js';
import {adjectiveNoun, makeTitle, songTitle} from './titles.js';
import {COMMON_ALBUM_TITLES, VENUES} from './words.js';

/** What an album is to be: the n-th of its act, with a number of tracks. */
export type AlbumPlan = {act: Act; index: number; genre: Genre; size: number; live: boolean};

/** The texts that may not be used again. */
export type Taken = {albums: Set<string>; songs: Set<string>};

/** How many albums an act has at least for its last one to be a concert. */
export const LIVE_FROM_ALBUMS = 5;

/** How often an album has the name of one of its tracks, of its act, or one that many albums have. */
const TITLE_TRACK_SHARE = 0.35;
const SELF_TITLED_SHARE = 0.08;
const COMMON_TITLE_SHARE = 0.12;

/** How often a track of these genres has a word in its title that says so. */
const GENRE_WORDS: Readonly<Record<string, {word: string; share: number}>> = {
	Blues: {word: ' Blues', share: 0.3},
	Reggae: {word: ' Dub', share: 0.2},
	'Electronica/Dance': {word: ' (Extended Mix)', share: 0.2},
	Soundtrack: {word: ' (Theme)', share: 0.1},
};

/** The share of an act's tracks that are by the first, second and third of its credits. */
const CREDIT_SHARES = [0.55, 0.8, 1];

/** The title and the tracks of an album; earlier ones are the act's own tracks up to now. */
export function albumContents(
	random: Random,
	plan: AlbumPlan,
	earlier: readonly Song[],
	taken: Taken,
): AlbumContents {
	const {act, genre, size} = plan;
	if (plan.live) return liveAlbum(random, size, earlier, taken);
	if (genre.manner === 'classical') return classicalAlbum(random, size);
	if (genre.manner === 'opera') return operaAlbum();
	if (genre.manner === 'episodes') return seasonAlbum(random, act.name, plan.index + 1, size, taken.songs);
	const songs = Array.from({length: size}, () => makeSong(random, act, genre, taken.songs));
	return {title: songAlbumTitle(random, plan, songs, taken.albums), songs};
}

/** A concert: songs of the act once more, under the same names. */
function liveAlbum(random: Random, size: number, earlier: readonly Song[], taken: Taken): AlbumContents {
	const title = fresh(
		taken.albums,
		() => `Live at ${pick(random, VENUES)}${chance(random, 0.4) ? ' [Disc 1]' : ''}`,
	);
	return {title, songs: shuffled(random, earlier).slice(0, size)};
}

function makeSong(random: Random, act: Act, genre: Genre, taken: Set<string>): Song {
	const mood = moodOf(genre);
	const name = fresh(taken, () => {
		const special = act.tongue === 'en' ? GENRE_WORDS[genre.name] : undefined;
		if (special && chance(random, special.share)) return adjectiveNoun(random, mood) + special.word;
		return songTitle(random, act.tongue, mood);
	});
	return {name, composer: chance(random, genre.credited) ? pickCredit(random, act) : null};
}

function pickCredit(random: Random, act: Act): string {
	const drawn = random();
	return act.credits[CREDIT_SHARES.findIndex(share => drawn < share)]!;
}

function songAlbumTitle(random: Random, plan: AlbumPlan, songs: readonly Song[], taken: Set<string>): string {
	const {act, genre, index} = plan;
	const ending = genre.name === 'Soundtrack' ? ' (Original Soundtrack)' : '';
	if (index === 0 && chance(random, SELF_TITLED_SHARE)) return act.name + ending;
	if (index === 1 && act.tongue === 'en' && chance(random, COMMON_TITLE_SHARE))
		return pick(random, COMMON_ALBUM_TITLES);
	const short = songs.filter(song => /^[^(,"]+$/.test(song.name));
	if (short.length > 0 && chance(random, TITLE_TRACK_SHARE)) return pick(random, short).name + ending;
	return fresh(taken, () => makeTitle(random, act.tongue, moodOf(genre))) + ending;
}

/** The tone of a genre's English titles; where a genre has none of its own, the bright one. */
function moodOf(genre: Genre): Mood {
	return genre.manner in MOODS ? MOODS[genre.manner as keyof typeof MOODS] : MOODS.bright;
}

/** Whether an album is a concert: the last one of an act with many, for its songs are the earlier ones'. */
export function isLive(act: Act, index: number): boolean {
	const manner = genreNamed(act.albums[index]!).manner;
	return manner !== 'episodes' && act.albums.length >= LIVE_FROM_ALBUMS && index === act.albums.length - 1;
}
