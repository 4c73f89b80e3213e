import {list} from './list.js';

/** Words of English titles that fit every mood. */
export const NUMBERS = list(
	'Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Eleven, Twelve, Forty, Ninety',
);
export const UNITS = list('Miles, Hours, Days, Nights, Years, Kinds, Pounds, Bottles, Acres, Pages, Degrees');
export const PREPOSITIONS = list('Under, Beyond, Past, Over, Beneath, Behind, Across, Beside, Inside, Above');
export const VERBS = list(
	'Carry, Follow, Hold, Bury, Steal, Mend, Burn, Borrow, Count, Forget, Trade, Hide, Chase, Paint',
);
export const VERB_TAILS = [' Again', ' Tonight', ' for Me', ' Slowly', ' Away', ''];
export const OCCASIONS = list('Night, Year, Summer, Morning, Winter, Day, Evening');
export const PAST_VERBS = list('Left, Missed, Found, Lost, Reached, Crossed, Sold, Remembered, Walked to');
export const DEDICATIONS = list(
	'Song for, Letter to, Waltz for, Waiting for, Postcard to, A Toast to, Ballad of',
);
export const SONG_NAMES =
	list(`Marianne, Odette, Clementine, Rosalind, Beatrix, Josephine, Winnie, Delia, Imogen,
	Ottilie, Mabel, Cordelia, Hazel, Ramona, Loretta, Augustin, Barnaby, Magnus`);
export const NEGATIONS = list("Don't, Can't, I Won't, I'd Never, We Didn't, You Shouldn't");
export const VERSIONS = [' (Live)', ' (Acoustic)', ' (Reprise)', ' (Demo)', ', Pt. 2', ' (Single Version)'];

/** Words of band names. */
export const BAND_PLURALS =
	list(`Lanterns, Cartographers, Ferrymen, Postcards, Sparrows, Orchards, Umbrellas, Clockmakers,
	Foxgloves, Tidewatchers, Gardeners, Telegrams, Beekeepers, Astronomers, Signalmen, Weathervanes, Windmills,
	Librarians, Locksmiths, Understudies, Haberdashers, Lamplighters, Magpies, Bricklayers`);
export const ENSEMBLES = list('Trio, Quartet, Quintet, Sextet, Big Band, Orchestra');
export const DARK_STARTS = list('Thorn, Rime, Grave, Hex, Ash, Gloam, Bale, Skarn, Wyrm, Mourn, Dusk, Gall');
export const DARK_ENDS = list(
	'wake, forge, mire, hammer, veil, reign, spire, crypt, howl, warden, fell, born',
);

/** Words of episode titles. */
export const TRADES =
	list(`Clockmaker, Ferryman, Lighthouse Keeper, Magistrate, Beekeeper, Cartographer, Locksmith,
	Understudy, Archivist, Navigator, Night Porter, Bookbinder, Pharmacist, Glassblower`);
export const MATTERS =
	list(`Daughter, Secret, Ledger, Apprentice, Bargain, Alibi, Last Case, Return, Confession,
	Mistake, Inheritance, Holiday, Rival, Second Key`);

/** Titles with signs that a search or a display may trip over. */
export const ODD_TITLES = [
	'Ghost on the Line 👻',
	'Moonlight Tax 🌙',
	'Sunday Forecast ☀️',
	'Postcard from Dunmere 💌',
	'Late Train 🚂 Early Snow',
	'Tangerine 🍊',
	'100% Weather',
	'50% Gravity, 50% Rain',
	'Half % Heart',
	'low_battery',
	'track_07_final',
	'do_not_disturb',
	'"Hello," Said the Rain',
	'The So-Called "Quiet" Life',
	'Nobody Calls It "Home"',
	"Rock 'n' Stroll",
	"The Lighthouse Keeper's Daughter's Bicycle",
	'Either/Or/Neither',
	'What If? (And Then What?)',
	'C:\\Lantern',
	'[untitled demo]',
	'#9 Bus',
	'Ready... Steady...',
	'Café Minuit',
] as const;

/** Titles of albums that several acts may use. */
export const COMMON_ALBUM_TITLES = list('Greatest Hits, Unplugged, The Early Years, B-Sides & Rarities');
export const VENUES =
	list(`the Corn Exchange, Harrow Hall, the Tidewater Ballroom, Fenwick Square, the Old Pier,
	the Lantern Rooms, Saint Orrin's, the Carrow Playhouse`);
