/** What a vote of 32 holds here while its answers have a million rows, against ten thousand. */
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {begin} from '../source/agent/trajectory.js';
import {openReader, type Reader} from '../source/database/reader.js';
import type {Model} from '../source/model/model.js';
import {builtFile} from '../source/package-root.js';
import {vote} from '../source/vote/run-vote.js';

const SAMPLES = 32;

/** Queries that have the same rows in other words, so that each runs; reading a million rows takes seconds. */
const WORDINGS = 4;

function model(rows: number): Model {
	return {
		ref: {name: 'bench'},
		contextLength: async () => null,
		async *reply(_, {seed}) {
			const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${rows})`;
			yield {
				kind: 'text',
				text: `<answer>${numbers} SELECT i AS s${seed! % WORDINGS}, 'row ' || i FROM n</answer>`,
			};
			yield {kind: 'end', finishReason: 'stop'};
		},
	};
}

export async function benchVoteMemory(): Promise<void> {
	setFlagsFromString('--expose-gc');
	const gc = runInNewContext('gc') as () => void;
	const reader = await openReader(builtFile('sample.sqlite'), {concurrency: 2});
	try {
		// The first vote loads what all need.
		await mostHeld(reader, 100, gc);
		const small = await mostHeld(reader, 10_000, gc);
		const large = await mostHeld(reader, 1_000_000, gc);
		const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
		console.log(
			`vote@${SAMPLES}, memory held here: ${mb(large)} for 1,000,000 rows each, ${mb(small)} for 10,000 (aim: flat)`,
		);
	} finally {
		await reader.close();
	}
}

/** The most that the heap has grown by, garbage aside, at the steps of a vote. */
async function mostHeld(reader: Reader, rows: number, gc: () => void): Promise<number> {
	gc();
	const before = process.memoryUsage().heapUsed;
	const asked = model(rows);
	const start = begin({
		id: 'bench',
		question: 'Which numbers are there?',
		evidence: '',
		database: reader.database,
		model: asked.ref,
		sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: null},
		maxSteps: 5,
		schema: '',
	});
	let most = 0;
	const options = {
		model: asked,
		reader,
		k: SAMPLES,
		seedBase: 0,
		earlyStop: false,
		clock: Date.now,
		newId: () => 'bench',
		queryTimeoutMs: 120_000,
	};
	for await (const event of vote(start, options)) {
		if (event.kind === 'step') {
			gc();
			most = Math.max(most, process.memoryUsage().heapUsed - before);
		} else if (event.kind === 'ended' && event.ballot.samples.some(({state}) => state.kind !== 'finished')) {
			throw new Error('a sample of the bench did not finish');
		}
	}

	return most;
}
