/** Two runs over the same questions: what has become right, and what wrong. */
import {type AnyVerdict, rightness} from './any-verdict.js';

/** What became of one question in a run; `key` is the question and its database. */
export type Judged = {key: string; verdict: AnyVerdict};

/** `unjudged`: in one of the two nothing could be told, as where the gold query fails. */
export type ChangeKind =
	| 'to-right'
	| 'to-wrong'
	| 'both-right'
	| 'both-wrong'
	| 'unjudged'
	| 'only-before'
	| 'only-after';

/** Indices into the two lists; null: it is not there. */
export type RunChange = {kind: ChangeKind; key: string; before: number | null; after: number | null};

/**
 * Each question once, in the order of the first run, then those that only the second has. Where a question was asked
 * several times the k-th time is compared with the k-th.
 */
export function runChanges(before: readonly Judged[], after: readonly Judged[]): RunChange[] {
	const places = new Map<string, number[]>();
	for (const [place, {key}] of after.entries()) {
		places.set(key, [...(places.get(key) ?? []), place]);
	}

	const changes = before.map(({key, verdict}, place): RunChange => {
		const there = places.get(key)?.shift();
		return there === undefined
			? {kind: 'only-before', key, before: place, after: null}
			: {kind: kindOf(verdict, after[there]!.verdict), key, before: place, after: there};
	});
	const left = [...places.values()].flat().sort((a, b) => a - b);
	return [
		...changes,
		...left.map(
			(place): RunChange => ({kind: 'only-after', key: after[place]!.key, before: null, after: place}),
		),
	];
}

function kindOf(before: AnyVerdict, after: AnyVerdict): ChangeKind {
	const [was, is] = [rightness(before), rightness(after)];
	if (was === null || is === null) {
		return 'unjudged';
	}

	return was ? (is ? 'both-right' : 'to-wrong') : is ? 'to-right' : 'both-wrong';
}

export function countChanges(changes: readonly RunChange[]): Record<ChangeKind, number> {
	const counts: Record<ChangeKind, number> = {
		'to-right': 0,
		'to-wrong': 0,
		'both-right': 0,
		'both-wrong': 0,
		unjudged: 0,
		'only-before': 0,
		'only-after': 0,
	};
	for (const {kind} of changes) {
		counts[kind]++;
	}

	return counts;
}
