/** What a run asks, from the questions' file and the settings. */
import {createHash} from 'node:crypto';
import path from 'node:path';
import type {BulkReader} from '../database/bulk-reader.js';
import {UsageError} from '../errors.js';
import type {AskedPlan} from '../evaluation/run/plan-differences.js';
import {chosenItems, readQuestions} from '../evaluation/run/questions.js';
import type {ModelRef} from '../model/model.js';
import {programVersion} from '../package-root.js';
import type {AskedRun} from './asked-run.js';
import type {Invocation} from './command.js';
import {samplingOf} from './open-model.js';
import {readUtf8File} from './read-text.js';

/** Throws a UsageError where the file cannot be read or is no UTF-8, or no question is left of it. */
export async function runPlan(
	asked: AskedRun,
	{reader, model}: {reader: Pick<BulkReader, 'started'>; model: ModelRef},
	{settings, notes}: Pick<Invocation, 'settings' | 'notes'>,
): Promise<AskedPlan> {
	const text = await readUtf8File(asked.questions, 'the questions');
	const {items: all, notes: found} = readQuestions(text, asked.dataset);
	for (const note of found) {
		notes.line(note);
	}

	const {shard} = asked;
	// One that leaves all of them is none: the run is the same as without it.
	const limit = asked.limit !== null && asked.limit < all.length ? asked.limit : null;
	const items = chosenItems(all, {limit, shard});
	if (items.length === 0) {
		throw new UsageError(
			`no question is left: the file has ${all.length}, and part ${shard?.index} of ${shard?.of} has none of them`,
			'Cut it into fewer parts.',
		);
	}

	const {seed, ...sampling} = samplingOf(settings);
	return {
		dataset: asked.dataset,
		questions: {
			file: path.basename(asked.questions),
			sha256: createHash('sha256').update(text).digest('hex'),
			count: all.length,
		},
		databases: asked.databases,
		evidence: asked.evidence,
		rule: asked.rule,
		timeoutMs: settings.values['query-timeout'] * 1000,
		votes: asked.votes,
		seedBase: seed,
		model,
		sampling,
		maxSteps: settings.values['max-steps'],
		limit,
		shard,
		sqlite: await reader.started(),
		program: programVersion(),
		items,
	};
}
