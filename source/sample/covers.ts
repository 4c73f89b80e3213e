import {HITS} from './act-plans.js';
import {LIVE_FROM_ALBUMS} from './album-contents.js';
import type {Draft} from './catalogue.js';
import {MOODS} from './moods.js';
import {type Random, shuffled} from './random.js';
import {ODD_TITLES} from './words.js';

/** How many acts cover the store's best-selling song; no other name is shared by as many tracks. */
const STANDARD_COVERS = 6;

/** How many other songs are covered, each by one act. */
const COVERED_SONGS = 45;

/** Lets some tracks share their name and composer with another act's, and gives some an odd title. */
export function shareNames(random: Random, drafts: readonly Draft[]): void {
	const free = shuffled(random, drafts.filter(mayChange));
	const standard = drafts.find(draft => draft.song.name === HITS[0]!.title)!;
	const covers = free.filter((draft, index) => free.findIndex(({act}) => act === draft.act) === index);
	for (const draft of covers.slice(0, STANDARD_COVERS)) draft.song = {...standard.song};

	const others = free.filter(draft => draft.song.name !== standard.song.name);
	const originals = others.slice(0, COVERED_SONGS);
	const rest = others.slice(COVERED_SONGS);
	for (const original of originals) {
		const place = rest.findIndex(draft => draft.act !== original.act);
		const [cover] = rest.splice(place, 1) as [Draft];
		cover.song = {...original.song};
	}
	for (const [index, name] of ODD_TITLES.entries()) rest[index]!.song.name = name;
}

/** Not the songs of an act with a concert among its albums, where they would keep their former names. */
function mayChange({act, genre, sales}: Draft): boolean {
	return sales === 0 && act.tongue === 'en' && act.albums.length < LIVE_FROM_ALBUMS && genre.manner in MOODS;
}
