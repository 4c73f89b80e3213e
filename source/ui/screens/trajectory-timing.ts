/** When, how long and how much: of a turn, and of its trajectory as a whole. */
import {parentDatabaseWords} from '../../agent/fork-database.js';
import {stepsUsed, type Trajectory, type Turn} from '../../agent/trajectory.js';
import {contentOf} from '../../protocol/parse.js';
import {visible} from '../../visible.js';
import {labelOf} from '../model-label.js';
import {theme} from '../theme.js';
import {wrapText} from './text.js';
import {endingWords, queryTime, replyTime, resultOf, tokensWords} from './trajectory-words.js';

export function timingLines(trajectory: Trajectory, index: number, turn: Turn, width: number): string[] {
	const {turns, model, sampling, database, parent, maxSteps} = trajectory;
	const {usage} = turn;
	const {outcome} = resultOf(trajectory, index);
	const used = turns.flatMap(({usage}) => usage ?? []);
	const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
	const count = (number: number) => number.toLocaleString('en-US');
	const pace =
		usage && turn.elapsedMs > 0
			? ` · ${(usage.completionTokens / (turn.elapsedMs / 1000)).toFixed(1)} a second`
			: '';
	const facts: Array<[string, string]> = [
		['reply began', turn.startedAt],
		['reply took', replyTime(turn.elapsedMs)],
		['prompt', usage ? tokensWords(usage.promptTokens) : 'tokens not told'],
		['reply', usage ? `${tokensWords(usage.completionTokens)}${pace}` : 'tokens not told'],
		['thought', `${count(turn.thinking.length)} characters`],
		['content', `${count(contentOf(turn.reply).length)} characters`],
		['finish reason', turn.finishReason ?? 'not told'],
		['query took', outcome ? queryTime(outcome.elapsedMs) : '–'],
		['', ''],
		['turns', `${turns.length} · ${endingWords(trajectory)}`],
		['probes', `${stepsUsed(trajectory)} of ${maxSteps}`],
		['replies took', replyTime(sum(turns.map(({elapsedMs}) => elapsedMs)))],
		['queries took', queryTime(sum(turns.map((_, at) => resultOf(trajectory, at).outcome?.elapsedMs ?? 0)))],
		[
			'tokens',
			used.length === 0
				? 'not told'
				: `${count(sum(used.map(one => one.promptTokens)))} read · ${count(sum(used.map(one => one.completionTokens)))} written`,
		],
		['model', labelOf(model) || model.name],
		...(model.baseUrl === undefined ? [] : [['server', model.baseUrl] as [string, string]]),
		...(model.file === undefined ? [] : [['file', model.file] as [string, string]]),
		['sampling', samplingWords(sampling)],
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

function samplingWords({temperature, topP, maxTokens, seed}: Trajectory['sampling']): string {
	return `temperature ${temperature} · top-p ${topP} · at most ${tokensWords(maxTokens)} · seed ${seed ?? 'drawn by the server'}`;
}
