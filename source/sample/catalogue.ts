import {HITS, TOP_SERIES} from './act-plans.js';
import {type Act, makeActs} from './acts.js';
import {type AlbumPlan, albumContents, isLive, type Taken} from './album-contents.js';
import {apportion} from './apportion.js';
import {shareNames} from './covers.js';
import {GENRES, type Genre, genreNamed} from './genres.js';
import {type Random, shuffled} from './random.js';
import {recordTracks} from './recordings.js';
import type {AlbumRow, ArtistRow, TrackRow} from './rows.js';
import type {Song} from './song.js';

/** A track while the catalogue is made: its song, and what decides its numbers and its sales. */
export type Draft = {song: Song; act: Act; genre: Genre; album: number; sales: number};

export type Catalogue = {
	artists: ArtistRow[];
	albums: AlbumRow[];
	tracks: TrackRow[];
	/** The drafts of the tracks, in the same order. */
	drafts: Draft[];
};

/** The longest season has more tracks than any other album can get. */
const LONGEST_ALBUM = 31;

/** How far the albums of an act are apart in their number of tracks. */
const SMALLEST_ALBUM = 0.65;
const LARGEST_ALBUM = 1.35;

/** All artists, albums and tracks of the store. */
export function makeCatalogue(random: Random): Catalogue {
	const acts = makeActs(random);
	const plans = planAlbums(random, acts);
	const taken: Taken = {albums: new Set(), songs: new Set(HITS.map(hit => hit.title.toLowerCase()))};
	const albums: AlbumRow[] = [];
	const drafts: Draft[] = [];
	for (const plan of plans) {
		const {act, genre} = plan;
		const earlier = drafts.filter(draft => draft.act === act).map(draft => draft.song);
		const {title, songs} = albumContents(random, plan, earlier, taken);
		const album = albums.length + 1;
		albums.push({AlbumId: album, Title: title, ArtistId: acts.indexOf(act) + 1});
		const added = songs.map(song => ({song, act, genre, album, sales: 0}));
		if (plan.index === 0) placeHits(random, act, added);
		drafts.push(...added);
	}
	shareNames(random, drafts);
	return {
		artists: acts.map(({name}, index) => ({ArtistId: index + 1, Name: name})),
		albums,
		tracks: recordTracks(random, drafts),
		drafts,
	};
}

/** Every album with its number of tracks, so that each genre gets exactly the tracks it is to have. */
function planAlbums(random: Random, acts: readonly Act[]): AlbumPlan[] {
	const plans = acts.flatMap(act => {
		const weights = spreadWeights(random, act.albums.length);
		return act.albums.map((genre, index) => ({
			act,
			index,
			genre: genreNamed(genre),
			weight: weights[index]!,
			live: isLive(act, index),
			size: 0,
		}));
	});
	for (const genre of GENRES) {
		const same = plans.filter(plan => plan.genre === genre);
		const longest = same.filter(plan => plan.act.name === TOP_SERIES && plan.index === 0);
		const others = same.filter(plan => !longest.includes(plan));
		for (const plan of longest) plan.size = LONGEST_ALBUM;
		const sizes = apportion(
			genre.tracks - longest.length * LONGEST_ALBUM,
			others.map(plan => plan.weight),
			1,
		);
		for (const [index, plan] of others.entries()) plan.size = sizes[index]!;
	}
	return plans;
}

/**
 * Evenly spread weights in any order: albums differ, and yet the tracks of an act with many albums add up to
 * what their number of albums lets expect, so that chance cannot change who has the most.
 */
function spreadWeights(random: Random, count: number): number[] {
	const step = (LARGEST_ALBUM - SMALLEST_ALBUM) / count;
	return shuffled(
		random,
		Array.from({length: count}, (_, index) => SMALLEST_ALBUM + step * (index + 0.5)),
	);
}

/** Gives the act's planned hits to tracks of its first album. */
function placeHits(random: Random, act: Act, drafts: Draft[]): void {
	const hits = HITS.filter(hit => hit.act === act.name);
	const places = shuffled(random, [...drafts.keys()].slice(0, hits.length * 2));
	for (const [index, hit] of hits.entries()) {
		const draft = drafts[places[index]!]!;
		draft.song = {name: hit.title, composer: act.credits[0]!};
		draft.sales = hit.sales;
	}
}
