/** What was measured, in the Markdown that stands in the model's card. */
import type {SetResult} from './ask-questions.js';
import {type Tally, tally, votedAttempt} from './attempt.js';
import type {Speed} from './measure-speed.js';
import {AT_ONCE} from './speed.js';

export type Conditions = {
	temperature: number;
	topP: number;
	maxSteps: number;
	/** The seeds of the samples, in turn. */
	seeds: readonly number[];
	/** The samples that were written at once: figures of single samples are those of the first so many. */
	meanOf: number;
	/** Where it was measured: the engine and the machine. */
	engine: string;
	machine: string;
};

export function report(results: readonly SetResult[], speed: Speed, conditions: Conditions): string {
	const {temperature, topP, maxSteps, seeds, meanOf, engine, machine} = conditions;
	const at = `t = ${temperature}`;
	const sets = markdownTable(
		[
			'questions',
			'greedy',
			`${at}, mean of ${meanOf}`,
			`${at}, vote@${seeds.length}`,
			'well-formed turns, greedy',
			`well-formed turns, ${at}`,
			'probes a question, greedy',
			`probes a sample, ${at}`,
		],
		results.flatMap(result => setRows(result, meanOf)),
	);
	const speeds = markdownTable(
		['speed and memory', 'measured'],
		[
			['tokens a second, alone', speed.alone.toFixed(0)],
			[`tokens a second, ${AT_ONCE} at once`, speed.atOnce.toFixed(0)],
			['first token, cold (model loaded, prompt not read)', seconds(speed.coldMs)],
			['first token, warm (system prompt read)', seconds(speed.warmMs)],
			["memory of the model's process, one sequence", megabytes(speed.memoryOfOne)],
			[`memory of the model's process, ${AT_ONCE} sequences`, megabytes(speed.memoryOfAll)],
		],
	);
	return `${sets}
An answer is right if its rows are those of the known query, as a set, REAL values rounded to 6 significant digits;
"to two decimals" also where the answer is rounded (\`ROUND(AVG(Total), 2)\`) and the known one is not.
A turn is well-formed if exactly one block is in it, at its end. top_p ${topP}, at most ${maxSteps} probes.
Greedy replies are written alone. The samples of a question have the seeds ${seeds.join(', ')}, and ${meanOf} are written at once:
in a batch a seed need not repeat to the last token, so the sampled figures may move a little between runs. Figures of
samples are those of the first ${meanOf}; vote@${seeds.length} takes the answer that most of all ${seeds.length} agree on, of equals that of the lowest seed.

${speeds}
Measured on ${machine}, with ${engine}.
`;
}

/** A set by both rules; how the replies were formed does not depend on them. */
function setRows({set, greedy, sampled}: SetResult, meanOf: number): string[][] {
	const once = tally(greedy);
	const drawn = tally(sampled.flatMap(attempts => attempts.slice(0, meanOf)));
	const voted = tally(sampled.flatMap(attempts => votedAttempt(attempts) ?? []));
	const right = (rule: 'right' | 'nearlyRight') => [
		`${once[rule]} = ${percent(once[rule], once.attempts)}`,
		percent(drawn[rule], drawn.attempts),
		`${voted[rule]} = ${percent(voted[rule], sampled.length)}`,
	];
	const label = `\`questions.json\`, set \`${set}\``;
	return [
		[
			`${label}, ${once.attempts}`,
			...right('right'),
			wellFormed(once),
			wellFormed(drawn),
			(once.probes / once.attempts).toFixed(2),
			(drawn.probes / drawn.attempts).toFixed(2),
		],
		[`${label}, to two decimals`, ...right('nearlyRight'), '', '', '', ''],
	];
}

function wellFormed({wellFormed, turns}: Tally): string {
	return percent(wellFormed, turns);
}

function markdownTable(head: readonly string[], rows: readonly string[][]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
	return `${line(head)}|${'---|'.repeat(head.length)}\n${rows.map(line).join('')}`;
}

/** Nothing less than all is shown as 100 %. */
function percent(part: number, whole: number): string {
	const share = (100 * part) / whole;
	return `${(part < whole ? Math.min(share, 99.9) : share).toFixed(1)} %`;
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(2)} s`;
}

function megabytes(bytes: number): string {
	return `${(bytes / 1e6).toFixed(0)} MB`;
}
