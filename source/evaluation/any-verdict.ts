/** Verdicts of both kinds: of one answer that is judged with its rows, and of a score. */
import type {Verdict} from './judge.js';
import type {ScoreVerdict} from './score.js';

export type AnyVerdict = Verdict | ScoreVerdict;

const UNTOLD: ReadonlySet<AnyVerdict> = new Set(['gold-error', 'gold-timeout', 'unknown']);

/** Whatever keeps an answer from being right makes it wrong; null: of this nothing can be told, as where the gold query fails. */
export function rightness(verdict: AnyVerdict): boolean | null {
	return UNTOLD.has(verdict) ? null : verdict === 'right';
}
