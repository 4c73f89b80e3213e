import {describe, expect, it} from 'vitest';
import type {Board} from '../../../source/ui/board/board.js';
import {liveLines} from '../../../source/ui/session/live-lines.js';
import {printedLines} from '../../../source/ui/session/printed-lines.js';
import type {Printed, Session} from '../../../source/ui/session/state.js';
import {QUESTION as ASKED, ballot, STARTED} from '../board/support.js';
import {SMALL, seen, trajectory} from '../screens/support.js';
import {
	ANSWERED,
	answered,
	choosingModel,
	ended,
	happened,
	kinds,
	letters,
	phaseOf,
	press,
	ROWS,
	START,
	send,
	session,
	voted,
	voteEvent,
	voting,
} from './support.js';

const QUESTION = 'How many tracks?';

const boardOf = (state: Session): Board => phaseOf(state, 'voting').board;

function newest(state: Session): Extract<Printed, {kind: 'question'}> {
	const item = state.printed.at(-1);
	if (item?.kind !== 'question') {
		throw new Error(`${item?.kind} is the last that was printed`);
	}

	return item;
}

const topOf = (state: Session) => state.views.at(-1)?.kind;

describe('/vote', () => {
	it.each([
		['/vote', 8],
		['/vote 8', 8],
		['/vote 2', 2],
		['/vote 32', 32],
		['/vote off', null],
		['/vote 1', null],
	])('%s: the next question is asked so often: %s', (command, votes) => {
		const state = send(session({votes: 4}), command).session;
		expect(state.votes).toBe(votes);
		expect(state.notice).toContain(votes === null ? 'once' : String(votes));
	});

	it.each(['0', '33', '1000', '99999999999999999999', '-1', '2.5', 'many', '8 of them'])(
		'of %s is not taken, and what may be is said',
		k => {
			const state = send(session({votes: 4}), `/vote ${k}`).session;
			expect(state.votes).toBe(4);
			expect(state.notice).toContain('2 to 32');
		},
	);

	it('is for one question', () => {
		const step = send(send(session(), '/vote 16').session, QUESTION);
		expect(step.effects).toEqual([{kind: 'vote', question: QUESTION, k: 16}]);
		expect(step.session.votes).toBeNull();
		expect(send(step.session, QUESTION).effects).toEqual([{kind: 'ask', question: QUESTION}]);
	});

	it('stays in force where there is no model yet', () => {
		const state = choosingModel(session({model: null, votes: 8}));
		expect(state.votes).toBe(8);
	});

	it('is in sight while the question is written', () => {
		const foot = (state: Session) => seen(liveLines({...state, notice: ''})).replaceAll(/\s+/g, ' ');
		expect(foot(session({votes: 8}))).toContain('sqrl-4b · vote@8: probes run by themselves');
		expect(foot(session({votes: 8, size: SMALL}))).toContain('vote@8: probes run by themselves');
		expect(foot(session())).not.toContain('vote@');
	});
});

describe('v after an answer', () => {
	it.each([
		[['1'], 4],
		[['enter'], 8],
		[['3'], 16],
		[['down', 'down', 'enter'], 32],
	])('%s asks the same question %i times', (keys, k) => {
		const step = press(answered(), 'v', ...keys);
		expect(step.effects).toEqual([{kind: 'vote', question: ANSWERED.question, k}]);
		expect(step.session.phase.kind).toBe('answered');
	});

	it('is left with escape', () => {
		const step = press(answered(), 'v', 'escape');
		expect(step.effects).toEqual([]);
		expect(step.session.phase.kind).toBe('answered');
	});

	it('does nothing for a query of one’s own', () => {
		const own = happened(send(session(), '/sql SELECT 1').session, {kind: 'queried', outcome: ROWS}).session;
		const step = press(own, 'v');
		expect(step.session.notice).toContain('your own');
		expect(step.session.phase.kind).toBe('answered');
	});
});

