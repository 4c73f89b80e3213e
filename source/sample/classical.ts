import {list} from './list.js';
import {fullName, type NameList} from './people.js';
import {between, chance, pick, type Random} from './random.js';
import type {AlbumContents} from './song.js';

const TOWNS =
	list(`Northmoor, Ellerby, Carrow, Harwick, Vastholm, Olmverre, Tamarin, Ravensfjord, Saint-Aurel, Monteluce,
	Brückental, Kestrel Bay, Dunmere, Santa Ilda, Wyckham, Hallowdene`);
const ENSEMBLES = list(`Chamber Orchestra, Philharmonic, String Quartet, Sinfonietta, Festival Orchestra,
	Baroque Ensemble, Radio Symphony, Chamber Choir, Symphony Orchestra, Wind Soloists`);
const NAME_LISTS: readonly NameList[] = ['en', 'de', 'fr', 'sv', 'pl', 'it', 'no', 'cs', 'es'];

/** The invented composers: the full name, and the name by which albums call them. */
const COMPOSERS = [
	['Anselm Ruhland', 'Ruhland'],
	['Teodora Vašíček', 'Vašíček'],
	['Pierre-Yves Caillebert', 'Caillebert'],
	['Johann Gottlob Ehrenfels', 'Ehrenfels'],
	['Ottavio Serrafina', 'Serrafina'],
	['Lady Augusta Thornbury', 'Thornbury'],
	['Nils Åkerhielm-Storm', 'Åkerhielm'],
	['Ippolita da Monteluce', 'Monteluce'],
	['Kazimierz Wierzbak', 'Wierzbak'],
	['Maximilian von Tannegg', 'Tannegg'],
	['Eulalia Bofarrull', 'Bofarrull'],
	['Edmund Hallowdene', 'Hallowdene'],
] as const;

const KEYS =
	list(`C Major, G Major, D Minor, E-Flat Major, A Minor, F-Sharp Minor, B-Flat Major, G Minor, E Major,
	C Minor, A-Flat Major`);
const NUMBERED = list(
	'Symphony, String Quartet, Piano Sonata, Nocturne, Concerto Grosso, Cello Suite, Prelude',
);
const UNNUMBERED =
	list(`Violin Concerto, Serenade for Strings, Mass, Clarinet Quintet, Toccata and Fugue, Requiem,
	Harpsichord Concerto`);
const MOVEMENTS =
	list(`I. Allegro con brio, II. Adagio, II. Andante cantabile, III. Scherzo, III. Menuetto, IV. Presto,
	I. Moderato, IV. Finale, II. Largo`);
const ROLES = list('Overture, Intermezzo, Berceuse, Romance, Pavane, Tarantella, Sarabande');

const OPERA = {
	title: "The Clockmaker's Bride (Highlights)",
	track: 'The Clockmaker\'s Bride, Act II: "O Lantern, Guide My Heart"',
	composer: 'Ottavio Serrafina',
};

/** The name of an orchestra, with or without those who lead it or play with it. */
export function ensembleName(random: Random): string {
	const ensemble = `${pick(random, TOWNS)} ${pick(random, ENSEMBLES)}`;
	const leader = fullName(random, pick(random, NAME_LISTS));
	return pick(random, [
		() => ensemble,
		() => `${ensemble} & ${leader}`,
		() => `${leader}, ${ensemble}`,
		() => `${leader}, ${fullName(random, pick(random, NAME_LISTS))} & ${ensemble}`,
		() => leader,
	])();
}

/** The title and tracks of an album with the music of one composer. */
export function classicalAlbum(random: Random, size: number): AlbumContents {
	const [composer, shortName] = pick(random, COMPOSERS);
	const works = Array.from({length: size}, () => makeWork(random));
	const songs = works.map(work => ({name: `${work}: ${pick(random, MOVEMENTS)}`, composer}));
	return {title: `${shortName}: ${works[0]}${size > 1 ? ' and Other Works' : ''}`, songs};
}

/** The title and tracks of the recording of an opera. */
export function operaAlbum(): AlbumContents {
	return {title: OPERA.title, songs: [{name: OPERA.track, composer: OPERA.composer}]};
}

function makeWork(random: Random): string {
	const key = pick(random, KEYS);
	const opus = `Op. ${between(random, 2, 118)}`;
	if (chance(random, 0.2)) return `${pick(random, ROLES)} in ${key}, ${opus}`;
	if (chance(random, 0.4)) return `${pick(random, UNNUMBERED)} in ${key}, ${opus}`;
	return `${pick(random, NUMBERED)} No. ${between(random, 1, 9)} in ${key}, ${opus}`;
}
