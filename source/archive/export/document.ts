/** A trajectory as people read it: what is shown of it and in which words, before it is Markdown or a page. */
import {ENDING_WORDS} from '../../agent/ending-words.js';
import {isTimeKnown} from '../../agent/known.js';
import {type Answer, type Trajectory, type Turn, unfinishedReply} from '../../agent/trajectory.js';
import type {QueryOutcome, Table} from '../../database/cell.js';
import {OBSERVED_ROWS, observe} from '../../protocol/observation.js';
import {observationTurn} from '../../protocol/prompt.js';
import {counted, milliseconds, rowsWords} from '../../rows/outcome-words.js';

export type Block =
	| {kind: 'heading'; text: string}
	/** Short words, one beside the other. */
	| {kind: 'facts'; facts: string[]}
	/** What somebody wrote, with its line breaks; a label says who or what. */
	| {kind: 'prose'; label?: string; text: string}
	| {kind: 'failure'; text: string}
	| {kind: 'sql'; sql: string}
	/** Text whose columns and lines matter. */
	| {kind: 'text'; text: string}
	/** The first rows of a result. */
	| {kind: 'table'; table: Table}
	/** What is folded away at first. */
	| {kind: 'fold'; summary: string; text: string};

/** All of it but the question. */
export function blocksOf(trajectory: Trajectory): Block[] {
	return [
		{kind: 'facts', facts: factsOf(trajectory)},
		...(trajectory.evidence.trim() === ''
			? []
			: [{kind: 'prose' as const, label: 'Evidence', text: trajectory.evidence}]),
		...trajectory.turns.flatMap((turn, at) => turnBlocks(trajectory, turn, at)),
		...answerBlocks(trajectory),
		...endBlocks(trajectory),
	];
}

/** `music`, `sqrl-4b`, `answered`, `2 turns`, `1.6 s`, …; what is not known is left out. */
export function factsOf(trajectory: Trajectory): string[] {
	const {database, model, turns, parent, sampling} = trajectory;
	const ms = turns.reduce((sum, {elapsedMs}) => sum + elapsedMs, 0);
	return [
		database?.name ?? '',
		model.name,
		endingWords(trajectory),
		counted(turns.length, 'turn'),
		turns.every(isTimeKnown) && ms > 0 ? seconds(ms) : '',
		sampling.seed === null ? '' : `seed ${sampling.seed}`,
		(turns[0]?.startedAt ?? '').replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/, '$1 $2 UTC'),
		parent ? forkWords(parent) : '',
	].filter(fact => fact !== '');
}

export function endingWords({ending, answer}: Pick<Trajectory, 'ending' | 'answer'>): string {
	const by = ending === 'answered' && answer ? BY_WORDS[answer.by] : '';
	return ENDING_WORDS[ending] + by;
}

const BY_WORDS: Record<Answer['by'], string> = {
	model: '',
	person: ', edited by a person',
	vote: ', chosen by a vote',
};

/** `fork of 1a2b3c4d at turn 2`. */
export function forkWords({id, turn}: NonNullable<Trajectory['parent']>): string {
	return `fork of ${id.length > 12 ? id.slice(0, 8) : id} at turn ${turn + 1}`;
}

function turnBlocks(trajectory: Trajectory, turn: Turn, at: number): Block[] {
	const {thinking, summary, action, usage, elapsedMs} = turn;
	const isAnswer = isTheAnswer(trajectory, at);
	const facts = [
		elapsedMs > 0 ? seconds(elapsedMs) : '',
		usage ? counted(usage.completionTokens, 'token') : '',
	].filter(fact => fact !== '');
	const words = {sql: 'probe', answer: 'answer', none: 'no action'}[action.kind];
	return [
		{kind: 'heading', text: [`Turn ${at + 1}: ${words}`, ...facts].join(' · ')},
		...(thinking === '' ? [] : [{kind: 'fold' as const, summary: 'Thought', text: thinking}]),
		...(summary === '' ? [] : [{kind: 'prose' as const, text: summary}]),
		...(action.kind === 'none'
			? [{kind: 'failure' as const, text: WHY_NO_ACTION[action.reason]}]
			: isAnswer
				? []
				: [{kind: 'sql' as const, sql: action.sql}]),
		...verdictBlocks(turn),
		...(turn.outcome ? outcomeBlocks(turn.outcome) : []),
		...responseBlocks(turn),
	];
}