describe('a vote that begins', () => {
	it('says once that its probes run by themselves', () => {
		const notes = (state: Session) => state.printed.filter(({kind}) => kind === 'note').length;
		const once = press(voted('AA'), 'escape').session;
		expect(notes(once)).toBe(1);
		expect(notes(voting('AA', once))).toBe(1);
		expect(notes(voting('AA', session({approve: 'auto'})))).toBe(0);
	});

	it('has all its samples to come', () => {
		const {session: state} = happened(session(), {
			kind: 'polled',
			poll: {start: STARTED, k: 8, seedBase: 7},
			at: START,
		});
		expect(boardOf(state)).toMatchObject({k: 8, seedBase: 7, course: {kind: 'running'}});
		expect(seen(liveLines(state))).toContain('0 of 8 answered');
	});
});

describe('on the board', () => {
	it('keys move over the clusters, and stay in them', () => {
		const at = (...keys: string[]) => boardOf(press(voting('AABBC.'), ...keys).session).cursor;
		expect(at('j')).toBe('key-B');
		expect(at('down', 'down', 'down')).toBe('key-C');
		expect(at('k')).toBe('key-A');
	});

	it('the cursor stays on its cluster when another leads', () => {
		const moved = press(voting('AB..'), 'j').session;
		const next = happened(moved, voteEvent({kind: 'step', sample: 2, ballot: ballot('ABCC')})).session;
		expect(boardOf(next).cursor).toBe('key-B');
		expect(boardOf(next).seen).toEqual(['key-A', 'key-B', 'key-C']);
	});

	it('without a cluster there is nothing to open', () => {
		for (const key of ['enter', 't', 'd']) {
			const step = press(voting('....'), key);
			expect(step.session.notice, key).toBe('No sample has an answer.');
			expect(step.effects, key).toEqual([]);
		}
	});

	it('enter opens a cluster, which goes on with the vote', () => {
		const open = press(voting('AB..'), 'j', 'enter').session;
		expect(topOf(open)).toBe('cluster');
		const grown = happened(open, voteEvent({kind: 'step', sample: 2, ballot: ballot('ABB.')})).session;
		expect(grown.views.at(-1)).toMatchObject({view: {key: 'key-B', ballot: {open: 1}}});
		expect(press(grown, 'q').session.views).toEqual([]);
	});

	it('d shows what differs, where something does', () => {
		expect(topOf(press(voting('AB..'), 'd').session)).toBe('differences');
		expect(topOf(press(voting('AB..'), 'j', 'enter', 'd').session)).toBe('differences');
		const alone = press(voting('AA..'), 'd').session;
		expect(alone.views).toEqual([]);
		expect(alone.notice).toContain('nothing differs');
	});

	it('s leads to a sample, by moving or by its number', () => {
		const state = voting('A.?x');
		expect(press(state, 's', 'j', 'j', 'enter').session.views).toMatchObject([
			{kind: 'debugger', view: {opened: {view: {trajectory: {id: 'sample-2'}}}}},
		]);
		const second = press(state, 's', '2').session;
		expect(second.views).toMatchObject([{view: {opened: {view: {trajectory: {id: 'sample-1', turns: []}}}}}]);
		const grown = happened(second, voteEvent({kind: 'step', sample: 1, ballot: ballot('AA2?x')})).session;
		expect(grown.views).toMatchObject([
			{view: {opened: {view: {trajectory: {id: 'sample-1', turns: [{}, {}]}}}}},
		]);
		expect(press(state, 's', '9').session).toMatchObject({views: [], notice: 'There are 4 samples.'});
		expect(boardOf(press(state, 's', 'escape').session).sample).toBeNull();
	});

	it('+ adds four when all have ended, up to 32', () => {
		const step = press(voted('AABx'), '+');
		expect(step.effects).toMatchObject([{kind: 'vote-on', poll: {k: 8, seedBase: 7}, before: {open: 0}}]);
		expect(press(voted('A'.repeat(30)), '+').effects).toMatchObject([{poll: {k: 32}}]);
		expect(press(voted('A'.repeat(32)), '+').session.notice).toContain('at most 32');
		expect(press(voting('AA.'), '+').session.notice).toContain('when these have ended');
	});

	it('what was gone on with keeps its time, its letters and its cursor', () => {
		const moved = press(voted('BAAx'), 'j').session;
		const poll = {start: STARTED, k: 8, seedBase: 7};
		const later = START + 60_000;
		const goesOn = happened(moved, {kind: 'polled', poll, at: later}).session;
		expect(boardOf(goesOn)).toMatchObject({
			k: 8,
			startedAt: later - 12_400,
			course: {kind: 'running'},
			seen: ['key-B', 'key-A'],
			cursor: boardOf(moved).cursor,
		});
	});

	it('waits are shown until something comes', () => {
		const chunk = {kind: 'waiting' as const, reason: 'busy'};
		const waits = happened(voting('..'), voteEvent({kind: 'chunk', sample: 1, chunk})).session;
		expect(seen(liveLines(waits))).toContain('2 ◌ busy');
		const text = {kind: 'text' as const, text: 'x'};
		const on = happened(waits, voteEvent({kind: 'chunk', sample: 1, chunk: text})).session;
		expect(seen(liveLines(on))).toContain('2 ◌ thinking');
	});

	it('a server with a reasoning parser is told of', () => {
		const chunk = {kind: 'reasoning' as const, text: 'hm'};
		const told = happened(voting('..'), voteEvent({kind: 'chunk', sample: 0, chunk})).session;
		expect(told.printed.at(-1)).toMatchObject({kind: 'note', tone: 'bad'});
	});
});

