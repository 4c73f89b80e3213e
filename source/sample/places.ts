import type {NameList} from './people.js';

/** Where a customer lives; in the formats, '#' is any digit and '@' any letter. */
export type Place = {
	country: string;
	city: string;
	state: string | null;
	postalCode: string | null;
	phone: string;
	names: NameList;
	company: string | null;
};

/** Country | city | state | postal code | phone | language of the names | company; empty where there is none. */
const LINES = `
USA|Portland|OR|972##|+1 (503) 555-01##|en|Tidewater Records & Tea
USA|Seattle|WA|981##|+1 (206) 555-01##|en|Lantern Street Software
USA|San Diego|CA|921##|+1 (619) 555-01##|es|
USA|Sacramento|CA|958##-####|+1 (916) 555-01##|en|
USA|Oakland|CA|946##|+1 (510) 555-01##|en|
USA|Albuquerque|NM|871##|+1 (505) 555-01##|es|
USA|Denver|CO|802##|+1 (303) 555-01##|en|
USA|Minneapolis|MN|554##|+1 (612) 555-01##|sv|
USA|New Orleans|LA|701##|+1 (504) 555-01##|fr|
USA|Pittsburgh|PA|152##|+1 (412) 555-01##|pl|
USA|Buffalo|NY|142##-####|+1 (716) 555-01##|en|
USA|Savannah|GA|314##|+1 (912) 555-01##|en|
USA|Burlington|VT|0540#|+1 (802) 555-01##|en|
Canada|Victoria|BC|V8@ #@#|+1 (250) 555-01##|en|
Canada|Vancouver|BC|V6@ #@#|+1 (604) 555-01##|zh|
Canada|Calgary|AB|T2@ #@#|+1 (403) 555-01##|en|Prairie Kiosk Ltd.
Canada|Saskatoon|SK|S7@ #@#|+1 (306) 555-01##|en|
Canada|Toronto|ON|M5@ #@#|+1 (416) 555-01##|in|Quarry Road Media Inc.
Canada|Hamilton|ON|L8@ #@#|+1 (905) 555-01##|en|
Canada|Montréal|QC|H2@ #@#|+1 (514) 555-01##|fr|
Canada|Halifax|NS|B3@ #@#|+1 (902) 555-01##|en|
Brazil|Recife|PE|50###-###|+55 (81) 3555-####|pt|Rádio Farol Ltda.
Brazil|São Paulo|SP|01###-###|+55 (11) 3555-####|pt|Estúdio Azulejo
Brazil|São Paulo|SP|04###-###|+55 (11) 3555-####|pt|
Brazil|Rio de Janeiro|RJ|20###-###|+55 (21) 2555-####|pt|
Brazil|Belo Horizonte|MG|30###-###|+55 (31) 3555-####|pt|
Brazil|Curitiba|PR|80###-###|+55 (41) 3555-####|pt|
France|Lyon||6900#|+33 04 78 55 ## ##|fr|Librairie du Vieux Pont
France|Paris||7501#|+33 01 42 55 ## ##|fr|
France|Nantes||4400#|+33 02 40 55 ## ##|fr|
France|Strasbourg||6700#|+33 03 88 55 ## ##|fr|
France|Besançon||2500#|+33 03 81 55 ## ##|fr|
Germany|Hamburg||203##|+49 040 555####|de|Klanghafen GmbH
Germany|Köln||506##|+49 0221 555####|de|
Germany|Leipzig||041##|+49 0341 555####|de|
Germany|München||803##|+49 089 555####|de|
United Kingdom|Bristol||BS1 #@@|+44 0117 496 0###|en|
United Kingdom|Glasgow||G1 #@@|+44 0141 496 0###|en|
United Kingdom|Cardiff||CF10 #@@|+44 029 2018 0###|en|
Portugal|Coimbra||30##-###|+351 (239) 555-###|pt|
Portugal|Lisbon|||+351 (21) 555-####|pt|
India|पुणे||4110##|+91 020 2555####|hi|
India|Kochi||6820##|+91 0484 255####|in|Monsoon Type Foundry
Czech Republic|Brno||602 ##|+420 5 4255 ####|cs|
Poland|Łódź||90-###|+48 42 555 ## ##|pl|
Spain|Málaga||290##|+34 952 555 ###|es|
Norway|Tromsø||90##|+47 77 55 ## ##|no|Fyrlys AS
Ireland|Galway|Galway||+353 091 555###|en|
Italy|Forlì|FC|4712#|+39 0543 555###|it|
Australia|Hobart|TAS|70##|+61 (03) 5550 ####|en|
Argentina|Córdoba||50##|+54 (0)351 555 ####|es|
Chile|Valparaíso|||+56 (0)32 255 ####|es|
Greece|Θεσσαλονίκη||546 ##|+30 2310 555###|el|
Japan|京都市||604-####|+81 075 555 ####|ja|有限会社 夜風堂
South Korea|부산||480##|+82 051 555 ####|ko|
Taiwan|臺南市||70#|+886 06 255 ####|zh|
Israel|חיפה||310####|+972 04 855 ####|he|
Egypt|الإسكندرية||215##|+20 03 555 ####|ar|
Bulgaria|Пловдив||40##|+359 032 555 ###|bg|
`;

export const PLACES: readonly Place[] = LINES.trim()
	.split('\n')
	.map(line => {
		const [country, city, state, postalCode, phone, names, company] = line.split('|') as [
			string,
			string,
			string,
			string,
			string,
			NameList,
			string,
		];
		return {
			country,
			city,
			state: state || null,
			postalCode: postalCode || null,
			phone,
			names,
			company: company || null,
		};
	});

/** The streets of the countries that have their own; '#' is a house number. */
const STREETS: Readonly<Record<string, readonly string[]>> = {
	Brazil: ['Rua das Acácias, #', 'Avenida do Farol, #', 'Travessa da Figueira, #', 'Rua do Sabiá, #'],
	Portugal: ['Rua das Oliveiras, #', 'Travessa do Farol, #'],
	France: ['#, rue des Tilleuls', '#, quai du Phare', '#, allée des Hirondelles'],
	Germany: ['Ahornweg #', 'Brückenstraße #', 'Am Leuchtturm #'],
	India: ['# Lighthouse Road', '# Monsoon Lane'],
	'Czech Republic': ['Vrbová #'],
	Poland: ['ul. Jaśminowa #'],
	Spain: ['Calle de los Naranjos #'],
	Norway: ['Fyrveien #'],
	Italy: ['Via delle Rondini, #'],
	Argentina: ['Pasaje Almendral #'],
	Chile: ['Avenida del Faro #'],
	Greece: ['Οδός Φάρου #'],
	Japan: ['灯台通り#'],
	'South Korea': ['등대로 #'],
	Taiwan: ['燈塔路#號'],
	Israel: ['רחוב המגדלור #'],
	Egypt: ['شارع المنارة #'],
	Bulgaria: ['ул. Фарова #'],
};

const ENGLISH_STREETS = [
	'# Larkspur Avenue',
	'# Harrow Lane',
	'# Mercy Street',
	'# Old Mill Road',
	'# Foxglove Court',
	'# Low Bridge St.',
	'# Fenwick Square, Apt. 4',
] as const;

/** The streets of a country. */
export function streetsOf(country: string): readonly string[] {
	return STREETS[country] ?? ENGLISH_STREETS;
}
