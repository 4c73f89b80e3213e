/** The samples of a run as an export chooses among them: what is common to all its forms. */
import type {GoldFinding, Run, RunItem, SampleVerdict} from '../run/run.js';
import {sampleId} from '../run/run.js';
import type {Tally} from './tally.js';
import type {LineFacts, TrajectoryLines} from './trajectory-lines.js';

/** A sample whose trajectory can be read. */
export type Candidate = {item: RunItem; sample: SampleVerdict; id: string; facts: LineFacts};

/** Caps of an export, each at least 1; null: none. */
export type Caps = {perQuestion: number | null; perDatabase: number | null};

/** The questions of a run whose gold can be right, with their samples; of the others the samples are counted. */
export function* usableQuestions(
	run: Run,
	tally: Tally,
	{skipNondeterministic}: {skipNondeterministic: boolean},
): Generator<{item: RunItem; samples: readonly SampleVerdict[]; gold: GoldFinding | null}> {
	for (const item of [...run.plan.items].sort((a, b) => a.index - b.index)) {
		const samples = run.samples.get(item.index) ?? [];
		const gold = run.golds.get(item.index) ?? null;
		if (item.gold === '' || (gold && gold.verdict !== 'ok')) {
			tally.count('gold-fails', samples.length);
		} else if (skipNondeterministic && gold?.nondeterministic) {
			tally.count('nondeterministic', samples.length);
		} else {
			yield {item, samples: [...samples].sort((a, b) => a.sample - b.sample), gold};
		}
	}
}

/** With what is known of their lines; a sample without one is counted. */
export function candidatesOf(
	item: RunItem,
	samples: readonly SampleVerdict[],
	{lines, tally}: {lines: TrajectoryLines; tally: Tally},
): Candidate[] {
	return samples.flatMap(sample => {
		const id = sampleId(item.index, sample.sample);
		const facts = lines.facts(id);
		if (!facts) {
			tally.count('missing');
			return [];
		}

		return [{item, sample, id, facts}];
	});
}

/** Fewest turns first, then fewest tokens where they are known, then the lowest sample. */
export function byLength({sample: a}: Candidate, {sample: b}: Candidate): number {
	const tokens = (sample: SampleVerdict) => sample.completionTokens ?? Number.MAX_SAFE_INTEGER;
	return a.turns - b.turns || tokens(a) - tokens(b) || a.sample - b.sample;
}

/** Of those that asked and answered the same only the shortest; shortest first. */
export function distinct(candidates: readonly Candidate[], tally: Tally): Candidate[] {
	const seen = new Set<string>();
	return [...candidates].sort(byLength).filter(({facts}) => {
		const isNew = !seen.has(facts.path);
		seen.add(facts.path);
		if (!isNew) {
			tally.count('duplicate');
		}

		return isNew;
	});
}

/**
 * At most so many for a question and for a database. A database's cap takes the first of each question before the second
 * of any, and among these the shortest. The order of what is left stays.
 *
 * @param questions the choices of each question, best first.
 */
export function capped<Choice>(
	questions: readonly Choice[][],
	{caps, tally, candidateOf}: {caps: Caps; tally: Tally; candidateOf: (choice: Choice) => Candidate},
): Choice[] {
	const ranked = questions.flatMap(choices => {
		const kept = choices.slice(0, caps.perQuestion ?? undefined);
		tally.count('question', choices.length - kept.length);
		return kept.map((choice, rank) => ({choice, rank}));
	});
	if (caps.perDatabase === null) {
		return ranked.map(({choice}) => choice);
	}

	const left = new Map<string, number>();
	const chosen = new Set(
		[...ranked]
			.sort((a, b) => {
				const [first, second] = [candidateOf(a.choice), candidateOf(b.choice)];
				return a.rank - b.rank || byLength(first, second) || first.item.index - second.item.index;
			})
			.filter(({choice}) => {
				const {database} = candidateOf(choice).item;
				const before = left.get(database) ?? caps.perDatabase!;
				left.set(database, before - 1);
				return before > 0;
			}),
	);
	tally.count('database', ranked.length - chosen.size);
	return ranked.filter(entry => chosen.has(entry)).map(({choice}) => choice);
}
