import {list} from './list.js';
import {pick, type Random} from './random.js';

/** Names of a language; a name in another script is followed by '=' and how an e-mail address spells it. */
type NameLists = {given: string[]; family: string[]};

const NAMES = {
	en: {
		given:
			list(`Nora, Desmond, Imogen, Callum, Tess, Rowan, Harriet, Silas, Maeve, Jonah, Odette, Wesley, Fern, Graham,
			Leona, Miles, Priscilla, Theo, Vera, Alistair, Dinah, Emmett, Gwen, Lucius, Marnie, Percy, Sylvie, Tobias, June,
			Caspian`),
		family:
			list(`Winslow, Marlowe, Harker, Pemberton, Alder, Fenwick, Quill, Hollis, Treadgold, Larkin, Ashdown, Birch,
			Carrow, Dunmore, Ellery, Farrow, Greaves, Hathersage, Inchbald, Kettering, Lomax, Merriweather, Northcott, Ogilvy,
			Penhallow, Ravenscroft, Sedgwick, Thackeray, Underhill, Vance, Wetherby, Yardley, O'Dell, Brockway, Cobbold`),
	},
	es: {
		given:
			list(`Marta, Lucía, Tomás, Joaquín, Inés, Andrés, Pilar, Ramón, Sofía, Nicolás, Begoña, Íñigo, Rocío,
			Julián, Ximena, Héctor`),
		family:
			list(`Olivares, Quintanilla, Montañés, Arrieta, Salcedo, Belmonte, Ibáñez, Cifuentes, Zúñiga, Peñalver,
			Almendral, Valdivieso`),
	},
	pt: {
		given:
			list(`Luísa, Caetana, João, Inácio, Conceição, Márcia, Tiago, Antônia, Bento, Graça, Otávio, Simão, Leonor,
			Davi`),
		family:
			list(`Figueira, Brandão, Assunção, Lobato, Magalhães, Teles, Carvalhal, Vilela, Sampaio, Queirós, Pontes,
			Araújo`),
	},
	fr: {
		given: list('Hélène, Margaux, Étienne, Anaïs, Baptiste, Solène, Gaëtan, Océane, Rémi, Noémie'),
		family: list(
			'Aubrac, Lachenal, Bréville, Montclair, Desrosiers, Fauchère, Tréville, Garnier, Vasseur, Lemoine',
		),
	},
	de: {
		given: list('Käthe, Jürgen, Anneliese, Matthias, Björn, Ulrike, Götz, Friederike'),
		family: list('Grünwald, Lindner, Hößler, Brückner, Ahrens, Steinmetz, Vogt, Müllerschön'),
	},
	it: {
		given: list('Niccolò, Chiara, Fiorella, Dario'),
		family: list('Bellacqua, Morandini, Tassoni, Forlani'),
	},
	sv: {
		given: list('Åsa, Linnéa, Björn, Göran, Märta, Torsten'),
		family: list('Björkdal, Sjögren, Lindqvist, Åkerblom, Östberg, Holmström'),
	},
	no: {given: list('Solveig, Håkon, Ingrid, Øystein'), family: list('Fjellheim, Nordskog, Bråten, Lyngstad')},
	cs: {given: list('Zdeňka, Markéta, Jiřina, Tereza'), family: list('Hrušková, Skřivánková, Běhounková')},
	pl: {
		given: list('Łucja, Zbigniew, Małgorzata, Paweł, Stanisław'),
		family: list('Jaśkiewicz, Wróblewicz, Żurawik, Gołąb, Krzemień'),
	},
	el: {
		given: list('Ελένη=Eleni, Σταυρούλα=Stavroula, Δήμητρα=Dimitra, Αλεξία=Alexia'),
		family: list('Μαρκάκη=Markaki, Βενιέρη=Venieri, Καλλιγά=Kalliga, Ραζή=Razi'),
	},
	ru: {
		given: list('Вера=Vera, Аркадий=Arkady, Лидия=Lidia, Тимофей=Timofey, Ксения=Ksenia'),
		family: list('Седых=Sedykh, Белых=Belykh, Долгих=Dolgikh, Кравченко=Kravchenko, Лесовских=Lesovskikh'),
	},
	bg: {
		given: list('Росица=Rositsa, Десислава=Desislava'),
		family: list('Каменова=Kamenova, Ветрова=Vetrova'),
	},
	ja: {
		given: list('美咲=Misaki, 健太=Kenta, 遥=Haruka, 直樹=Naoki, 千尋=Chihiro'),
		family: list('月岡=Tsukioka, 夏川=Natsukawa, 霧島=Kirishima, 早瀬=Hayase, 水城=Mizuki'),
	},
	zh: {
		given: list('文心=Wenxin, 明月=Mingyue, 玉山=Yushan, 子安=Zian'),
		family: list('林=Lin, 何=He, 江=Jiang, 白=Bai'),
	},
	ko: {
		given: list('서연=Seoyeon, 민재=Minjae, 하늘=Haneul, 도윤=Doyun'),
		family: list('한=Han, 문=Moon, 서=Seo, 남궁=Namgung'),
	},
	ar: {
		given: list('نجوى=Najwa, كريم=Karim, ليلى=Layla, سامي=Sami'),
		family: list('السالمي=Alsalmi, الحداد=Alhaddad, منصور=Mansour, البحري=Albahri'),
	},
	he: {
		given: list('נועה=Noa, אורי=Uri, תמר=Tamar, יונתן=Yonatan'),
		family: list('בן-עמק=Ben-Emek, שקדי=Shkedi, אלמוג=Almog, גלבוע=Gilboa'),
	},
	hi: {
		given: list('मीरा=Meera, अर्जुन=Arjun, कविता=Kavita, रोहन=Rohan'),
		family: list('देशपांडे=Deshpande, ठाकुर=Thakur, जोशी=Joshi, कुलकर्णी=Kulkarni'),
	},
	in: {given: list('Priya, Anand, Lakshmi, Vikram'), family: list('Nambiar, Kurian, Menon, Varghese')},
} satisfies Record<string, NameLists>;

export type NameList = keyof typeof NAMES;

export type Person = {given: string; family: string; latin: string};

/** The lists whose full names put the family name first, without a space. */
const FAMILY_FIRST: ReadonlySet<NameList> = new Set(['ja', 'zh', 'ko']);

/** A person whose names come from the lists of a language. */
export function person(random: Random, names: NameList): Person {
	const [given, givenLatin] = pick(random, NAMES[names].given).split('=') as [string, string?];
	const [family, familyLatin] = pick(random, NAMES[names].family).split('=') as [string, string?];
	return {given, family, latin: `${plainName(givenLatin ?? given)}.${plainName(familyLatin ?? family)}`};
}

/** The full name of a new person, in the order that the language puts the names. */
export function fullName(random: Random, names: NameList): string {
	const {given, family} = person(random, names);
	return FAMILY_FIRST.has(names) ? `${family}${given}` : `${given} ${family}`;
}

/** A name as e-mail addresses spell it: small letters without accents. */
export function plainName(name: string): string {
	return name
		.toLowerCase()
		.replace(/ł/g, 'l')
		.replace(/ø/g, 'o')
		.replace(/ß/g, 'ss')
		.normalize('NFD')
		.replace(/[^a-z-]/g, '');
}
