/** Whether an answer is right: its rows against those of a gold query, by a named rule. */
import type {QueryOutcome} from '../database/cell.js';
import type {Reader} from '../database/reader.js';
import type {TableDifference} from '../database/table-difference.js';

/** Rules are named, for "right" means another thing in each. */
export type RuleName = 'bird' | 'bag' | 'exact';

export type Verdict = 'right' | 'wrong' | 'no-answer' | 'sql-error' | 'timeout' | 'gold-error' | 'unknown';

export type Judgement = {
	rule: RuleName;
	verdict: Verdict;
	/** Why, in words; '' where it is right. */
	reason: string;
	gold: {sql: string; outcome: QueryOutcome};
	answer: {sql: string; outcome: QueryOutcome} | null;
	/** From the gold to the answer: what is missing is gone, what is too much is new. */
	difference: TableDifference | null;
};

export type JudgeOptions = {
	reader: Pick<Reader, 'query'>;
	rule: RuleName;
	queryTimeoutMs?: number;
	signal?: AbortSignal | undefined;
};

/** @param sql the answer; null: there is none. Both queries run. */
export async function judge(sql: string | null, gold: string, options: JudgeOptions): Promise<Judgement> {
	throw new Error(`${sql} ${gold} ${options}`);
}
