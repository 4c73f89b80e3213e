import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {isTimeKnown, knownSampling} from '../../../source/agent/known.js';
import {begin, messages, next, type Trajectory} from '../../../source/agent/trajectory.js';
import {trajectoryToJson} from '../../../source/agent/trajectory-json.js';
import {type Read, readTrajectories} from '../../../source/archive/formats/read-trajectory.js';
import {jsonPieces} from '../../../source/json-pieces.js';
import {trajectories} from '../../support/trajectories.js';

const OBSERVATION = '<observation>\n3\n</observation>\nContinue with <sql> or <answer>.';
const FINISH = 'You must finish now. Give your <answer>.';
const FIRST = 'Question: How many?\n\nReason about it, then give <sql> to investigate or <answer> to finish.';

function line(trajectory: Trajectory): string {
	return [...jsonPieces(trajectoryToJson(trajectory))].join('');
}

function only(value: unknown): Exclude<Read, {reason: string}> {
	const read = readTrajectories(value, '0');
	expect(read).toHaveLength(1);
	if ('reason' in read[0]!) {
		throw new Error(read[0].reason);
	}

	return read[0]!;
}

function reasonOf(value: unknown): string {
	const [read] = readTrajectories(value, '0');
	return read && 'reason' in read ? read.reason : 'it was read';
}

/** A chat in the form of the card's loop, `turns` after the first user turn, from the model on by turns. */
function chat(...turns: string[]) {
	return [
		{role: 'system', content: 'A prompt with <sql> and <answer>.'},
		{role: 'user', content: FIRST},
		...turns.map((content, at) => ({role: at % 2 === 0 ? 'assistant' : 'user', content})),
	];
}

describe('sqrl-trajectory/1', () => {
	it('out, in and out again is the same text', () => {
		fc.assert(
			fc.property(trajectories, trajectory => {
				const text = line(trajectory);
				const {trajectory: read, notes} = only(JSON.parse(text));
				expect(line(read)).toBe(text);
				expect(notes).toEqual([]);
			}),
			{numRuns: 300},
		);
	});

	it('is the same text whatever the order of the fields in memory', () => {
		fc.assert(
			fc.property(trajectories, trajectory => {
				const {extra: _, ...rest} = trajectory;
				expect(line(reversed(rest) as Trajectory)).toBe(line(rest));
			}),
		);
	});

	const small = JSON.parse(
		line(begin({...only(chat('<answer>SELECT 1</answer>')).trajectory, id: 'a', schema: ''})),
	);

	it('keeps unknown fields at the top as extra', () => {
		const {trajectory, notes} = only({...small, score: {right: true}, extra: {a: 1}});
		expect(trajectory.extra).toEqual({a: 1, score: {right: true}});
		expect(notes).toEqual([]);
	});

	it('tells of what it cannot keep: unknown fields further in, and messages that are not what the turns give', () => {
		const {notes} = only({
			...small,
			a: 2,
			extra: {a: 1},
			prompt: {...small.prompt, colour: 'red'},
			messages: [{role: 'user', content: 'made up'}],
		});
		expect(notes).toEqual([
			'prompt.colour is not kept: it is no field of sqrl-trajectory/1',
			'a is not kept: it is no field of sqrl-trajectory/1',
			'messages are not kept: they are not what the turns give',
		]);
	});

	it('of another version is refused by its name', () => {
		expect(reasonOf({...small, format: 'sqrl-trajectory/2'})).toBe(
			'this is sqrl-trajectory/2, and only sqrl-trajectory/1 can be read',
		);
	});

	it('that is damaged says where', () => {
		expect(reasonOf({...small, turns: [{}]})).toContain('turns.0.reply');
	});

	it('of a vote is its samples, one by one', () => {
		const vote = {
			...small,
			vote: {k: 3},
			samples: [{...small, id: 's0'}, {...small, id: 's1'}, {format: 'sqrl-trajectory/1'}],
			escalated: {samples: [{...small, id: 'e0'}]},
		};
		const ids = readTrajectories(vote, '0').map(read => ('reason' in read ? 'fault' : read.trajectory.id));
		expect(ids).toEqual(['s0', 's1', 'fault', 'e0']);
	});

	it('of a vote tells of what has no place in a sample', () => {
		const [first] = readTrajectories({...small, vote: {k: 1}, samples: [small], colour: 'red'}, '0');
		expect(first).toMatchObject({notes: ['colour is not kept: of a vote its samples are']});
	});

	it('of a vote without samples is refused', () => {
		expect(reasonOf({...small, vote: {k: 1}, samples: []})).toBe(
			'this is no trajectory: it is a vote without samples',
		);
	});
});

