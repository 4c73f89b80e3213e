import type {Basket} from './baskets.js';
import {type Random, shuffled} from './random.js';

/** The share of the invoices that each year has: they add up to one and all differ. */
const YEARS = [
	{year: 2021, share: 0.16},
	{year: 2022, share: 0.18},
	{year: 2023, share: 0.2},
	{year: 2024, share: 0.24},
	{year: 2025, share: 0.22},
];

const MILLISECONDS_OF_DAY = 86_400_000;

/** Gives each basket a day of its own, and puts them in the order of their days. */
export function dateBaskets(random: Random, baskets: readonly Basket[]): {basket: Basket; date: string}[] {
	const years = YEARS.map(plan => ({...plan, given: 0, days: shuffled(random, daysOf(plan.year))}));
	const bySize = shuffled(random, baskets).sort((left, right) => right.cents - left.cents);
	const dated = bySize.map(basket => {
		// From the largest to the smallest, each goes to the year that is furthest behind its share; so the
		// years' revenues are in the order of their shares too.
		const progress = ({given, share}: (typeof years)[number]) => (given + 0.5) / share;
		const year = years.reduce((behind, next) => (progress(next) < progress(behind) ? next : behind));
		year.given += 1;
		return {basket, date: year.days.pop()!};
	});
	return dated.sort((left, right) => (left.date < right.date ? -1 : 1));
}

function daysOf(year: number): string[] {
	const days: string[] = [];
	for (let time = Date.UTC(year, 0, 1); time < Date.UTC(year + 1, 0, 1); time += MILLISECONDS_OF_DAY) {
		days.push(`${new Date(time).toISOString().slice(0, 10)} 00:00:00`);
	}
	return days;
}
