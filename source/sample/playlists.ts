import type {Catalogue, Draft} from './catalogue.js';
import {chance, type Random, shuffled} from './random.js';
import {isVideo} from './recordings.js';
import type {PlaylistTrackRow} from './rows.js';

/** The second of two lists with one name is an older copy: it lacks the tracks of the last albums. */
const ALBUMS_NOT_COPIED = 3;
const EPISODES_NOT_COPIED = 6;

const NINETIES_SHARE = 0.47;
const BRAZILIAN_TRACKS = 40;
const GRUNGE_TRACKS = 15;
const HEAVY_METAL_TRACKS = 26;
const DEEP_CUTS = 24;
const NEXT_STEPS = 26;
const BASICS = 25;

/** The playlists and what is in them. */
export function makePlaylists(random: Random, {albums, drafts}: Catalogue) {
	const tracks = drafts.map((draft, index) => ({...draft, id: index + 1}));
	type Numbered = Draft & {id: number};
	const ids = (keep: (track: Numbered) => boolean) => tracks.filter(keep).map(track => track.id);
	const some = (count: number, keep: (track: Numbered) => boolean) =>
		shuffled(random, ids(keep)).slice(0, count);

	const music = ids(({genre}) => !isVideo(genre));
	const lastAlbum = albums.length - ALBUMS_NOT_COPIED;
	const episodes = ids(({genre}) => isVideo(genre));
	const nineties = new Set(albums.filter(() => chance(random, NINETIES_SHARE)).map(album => album.AlbumId));
	const classical = ids(({genre}) => genre.manner === 'classical' || genre.manner === 'opera');
	const course = shuffled(random, classical);

	// In the order of their ids. As in Chinook, some names are there twice and some lists are empty.
	const lists: readonly [name: string, trackIds: number[]][] = [
		['Music', music],
		['Movies', []],
		['TV Shows', episodes],
		['Audiobooks', []],
		['90’s Music', ids(({genre, album}) => !isVideo(genre) && nineties.has(album))],
		['Audiobooks', []],
		['Movies', []],
		['Music', ids(({genre, album}) => !isVideo(genre) && album <= lastAlbum)],
		['Music Videos', some(1, ({genre}) => isVideo(genre))],
		['TV Shows', episodes.slice(0, -EPISODES_NOT_COPIED)],
		['Brazilian Music', some(BRAZILIAN_TRACKS, ({act}) => act.tongue === 'pt')],
		['Classical', classical],
		['Classical 101 - Deep Cuts', course.splice(0, DEEP_CUTS)],
		['Classical 101 - Next Steps', course.splice(0, NEXT_STEPS)],
		['Classical 101 - The Basics', course.splice(0, BASICS)],
		[
			'Grunge',
			some(GRUNGE_TRACKS, ({genre, act}) => genre.name === 'Alternative & Punk' && act.tongue === 'en'),
		],
		['Heavy Metal Classic', some(HEAVY_METAL_TRACKS, ({genre}) => genre.manner === 'dark')],
		['On-The-Go 1', some(1, ({genre}) => genre.name === 'Rock')],
	];
	const playlists = lists.map(([name], index) => ({PlaylistId: index + 1, Name: name}));
	const entries: PlaylistTrackRow[] = lists.flatMap(([, trackIds], index) =>
		trackIds.sort((left, right) => left - right).map(trackId => ({PlaylistId: index + 1, TrackId: trackId})),
	);
	return {playlists, entries};
}