/** Replies of any kind, as the card's loop keeps them: without the think block, and without space around. */
const replies = fc
	.array(
		fc.oneof(
			fc.constantFrom('<sql>', '</sql>', '<answer>', '</answer>', '<SQL>', '\n', ' ', 'SELECT 1', '```'),
			fc.string({unit: 'grapheme', maxLength: 10}),
		),
		{maxLength: 8},
	)
	.map(parts =>
		parts
			.join('')
			.replaceAll(/<\/think>/gi, '')
			.trim(),
	);

const responses = fc.oneof(
	fc.constantFrom(OBSERVATION, FINISH, 'Continue with <sql> or <answer>.', '<observation>\n\n</observation>'),
	fc.string({unit: 'grapheme'}),
);

const chats = fc
	.record({
		system: fc.string({unit: 'grapheme'}),
		question: fc.string({unit: 'grapheme'}),
		turns: fc.array(fc.tuple(replies, responses), {minLength: 1, maxLength: 6}),
		isWhole: fc.boolean(),
	})
	.map(({system, question, turns, isWhole}) => {
		const rest = turns.flatMap(([reply, response]) => [
			{role: 'assistant', content: reply},
			{role: 'user', content: response},
		]);
		return [
			{role: 'system', content: system},
			{role: 'user', content: FIRST.replace('How many?', () => question)},
			...(isWhole ? rest.slice(0, -1) : rest),
		];
	});

