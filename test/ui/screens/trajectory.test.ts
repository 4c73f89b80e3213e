import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Trajectory} from '../../../source/agent/trajectory.js';
import type {Size} from '../../../source/ui/input.js';
import {trajectoryParts} from '../../../source/ui/screens/trajectory-lines.js';
import {
	openTrajectory,
	reduceTrajectory,
	type TrajectoryView,
} from '../../../source/ui/screens/trajectory-view.js';
import {
	expectDrawable,
	inputs,
	key,
	LARGE,
	SMALL,
	seen,
	sizes,
	table,
	trajectories,
	trajectory,
	turn,
} from './support.js';

const COUNTRIES = table(['Country'], [['Argentina'], ['Australia']]);

const THREE_TURNS = trajectory({
	ending: 'answered',
	turns: [
		turn({
			reply:
				'<think>Which countries are there?</think>How countries are written.\n<sql> SELECT DISTINCT Country FROM Customer </sql>',
			thinking: 'Which countries are there?',
			summary: 'How countries are written.',
			action: {kind: 'sql', sql: 'SELECT DISTINCT Country FROM Customer'},
			verdict: {kind: 'edited', sql: 'SELECT DISTINCT Country FROM Customer LIMIT 2'},
			outcome: {elapsedMs: 1.25, table: COUNTRIES, readAsText: ['USA']},
			response: {
				kind: 'observation',
				text: '<observation>\nArgentina\nAustralia\n</observation>\nContinue with <sql> or <answer>.',
			},
			usage: {promptTokens: 1311, completionTokens: 214},
			finishReason: 'stop',
			elapsedMs: 3200,
		}),
		turn({
			reply: 'The sums.\n<sql> SELECT nope </sql>',
			summary: 'The sums.',
			action: {kind: 'sql', sql: 'SELECT nope'},
			verdict: {kind: 'approved', by: 'policy'},
			outcome: {elapsedMs: 0.5, error: {kind: 'sql', message: 'no such column: nope'}},
			response: {kind: 'observation', text: '<observation>\nError: no such column: nope\n</observation>'},
			elapsedMs: 1200,
		}),
		turn({
			reply: 'So.\n<answer> SELECT 1 </answer>',
			summary: 'So.',
			action: {kind: 'answer', sql: 'SELECT 1'},
		}),
	],
	answer: {sql: 'SELECT 1', by: 'model', outcome: {elapsedMs: 1, table: table(['1'], [[1n]])}},
});

/** The view after keys, none of which may close it. */
function pressed(given: Trajectory, keys: string, size: Size = LARGE): TrajectoryView {
	return keys
		.split(' ')
		.filter(Boolean)
		.reduce((view, name) => {
			const next = reduceTrajectory(view, key(name), size);
			if (next === 'close' || 'open' in next) {
				throw new Error(`${name} left the view`);
			}

			return next;
		}, openTrajectory(given));
}

function frameAfter(given: Trajectory, keys: string, size: Size = LARGE): string {
	const lines = trajectoryParts(pressed(given, keys, size), size);
	expectBetween(lines, size);
	return seen([...lines, '']);
}

/** They leave a row for the title and one for the footer. */
function expectBetween(lines: string[], size: Size): void {
	expectDrawable(['', ...lines, ''], size);
}

describe('reduceTrajectory', () => {
	it.each([
		['l', 1],
		['l l', 2],
		['l l l l', 2],
		['right left', 0],
		['h', 0],
		['$', 2],
		['$ 0', 0],
	])('%s leads to the turn at %i', (keys, expected) => {
		expect(pressed(THREE_TURNS, keys).turn).toBe(expected);
	});

	it.each([
		['tab', 'reply'],
		['tab tab tab', 'SQL'],
		['tab tab tab tab tab', 'timing'],
		['tab tab tab tab tab tab', 'summary'],
		['shift+tab', 'timing'],
	])('%s leads to the pane %s', (keys, pane) => {
		expect(pressed(THREE_TURNS, keys).pane).toBe(pane);
	});

	it('stays at the only place of a trajectory without turns', () => {
		expect(pressed(trajectory(), 'l $ h 0 tab enter pagedown').turn).toBe(0);
	});

	it('shows the thought from wherever one is', () => {
		expect(pressed(THREE_TURNS, 'r')).toMatchObject({pane: 'summary', unfolded: true});
		expect(pressed(THREE_TURNS, 'r r')).toMatchObject({unfolded: false});
		expect(pressed(THREE_TURNS, 'tab tab tab r')).toMatchObject({pane: 'summary', unfolded: true});
		expect(pressed(THREE_TURNS, 'r tab r')).toMatchObject({pane: 'reply', unfolded: false});
	});

	it('opens the rows of a turn that has any', () => {
		expect(reduceTrajectory(openTrajectory(THREE_TURNS), key('enter'), LARGE)).toEqual({
			open: 'grid',
			title: 'Which country spent the most? · turn 1',
			table: COUNTRIES,
		});
		expect(reduceTrajectory(pressed(THREE_TURNS, '$'), key('enter'), LARGE)).toMatchObject({
			table: {rows: [[1n]]},
		});
		expect(pressed(THREE_TURNS, 'l enter').turn).toBe(1);
	});

	it.each(['q', 'escape'])('%s closes it', name => {
		expect(reduceTrajectory(openTrajectory(THREE_TURNS), key(name), LARGE)).toBe('close');
	});

	it('scrolls within its body and begins anew at another turn', () => {
		const long = trajectory({turns: [turn({summary: 'line\n'.repeat(50)}), turn()]});
		expect(pressed(long, 'j j k').scroll.top).toBe(1);
		expect(pressed(long, 'end end').scroll.top).toBe(pressed(long, 'end').scroll.top);
		expect(pressed(long, 'end').scroll.top).toBeGreaterThan(30);
		expect(pressed(long, 'end l h').scroll.top).toBe(0);
	});
});