/** Whether a turn's query is shown at the end, as the answer. */
function isTheAnswer({turns, answer}: Trajectory, at: number): boolean {
	const {action} = turns[at]!;
	return at === turns.length - 1 && action.kind === 'answer' && action.sql === answer?.sql;
}

const WHY_NO_ACTION = {
	'no-block': 'The reply has neither a probe nor an answer.',
	'empty-block': 'The block of the reply is empty.',
	'cut-off': 'The reply was cut off at the limit of tokens.',
};

function verdictBlocks({verdict}: Turn): Block[] {
	switch (verdict?.kind) {
		case 'edited':
			return [
				{kind: 'prose', text: 'A person edited it, and this ran:'},
				{kind: 'sql', sql: verdict.sql},
			];
		case 'rejected':
			return [{kind: 'prose', label: 'Rejected by a person', text: verdict.note.trim() || 'without a note'}];
		case 'finish':
			return [
				{
					kind: 'prose',
					text:
						verdict.by === 'person'
							? 'Not run: a person asked for the answer.'
							: 'Not run: all steps of the budget were used.',
				},
			];
		default:
			return [];
	}
}

/** What the model was told, where what is shown already does not say it. */
function responseBlocks({verdict, outcome, response}: Turn): Block[] {
	switch (response?.kind) {
		case undefined:
			return [];
		case 'finish':
			return [{kind: 'prose', text: 'The model was told to finish.'}];
		case 'continue':
			return [{kind: 'prose', text: 'The model was asked to go on.'}];
		case 'imported':
			return [
				{kind: 'prose', text: 'The model was told:'},
				{kind: 'text', text: response.text},
			];
		case 'observation': {
			const isShown = outcome
				? observationTurn(observe(outcome)) === response.text
				: verdict?.kind === 'rejected';
			const [, text = response.text] =
				/^<observation>\n([\s\S]*)\n<\/observation>\n.*$/.exec(response.text) ?? [];
			return isShown
				? []
				: [
						{kind: 'prose', text: outcome ? 'The model was told instead:' : 'The model was told:'},
						{kind: 'text', text},
					];
		}
	}
}

function outcomeBlocks(outcome: QueryOutcome): Block[] {
	const read = outcome.readAsText ?? [];
	const notes = read.length > 0 ? [`read as text: ${read.map(text => `"${text}"`).join(', ')}`] : [];
	const time = milliseconds(outcome.elapsedMs);
	if ('error' in outcome) {
		return [
			{kind: 'failure', text: outcome.error.message},
			...(notes.length > 0 ? [{kind: 'facts' as const, facts: notes}] : []),
		];
	}

	const {table} = outcome;
	const shown = Math.min(table.rows.length, SHOWN_ROWS);
	const rows = shown < table.rowCount ? `the first ${shown} of ${rowsWords(table)}` : rowsWords(table);
	return [
		...(table.columns.length > 0 ? [{kind: 'table' as const, table}] : []),
		{kind: 'facts', facts: [rows, time, ...notes]},
	];
}

/** Rows of a result that are shown: as many as the model sees. */
export const SHOWN_ROWS = OBSERVED_ROWS;

function answerBlocks({answer}: Trajectory): Block[] {
	if (!answer) {
		return [];
	}

	const words = {model: 'Answer', person: 'Answer, edited by a person', vote: 'Answer, chosen by a vote'};
	return [
		{kind: 'heading', text: words[answer.by]},
		{kind: 'sql', sql: answer.sql},
		...(answer.outcome ? outcomeBlocks(answer.outcome) : []),
	];
}

function endBlocks(trajectory: Trajectory): Block[] {
	const {ending, extra} = trajectory;
	const came = unfinishedReply(trajectory);
	const {message} = (extra?.failure ?? {}) as {message?: unknown};
	const why = typeof message === 'string' && message !== '' ? `Failed: ${message}` : 'Failed.';
	return [
		...(came === '' ? [] : [{kind: 'fold' as const, summary: 'A reply that was broken off', text: came}]),
		...(ending === 'failed' ? [{kind: 'failure' as const, text: why}] : []),
		...(ending === 'aborted' ? [{kind: 'failure' as const, text: 'Stopped by a person.'}] : []),
		...(ending === 'no-answer' ? [{kind: 'failure' as const, text: 'The model gave no answer.'}] : []),
	];
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(1)} s`;
}
