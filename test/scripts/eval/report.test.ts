import {expect, it} from 'vitest';
import type {Attempt} from '../../../scripts/eval/attempt.js';
import {report} from '../../../scripts/eval/report.js';

const RIGHT: Attempt = {key: '1-aa', right: true, nearlyRight: true, turns: 1, wellFormed: 1, probes: 0};
const WRONG: Attempt = {key: null, right: false, nearlyRight: true, turns: 2, wellFormed: 1, probes: 1};

const OTHER: Attempt = {...WRONG, key: '1-bb', nearlyRight: false};

const SPEED = {
	alone: 105.4,
	atOnce: 260.6,
	coldMs: 553,
	warmMs: 48,
	memoryOfOne: 180_400_000,
	memoryOfAll: 412_000_000,
};

const CONDITIONS = {
	temperature: 0.7,
	topP: 0.95,
	maxSteps: 5,
	seeds: [1, 2, 3, 4, 5, 6, 7, 8],
	meanOf: 4,
	engine: 'engine 1.2.3',
	machine: '2 cores (a processor)',
};

it('the report has a row for each set, with shares of all attempts, turns and samples', () => {
	const dev = {
		set: 'dev' as const,
		greedy: [RIGHT, RIGHT, WRONG],
		// Of the first four each: 10 of 12 right; 14 turns, 12 well-formed; 2 probes. The last is outvoted, 3 to 4.
		sampled: [
			[RIGHT, RIGHT, RIGHT, RIGHT, WRONG, WRONG, WRONG, WRONG],
			[RIGHT, RIGHT, RIGHT, WRONG, RIGHT, RIGHT, RIGHT, RIGHT],
			[RIGHT, RIGHT, WRONG, RIGHT, OTHER, OTHER, OTHER, OTHER],
		],
	};
	const test = {
		set: 'test' as const,
		greedy: [RIGHT],
		sampled: [[RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT]],
	};
	expect(report([dev, test], SPEED, CONDITIONS)).toBe(
		`| questions | greedy | t = 0.7, mean of 4 | t = 0.7, vote@8 | well-formed turns, greedy | well-formed turns, t = 0.7 | probes a question, greedy | probes a sample, t = 0.7 |
|---|---|---|---|---|---|---|---|
| \`questions.json\`, set \`dev\`, 3 | 2 = 66.7 % | 83.3 % | 2 = 66.7 % | 75.0 % | 85.7 % | 0.33 | 0.17 |
| \`questions.json\`, set \`dev\`, to two decimals | 3 = 100.0 % | 100.0 % | 2 = 66.7 % |  |  |  |  |
| \`questions.json\`, set \`test\`, 1 | 1 = 100.0 % | 100.0 % | 1 = 100.0 % | 100.0 % | 100.0 % | 0.00 | 0.00 |
| \`questions.json\`, set \`test\`, to two decimals | 1 = 100.0 % | 100.0 % | 1 = 100.0 % |  |  |  |  |

An answer is right if its rows are those of the known query, as a set, REAL values rounded to 6 significant digits;
"to two decimals" also where the answer is rounded (\`ROUND(AVG(Total), 2)\`) and the known one is not.
A turn is well-formed if exactly one block is in it, at its end. top_p 0.95, at most 5 probes.
Greedy replies are written alone. The samples of a question have the seeds 1, 2, 3, 4, 5, 6, 7, 8, and 4 are written at once:
in a batch a seed need not repeat to the last token, so the sampled figures may move a little between runs. Figures of
samples are those of the first 4; vote@8 takes the answer that most of all 8 agree on, of equals that of the lowest seed.

| speed and memory | measured |
|---|---|
| tokens a second, alone | 105 |
| tokens a second, 8 at once | 261 |
| first token, cold (model loaded, prompt not read) | 0.55 s |
| first token, warm (system prompt read) | 0.05 s |
| memory of the model's process, one sequence | 180 MB |
| memory of the model's process, 8 sequences | 412 MB |

Measured on 2 cores (a processor), with engine 1.2.3.
`,
	);
});

it('does not round up to all', () => {
	const greedy = [...Array<Attempt>(2999).fill(RIGHT), {...RIGHT, wellFormed: 0}];
	const sampled = greedy.map(attempt => [attempt]);
	expect(report([{set: 'dev', greedy, sampled}], SPEED, CONDITIONS)).toContain('| 99.9 % | 99.9 % |');
});