describe('a chat', () => {
	it('is what the trajectory sends, message for message', () => {
		fc.assert(
			fc.property(chats, given => {
				expect(messages(only(given).trajectory)).toEqual(given);
			}),
			{numRuns: 500},
		);
	});

	it('survives sqrl-trajectory/1, and can be gone on with where it is open', () => {
		fc.assert(
			fc.property(chats, given => {
				const {trajectory} = only({messages: given, gold: 'SELECT 1'});
				const text = line(trajectory);
				expect(line(only(JSON.parse(text)).trajectory)).toBe(text);
				const last = given.at(-1)!;
				if (last.role === 'user') {
					expect(next(trajectory)).toEqual({kind: 'reply'});
				}
			}),
		);
	});

	it('reads question, hint and budget back from the prompt', () => {
		fc.assert(
			fc.property(
				fc.string({unit: 'grapheme'}),
				fc.string({unit: 'grapheme', minLength: 1}).filter(text => text.trim() !== ''),
				fc.nat({max: 1e6}),
				(question, evidence, maxSteps) => {
					const asked = only(chat('<answer>SELECT 1</answer>')).trajectory;
					const begun = begin({...asked, question, evidence, maxSteps, schema: 'CREATE TABLE a (b);'});
					const {trajectory} = only([...messages(begun), {role: 'assistant', content: 'x'}]);
					expect(trajectory).toMatchObject({question, evidence, maxSteps});
				},
			),
		);
	});

	it('without a hint has none, and of a prompt in other words the whole turn is the question', () => {
		const asked = only(chat('<answer>SELECT 1</answer>')).trajectory;
		const begun = begin({...asked, question: 'q', evidence: '', maxSteps: 3, schema: ''});
		expect(only([...messages(begun), {role: 'assistant', content: 'x'}]).trajectory.evidence).toBe('');
		expect(
			only([
				{role: 'user', content: 'Count them.'},
				{role: 'assistant', content: '<answer>SELECT 1</answer>'},
			]).trajectory,
		).toMatchObject({question: 'Count them.', evidence: '', maxSteps: 5, prompt: {system: ''}});
	});

	it.each<[string, string[], Partial<Trajectory>]>([
		[
			'an answer at its end',
			['<answer>SELECT 1</answer>'],
			{ending: 'answered', answer: {sql: 'SELECT 1', by: 'model'}},
		],
		['an observation at its end', ['<sql>SELECT 1</sql>', OBSERVATION], {ending: 'open'}],
		['a probe at its end', ['<sql>SELECT 1</sql>'], {ending: 'open'}],
		['a reply without a block', ['Hm.'], {ending: 'open'}],
		['no answer when it was told to finish', ['Hm.', FINISH, 'Hm.'], {ending: 'no-answer'}],
		['a probe when it was told to finish', ['Hm.', FINISH, '<sql>SELECT 1</sql>'], {ending: 'no-answer'}],
		[
			'an answer when it was told to finish',
			['<sql>SELECT 1</sql>', FINISH, '<answer>SELECT 2</answer>'],
			{ending: 'answered', answer: {sql: 'SELECT 2', by: 'model'}},
		],
		['an answer that was spoken against', ['<answer>SELECT 1</answer>', 'No.'], {ending: 'open'}],
	])('ends as it must: %s', (_, turns, expected) => {
		const {trajectory} = only(chat(...turns));
		expect(trajectory).toMatchObject(expected);
		expect('answer' in trajectory).toBe('answer' in expected);
	});

	it('has the verdicts that must have been given', () => {
		const turns = [
			'<sql>SELECT 1</sql>',
			OBSERVATION,
			'<sql>SELECT 2</sql>',
			FINISH,
			'<sql>SELECT 3</sql>',
			'Go on.',
			'x',
		];
		expect(
			only(chat(...turns)).trajectory.turns.map(({verdict, response}) => [verdict, response?.kind]),
		).toEqual([
			[{kind: 'approved', by: 'policy'}, 'observation'],
			[{kind: 'finish', by: 'budget'}, 'finish'],
			[undefined, 'imported'],
			[undefined, undefined],
		]);
	});

	it('keeps a think block as it was, and shows the model what follows it', () => {
		const {trajectory} = only(chat('<think>Hm.</think>\nPlan. <answer>SELECT 1</answer>'));
		expect(trajectory.turns[0]).toMatchObject({
			reply: '<think>Hm.</think>\nPlan. <answer>SELECT 1</answer>',
			thinking: 'Hm.',
			summary: 'Plan.',
		});
		expect(messages(trajectory).at(-1)!.content).toBe('Plan. <answer>SELECT 1</answer>');
	});

	it('uses the fields beside it that have a place, and keeps all others', () => {
		const fields = {
			id: 17,
			question: 'q',
			evidence: 'e',
			db_id: 'music',
			model: 'sqrl-9b',
			seed: 3,
			temperature: 0,
			question_id: 4,
			SQL: 'SELECT 1',
			toString: 'x',
			reward: [1, {a: null}],
		};
		const text = JSON.stringify({...fields, messages: chat('<answer>SELECT 1</answer>')}).replace(
			'"SQL"',
			'"__proto__":{"a":1},"SQL"',
		);
		const {trajectory} = only(JSON.parse(text));
		expect(trajectory).toMatchObject({
			id: '17',
			question: 'q',
			evidence: 'e',
			database: {path: '', name: 'music', version: ''},
			model: {name: 'sqrl-9b'},
			sampling: {temperature: 0, topP: 0.95, maxTokens: 8192, seed: 3},
		});
		expect(JSON.stringify(trajectory.extra)).toBe(
			'{"sampling_not_told":["top_p","max_tokens"],"question_id":4,"__proto__":{"a":1},"SQL":"SELECT 1","toString":"x","reward":[1,{"a":null}]}',
		);
	});

	it('has no times, and says of the sampling what is not told', () => {
		const {trajectory} = only({temperature: 0.2, messages: chat('<answer>SELECT 1</answer>')});
		expect(trajectory.turns.map(isTimeKnown)).toEqual([false]);
		expect(knownSampling(trajectory)).toEqual({temperature: 0.2});
		const text = line(trajectory);
		const {trajectory: again} = only(JSON.parse(text));
		expect(line(again)).toBe(text);
		expect(knownSampling(again)).toEqual({temperature: 0.2});
		expect(knownSampling(only(chat('<answer>SELECT 1</answer>')).trajectory)).toEqual({});
	});

	it('of which all is told lacks nothing', () => {
		const told = {temperature: 0.2, top_p: 1, max_tokens: 9, seed: 3};
		const {trajectory} = only({...told, messages: chat('<answer>SELECT 1</answer>')});
		expect(trajectory.extra).toBeUndefined();
		expect(knownSampling(trajectory)).toEqual({temperature: 0.2, topP: 1, maxTokens: 9, seed: 3});
	});

	it('keeps a field whose value is not what its name lets expect', () => {
		const {trajectory} = only({
			question: 5,
			database: '/data/music.sqlite',
			messages: chat('<answer>SELECT 1</answer>'),
		});
		expect(trajectory).toMatchObject({
			question: 'How many?',
			database: {path: '/data/music.sqlite', name: 'music'},
			extra: {question: 5},
		});
	});

	it('has the same id whenever it is read, and another where it stands elsewhere', () => {
		const given = chat('<answer>SELECT 1</answer>');
		const id = (key: string) => {
			const [read] = readTrajectories(structuredClone(given), key);
			return read && 'trajectory' in read ? read.trajectory.id : '';
		};
		expect(id('0')).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
		expect(id('0')).toBe(id('0'));
		expect(id('0')).not.toBe(id('1'));
	});

	it('takes content in parts, and the reasoning that a server keeps apart', () => {
		const [system, user] = chat();
		const {trajectory, notes} = only([
			system,
			{
				role: 'user',
				content: [
					{type: 'text', text: 'Question: '},
					{type: 'text', text: 'Who?'},
				],
				name: 'me',
			},
			{
				role: 'assistant',
				content: '<answer>SELECT 1</answer>',
				reasoning_content: 'Hm.\n',
				tool_calls: [],
				refusal: null,
			},
		]);
		expect(user).toBeDefined();
		expect(trajectory.prompt.user).toBe('Question: Who?');
		expect(trajectory.turns[0]!.thinking).toBe('Hm.');
		expect(notes).toEqual(['messages[].name is not kept']);
	});

	it('notes tags that are not as they should be', () => {
		expect(
			only(chat('<sql>SELECT 1', 'x', '<sql>SELECT 1</sql>', '3 rows', '<answer>SELECT 1</answer>')).notes,
		).toEqual([
			'a block of a reply is empty or not closed, so nothing in it counts',
			'messages[5]: no <observation> after a probe',
		]);
	});
});

