import {MOODS} from './moods.js';
import {fresh, pick, type Random} from './random.js';
import type {AlbumContents} from './song.js';
import {adjectiveNoun} from './titles.js';
import {MATTERS, NUMBERS, SONG_NAMES, TRADES} from './words.js';

/** The title and episodes of a season of a series; the episodes' names are added to those taken. */
export function seasonAlbum(
	random: Random,
	series: string,
	season: number,
	size: number,
	taken: Set<string>,
): AlbumContents {
	const names = Array.from({length: size}, () => fresh(taken, () => episodeTitle(random)));
	return {title: `${series}, Season ${season}`, songs: names.map(name => ({name, composer: null}))};
}

function episodeTitle(random: Random): string {
	const mood = MOODS.bright;
	return pick(random, [
		() => `The ${adjectiveNoun(random, mood)}`,
		() => `The ${pick(random, TRADES)}'s ${pick(random, MATTERS)}`,
		() => `The ${pick(random, TRADES)}'s ${pick(random, MATTERS)}`,
		() => `Trouble at ${pick(random, mood.places)}`,
		() => `${pick(random, NUMBERS)} ${pick(random, mood.things)}`,
		() => `${withArticle(pick(random, TRADES))} at ${pick(random, mood.places)}`,
		() => `${pick(random, SONG_NAMES)} Returns to ${pick(random, mood.places)}`,
	])();
}

function withArticle(noun: string): string {
	return `${/^[AEIOU]/.test(noun) ? 'An' : 'A'} ${noun}`;
}