describe('trajectoryParts', () => {
	it('shows the summary with the thought folded', () => {
		expect(frameAfter(THREE_TURNS, '')).toBe(`\
▸1 probe     edited · 2 rows                                               3.2 s
 2 probe     failed: no such column: nope                                  1.2 s
 3 answer    1 row                                                         0.8 s
[summary] reply  messages  SQL  observation  timing
▸ thought 3.2 s · 214 tokens · r unfolds

How countries are written.

probe · edited · 2 rows
`);
	});

	it('shows one turn and one pane on a small screen', () => {
		expect(frameAfter(THREE_TURNS, 'r l', SMALL)).toBe(
			`\
▸2 probe     failed: no such col…  1.2 s
[summary] 1/6
The sums.

probe · failed: no such column: nope
`,
		);
	});

	it('has the label of the embedded model, whole, at any size', () => {
		const given = {...THREE_TURNS, model: {name: 'sqrl-tiny', file: '/app/models/sqrl-tiny/sqrl-tiny.gguf'}};
		const label = 'sqrl-tiny · for trying things out';
		for (const size of [LARGE, SMALL]) {
			expect(frameAfter(given, '', size).split('\n')[0]).toBe(label);
		}

		expect(frameAfter(given, '', {columns: 20, rows: 9})).toMatch(/^sqrl-tiny · for\ntrying things out\n/);
		const timing = frameAfter(given, 'shift+tab pagedown');
		expect(timing).toContain(`model          ${label}`);
		expect(timing).toContain('file           /app/models/sqrl-tiny/sqrl-tiny.gguf');
	});

	it('shows the thought unfolded', () => {
		expect(frameAfter(THREE_TURNS, 'r')).toContain(`
▾ thought 3.2 s · 214 tokens · r folds
  Which countries are there?

How countries are written.
`);
	});

	it('shows the SQL, the edit and what was read as text', () => {
		expect(frameAfter(THREE_TURNS, 'tab tab tab')).toContain(`
 summary  reply  messages [SQL] observation  timing
── probe
SELECT DISTINCT Country FROM Customer

edited by you, and run as:
SELECT DISTINCT Country FROM Customer LIMIT 2

! "USA" is no column: it was read as text
2 rows · 1.3 ms
`);
	});

	it('shows exactly what the model was sent', () => {
		expect(frameAfter(THREE_TURNS, 'tab tab tab tab')).toContain(`
<observation>
Argentina
Australia
</observation>
Continue with <sql> or <answer>.
`);
		expect(frameAfter(THREE_TURNS, '$ tab tab tab tab')).toContain(`
An answer ends the question: the model is sent nothing more.

1
─
1
`);
	});

	it('marks what is new in the messages, and begins there', () => {
		const view = pressed(THREE_TURNS, 'l tab tab', {columns: 60, rows: 20});
		expect(seen([...trajectoryParts(view, {columns: 60, rows: 20}), ''])).toContain(`
+ ── assistant
+ The sums.
+ <sql> SELECT nope </sql>
+ ── user
+ <observation>
+ Error: no such column: nope
+ </observation>
`);
		expect(frameAfter(THREE_TURNS, 'l tab tab home', {columns: 80, rows: 40})).toContain(`
  ── system
  You are an analyst.
  ── user
  Question: Which country spent the most?
  ── assistant
  How countries are written.
  <sql> SELECT DISTINCT Country FROM Customer LIMIT 2 </sql>
  ── user
  <observation>
  Argentina
  Australia
  </observation>
  Continue with <sql> or <answer>.
+ ── assistant
+ The sums.
`);
	});

	it('shows the reply as it came, its think block folded', () => {
		expect(frameAfter(THREE_TURNS, 'tab')).toContain(`
▸ think block, 41 characters · r unfolds
How countries are written.
<sql> SELECT DISTINCT Country FROM Customer </sql>
`);
		expect(frameAfter(THREE_TURNS, 'tab r')).toContain(`
▾ think block, 41 characters · r folds
<think>Which countries are there?</think>
How countries are written.
`);
		expect(frameAfter(trajectory({turns: [turn()]}), 'tab')).toContain('\nThe reply is empty.\n');
	});

	it('shows times and tokens', () => {
		const frame = frameAfter(THREE_TURNS, 'shift+tab', {columns: 80, rows: 40});
		expect(frame).toContain(
			'\nreply took     3.2 s\nprompt         1,311 tokens\nreply          214 tokens · 66.9 a second\n',
		);
		expect(frame).toContain('\nturns          3 · answered\nprobes         2 of 5\nreplies took   5.2 s\n');
	});

	it('makes up no times and no sampling where a record tells none', () => {
		const [first, ...more] = THREE_TURNS.turns;
		const untimed = {...first!, startedAt: '', elapsedMs: 0};
		const extra = {sampling_not_told: ['temperature', 'top_p', 'max_tokens', 'seed']};
		const size = {columns: 80, rows: 40};
		const some = frameAfter({...THREE_TURNS, turns: [untimed, ...more], extra}, 'shift+tab', size);
		expect(some).toContain('\nreply began    not told\nreply took     not told\n');
		expect(some).toContain('\nreplies took   2.0 s · 2 of 3 told\n');
		expect(some).toContain('\nsampling       not told\n');
		expect(some).toMatch(/^▸1 probe {5}edited · 2 rows$/m);
		const none = frameAfter(
			{...THREE_TURNS, turns: [untimed], extra: {sampling_not_told: ['seed']}},
			'shift+tab',
			size,
		);
		expect(none).toContain('\nreplies took   not told\n');
		expect(none).toMatch(/\nsampling {7}temperature .* · at most [\d,]+ tokens\n/);
	});

	it('tells why it failed', () => {
		const failed = trajectory({
			ending: 'failed',
			extra: {failure: {kind: 'unreachable', message: 'nobody listens\nat port 8000'}},
		});
		expect(frameAfter(failed, '')).toContain(`\
[summary] reply  messages  SQL  observation  timing
broken off (unreachable): nobody listens
at port 8000
There is no reply yet; what the model was asked is in the pane messages.
`);
		const words = 'broken off (unreachable): nobody listens';
		expect(frameAfter({...failed, turns: [turn()]}, '', SMALL).split(words)).toHaveLength(2);
		expect(frameAfter({...failed, turns: [turn()]}, 'tab').split(words)).toHaveLength(2);
		expect(frameAfter(trajectory({ending: 'failed'}), '')).toContain('broken off; why was not kept');
	});

	it("shows a person's answer after the model gave none", () => {
		const given = trajectory({
			ending: 'no-answer',
			turns: [turn({summary: 'I cannot.'})],
			answer: {sql: 'SELECT 2', by: 'person', outcome: {elapsedMs: 1, table: table(['2'], [[2n]])}},
		});
		expect(frameAfter(given, 'tab tab tab')).toContain(`
There is no query in this reply: neither a probe nor an answer.

── the answer, by you
SELECT 2

1 row · 1.0 ms
`);
	});

	it('shows a part of 200 turns around the one that is chosen', () => {
		const many = trajectory({turns: Array.from({length: 200}, () => turn())});
		const lines = frameAfter(many, `${'l '.repeat(99)}`).split('\n');
		expect(lines.slice(0, 7).map(line => line.slice(0, 4).trim())).toEqual([
			'97',
			'98',
			'99',
			'▸100',
			'101',
			'102',
			'103',
		]);
	});

	it('breaks a megabyte once, not at every key', () => {
		const long = trajectory({turns: [turn({reply: 'hello world 日本 '.repeat(60_000)})]});
		let view = pressed(long, 'tab end');
		const begin = performance.now();
		for (let press = 0; press < 50; press++) {
			view = reduceTrajectory(view, key('k'), LARGE) as TrajectoryView;
			trajectoryParts(view, LARGE);
		}

		expect(performance.now() - begin).toBeLessThan(1000);
		expect(seen(trajectoryParts(view, LARGE))).toMatch(/[\d,]+–[\d,]+ of [\d,]+/);
	});

	it('is drawable whatever is in it and whatever is pressed', () => {
		fc.assert(
			fc.property(
				trajectories,
				fc.array(fc.tuple(inputs, sizes), {maxLength: 12}),
				sizes,
				(given, presses, lastSize) => {
					let view = openTrajectory(given);
					for (const [input, size] of presses) {
						const next = reduceTrajectory(view, input, size);
						if (next !== 'close' && !('open' in next)) {
							view = next;
						}

						expectBetween(trajectoryParts(view, size), size);
					}

					expectBetween(trajectoryParts(view, lastSize), lastSize);
				},
			),
		);
	});
});
