import type {GenreName} from './genres.js';
import type {TongueName} from './tongues.js';

/** An act that is named in advance, with how many albums it has in each genre. */
export type ActPlan = {
	name: string;
	tongue: TongueName;
	albums: Partial<Record<GenreName, number>>;
	/** How well its tracks sell compared with others; where it is missing, it is left to chance. */
	appeal?: number;
};

/** The act with by far the most albums, tracks and sales. */
const TOP_ACT = 'The Paper Lanterns';

/** The series with the longest season, which sells best of all series. */
export const TOP_SERIES = 'Carrow Bay';

/** What TOP_ACT and TOP_SERIES have, above whatever chance gives to others (see acts.ts). */
const TOP_APPEAL = 1.3;
const TOP_SERIES_APPEAL = 1.2;

/**
 * The acts with many albums (from five on each a different number, so that no two tie), the series, and the acts that sing in
 * other languages than their genre's.
 */
export const ACT_PLANS: readonly ActPlan[] = [
	{
		name: TOP_ACT,
		tongue: 'en',
		albums: {Rock: 17, 'Alternative & Punk': 2, Blues: 1},
		appeal: TOP_APPEAL,
	},
	{name: 'Marta Quillón', tongue: 'es', albums: {Latin: 14}},
	{name: 'Copper Orchard', tongue: 'en', albums: {Rock: 11}},
	{name: 'Thornvault', tongue: 'en', albums: {Metal: 9, 'Heavy Metal': 1}},
	{name: 'Sleepless Signal', tongue: 'en', albums: {Rock: 9}},
	{name: 'Borrowed Bicycles', tongue: 'en', albums: {'Alternative & Punk': 7}},
	{name: 'The Quiet Cartographers', tongue: 'en', albums: {Rock: 6}},
	{name: 'Banda Cais do Vento', tongue: 'pt', albums: {Latin: 5}},
	{name: 'Nell & the Night Post', tongue: 'en', albums: {Rock: 4}},
	{name: 'Rimewake', tongue: 'en', albums: {Metal: 4}},
	{name: 'Wren Park Choir', tongue: 'en', albums: {'Alternative & Punk': 4}},
	{name: 'Sylvie Hathersage Quartet', tongue: 'en', albums: {Jazz: 4}},
	{name: 'Los Relojeros del Puerto', tongue: 'es', albums: {Latin: 4}},

	{name: TOP_SERIES, tongue: 'en', albums: {'TV Shows': 2}, appeal: TOP_SERIES_APPEAL},
	{name: 'The Understudies', tongue: 'en', albums: {'TV Shows': 1}},
	{name: 'Platform Six', tongue: 'en', albums: {'TV Shows': 1}},
	{name: 'Ward Eleven', tongue: 'en', albums: {Drama: 1}},
	{name: 'The Harbour Office', tongue: 'en', albums: {Drama: 1}},
	{name: 'Blackthorn Assizes', tongue: 'en', albums: {Drama: 1}},
	{name: 'Two Left Umbrellas', tongue: 'en', albums: {Comedy: 1}},
	{name: 'The Glass Meridian', tongue: 'en', albums: {'Sci Fi & Fantasy': 1}},
	{name: 'Far Station', tongue: 'en', albums: {'Science Fiction': 1}},

	{name: '夜間飛行', tongue: 'ja', albums: {Rock: 2}},
	{name: '雨傘商店街', tongue: 'ja', albums: {'Electronica/Dance': 1}},
	{name: '月光電話局', tongue: 'ja', albums: {Pop: 1}},
	{name: '纸船电台', tongue: 'zh', albums: {Rock: 1}},
	{name: '南街旧书店', tongue: 'zh', albums: {Alternative: 1}},
	{name: '새벽우체국', tongue: 'ko', albums: {'R&B/Soul': 1}},
	{name: '파란 우산 클럽', tongue: 'ko', albums: {Pop: 1}},
	{name: 'Блуждающие огни', tongue: 'ru', albums: {Rock: 2}},
	{name: 'Бумажный маяк', tongue: 'ru', albums: {'Alternative & Punk': 1}},
	{name: 'Северный трамвай', tongue: 'ru', albums: {Jazz: 1}},
	{name: 'Οι Νυχτοφύλακες', tongue: 'el', albums: {Rock: 1}},
	{name: 'Χάρτινα Καράβια', tongue: 'el', albums: {World: 1}},
	{name: 'فرقة المنارة الزرقاء', tongue: 'ar', albums: {World: 1}},
	{name: 'قطار الصحراء', tongue: 'ar', albums: {Rock: 1}},
	{name: 'תחנת הרוח', tongue: 'he', albums: {Alternative: 1}},
	{name: 'नीली पतंग', tongue: 'hi', albums: {World: 1}},
	{name: 'चाँदनी डाकघर', tongue: 'hi', albums: {Pop: 1}},
	{name: 'Les Parapluies Tranquilles', tongue: 'fr', albums: {Rock: 2}},
	{name: 'Hélène Aubracier', tongue: 'fr', albums: {'Easy Listening': 1}},
	{name: 'Straßenbahn Elf', tongue: 'de', albums: {'Alternative & Punk': 2}},
	{name: 'Fyrvaktarna', tongue: 'sv', albums: {Metal: 2}},
	{name: 'Żółty Parasol', tongue: 'pl', albums: {Rock: 1}},
	{name: 'Duo Maré Mansa', tongue: 'pt', albums: {'Bossa Nova': 1}},
	{name: 'Ricky Vance & the Soda Kings', tongue: 'en', albums: {'Rock And Roll': 1}},
];

/** Acts in the store's lists that have no album in it. */
export const ACTS_WITHOUT_ALBUMS = [
	'青い切符',
	'Лидия Седых',
	'Тихий перекрёсток',
	'云上列车',
	'달빛 제과점',
	'نجوى السالمي',
	'אורי בן-עמק',
	'मीरा देशपांडे',
	'Ελένη Βενιέρη',
	'Tichá Zastávka',
	'Kâğıt Gemiler',
	'Þokuljós',
	'Đèn Giấy',
	'Los Faroles del Sur',
	'Orquesta Golondrina',
	'Conjunto Vereda Tropical',
	'Trio Beira-Cais',
	'Luísa Brandão & João Vilela',
	'Çınaraltı Üçlüsü',
	'Smoke & Larkspur',
] as const;

/** A track that is planned to sell more often than any that is left to chance. */
type Hit = {act: string; title: string; sales: number};

/** In the order of their sales, which all differ; the two of TOP_ACT are on the same album. */
export const HITS: readonly Hit[] = [
	{act: TOP_ACT, title: 'Nine Miles of Rain', sales: 14},
	{act: 'Copper Orchard', title: 'The Last Ferry to Carrow', sales: 11},
	{act: TOP_ACT, title: 'Borrowed Weather', sales: 10},
	{act: 'Marta Quillón', title: 'Canción del faro viejo', sales: 8},
	{act: 'Thornvault', title: 'Iron Orchard', sales: 7},
	{act: '夜間飛行', title: '真夜中の切手', sales: 6},
];
