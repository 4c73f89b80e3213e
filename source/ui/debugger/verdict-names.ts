/** What verdicts are called in lists. */
import type {AnyVerdict} from '../../evaluation/any-verdict.js';

export const VERDICT_NAMES: Record<AnyVerdict, string> = {
	right: 'right',
	wrong: 'wrong',
	'no-answer': 'no answer',
	empty: 'empty',
	'sql-error': 'SQL error',
	timeout: 'timeout',
	memory: 'memory',
	refused: 'refused',
	decode: 'decode',
	'gold-error': 'gold fails',
	'gold-timeout': 'gold timeout',
	unknown: 'unknown',
};
