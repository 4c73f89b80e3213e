/** A vote against one sample, on a scripted server that streams each reply for the same time. */

import {begin} from '../source/agent/trajectory.js';
import {openReader, type Reader} from '../source/database/reader.js';
import {serverModel} from '../source/model/openai.js';
import {builtFile} from '../source/package-root.js';
import {dumpSchema} from '../source/protocol/schema.js';
import {type VoteOptions, vote} from '../source/vote/run-vote.js';
import {startScriptedServer} from '../test/support/scripted-server.js';
import {alternate, median, printLine} from './measure.js';

const QUESTION = 'Which genre has the most tracks?';
const THOUGHT = 'The tracks are counted per genre, and the largest count is the answer. '.repeat(8);
const PROBE = `${THOUGHT}\n<sql> SELECT Name FROM Genre LIMIT 10 </sql>`;
const SEVEN = `${THOUGHT}\n<answer> SELECT g.Name FROM Genre g JOIN Track t ON t.GenreId = g.GenreId GROUP BY g.GenreId ORDER BY COUNT(*) DESC LIMIT 1 </answer>`;
const ONE = `${THOUGHT}\n<answer> SELECT Name FROM Genre ORDER BY Name LIMIT 1 </answer>`;

/** Each reply takes about 0.6 s: a chunk of 12 characters every 10 ms. */
const DELAY_MS = 10;

const SEEDS = 1;
const DISSENTER = 5;

export async function benchVote(): Promise<void> {
	const server = await startScriptedServer(({turn, seed}) => ({
		text: turn === 0 ? PROBE : seed === SEEDS + DISSENTER ? ONE : SEVEN,
		delayMs: DELAY_MS,
	}));
	const reader = await openReader(builtFile('sample.sqlite'), {concurrency: 4});
	try {
		const model = serverModel({baseUrl: server.baseUrl, name: 'sqrl-4b', idleTimeoutMs: 10_000});
		const start = begin({
			id: 'bench',
			question: QUESTION,
			evidence: '',
			database: reader.database,
			model: model.ref,
			sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: null},
			maxSteps: 5,
			schema: dumpSchema((await reader.schema()).schema),
		});
		const queries: string[] = [];
		const run = async (k: number) => {
			queries.length = 0;
			const options: VoteOptions = {
				model,
				reader: counting(reader, queries),
				k,
				seedBase: SEEDS,
				earlyStop: false,
				clock: Date.now,
				newId: () => 'bench',
			};
			for await (const _ of vote(start, options)) {
				// Taken as fast as it comes.
			}
		};
		const times = await alternate(5, {one: () => run(1), eight: () => run(8)});
		printLine({
			what: 'vote@8, a probe and the answer',
			ms: median(times.eight),
			baseline: 'one sample',
			baselineMs: median(times.one),
			aim: '(aim: at most 1.2 ×)',
		});
		const distinct = new Set(queries).size;
		console.log(
			`queries of 8 samples, 7 of them alike: ${queries.length} run, ${distinct} distinct (aim: each once)`,
		);
	} finally {
		await Promise.all([reader.close(), server.close()]);
	}
}

function counting(reader: Reader, queries: string[]): VoteOptions['reader'] {
	return {
		version: reader.version,
		query(sql, options) {
			queries.push(sql);
			return reader.query(sql, options);
		},
	};
}
