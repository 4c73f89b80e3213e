/** Whether answers are right: what is judged here stands over what a run has recorded, if it is by the same rule. */
import type {AnyVerdict} from '../../evaluation/any-verdict.js';
import type {RuleName, Verdict} from '../../evaluation/judge.js';
import type {MetricName} from '../../evaluation/metrics.js';
import type {RecordedRun, RecordedVerdict} from '../../evaluation/run/recorded-run.js';

/** Which trajectory is meant: two files may have the same ids. A fork that was made here is in no file: ''. */
export type Whose = {file: string; id: string};

export type Verdicts = {
	/** What was judged here, by `keyOf`. */
	judged: ReadonlyMap<string, Verdict>;
	/** What runs have recorded, by the file of their trajectories; null: it is not read so far. */
	recorded: ReadonlyMap<string, RecordedVerdicts> | null;
};

export type RecordedVerdicts = Pick<RecordedRun, 'rule' | 'verdicts'>;

export type Recorded = RecordedVerdict & {rule: MetricName};

/** `isAgain`: it was judged here, where the run had a verdict. */
export type ShownVerdict = {verdict: AnyVerdict; rule: RuleName | MetricName; isAgain: boolean};

export function keyOf({file, id}: Whose): string {
	return `${file}\n${id}`;
}

export function recordedOf({recorded}: Verdicts, {file, id}: Whose): Recorded | null {
	const run = recorded?.get(file);
	const verdict = run?.verdicts.get(id);
	return run && verdict ? {...verdict, rule: run.rule} : null;
}

/** What is shown of it; undefined: it was neither judged nor recorded. */
export function verdictOf({judged, recorded}: Verdicts, whose: Whose): AnyVerdict | undefined {
	// The key is made only where there may be something under it: a filter asks this of all.
	return (
		(judged.size > 0 ? judged.get(keyOf(whose)) : undefined) ??
		recorded?.get(whose.file)?.verdicts.get(whose.id)?.verdict
	);
}

/** The same with the rule. @param rule what is judged by here. */
export function shownVerdict(verdicts: Verdicts, whose: Whose, rule: RuleName): ShownVerdict | undefined {
	const judged = verdicts.judged.get(keyOf(whose));
	const recorded = recordedOf(verdicts, whose);
	if (judged !== undefined) {
		return {verdict: judged, rule, isAgain: recorded !== null};
	}

	return recorded ? {verdict: recorded.verdict, rule: recorded.rule, isAgain: false} : undefined;
}

/**
 * Whether the run has a verdict by a rule that is not judged by here. It stands then: judging shows how the rows differ,
 * and says nothing else of what is right.
 */
export function stands(verdicts: Verdicts, whose: Whose, rule: RuleName): boolean {
	const run = verdicts.recorded?.get(whose.file);
	return (
		run !== undefined && run.rule !== rule && run.verdicts.has(whose.id) && !verdicts.judged.has(keyOf(whose))
	);
}

/** The kinds of verdicts that there are. */
export function kindsOf({judged, recorded}: Verdicts): ReadonlySet<AnyVerdict> {
	const kinds = new Set<AnyVerdict>(judged.values());
	for (const {verdicts} of recorded?.values() ?? []) {
		for (const {verdict} of verdicts.values()) {
			kinds.add(verdict);
		}
	}

	return kinds;
}
