/** What verdicts are called in lists. */
import type {Verdict} from '../../evaluation/judge.js';

export const VERDICT_NAMES: Record<Verdict, string> = {
	right: 'right',
	wrong: 'wrong',
	'no-answer': 'no answer',
	'sql-error': 'SQL error',
	timeout: 'timeout',
	'gold-error': 'gold fails',
	unknown: 'unknown',
};
