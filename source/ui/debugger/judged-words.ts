/** What judging many answers has come to, in words. */
import type {RuleName, Verdict} from '../../evaluation/judge.js';

/** How many were given each verdict, and how many none. */
export type Tally = {
	verdicts: ReadonlyMap<Verdict, number>;
	withoutGold: number;
	/** Those that could not be read or asked about; the reason of the last. */
	failed: {count: number; reason: string};
};

/** `3 of 8 right by bird · 2 have a gold query that fails · 1 has none`: only what was judged is of the number. */
export function judgedWords({verdicts, withoutGold, failed}: Tally, rule: RuleName): string {
	const given = (verdict: Verdict) => verdicts.get(verdict) ?? 0;
	const all = [...verdicts.values()].reduce((sum, count) => sum + count, 0);
	const [fails, unknown] = [given('gold-error'), given('unknown')];
	const judged = all - fails - unknown;
	const parts = [
		...(fails > 0 ? [`${number(fails)} ${fails === 1 ? 'has' : 'have'} a gold query that fails`] : []),
		...(withoutGold > 0
			? [
					`${number(withoutGold)} ${withoutGold === 1 ? 'has' : 'have'} ${fails > 0 ? 'none' : 'no gold query'}`,
				]
			: []),
		...(unknown > 0 ? [`${number(unknown)} not known`] : []),
		...(failed.count > 0 ? [`${number(failed.count)} could not be judged: ${failed.reason}`] : []),
	];
	const right = judged > 0 ? [`${number(given('right'))} of ${number(judged)} right by ${rule}`] : [];
	return right.length + parts.length === 0
		? 'There is nothing to judge.'
		: [...(right.length > 0 ? right : ['None was judged']), ...parts].join(' · ');
}

function number(value: number): string {
	return value.toLocaleString('en-US');
}
