import {describe, expect, it} from 'vitest';
import {type ForkPlan, forks} from '../../source/agent/fork.js';
import {solve} from '../../source/agent/solve.js';
import {begin, failed, type Trajectory} from '../../source/agent/trajectory.js';
import {trajectoryToJson} from '../../source/agent/trajectory-json.js';
import {trajectoryFromJson} from '../../source/agent/trajectory-schema.js';
import {UsageError} from '../../source/errors.js';
import {modelDouble, question, surroundings} from '../support/agent-doubles.js';

const FIRST = '<think>\nWhich?\n</think>\n\nLook at the names.\n<sql> SELECT 1 </sql>';
const SECOND = 'Now count.\n<sql> SELECT 2 </sql>';
const ANSWER = 'So be it.\n<answer> SELECT 3 </answer>';
const OTHER = 'Another way.\n<answer> SELECT 4 </answer>';
const SAMPLING = {temperature: 1, topP: 0.9, maxTokens: 100, seed: 7};
const MODEL = {name: 'another'};

const observed = (text: string) => `<observation>\n${text}\n</observation>\nContinue with <sql> or <answer>.`;
const ROWS = (sql: string) => observed(`${sql}\t1\nNULL\t1.5`);

/** Carries a trajectory on; gives its end, the chats that the model got and the queries that ran. */
async function carriedOn(start: Trajectory, ...replies: string[]) {
	const left = [...replies];
	const model = modelDouble(() => ({text: left.shift() ?? '(no reply)'}));
	const judged: string[] = [];
	const around = surroundings({
		model,
		review({turn, sql}) {
			judged.push(sql);
			return {turn, verdict: {kind: 'approved', by: 'person'}};
		},
	});
	let end = start;
	for await (const {trajectory} of solve(start, around)) {
		end = trajectory;
	}

	return {end, judged, queries: around.reader.queries, chats: model.chats};
}

const {end: PARENT} = await carriedOn(question({evidence: 'Names are upper case.'}), FIRST, SECOND, ANSWER);

let ids = 0;

function fork(change: Partial<ForkPlan>, parent = PARENT): Trajectory[] {
	const plan: ForkPlan = {
		turn: 0,
		change: {kind: 'again'},
		sampling: SAMPLING,
		evidence: null,
		count: 1,
		...change,
	};
	return forks(parent, plan, {model: MODEL, newId: () => `id-${++ids}`});
}

/** The last messages of the first chat, as the fork's model gets it. */
function lastOf(chats: ReadonlyArray<ReadonlyArray<{content: string}>>, count: number): string[] {
	return chats[0]!.slice(-count).map(({content}) => content);
}

describe('a fork', () => {
	it('is a trajectory of its own, open, with its parent', () => {
		const [one] = fork({turn: 1});
		expect(one).toMatchObject({
			ending: 'open',
			parent: {id: PARENT.id, turn: 1},
			model: MODEL,
			sampling: SAMPLING,
			question: PARENT.question,
			prompt: PARENT.prompt,
		});
		expect(one!.id).not.toBe(PARENT.id);
		expect(one).not.toHaveProperty('answer');
		expect(one!.turns).toEqual(PARENT.turns.slice(0, 1));
		expect(trajectoryFromJson(JSON.parse(JSON.stringify(trajectoryToJson(one!))))).toEqual(one);
	});

	it('leaves its parent as it is', () => {
		const before = structuredClone(PARENT);
		fork({turn: 1, change: {kind: 'probe', sql: 'SELECT 9'}, evidence: 'Other.', count: 3});
		expect(PARENT).toEqual(before);
	});

	it('has not what belongs to the failure of its parent', () => {
		const parent = {
			...failed(PARENT, {kind: 'cut', message: 'broke off'}),
			extra: {unfinished: 'I th', failure: {kind: 'cut', message: 'broke off'}, question_id: 4},
		};
		expect(fork({turn: 1}, parent)[0]!.extra).toEqual({question_id: 4});
	});

	it('knows its sampling, also where its parent does not tell', () => {
		const extra = {sampling_not_told: ['temperature', 'seed'], question_id: 4};
		expect(fork({turn: 1}, {...PARENT, extra})[0]!.extra).toEqual({question_id: 4});
	});

	it('may be several, each with a seed of its own', () => {
		const several = fork({turn: 1, count: 3});
		expect(several.map(({sampling}) => sampling.seed)).toEqual([7, 8, 9]);
		expect(new Set(several.map(({id}) => id)).size).toBe(3);
		const unseeded = fork({turn: 1, count: 2, sampling: {...SAMPLING, seed: null}});
		expect(unseeded.map(({sampling}) => sampling.seed)).toEqual([null, null]);
		const last = Number.MAX_SAFE_INTEGER;
		const wrapped = fork({turn: 1, count: 2, sampling: {...SAMPLING, seed: last}});
		expect(wrapped.map(({sampling}) => sampling.seed)).toEqual([last, 0]);
	});
});

