/** A small trajectory that has everything an export draws: a probe, its rows, an answer. */
import {
	answered,
	begin,
	ended,
	judged,
	ran,
	replied,
	responded,
	type Trajectory,
} from '../../source/agent/trajectory.js';
import {trajectoryToJson} from '../../source/agent/trajectory-json.js';
import type {QueryOutcome} from '../../source/database/cell.js';
import {observe} from '../../source/protocol/observation.js';
import {observationTurn} from '../../source/protocol/prompt.js';

const ROWS: QueryOutcome = {
	elapsedMs: 1.5,
	table: {columns: ['Name'], rows: [['Jazz'], ['Rock']], rowCount: 2, truncated: false, digest: 'd1'},
};

const COUNT: QueryOutcome = {
	elapsedMs: 0.4,
	table: {columns: ['n'], rows: [[2n]], rowCount: 1, truncated: false, digest: 'd2'},
};

export function madeTrajectory(id: string, change: Partial<Trajectory> = {}): Trajectory {
	const meta = {reasoning: '', finishReason: 'stop', startedAt: '2026-01-01T00:00:00.000Z', elapsedMs: 800};
	let trajectory = begin({
		id,
		question: 'How many genres are there?',
		evidence: 'A genre has a name.',
		database: {path: '/data/music.sqlite', name: 'music', version: '1-2-3'},
		model: {name: 'sqrl-4b'},
		sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: 7},
		maxSteps: 5,
		schema: 'CREATE TABLE Genre (\n  Name TEXT\n);',
	});
	trajectory = replied(trajectory, {
		...meta,
		reply: '<think>Which genres?</think>I look at the names. <sql>SELECT Name FROM Genre</sql>',
		usage: {promptTokens: 900, completionTokens: 57},
	});
	trajectory = judged(trajectory, 0, {kind: 'approved', by: 'person'});
	trajectory = ran(trajectory, 0, ROWS);
	trajectory = responded(trajectory, 0, {kind: 'observation', text: observationTurn(observe(ROWS))});
	trajectory = replied(trajectory, {
		...meta,
		reply: 'They are counted. <answer>SELECT count(*) AS n FROM Genre</answer>',
	});
	trajectory = answered(trajectory, {sql: 'SELECT count(*) AS n FROM Genre', by: 'model', outcome: COUNT});
	return {...ended(trajectory, 'answered'), ...change};
}

/** As a line of JSONL, without its end. */
export function lineOf(trajectory: Trajectory): string {
	return JSON.stringify(trajectoryToJson(trajectory));
}
