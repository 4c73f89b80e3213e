import {apportion} from './apportion.js';
import type {Catalogue} from './catalogue.js';
import type {Customer} from './customers.js';
import {between, type Random, shuffled} from './random.js';
import {isVideo} from './recordings.js';
import type {TrackRow} from './rows.js';
import {countSales} from './sold-tracks.js';

/** How many tracks are bought in all. */
const LINES = 2200;

/** How far the numbers of tracks of the customers are apart who are not among the top spenders. */
const FEWEST_LINES = 34;
const MOST_LINES = 40;

/** Everything a customer buys in all the years. */
export type Purchases = {customer: Customer; tracks: TrackRow[]};

/** Which tracks each customer buys; nobody buys one twice. */
export function makePurchases(
	random: Random,
	catalogue: Catalogue,
	customers: readonly Customer[],
): Purchases[] {
	const sales = countSales(random, catalogue, LINES);
	// Those that sell most are dealt first, while every customer still takes part in a round.
	const sold = shuffled(random, [...sales.keys()])
		.sort((left, right) => sales[right]! - sales[left]!)
		.flatMap(index => Array<number>(sales[index]!).fill(index));
	// Films before that, so that each customer gets as many, give or take one, and they change no order.
	const video = (index: number) => isVideo(catalogue.drafts[index]!.genre);
	const dealt = [...sold.filter(video), ...sold.filter(index => !video(index))];

	const quotas = lineQuotas(random, customers);
	const seats = shuffled(
		random,
		customers.map((customer, index) => ({customer, quota: quotas[index]!, tracks: [] as TrackRow[]})),
	);
	let turn = 0;
	for (const index of dealt) {
		while (seats[turn]!.tracks.length >= seats[turn]!.quota) turn = (turn + 1) % seats.length;
		seats[turn]!.tracks.push(catalogue.tracks[index]!);
		turn = (turn + 1) % seats.length;
	}
	return seats;
}

/** How many tracks each customer buys. */
function lineQuotas(random: Random, customers: readonly Customer[]): number[] {
	const planned = customers.reduce((sum, {lines}) => sum + (lines ?? 0), 0);
	const others = customers.filter(({lines}) => lines === null);
	const quotas = apportion(
		LINES - planned,
		others.map(() => between(random, FEWEST_LINES, MOST_LINES)),
	);
	return customers.map(({lines}) => lines ?? quotas.pop()!);
}
