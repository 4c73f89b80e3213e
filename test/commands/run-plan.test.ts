import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {AskedRun} from '../../source/commands/asked-run.js';
import {runPlan} from '../../source/commands/run-plan.js';
import {UsageError} from '../../source/errors.js';
import {resolveSettings} from '../../source/settings.js';
import {temporaryFolder} from '../support/temporary-folder.js';

const folder = temporaryFolder();

function planOf(bytes: string | Uint8Array, change: Partial<AskedRun> = {}) {
	const questions = path.join(folder, 'dev.json');
	writeFileSync(questions, bytes);
	const asked: AskedRun = {
		questions,
		databases: folder,
		out: folder,
		dataset: 'bird',
		rule: 'bird',
		votes: 8,
		concurrency: null,
		patienceMs: 0,
		evidence: true,
		limit: null,
		shard: null,
		...change,
	};
	const settings = resolveSettings({flags: {}, environment: {}, config: {}, configFile: '/home/config.json'});
	const notes = {line: () => {}} as unknown as Parameters<typeof runPlan>[2]['notes'];
	return runPlan(
		asked,
		{reader: {started: async () => '3.53.2'}, model: {name: 'sqrl-4b'}},
		{settings, notes},
	);
}

const question = {db_id: 'cafe', question: 'How many cafés are there, in �?', SQL: 'SELECT 1'};
const three = JSON.stringify([question, question, question]);

describe('the plan of a run', () => {
	it('has questions in UTF-8; another encoding is refused', async () => {
		expect((await planOf(three)).items[0]!.question).toBe(question.question);
		// é is 0xe9 there.
		const latin = Buffer.from(JSON.stringify([{...question, question: 'How many cafés?'}]), 'latin1');
		const refused = planOf(latin);
		await expect(refused).rejects.toThrow(UsageError);
		await expect(refused).rejects.toMatchObject({
			message: 'the questions are not text in UTF-8',
			advice: expect.stringContaining('iconv'),
		});
	});

	it.each([
		[2, 2, 2],
		// As many as there are, or more, is no limit.
		[3, null, 3],
		[20_000, null, 3],
		[null, null, 3],
	])('has for the limit %s of three questions the limit %s', async (given, limit, length) => {
		const plan = await planOf(three, {limit: given});
		expect([plan.limit, plan.items.length]).toEqual([limit, length]);
	});
});
