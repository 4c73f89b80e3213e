/** When, how long and how much: of a turn, and of its trajectory as a whole. */

import {parentDatabaseWords} from '../../agent/fork-database.js';
import {isTimeKnown, knownSampling} from '../../agent/known.js';
import {stepsUsed, type Trajectory, type Turn} from '../../agent/trajectory.js';
import {contentOf} from '../../protocol/parse.js';
import {visible} from '../../visible.js';
import {labelOf} from '../model-label.js';
import {theme} from '../theme.js';
import {wrapText} from './text.js';
import {endingWords, queryTime, replyTime, resultOf, tokensWords} from './trajectory-words.js';

export function timingLines(trajectory: Trajectory, index: number, turn: Turn, width: number): string[] {
	const {turns, model, database, parent, maxSteps} = trajectory;
	const {usage} = turn;
	const timed = turns.filter(isTimeKnown);
	const {outcome} = resultOf(trajectory, index);
	const used = turns.flatMap(({usage}) => usage ?? []);
	const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
	const count = (number: number) => number.toLocaleString('en-US');
	const pace =
		usage && turn.elapsedMs > 0
			? ` · ${(usage.completionTokens / (turn.elapsedMs / 1000)).toFixed(1)} a second`
			: '';
	const facts: Array<[string, string]> = [
		['reply began', isTimeKnown(turn) ? turn.startedAt : NOT_TOLD],
		['reply took', isTimeKnown(turn) ? replyTime(turn.elapsedMs) : NOT_TOLD],
		['prompt', usage ? tokensWords(usage.promptTokens) : 'tokens not told'],
		['reply', usage ? `${tokensWords(usage.completionTokens)}${pace}` : 'tokens not told'],
		['thought', `${count(turn.thinking.length)} characters`],
		['content', `${count(contentOf(turn.reply).length)} characters`],
		['finish reason', turn.finishReason ?? NOT_TOLD],
		['query took', outcome ? queryTime(outcome.elapsedMs) : '–'],
		['', ''],
		['turns', `${turns.length} · ${endingWords(trajectory)}`],
		['probes', `${stepsUsed(trajectory)} of ${maxSteps}`],
		[
			'replies took',
			timed.length === 0
				? NOT_TOLD
				: `${replyTime(sum(timed.map(({elapsedMs}) => elapsedMs)))}${timed.length < turns.length ? ` · ${timed.length} of ${turns.length} told` : ''}`,
		],
		['queries took', queryTime(sum(turns.map((_, at) => resultOf(trajectory, at).outcome?.elapsedMs ?? 0)))],
		[
			'tokens',
			used.length === 0
				? NOT_TOLD
				: `${count(sum(used.map(one => one.promptTokens)))} read · ${count(sum(used.map(one => one.completionTokens)))} written`,
		],
		['model', labelOf(model) || model.name],
		...(model.baseUrl === undefined ? [] : [['server', model.baseUrl] as [string, string]]),
		...(model.file === undefined ? [] : [['file', model.file] as [string, string]]),
		['sampling', samplingWords(knownSampling(trajectory))],
		[
			'database',
			[...(database ? [database.name, database.path] : ['none']), parentDatabaseWords(trajectory)]
				.filter(Boolean)
				.join(' · '),
		],
		...(parent ? [['fork of', `${parent.id}, before turn ${parent.turn + 1}`] as [string, string]] : []),
		['id', trajectory.id],
	];
	const indent = 15;
	return facts.flatMap(([name, value]) =>
		wrapText(visible(value), width - indent).map((line, at) =>
			`${theme.quiet((at === 0 ? name : '').padEnd(indent))}${line}`.trimEnd(),
		),
	);
}

const NOT_TOLD = 'not told';

function samplingWords({temperature, topP, maxTokens, seed}: ReturnType<typeof knownSampling>): string {
	const words = [
		temperature === undefined ? '' : `temperature ${temperature}`,
		topP === undefined ? '' : `top-p ${topP}`,
		maxTokens === undefined ? '' : `at most ${tokensWords(maxTokens)}`,
		seed === undefined ? '' : `seed ${seed ?? 'drawn by the server'}`,
	].filter(part => part !== '');
	return words.length === 0 ? NOT_TOLD : words.join(' · ');
}
