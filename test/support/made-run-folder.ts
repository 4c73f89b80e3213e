/** A run folder made from what its samples said: trajectories as the loop would have them, and verdicts as told. */
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {
	answered,
	begin,
	ended,
	judged,
	next,
	ran,
	replied,
	responded,
	type Trajectory,
} from '../../source/agent/trajectory.js';
import type {QueryOutcome} from '../../source/database/cell.js';
import type {GoldFinding, RunPlan, SampleVerdict} from '../../source/evaluation/run/run.js';
import {sampleId} from '../../source/evaluation/run/run.js';
import {goldToJson, runFileToJson, verdictToJson} from '../../source/evaluation/run/run-json.js';
import {lineOf} from './made-trajectory.js';
import {gold, item, plan, verdict} from './run-folders.js';
import {temporaryFolder} from './temporary-folder.js';

export type MadeSample = {
	/** Queries of its probes; null is a reply without an action. */
	probes?: Array<string | null>;
	/** Null: it gives no answer. */
	answer: string | null;
	/** What it says before the action. */
	said?: string;
	thinking?: string;
} & Partial<Omit<SampleVerdict, 'probes'>>;

export type MadeQuestion = {
	database?: string;
	gold?: string;
	/** What is known of its gold query. */
	finding?: Partial<GoldFinding>;
	samples: MadeSample[];
};

const ONE: QueryOutcome = {
	elapsedMs: 1,
	table: {columns: ['n'], rows: [[1n]], rowCount: 1, truncated: false},
};

const SCHEMA = 'CREATE TABLE Item (\n  Name TEXT\n);';

/** The trajectory of a sample; each probe brings the row 1. */
export function madeSample(
	question: number,
	sample: number,
	made: MadeSample,
	about: MadeQuestion,
): Trajectory {
	const database = about.database ?? 'music';
	let trajectory = begin({
		id: sampleId(question, sample),
		question: `Question ${question}?`,
		evidence: '',
		database: {path: `/data/databases/${database}/${database}.sqlite`, name: database, version: '1'},
		model: {name: 'sqrl-4b'},
		sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: 7 + sample},
		maxSteps: 5,
		schema: SCHEMA,
	});
	const thought = made.thinking === undefined ? '' : `<think>${made.thinking}</think>`;
	const said = made.said ?? 'I say.';
	const say = (text: string) => {
		trajectory = replied(trajectory, {
			reply: `${thought}${said}${text}`,
			reasoning: '',
			finishReason: 'stop',
			startedAt: '2026-01-01T00:00:00.000Z',
			elapsedMs: 1,
		});
	};
	for (const probe of made.probes ?? []) {
		say(probe === null ? '' : ` <sql>${probe}</sql>`);
		trajectory = untilReply(trajectory);
	}

	if (made.answer === null) {
		say('');
		return ended(trajectory, made.ending ?? 'no-answer');
	}

	say(` <answer>${made.answer}</answer>`);
	return ended(answered(trajectory, {sql: made.answer, by: 'model'}), 'answered');
}

/** What the loop does until the model is to write again. */
function untilReply(trajectory: Trajectory): Trajectory {
	const step = next(trajectory);
	switch (step.kind) {
		case 'judge':
			return untilReply(judged(trajectory, step.turn, {kind: 'approved', by: 'policy'}));
		case 'overrule':
			return untilReply(judged(trajectory, step.turn, step.verdict));
		case 'run':
			return untilReply(ran(trajectory, step.turn, ONE));
		case 'respond':
			return untilReply(responded(trajectory, step.turn, step.response));
		default:
			return trajectory;
	}
}

/** Writes it and gives its folder. `order` is that of the lines. */
export function madeRun(
	questions: MadeQuestion[],
	{
		change = {},
		order = lines => lines,
	}: {change?: Partial<RunPlan>; order?: (lines: string[]) => string[]} = {},
): string {
	const folder = temporaryFolder();
	const most = Math.max(...questions.map(({samples}) => samples.length));
	const items = questions.map(({database = 'music', gold = 'SELECT 1'}, index) =>
		item(index, {database, gold}),
	);
	const file = {
		plan: plan({items, votes: most, ...change}),
		begunAt: '2026-01-01T00:00:00.000Z',
		addresses: [],
		versions: {},
	};
	writeFileSync(path.join(folder, 'run.json'), JSON.stringify(runFileToJson(file)));
	const trajectories: string[] = [];
	const verdicts: string[] = [];
	for (const [index, question] of questions.entries()) {
		verdicts.push(JSON.stringify(goldToJson(gold(index, question.finding))));
		for (const [sample, made] of question.samples.entries()) {
			const {probes = [], answer, said: _, thinking: __, ...known} = made;
			const isFailed = known.ending === 'failed';
			trajectories.push(lineOf(madeSample(index, sample, made, question)));
			verdicts.push(
				JSON.stringify(
					verdictToJson(
						verdict(index, sample, {
							sql: answer,
							key: answer,
							turns: probes.length + 1,
							probes: probes.length,
							...(answer === null && {verdict: 'empty', score: 0, key: null}),
							...(answer === null && !isFailed && {ending: 'no-answer'}),
							...known,
						}),
					),
				),
			);
		}
	}

	writeFileSync(
		path.join(folder, 'trajectories.jsonl'),
		order(trajectories)
			.map(line => `${line}\n`)
			.join(''),
	);
	writeFileSync(
		path.join(folder, 'verdicts.jsonl'),
		order(verdicts)
			.map(line => `${line}\n`)
			.join(''),
	);
	return folder;
}
