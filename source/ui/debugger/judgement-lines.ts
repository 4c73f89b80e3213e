/** Whether an answer is right, and how its rows differ from those of the gold query. */
import type {Judgement} from '../../evaluation/judge.js';
import {visibleLines} from '../../visible.js';
import {wrapText} from '../screens/text.js';

export function judgementLines({verdict, rule, reason, gold}: Judgement, width: number): string[] {
	return wrapText(visibleLines(`${verdict} by ${rule}. ${reason}\n\n${gold.sql}`), width);
}
