/** What an export leaves out, counted by reason. */

export const REASONS = {
	'not-right': 'not right',
	'no-answer': 'without an answer',
	failed: "failed for the server's sake",
	'gold-fails': 'of gold queries that fail',
	nondeterministic: 'of gold queries with more than one right result',
	missing: 'with a verdict but without a trajectory',
	protocol: 'with a reply that has no action, or a probe beyond the budget',
	duplicate: 'with the same queries as a shorter one',
	question: 'beyond the most for a question',
	database: 'beyond the most for a database',
	incomplete: 'in groups that are not full',
	'all-right': 'in groups that are all right',
	'all-wrong': 'in groups that are all wrong',
	'no-opponent': 'without one to stand against',
} as const;

export type Reason = keyof typeof REASONS;

export type Tally = {
	count(reason: Reason, samples?: number): void;
	/** In the order of `REASONS`, none of them 0. */
	counts(): Array<{reason: Reason; samples: number}>;
};

export function newTally(): Tally {
	const found = new Map<Reason, number>();
	return {
		count(reason, samples = 1) {
			found.set(reason, (found.get(reason) ?? 0) + samples);
		},
		counts: () =>
			(Object.keys(REASONS) as Reason[]).flatMap(reason => {
				const samples = found.get(reason) ?? 0;
				return samples > 0 ? [{reason, samples}] : [];
			}),
	};
}