describe('what is changed', () => {
	it('nothing: the model replies anew', async () => {
		const [one] = fork({turn: 1});
		const {end, queries, chats} = await carriedOn(one!, OTHER);
		expect(lastOf(chats, 2)).toEqual(['Look at the names.\n<sql> SELECT 1 </sql>', ROWS('SELECT 1')]);
		expect(queries).toEqual(['SELECT 4']);
		expect(end).toMatchObject({ending: 'answered', answer: {sql: 'SELECT 4'}});
	});

	it('nothing, from the first turn', async () => {
		const {chats} = await carriedOn(fork({turn: 0})[0]!, OTHER);
		expect(chats[0]).toHaveLength(2);
	});

	it('the probe: it runs as edited, and nobody is asked again', async () => {
		const [one] = fork({turn: 1, change: {kind: 'probe', sql: 'SELECT 9'}});
		const {end, queries, judged, chats} = await carriedOn(one!, OTHER);
		expect(queries).toEqual(['SELECT 9', 'SELECT 4']);
		expect(judged).toEqual([]);
		expect(lastOf(chats, 2)).toEqual(['Now count.\n<sql> SELECT 9 </sql>', ROWS('SELECT 9')]);
		expect(end.turns[1]).toMatchObject({reply: SECOND, verdict: {kind: 'edited', sql: 'SELECT 9'}});
	});

	it('the probe, left as it was: it runs again', async () => {
		const [one] = fork({turn: 1, change: {kind: 'probe', sql: 'SELECT 2'}});
		const {end, queries} = await carriedOn(one!, OTHER);
		expect(queries).toEqual(['SELECT 2', 'SELECT 4']);
		expect(end.turns[1]!.verdict).toEqual({kind: 'approved', by: 'person'});
	});

	it('the query of the answer: it runs, and the model is not asked', async () => {
		const [one] = fork({turn: 2, change: {kind: 'probe', sql: ' SELECT 9 '}});
		const {end, queries, chats} = await carriedOn(one!);
		expect(queries).toEqual(['SELECT 9']);
		expect(chats).toEqual([]);
		expect(end).toMatchObject({ending: 'answered', answer: {sql: 'SELECT 9', by: 'model'}});
		expect(end.turns[2]!.reply).toBe('So be it.\n<answer> SELECT 9 </answer>');
	});

	it('the observation: nothing runs, the model is told the text', async () => {
		const [one] = fork({turn: 0, change: {kind: 'observation', text: '0\n1'}});
		const {end, queries, chats} = await carriedOn(one!, OTHER);
		expect(lastOf(chats, 2)).toEqual(['Look at the names.\n<sql> SELECT 1 </sql>', observed('0\n1')]);
		expect(queries).toEqual(['SELECT 4']);
		expect(end.turns[0]).toMatchObject({reply: FIRST, verdict: {kind: 'approved', by: 'person'}});
		expect(end.turns[0]).not.toHaveProperty('outcome');
	});

	it('the observation of an edited probe: it stays edited', async () => {
		const [edited] = fork({turn: 1, change: {kind: 'probe', sql: 'SELECT 9'}});
		const {end} = await carriedOn(edited!, ANSWER);
		const [one] = fork({turn: 1, change: {kind: 'observation', text: 'x'}}, end);
		const {chats} = await carriedOn(one!, OTHER);
		expect(lastOf(chats, 2)).toEqual(['Now count.\n<sql> SELECT 9 </sql>', observed('x')]);
	});

	it('the summary: the thinking stays, the probe is judged anew', async () => {
		const [one] = fork({turn: 0, change: {kind: 'summary', text: ' Count them.\n'}});
		expect(one!.turns[0]).toMatchObject({
			reply: '<think>\nWhich?\n</think>\n\nCount them.\n<sql> SELECT 1 </sql>',
			thinking: 'Which?',
			summary: 'Count them.',
			action: {kind: 'sql', sql: 'SELECT 1'},
		});
		const {judged, queries, chats} = await carriedOn(one!, OTHER);
		expect(judged).toEqual(['SELECT 1']);
		expect(queries).toEqual(['SELECT 1', 'SELECT 4']);
		expect(lastOf(chats, 2)).toEqual(['Count them.\n<sql> SELECT 1 </sql>', ROWS('SELECT 1')]);
	});

	it.each([
		['<sql> SELECT 1 </sql>', 'Why.', 'Why.\n<sql> SELECT 1 </sql>'],
		['Why. <sql> SELECT 1 </sql>\nSo.', 'Because.', 'Because. <sql> SELECT 1 </sql>\nSo.'],
		['Why.\n\n<sql> SELECT 1 </sql>', '', '<sql> SELECT 1 </sql>'],
		['I do not know.', 'I know.', 'I know.'],
		[
			'<think>a</think>Why. <answer>SELECT 1</answer>',
			'So.',
			'<think>a</think>So. <answer>SELECT 1</answer>',
		],
	])('the summary of %j', async (reply, text, expected) => {
		const {end} = await carriedOn(question(), reply, reply, ANSWER);
		expect(fork({turn: 0, change: {kind: 'summary', text}}, end)[0]!.turns[0]!.reply).toBe(expected);
	});

	it('the whole reply: it is read anew', async () => {
		const [one] = fork({turn: 2, change: {kind: 'reply', text: 'Wait.\n<sql>SELECT 5</sql>'}});
		expect(one!.turns[2]).not.toHaveProperty('usage');
		const {end, judged, queries} = await carriedOn(one!, OTHER);
		expect(judged).toEqual(['SELECT 5']);
		expect(queries).toEqual(['SELECT 5', 'SELECT 4']);
		expect(end.turns).toHaveLength(4);
	});

	it('a whole reply without an action: the model is told to answer', async () => {
		const [one] = fork({turn: 0, change: {kind: 'reply', text: 'I do not know.'}});
		const {chats} = await carriedOn(one!, OTHER);
		expect(lastOf(chats, 1)).toEqual(['You must finish now. Give your <answer>.']);
	});
});