describe('stopping', () => {
	it.each(['escape', 'ctrl+c'])('with %s keeps what finished', key => {
		const step = press(voting('AAB.'), key);
		expect(step.effects).toEqual([{kind: 'stop'}]);
		const state = happened(step.session, voteEvent({kind: 'ended', ballot: ballot('AAB-')})).session;
		expect(boardOf(state)).toMatchObject({course: {kind: 'ended'}});
		expect(press(state, 'escape').session.shown?.sql).toContain('FROM Genre g');
	});

	it('twice asks for it once', () => {
		expect(kinds(press(voting('A..'), 'escape', 'escape').effects)).toEqual(['stop']);
	});

	it('by taking a cluster takes it when all have stopped', () => {
		const step = press(voting('AAB.'), 'j', 't');
		expect(step.effects).toEqual([{kind: 'stop'}]);
		const state = happened(step.session, voteEvent({kind: 'ended', ballot: ballot('AAB-')})).session;
		expect(state.phase.kind).toBe('answered');
		expect(newest(state).chosenBy).toBe(
			'vote@4 · narrow: 2 against 1: look at both · taken by hand: B, 1 of 3 · 1 cancelled',
		);
	});
});

describe('the answer', () => {
	it.each([
		['the winner, with escape', ['escape'], 'vote', 'vote@4 · majority: 3 of 4'],
		['the winner, with t', ['t'], 'vote', 'vote@4 · majority: 3 of 4'],
		['the winner, with Ctrl-C', ['ctrl+c'], 'vote', 'vote@4 · majority: 3 of 4'],
		['another', ['j', 't'], 'person', 'vote@4 · majority: 3 of 4 · taken by hand: B, 1 of 4'],
		[
			'another, from its view',
			['j', 'enter', 't'],
			'person',
			'vote@4 · majority: 3 of 4 · taken by hand: B, 1 of 4',
		],
	])('is that of %s', (_, keys, by, chosenBy) => {
		const {session: state, effects} = press(voted('AABA'), ...keys);
		expect(effects).toEqual([
			{
				kind: 'keep-vote',
				start: STARTED,
				vote: {
					k: 4,
					seedBase: 7,
					stoppedEarly: false,
					probeCacheHits: 0,
					elapsedMs: 12_400,
					taken: by === 'vote' ? 0 : 2,
				},
			},
		]);
		expect(state.phase.kind).toBe('answered');
		expect(state.views).toEqual([]);
		const item = newest(state);
		expect(item).toMatchObject({chosenBy, elapsedMs: 12_400, trajectory: {answer: {by}}});
		expect(item.trajectory.id).toBe(by === 'vote' ? 'sample-0' : 'sample-2');
		expect(state.shown).toMatchObject({sql: item.trajectory.answer?.sql, trajectory: item.trajectory});
		expect(state.shown?.outcome).toBe(item.trajectory.answer?.outcome);
		expect(seen(printedLines(item, 100))).toContain(`   ${chosenBy}`);
	});

	it('is none where no sample has one, and the first is what can be gone on with', () => {
		const state = press(voted('xx'), 'escape').session;
		expect(newest(state).chosenBy).toBe('vote@2 · none: no sample has an answer: 2 × no such column: nope');
		expect(state.shown).toMatchObject({sql: '', outcome: null, trajectory: {id: 'sample-0'}});
		expect(kinds(press(state, 'R').effects)).toEqual(['resume']);
		expect(kinds(press(state, 'G').effects)).toEqual(['regenerate']);
	});

	it('is acted on by the letters, and can be voted on again', () => {
		const state = press(voted('AABA'), 'escape').session;
		expect(kinds(press(state, 'c').effects)).toEqual(['copy']);
		expect(topOf(press(state, 't').session)).toBe('debugger');
		expect(press(state, 'v', 'enter').effects).toEqual([{kind: 'vote', question: ASKED, k: 8}]);
	});
});

