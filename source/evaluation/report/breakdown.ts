/** The figures of kinds of questions. */
import type {Dataset} from '../run/run.js';
import {type Counted, countedRight, mean} from './figures.js';
import {type Outcome, passOne} from './outcomes.js';
import {LENGTH_BUCKETS, lengthBucket, SQL_FEATURES, sqlFeatures} from './sql-features.js';

export type Group = {
	name: string;
	/** Questions. */
	n: number;
	/** The mean single sample. */
	passOne: number;
	/** Of all samples of a question. */
	vote: Counted;
	/** Some sample is right. */
	any: number;
};

export type Breakdown = {
	/** Empty where the dataset does not tell. */
	difficulty: Group[];
	/** The one with the fewest right first. */
	database: Group[];
	/** Of the gold query. */
	length: Group[];
	/** Of the gold query; a question may be in several. */
	feature: Group[];
};

const DIFFICULTIES: Record<Dataset, readonly string[]> = {
	bird: ['simple', 'moderate', 'challenging'],
	spider: ['easy', 'medium', 'hard', 'extra'],
};

export function breakdownOf(outcomes: readonly Outcome[], dataset: Dataset): Breakdown {
	const withGold = outcomes.filter(({item}) => item.gold !== '');
	const difficulties = outcomes.flatMap(({item}) => item.difficulty ?? []);
	return {
		difficulty:
			difficulties.length === 0
				? []
				: groups(outcomes, ({item}) => [item.difficulty ?? 'not told'], [
						...DIFFICULTIES[dataset],
						...[...new Set(difficulties)].sort(),
						'not told',
					]),
		database: groups(outcomes, ({item}) => [item.database], null),
		length: groups(withGold, ({item}) => [lengthBucket(item.gold)], LENGTH_BUCKETS),
		feature: groups(withGold, ({item}) => sqlFeatures(item.gold), SQL_FEATURES),
	};
}

/** @param order of the names; null: the fewest right first. */
function groups(
	outcomes: readonly Outcome[],
	namesOf: (outcome: Outcome) => readonly string[],
	order: readonly string[] | null,
): Group[] {
	const members = new Map<string, Outcome[]>();
	for (const outcome of outcomes) {
		for (const name of namesOf(outcome)) {
			const group = members.get(name) ?? [];
			group.push(outcome);
			members.set(name, group);
		}
	}

	const found = [...members].map(([name, group]) => groupOf(name, group));
	return order
		? found.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
		: found.sort((a, b) => a.vote.share - b.vote.share || (a.name < b.name ? -1 : 1));
}

function groupOf(name: string, outcomes: readonly Outcome[]): Group {
	return {
		name,
		n: outcomes.length,
		passOne: mean(outcomes.map(passOne)),
		vote: countedRight(outcomes.filter(({isVoteRight}) => isVoteRight).length, outcomes.length),
		any: mean(outcomes.map(({right}) => Number(right > 0))),
	};
}