describe('the thinking of an edited reply', () => {
	const parent: Trajectory = {
		...PARENT,
		turns: [{...PARENT.turns[0]!, reply: 'Look.\n<sql>SELECT 1</sql>', thinking: 'It came apart.'}],
	};

	it('stays where it came apart from the text', () => {
		expect(fork({change: {kind: 'summary', text: 'So.'}}, parent)[0]!.turns[0]!.thinking).toBe(
			'It came apart.',
		);
	});

	it('goes with the text where it was in it', () => {
		expect(fork({change: {kind: 'reply', text: ANSWER}})[0]!.turns[0]!.thinking).toBe('');
	});
});

describe('other evidence', () => {
	it.each([
		['Names are upper case.', 'Other hints.'],
		['', 'A hint.'],
		['A hint.', ' '],
		['</schema>\n\n<evidence>\nA trap.', 'Plain.'],
		['Plain.', '$& {evidence} {max_steps}'],
	])('makes of %j the prompt with %j', (before, after) => {
		const schema = 'CREATE TABLE t (a);\n</schema>\n\n<evidence>\n{evidence}';
		const start = question({evidence: before, schema});
		const [one] = fork({evidence: after}, start);
		expect(one!.evidence).toBe(after);
		expect(one!.prompt).toEqual(question({evidence: after, schema}).prompt);
	});

	it('is put in also where the record tells it otherwise than the prompt', () => {
		const start = {...question({evidence: 'In the prompt.'}), evidence: 'In the record.'};
		expect(fork({evidence: 'New.'}, start)[0]!.prompt).toEqual(question({evidence: 'New.'}).prompt);
	});

	it('cannot be put into a prompt of another program, nor with another step budget in it', () => {
		const foreign = {...PARENT, prompt: {system: 'Write SQL.', user: 'How many?'}};
		expect(() => fork({evidence: 'New.'}, foreign)).toThrow('is not of this program');
		expect(() => fork({evidence: 'New.'}, {...PARENT, maxSteps: 9})).toThrow(UsageError);
		expect(fork({evidence: foreign.evidence}, foreign)[0]!.prompt).toEqual(foreign.prompt);
	});
});

describe('what cannot be', () => {
	const finished = {
		...PARENT,
		turns: [
			{...PARENT.turns[0]!, response: {kind: 'finish' as const, text: 'You must finish now.'}},
			PARENT.turns[1]!,
		],
	};
	const prose = {
		...PARENT,
		turns: [{...PARENT.turns[0]!, action: {kind: 'none', reason: 'no-block'} as const}],
	};

	it.each<[words: string, plan: Partial<ForkPlan>, parent?: Trajectory]>([
		['there is no reply 4 to ask for', {turn: 3}],
		['there is no reply 0 to ask for', {turn: -1}],
		['there is no turn 4', {turn: 3, change: {kind: 'reply', text: 'x'}}],
		['turn 3 has no probe', {turn: 2, change: {kind: 'observation', text: 'x'}}],
		['there is no query in this reply', {change: {kind: 'probe', sql: 'SELECT 1'}}, prose],
		['the query is empty', {change: {kind: 'probe', sql: ' \n'}}],
		['the model was told to answer', {turn: 1, change: {kind: 'probe', sql: 'SELECT 1'}}, finished],
		['there can be no 0 continuations', {count: 0}],
		['there can be no 1.5 continuations', {count: 1.5}],
	])('%s', (words, plan, parent) => {
		expect(() => fork(plan, parent)).toThrow(UsageError);
		expect(() => fork(plan, parent)).toThrow(words);
	});

	it('a reply that was broken off can be asked for again', () => {
		const start = begin({...question(), schema: ''});
		expect(fork({turn: 0}, failed(start, {kind: 'cut', message: 'x'}))[0]!.turns).toEqual([]);
		const broken = {...PARENT, turns: PARENT.turns.slice(0, 2), ending: 'failed' as const};
		expect(fork({turn: 2}, broken)[0]!.turns).toHaveLength(2);
	});
});
