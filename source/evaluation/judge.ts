/** Whether an answer is right: its rows against those of a gold query, by a named rule. */
import type {QueryOutcome, Table} from '../database/cell.js';
import type {Reader} from '../database/reader.js';
import {differenceOf, type TableDifference} from '../database/table-difference.js';
import {counted} from '../rows/outcome-words.js';
import {RULES, type Rule, type RuleName} from './rules.js';

export type {RuleName} from './rules.js';

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

/**
 * Both queries run, each to its end and under a deadline of its own. A gold query that fails is nobody's fault but the
 * dataset's: then no answer is right or wrong. One that gives no rows is as good as any other. After an abort the
 * signal's reason is thrown.
 *
 * @param sql the answer; null: there is none.
 */
export async function judge(sql: string | null, gold: string, options: JudgeOptions): Promise<Judgement> {
	const rule: Rule = RULES[options.rule];
	const [expected, given] = await Promise.all([
		run(gold, rule, options),
		sql === null || sql.trim() === '' ? null : run(sql, rule, options),
	]);
	options.signal?.throwIfAborted();
	return {
		rule: options.rule,
		...verdictOn(expected, given, rule),
		gold: {sql: gold, outcome: expected},
		answer: sql === null || given === null ? null : {sql, outcome: given},
	};
}

async function run(sql: string, {maxRows}: Rule, {reader, queryTimeoutMs, signal}: JudgeOptions) {
	if (sql.trim() === '') {
		return {elapsedMs: 0, error: {kind: 'sql', message: 'the query is empty'}} satisfies QueryOutcome;
	}

	return reader.query(sql, {
		maxRows,
		digest: true,
		signal,
		...(queryTimeoutMs !== undefined && {timeoutMs: queryTimeoutMs}),
	});
}

type Found = Pick<Judgement, 'verdict' | 'reason' | 'difference'>;

function verdictOn(gold: QueryOutcome, answer: QueryOutcome | null, rule: Rule): Found {
	const without = (verdict: Verdict, reason: string): Found => ({verdict, reason, difference: null});
	if ('error' in gold) {
		return without('gold-error', `the gold query fails: ${gold.error.message}`);
	}

	if (answer === null) {
		return without('no-answer', 'there is no answer');
	}

	if ('error' in answer) {
		const {kind, message} = answer.error;
		return kind === 'timeout'
			? without('timeout', `the answer takes too long: ${message}`)
			: without('sql-error', `the answer fails: ${message}`);
	}

	const difference = differenceOf(gold.table, answer.table, rule.counting);
	const isRight = rule.isRight(gold.table, answer.table, difference);
	if (isRight) {
		// Of large results in any order others may be kept: what seems to be missing is not.
		return {
			verdict: 'right',
			reason: '',
			difference: isPartial(gold.table, answer.table, rule) ? null : difference,
		};
	}

	return isRight === null
		? {verdict: 'unknown', reason: unknownWords(gold.table, answer.table), difference}
		: {verdict: 'wrong', reason: wrongWords(gold.table, answer.table, {difference, rule}), difference};
}

function isPartial(gold: Table, answer: Table, {counting}: Rule): boolean {
	return !counting.order && (gold.truncated !== false || answer.truncated !== false);
}

function wrongWords(
	gold: Table,
	answer: Table,
	{difference, rule}: {difference: TableDifference | null; rule: Rule},
): string {
	const [columns, others] = [gold.columns.length, answer.columns.length];
	if (columns !== others) {
		return `${counted(others, 'column')} instead of ${columns.toLocaleString('en-US')}`;
	}

	const {gone = 0, changed = 0, new: added = 0} = difference?.counts ?? {};
	const parts = [
		...(gone > 0 ? [`${counted(gone, 'row')} missing`] : []),
		...(added > 0 ? [`${counted(added, 'row')} too much`] : []),
		...(changed > 0 ? [`${counted(changed, 'row')} with other values`] : []),
	];
	if (parts.length > 0 && !isPartial(gold, answer, rule)) {
		return parts.join(', ');
	}

	return gold.rowCount === answer.rowCount
		? 'other rows, beyond those that are kept to compare'
		: `${counted(answer.rowCount, 'row')} instead of ${gold.rowCount.toLocaleString('en-US')}`;
}

function unknownWords(gold: Table, answer: Table): string {
	const kept = Math.min(gold.rows.length, answer.rows.length);
	return `of ${counted(Math.max(gold.rowCount, answer.rowCount), 'row')} only ${kept.toLocaleString('en-US')} are kept to compare`;
}
