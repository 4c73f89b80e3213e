import {list} from './list.js';
import {type Person, person} from './people.js';
import {PLACES, type Place, streetsOf} from './places.js';
import {between, fresh, pick, type Random, shuffled} from './random.js';
import type {CustomerRow} from './rows.js';
import {CUSTOMERS_OF_AGENT} from './staff.js';

/** A customer, and how many invoice lines are planned for them if they are among those who spend the most. */
export type Customer = {row: CustomerRow; lines: number | null};

/**
 * Who spends the most, by city. Their numbers are so far apart that the dearer tracks among their lines cannot
 * change the order, and above what any other customer gets (see purchases.ts).
 */
const TOP_SPENDERS: Readonly<Record<string, number>> = {Galway: 62, Recife: 56, Portland: 51, Lyon: 47};

/** How many customers still have a fax. */
const FAXES = 12;

/** No such domains can belong to anyone. */
const DOMAINS = list('example.com, example.com, example.org, example.net');

/** Letters that the postal codes of Canada and the United Kingdom have. */
const POSTAL_LETTERS = 'ABCEGHJKLMNPRSTVWXY';

/** All customers in the order of their ids, each with one of the sales support agents. */
export function makeCustomers(random: Random): Customer[] {
	const taken = new Set<string>();
	const places = shuffled(random, PLACES);
	const faxes = new Set(shuffled(random, places).slice(0, FAXES));
	const agents = assignAgents(random, places);
	return places.map((place, index) => {
		let who!: Person;
		fresh(taken, () => {
			who = person(random, place.names);
			return who.latin;
		});
		const street = pick(random, streetsOf(place.country));
		const row: CustomerRow = {
			CustomerId: index + 1,
			FirstName: who.given,
			LastName: who.family,
			Company: place.company,
			Address: street.replace('#', String(between(random, 2, 480))),
			City: place.city,
			State: place.state,
			Country: place.country,
			PostalCode: place.postalCode && fill(random, place.postalCode),
			Phone: fill(random, place.phone),
			Fax: faxes.has(place) ? fill(random, place.phone) : null,
			Email: `${who.latin}@${pick(random, DOMAINS)}`,
			SupportRepId: agents[index]!,
		};
		return {row, lines: TOP_SPENDERS[place.city] ?? null};
	});
}

/** The agent of each place; the one with the most customers also has those who spend the most. */
function assignAgents(random: Random, places: readonly Place[]): number[] {
	const busiest = CUSTOMERS_OF_AGENT.reduce((most, next) =>
		next.customers > most.customers ? next : most,
	).agent;
	const deck = CUSTOMERS_OF_AGENT.flatMap(({agent, customers}) => Array<number>(customers).fill(agent));
	const top = places.map(place => place.city in TOP_SPENDERS);
	for (const isTop of top) if (isTop) deck.splice(deck.indexOf(busiest), 1);
	const others = shuffled(random, deck);
	return top.map(isTop => (isTop ? busiest : others.pop()!));
}

/** A format with a digit for each '#' and a letter for each '@'. */
function fill(random: Random, format: string): string {
	return format
		.replace(/#/g, () => String(between(random, 0, 9)))
		.replace(/@/g, () => pick(random, [...POSTAL_LETTERS]));
}
