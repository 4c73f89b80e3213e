import type {Mood} from './moods.js';
import {chance, pick, type Random} from './random.js';
import {TONGUES, type TongueName} from './tongues.js';
import {
	DEDICATIONS,
	NEGATIONS,
	NUMBERS,
	OCCASIONS,
	PAST_VERBS,
	PREPOSITIONS,
	SONG_NAMES,
	UNITS,
	VERB_TAILS,
	VERBS,
	VERSIONS,
} from './words.js';

type Pattern = (random: Random, mood: Mood) => string;

/** The shapes of English titles; a shape that is listed more often is used more often. */
const PATTERNS: readonly Pattern[] = [
	adjectiveNoun,
	adjectiveNoun,
	adjectiveNoun,
	pair,
	pair,
	pair,
	(random, mood) => `${pick(random, NUMBERS)} ${pick(random, UNITS)} of ${pick(random, mood.masses)}`,
	(random, mood) => `${pick(random, PREPOSITIONS)} ${pick(random, mood.places)}`,
	(random, mood) => `${pick(random, PREPOSITIONS)} the ${adjectiveNoun(random, mood)}`,
	(random, mood) => `${pick(random, VERBS)} the ${pick(random, mood.things)}${pick(random, VERB_TAILS)}`,
	(random, mood) => `${pick(random, NEGATIONS)} ${pick(random, VERBS)} the ${pick(random, mood.things)}`,
	(random, mood) =>
		`The ${pick(random, OCCASIONS)} We ${pick(random, PAST_VERBS)} ${pick(random, mood.places)}`,
	(random, mood) =>
		`${pick(random, DEDICATIONS)} ${chance(random, 0.5) ? pick(random, SONG_NAMES) : `the ${adjectiveNoun(random, mood)}`}`,
	(random, mood) => `${pick(random, SONG_NAMES)} and the ${pick(random, mood.nouns)}`,
	(random, mood) => `Back to ${pick(random, mood.places)}`,
	(random, mood) => `Nobody's ${pick(random, mood.nouns)}`,
	(random, mood) => pick(random, mood.singles),
];

/** How often a track's title says which version it is. */
const VERSION_SHARE = 0.04;

/** A title in a language, such as "Nine Miles of Rain"; the mood is for English ones. */
export function makeTitle(random: Random, tongue: TongueName, mood: Mood): string {
	if (tongue === 'en') return withoutEcho(() => pick(random, PATTERNS)(random, mood));
	const {starts, ends, join} = TONGUES[tongue];
	return withoutEcho(() => pick(random, starts) + join + pick(random, ends));
}

/** A title of a track; English ones may say which version they are. */
export function songTitle(random: Random, tongue: TongueName, mood: Mood): string {
	const title = makeTitle(random, tongue, mood);
	return tongue === 'en' && chance(random, VERSION_SHARE) ? title + pick(random, VERSIONS) : title;
}

const STEM = 4;

/** Makes texts until one has no two words with the same stem, as "Candlelit Candle" has. */
export function withoutEcho(make: () => string): string {
	for (;;) {
		const text = make();
		const stems = text
			.toLowerCase()
			.split(/[\s']+/)
			.filter(word => word.length >= STEM)
			.map(word => word.slice(0, STEM));
		if (new Set(stems).size === stems.length) return text;
	}
}

/** Two words such as "Borrowed Suitcase". */
export function adjectiveNoun(random: Random, mood: Mood): string {
	return withoutEcho(() => `${pick(random, mood.adjectives)} ${pick(random, mood.nouns)}`);
}

/** Two words such as "Harbour Lights". */
function pair(random: Random, mood: Mood): string {
	return `${pick(random, mood.firsts)} ${pick(random, mood.seconds)}`;
}