describe('a vote that cannot go on', () => {
	it('leaves nothing, and a view of it closes', () => {
		const open = press(voting('AB..', answered()), 'enter').session;
		const state = happened(open, {kind: 'void', before: null, at: START}).session;
		expect(state.views).toEqual([]);
		expect(state.phase.kind).toBe('answered');
		expect(happened(voting('AB..'), {kind: 'void', before: null, at: START}).session.phase.kind).toBe(
			'composing',
		);
	});

	it('is what it was before it was gone on with', () => {
		const poll = {start: STARTED, k: 8, seedBase: 7};
		const more = happened(voted('AABA'), {kind: 'polled', poll, at: START + 20_000}).session;
		const state = happened(more, {kind: 'void', before: ballot('AABA'), at: START + 20_000}).session;
		expect(boardOf(state)).toMatchObject({k: 4, course: {kind: 'ended', elapsedMs: 12_400}});
		expect(newest(press(state, 'escape').session).chosenBy).toContain('vote@4');
	});
});

it.each(['step', 'ended'] as const)('what comes of a vote that was left is nothing: %s', kind => {
	const state = ended(trajectory());
	const event = kind === 'step' ? {kind, sample: 0, ballot: ballot('A')} : {kind, ballot: ballot('A')};
	expect(happened(state, voteEvent(event)).session).toEqual(state);
});

it('letters are no keys of the board but those it has', () => {
	const before = voting('AB..');
	const state = press(before, ...letters('xyzqn/')).session;
	expect(state.phase).toEqual(before.phase);
});

it('says of a vote what was measured of its model', () => {
	const calibrations = [
		{
			model: STARTED.model.name,
			dataset: 'spider',
			rule: 'spider',
			k: 4,
			n: 300,
			agreeing: [{size: 3, n: 40, right: 30}],
			confidence: [],
			date: '2026-01-31',
		},
	];
	const state = press(voted('AABA', session({calibrations})), 'enter', 't').session;
	expect(newest(state).chosenBy).toBe(
		'vote@4 · majority: 3 of 4 · measured on spider: 30 of 40 votes with 3 of 4 were right (75 %)',
	);
});
