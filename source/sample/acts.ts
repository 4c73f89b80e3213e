import {ACT_PLANS, ACTS_WITHOUT_ALBUMS, type ActPlan} from './act-plans.js';
import {ensembleName} from './classical.js';
import {GENRES, type GenreName, genreNamed, type Manner} from './genres.js';
import {MOODS, type Mood} from './moods.js';
import {fullName} from './people.js';
import {chance, fresh, pick, type Random, shuffled} from './random.js';
import {adjectiveNoun, withoutEcho} from './titles.js';
import type {TongueName} from './tongues.js';
import {BAND_PLURALS, DARK_ENDS, DARK_STARTS, ENSEMBLES, SONG_NAMES} from './words.js';

export type Act = {
	name: string;
	tongue: TongueName;
	/** The genre of each of its albums. */
	albums: GenreName[];
	/** Whose names its own tracks have as composer, the most frequent first. */
	credits: string[];
	/** How well its tracks sell compared with others. */
	appeal: number;
};

const ARTISTS = 275;

/** How many albums an act has that is not named in advance: never as many as one that is. */
const ALBUM_COUNTS = [1, 1, 1, 1, 2, 2, 3];

/** The range of what chance gives as appeal; narrow enough that the most listed genre and act stay on top. */
const LOW_APPEAL = 0.65;
const HIGH_APPEAL = 1.05;

/** All acts of the store in the order of their ids: those named in advance, and as many more as the genres need. */
export function makeActs(random: Random): Act[] {
	const taken = new Set(
		[...ACT_PLANS.map(plan => plan.name), ...ACTS_WITHOUT_ALBUMS].map(name => name.toLowerCase()),
	);
	const acts: Act[] = ACT_PLANS.map(plan =>
		makeAct(random, plan.name, plan.tongue, plannedAlbums(plan), plan.appeal),
	);
	for (const genre of GENRES) {
		let missing = genre.albums - acts.flatMap(act => act.albums).filter(name => name === genre.name).length;
		while (missing > 0) {
			const solo = genre.manner === 'classical' || genre.manner === 'opera';
			const count = solo ? 1 : Math.min(missing, pick(random, ALBUM_COUNTS));
			const tongue = genre.manner === 'latin' ? pick(random, ['es', 'es', 'pt'] as const) : 'en';
			const name = fresh(taken, () => actName(random, genre.manner, tongue));
			acts.push(makeAct(random, name, tongue, Array<GenreName>(count).fill(genre.name)));
			missing -= count;
		}
	}
	for (const name of ACTS_WITHOUT_ALBUMS) acts.push(makeAct(random, name, 'en', []));
	const others: Manner[] = ['bright', 'bright', 'dark', 'warm', 'city', 'latin'];
	while (acts.length < ARTISTS) {
		const manner = pick(random, others);
		const tongue = manner === 'latin' ? pick(random, ['es', 'pt'] as const) : 'en';
		acts.push(
			makeAct(
				random,
				fresh(taken, () => actName(random, manner, tongue)),
				tongue,
				[],
			),
		);
	}
	return shuffled(random, acts);
}

/** The genres of the albums of an act; its first and its last album are of its main genre. */
function plannedAlbums({albums}: ActPlan): GenreName[] {
	const genres = Object.entries(albums).flatMap(([genre, count]) =>
		Array<GenreName>(count).fill(genre as GenreName),
	);
	const [main, ...others] = genres as [GenreName, ...GenreName[]];
	return others.length > 0 ? [...others, main] : [main];
}

function makeAct(
	random: Random,
	name: string,
	tongue: TongueName,
	albums: GenreName[],
	appeal?: number,
): Act {
	return {
		name,
		tongue,
		albums,
		credits: makeCredits(random, name, tongue, albums),
		appeal: appeal ?? LOW_APPEAL + random() * (HIGH_APPEAL - LOW_APPEAL),
	};
}

/** The members of a band who write, alone and together; the two usual signs stand between their names. */
function makeCredits(random: Random, act: string, tongue: TongueName, albums: GenreName[]): string[] {
	const latin = albums.some(genre => genreNamed(genre).manner === 'latin');
	const members = new Set<string>();
	const [first, second, third] = [0, 1, 2].map(() => fresh(members, () => fullName(random, tongue))) as [
		string,
		string,
		string,
	];
	if (latin && chance(random, 0.5)) return [act, first, `${act}, ${second}`];
	const join = pick(random, [', ', '/', ' & ']);
	return shuffled(random, [first, `${first}${join}${second}`, `${first}${join}${second}${join}${third}`]);
}

function actName(random: Random, manner: Manner, tongue: TongueName): string {
	switch (manner) {
		case 'classical':
		case 'opera':
			return ensembleName(random);
		case 'latin':
			return latinName(random, tongue);
		case 'dark':
			return chance(random, 0.5)
				? pick(random, DARK_STARTS) + pick(random, DARK_ENDS)
				: adjectiveNoun(random, MOODS.dark);
		case 'warm':
			return warmName(random);
		case 'city':
			return cityName(random);
		default:
			return bandName(random, MOODS.bright);
	}
}

function bandName(random: Random, mood: Mood): string {
	return pick(random, [
		() => `The ${pick(random, mood.adjectives)} ${pick(random, BAND_PLURALS)}`,
		() => `The ${pick(random, mood.adjectives)} ${pick(random, BAND_PLURALS)}`,
		() => adjectiveNoun(random, mood),
		() => withoutEcho(() => `${pick(random, mood.firsts)} ${pick(random, mood.nouns)}`),
		() => `${pick(random, SONG_NAMES)} & the ${pick(random, BAND_PLURALS)}`,
		() => fullName(random, 'en'),
	])();
}

function warmName(random: Random): string {
	const name = fullName(random, 'en');
	return pick(random, [
		() => name,
		() => `${name} ${pick(random, ENSEMBLES)}`,
		() => `The ${pick(random, MOODS.warm.adjectives)} ${pick(random, BAND_PLURALS)}`,
		() => `${name} & ${fullName(random, 'en')}`,
	])();
}

function cityName(random: Random): string {
	return pick(random, [
		() => `DJ ${pick(random, MOODS.city.nouns)}`,
		() => `MC ${pick(random, SONG_NAMES)}`,
		() => adjectiveNoun(random, MOODS.city),
		() => `${pick(random, MOODS.city.firsts)} ${pick(random, MOODS.city.seconds)}`,
	])();
}

function latinName(random: Random, tongue: TongueName): string {
	const names = tongue === 'pt' ? 'pt' : 'es';
	const name = fullName(random, names);
	return chance(random, 0.2) ? `${name} ${names === 'pt' ? 'e' : 'y'} ${fullName(random, names)}` : name;
}