describe('what is no trajectory says where and why', () => {
	const [system, user] = chat();
	const reply = {role: 'assistant', content: '<answer>SELECT 1</answer>'};
	it.each<[string, unknown]>([
		['it is no object', 5],
		['it is no object', null],
		['it is a list of something else', [1]],
		['it has neither format nor messages, but no field', {}],
		['it has neither format nor messages, but a, b', {a: 1, b: 2}],
		['messages: is no list', {messages: 'x'}],
		['messages: is empty', {messages: []}],
		['messages[0]: no object with role and content', {messages: ['x']}],
		['messages: there is no user turn', [system]],
		['messages: there is no reply of a model', [system, user]],
		['messages[0]: a reply before any user turn', [reply, user]],
		['messages[1]: a reply before any user turn', [system, reply]],
		['messages[2]: two user turns in a row', [system, user, user, reply]],
		['messages[3]: two assistant turns in a row', [system, user, reply, reply]],
		['messages[2]: a system turn that is not the first', [user, reply, system]],
		[
			'messages[3]: the role "tool", where system, user or assistant is expected',
			[system, user, reply, {role: 'tool', content: ''}],
		],
		['messages[1]: it has no role', [system, {content: 'x'}]],
		[
			'messages[2]: a tool call, which the protocol does not have',
			[system, user, {...reply, tool_calls: [{}]}],
		],
		['messages[2]: it has no content', [system, user, {role: 'assistant', content: null}]],
		[
			'messages[1].content[1]: image_url where text is expected',
			[system, {role: 'user', content: [{type: 'text', text: 'x'}, {type: 'image_url'}]}, reply],
		],
		[
			'messages: no reply has an <sql> or <answer> block, and the prompt asks for none',
			[
				{role: 'user', content: 'Hello!'},
				{role: 'assistant', content: 'Hello.'},
			],
		],
	])('%s', (why, value) => {
		expect(reasonOf(value)).toBe(`this is no trajectory: ${why}`);
	});
});

/** The same data, the fields of each object the other way round. */
function reversed(value: unknown): unknown {
	if (Array.isArray(value)) {
		return value.map(reversed);
	}

	return typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
		? Object.fromEntries(
				Object.entries(value)
					.reverse()
					.map(([name, field]) => [name, reversed(field)]),
			)
		: value;
}
