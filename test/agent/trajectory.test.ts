import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
	answered,
	begin,
	ended,
	failed,
	forked,
	judged,
	messages,
	type Next,
	next,
	nudged,
	ran,
	reopened,
	replied,
	responded,
	stepsUsed,
	type Trajectory,
	type Verdict,
} from '../../source/agent/trajectory.js';
import type {QueryOutcome} from '../../source/database/cell.js';
import {question, rowsOutcome} from '../support/agent-doubles.js';
import {golden} from '../support/golden.js';

const PROBE = 'Look first. <sql>SELECT 1</sql>';
const ANSWER = 'That is it. <answer>SELECT 2</answer>';
const PROSE = 'I do not know.';
const APPROVED: Verdict = {kind: 'approved', by: 'person'};
const FAILURE: QueryOutcome = {elapsedMs: 1, error: {kind: 'sql', message: 'no such table: x'}};
const FINISH = {kind: 'finish' as const, text: 'You must finish now. Give your <answer>.'};
const observation = (text: string) => ({
	kind: 'observation' as const,
	text: `<observation>\n${text}\n</observation>\nContinue with <sql> or <answer>.`,
});

function say(trajectory: Trajectory, reply: string, finishReason = 'stop', reasoning = ''): Trajectory {
	return replied(trajectory, {
		reply,
		reasoning,
		finishReason,
		startedAt: '2026-01-01T00:00:00.000Z',
		elapsedMs: 250,
	});
}

/** Does what comes next until a reply is needed or the end is there; a person or a policy gives the verdict. */
function settle(
	given: Trajectory,
	verdict: Verdict = APPROVED,
	outcome: QueryOutcome = rowsOutcome(['n'], [3n]),
) {
	let trajectory = given;
	const steps: string[] = [];
	for (;;) {
		const step = next(trajectory);
		steps.push(step.kind);
		switch (step.kind) {
			case 'judge':
				trajectory = judged(trajectory, step.turn, verdict);
				break;
			case 'overrule':
				trajectory = judged(trajectory, step.turn, step.verdict);
				break;
			case 'run':
				trajectory = ran(trajectory, step.turn, outcome);
				break;
			case 'respond':
				trajectory = responded(trajectory, step.turn, step.response);
				break;
			case 'answer':
				trajectory = answered(trajectory, {sql: step.sql, by: 'model', outcome});
				break;
			default:
				return {trajectory, steps, last: step};
		}
	}
}

/** A trajectory after these replies, each probe run. */
function afterReplies(start: Trajectory, ...replies: string[]): Trajectory {
	return replies.reduce((trajectory, reply) => settle(say(trajectory, reply)).trajectory, start);
}

describe('begin', () => {
	it('has the prompt, no turn, and waits for a reply', () => {
		const trajectory = begin({
			id: 'x',
			question: 'How many $& tracks?',
			evidence: '',
			database: null,
			model: {name: 'm'},
			sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: null},
			maxSteps: 3,
			schema: 'CREATE TABLE t (\n  {evidence}\n);',
		});
		expect(trajectory.prompt).toEqual({
			system: golden('system-prompt.txt')
				.split('{evidence}')
				.join('(none provided)')
				.split('{schema}')
				.join('CREATE TABLE t (\n  {evidence}\n);')
				.split('{max_steps}')
				.join('3'),
			user: golden('first-user-turn.txt').split('{question}').join('How many $& tracks?'),
		});
		expect(trajectory).not.toHaveProperty('schema');
		expect(trajectory).toMatchObject({turns: [], ending: 'open'});
		expect(next(trajectory)).toEqual({kind: 'reply'});
	});
});

describe('replied', () => {
	it('adds a turn that nobody has judged', () => {
		const start = question();
		const trajectory = say(start, '<think>Hm.</think>Plan. <sql> SELECT 1 </sql>');
		expect(trajectory.turns).toEqual([
			{
				reply: '<think>Hm.</think>Plan. <sql> SELECT 1 </sql>',
				thinking: 'Hm.',
				summary: 'Plan.',
				action: {kind: 'sql', sql: 'SELECT 1'},
				finishReason: 'stop',
				startedAt: '2026-01-01T00:00:00.000Z',
				elapsedMs: 250,
			},
		]);
		expect(start.turns).toEqual([]);
	});

	it('takes as the thought what a server sent apart, unless the reply has one', () => {
		expect(say(question(), PROBE, 'stop', ' Apart. ').turns[0]!.thinking).toBe('Apart.');
		expect(say(question(), `<think>In it.</think>${PROBE}`, 'stop', 'Apart.').turns[0]!.thinking).toBe(
			'In it.',
		);
	});

	it('does nothing with what is cut off at the token limit', () => {
		expect(say(question(), 'Plan. <answer>SELECT', 'length').turns[0]!.action).toEqual({
			kind: 'none',
			reason: 'cut-off',
		});
	});
});

describe('next', () => {
	const budgetUsed = afterReplies(question({maxSteps: 2}), PROBE, PROBE);
	const finishing = settle(say(question(), PROSE)).trajectory;

	it.each<[string, Trajectory, Next]>([
		['a probe waits for a verdict', say(question(), PROBE), {kind: 'judge', turn: 0, sql: 'SELECT 1'}],
		[
			'the last probe of the budget too',
			say(afterReplies(question({maxSteps: 2}), PROBE), PROBE),
			{kind: 'judge', turn: 1, sql: 'SELECT 1'},
		],
		[
			'after the budget the verdict is no matter of judgement',
			say(budgetUsed, PROBE),
			{kind: 'overrule', turn: 2, verdict: {kind: 'finish', by: 'budget'}},
		],
		[
			'without a budget it never is',
			say(question({maxSteps: 0}), PROBE),
			{kind: 'overrule', turn: 0, verdict: {kind: 'finish', by: 'budget'}},
		],
		['an answer after the budget is run', say(budgetUsed, ANSWER), {kind: 'answer', sql: 'SELECT 2'}],
		['an answer is run', say(question(), ANSWER), {kind: 'answer', sql: 'SELECT 2'}],
		['an answer in the last reply is run', say(finishing, ANSWER), {kind: 'answer', sql: 'SELECT 2'}],
		[
			'a reply without action is told to finish',
			say(question(), PROSE),
			{kind: 'respond', turn: 0, response: FINISH},
		],
		['so is an empty one', say(question(), ''), {kind: 'respond', turn: 0, response: FINISH}],
		['so is an empty block', say(question(), '<sql></sql>'), {kind: 'respond', turn: 0, response: FINISH}],
		[
			'so is one that is cut off',
			say(question(), '<sql>SELECT', 'length'),
			{kind: 'respond', turn: 0, response: FINISH},
		],
		['then one more reply is taken', finishing, {kind: 'reply'}],
		['a probe in it is no answer', say(finishing, PROBE), {kind: 'end', ending: 'no-answer'}],
		['prose in it is no answer', say(finishing, PROSE), {kind: 'end', ending: 'no-answer'}],
		[
			'an approved probe is run',
			judged(say(question(), PROBE), 0, APPROVED),
			{kind: 'run', turn: 0, sql: 'SELECT 1'},
		],
		[
			'an edited one is run as edited',
			judged(say(question(), PROBE), 0, {kind: 'edited', sql: 'SELECT 9'}),
			{kind: 'run', turn: 0, sql: 'SELECT 9'},
		],
		[
			'a rejected one is not run',
			judged(say(question(), PROBE), 0, {kind: 'rejected', note: 'Not that.'}),
			{kind: 'respond', turn: 0, response: observation('Error: rejected by the user: Not that.')},
		],
		[
			'a person who wants the answer now lets it be',
			judged(say(question(), PROBE), 0, {kind: 'finish', by: 'person'}),
			{kind: 'respond', turn: 0, response: FINISH},
		],
		[
			'its rows go to the model',
			ran(judged(say(question(), PROBE), 0, APPROVED), 0, rowsOutcome(['a', 'b'], [3n, null])),
			{kind: 'respond', turn: 0, response: observation('3\tNULL')},
		],
		[
			'its failure goes to the model',
			ran(judged(say(question(), PROBE), 0, APPROVED), 0, FAILURE),
			{kind: 'respond', turn: 0, response: observation('Error: no such table: x')},
		],
		[
			'an answer that was run is the end',
			answered(say(question(), ANSWER), {sql: 'SELECT 2', by: 'model', outcome: rowsOutcome(['n'])}),
			{kind: 'end', ending: 'answered'},
		],
		[
			'an answer that failed is the end as well',
			answered(say(question(), ANSWER), {sql: 'SELECT 2', by: 'model', outcome: FAILURE}),
			{kind: 'end', ending: 'answered'},
		],
		[
			'what was broken off stays so',
			ended(say(question(), PROBE), 'aborted'),
			{kind: 'end', ending: 'aborted'},
		],
		[
			'what failed stays so',
			failed(question(), {kind: 'unreachable', message: 'x'}),
			{kind: 'end', ending: 'failed'},
		],
	])('%s', (_, trajectory, step) => {
		expect(next(trajectory)).toEqual(step);
	});

	it('counts as a step what was refused, failed, edited or rejected, and nothing else', () => {
		let trajectory = question({maxSteps: 4});
		const refused: QueryOutcome = {elapsedMs: 0, error: {kind: 'refused', message: 'only reading queries'}};
		const decisions: Array<[Verdict, QueryOutcome?]> = [
			[APPROVED, refused],
			[APPROVED, FAILURE],
			[{kind: 'edited', sql: 'SELECT 9'}],
			[{kind: 'rejected', note: ''}],
		];
		for (const [index, [verdict, outcome]] of decisions.entries()) {
			expect(stepsUsed(trajectory)).toBe(index);
			trajectory = settle(say(trajectory, PROBE), verdict, outcome).trajectory;
		}

		expect(stepsUsed(trajectory)).toBe(4);
		expect(settle(say(trajectory, PROBE)).steps).toEqual(['overrule', 'respond', 'reply']);
		expect(stepsUsed(settle(say(question(), PROSE)).trajectory)).toBe(0);
		expect(stepsUsed(settle(say(question(), PROBE), {kind: 'finish', by: 'person'}).trajectory)).toBe(0);
	});
});

describe('messages', () => {
	const roles = (trajectory: Trajectory) => messages(trajectory).map(({role}) => role);

	it('start with the prompt', () => {
		const {prompt, ...rest} = question();
		expect(messages({prompt, ...rest})).toEqual([
			{role: 'system', content: prompt.system},
			{role: 'user', content: prompt.user},
		]);
	});

	it('hold what the model said, without its thoughts, and what it was told', () => {
		const trajectory = say(afterReplies(question(), `<think>Hm.</think>\n\n${PROBE}`), ` ${ANSWER}\n`);
		expect(messages(trajectory).slice(2)).toEqual([
			{role: 'assistant', content: PROBE},
			{role: 'user', content: observation('3').text},
			{role: 'assistant', content: ANSWER},
		]);
	});

	it('hold an edited probe as if the model had written it, while the turn keeps both', () => {
		const {trajectory} = settle(say(question(), `<think>Hm.</think>${PROBE} More.`), {
			kind: 'edited',
			sql: "SELECT '$&'",
		});
		expect(messages(trajectory)[2]).toEqual({
			role: 'assistant',
			content: "Look first. <sql> SELECT '$&' </sql> More.",
		});
		expect(trajectory.turns[0]).toMatchObject({
			reply: `<think>Hm.</think>${PROBE} More.`,
			action: {kind: 'sql', sql: 'SELECT 1'},
			verdict: {kind: 'edited', sql: "SELECT '$&'"},
		});
	});

	it.each<[string, Trajectory, string]>([
		['a reply without action', settle(say(question(), PROSE)).trajectory, FINISH.text],
		['the budget', afterReplies(question({maxSteps: 1}), PROBE, PROBE), FINISH.text],
		['a person', settle(say(question(), PROBE), {kind: 'finish', by: 'person'}).trajectory, FINISH.text],
		[
			'a rejection',
			settle(say(question(), PROBE), {kind: 'rejected', note: ''}).trajectory,
			observation('Error: rejected by the user').text,
		],
		['the last step of the budget', afterReplies(question({maxSteps: 1}), PROBE), observation('3').text],
	])('end, after %s, with one user turn', (_, trajectory, text) => {
		expect(roles(trajectory).slice(-2)).toEqual(['assistant', 'user']);
		expect(messages(trajectory).at(-1)!.content).toBe(text);
	});

	it('never have two turns of one side in a row, and every trajectory comes to an end', () => {
		const replies = fc.array(fc.constantFrom(PROBE, ANSWER, PROSE, '', '<sql></sql>'), {
			minLength: 12,
			maxLength: 12,
		});
		const verdicts = fc.constantFrom<Verdict>(
			APPROVED,
			{kind: 'rejected', note: 'x'},
			{kind: 'edited', sql: '2'},
			{kind: 'finish', by: 'person'},
		);
		fc.assert(
			fc.property(replies, verdicts, fc.nat(4), fc.boolean(), (replies, verdict, maxSteps, nudge) => {
				let trajectory = question({maxSteps});
				for (const [index, reply] of replies.entries()) {
					const {trajectory: settled, last} = settle(say(trajectory, reply), verdict);
					expect(roles(settled).slice(1)).toEqual(
						roles(settled)
							.slice(1)
							.map((_, at) => (at % 2 === 0 ? 'user' : 'assistant')),
					);
					expect(stepsUsed(settled)).toBeLessThanOrEqual(maxSteps);
					if (last.kind === 'end') {
						if (!nudge) {
							// The budget, the turn that is told to finish, and the reply to that.
							expect(index).toBeLessThanOrEqual(maxSteps + 2);
						}

						if (!nudge || last.ending !== 'no-answer') {
							return;
						}

						trajectory = nudged(ended(settled, last.ending));
					} else {
						trajectory = settled;
					}
				}

				expect(nudge).toBe(true);
			}),
		);
	});
});

describe('what a person does after the end', () => {
	const noAnswer = ended(say(settle(say(question(), PROSE)).trajectory, PROSE), 'no-answer');

	it('nudges the model to go on', () => {
		const trajectory = nudged(noAnswer);
		expect(messages(trajectory).at(-1)).toEqual({role: 'user', content: 'Continue with <sql> or <answer>.'});
		expect(trajectory.turns.at(-1)!.response!.kind).toBe('continue');
		expect(next(trajectory)).toEqual({kind: 'reply'});
		expect(stepsUsed(trajectory)).toBe(0);
		expect(next(say(trajectory, PROBE))).toEqual({kind: 'judge', turn: 2, sql: 'SELECT 1'});
		expect(noAnswer.ending).toBe('no-answer');
	});

	it('may nudge again where there is no answer again', () => {
		const again = settle(say(settle(say(nudged(noAnswer), PROSE)).trajectory, PROSE));
		expect(again.last).toEqual({kind: 'end', ending: 'no-answer'});
		expect(next(nudged(ended(again.trajectory, 'no-answer')))).toEqual({kind: 'reply'});
	});

	it.each(['open', 'answered', 'aborted', 'failed'] as const)('does not nudge what is %s', ending => {
		expect(() => nudged(ended(say(question(), PROSE), ending))).toThrow(RangeError);
	});

	it.each<[string, Trajectory, Next]>([
		['before the first reply', question(), {kind: 'reply'}],
		['at a probe', say(question(), PROBE), {kind: 'judge', turn: 0, sql: 'SELECT 1'}],
		['at an answer that was not run', say(question(), ANSWER), {kind: 'answer', sql: 'SELECT 2'}],
		['after an observation', afterReplies(question(), PROBE), {kind: 'reply'}],
	])('goes on where it was broken off: %s', (_, trajectory, step) => {
		expect(next(reopened(ended(trajectory, 'aborted')))).toEqual(step);
	});

	it('keeps why it failed, until it goes on', () => {
		const trajectory = failed({...question(), extra: {note: 1}}, {kind: 'cut', message: 'broke off'});
		expect(trajectory.ending).toBe('failed');
		expect(trajectory.extra).toEqual({note: 1, failure: {kind: 'cut', message: 'broke off'}});
		expect(reopened(trajectory)).toEqual({...question(), extra: {note: 1}});
		expect(reopened(failed(question(), {kind: 'cut', message: 'x'}))).not.toHaveProperty('extra');
	});
});

describe('forked', () => {
	const ID = '0b7bb2f0-66a2-4f0c-8a53-0e0a4a3f4f10';
	const two = ended(say(afterReplies(question(), PROBE, PROBE), ANSWER), 'answered');
	const withAnswer = answered(two, {sql: 'SELECT 2', by: 'model', outcome: rowsOutcome(['n'], [3n])});

	it.each([0, 1, 2])('goes another way from before reply %d', turn => {
		const fork = forked(withAnswer, turn, ID);
		expect(fork).toMatchObject({id: ID, ending: 'open', parent: {id: withAnswer.id, turn}});
		expect(fork.turns).toEqual(withAnswer.turns.slice(0, turn));
		expect(fork).not.toHaveProperty('answer');
		expect(next(fork)).toEqual({kind: 'reply'});
		expect(messages(fork)).toEqual(messages(withAnswer).slice(0, 2 + 2 * turn));
	});

	it('is asked what its parent was asked, and answers on its own', () => {
		const fork = settle(say(forked(withAnswer, 2, ID), ANSWER));
		expect(fork.last).toEqual({kind: 'end', ending: 'answered'});
		expect(fork.trajectory.prompt).toEqual(withAnswer.prompt);
		expect(withAnswer.id).not.toBe(ID);
	});

	it('of a failure forgets it', () => {
		const broken = failed({...question(), extra: {note: 1}}, {kind: 'cut', message: 'x'});
		expect(forked(broken, 0, ID).extra).toEqual({note: 1});
	});

	it('before a last reply without an answer is told to finish again', () => {
		const trajectory = settle(say(settle(say(question(), PROSE)).trajectory, PROSE)).trajectory;
		const fork = forked(ended(trajectory, 'no-answer'), trajectory.turns.length - 1, ID);
		expect(next(fork)).toEqual({kind: 'reply'});
		expect(messages(fork).at(-1)).toEqual({role: 'user', content: FINISH.text});
	});
});

it('no function changes what it is given', () => {
	const freeze = <T>(value: T): T => {
		if (typeof value === 'object' && value !== null) {
			Object.values(value).forEach(freeze);
			Object.freeze(value);
		}

		return value;
	};
	let trajectory = freeze(question({maxSteps: 1}));
	for (const reply of [PROBE, PROBE, PROSE]) {
		trajectory = freeze(settle(say(trajectory, reply)).trajectory);
	}

	trajectory = freeze(nudged(freeze(ended(trajectory, 'no-answer'))));
	const {last} = settle(say(trajectory, ANSWER));
	expect(last).toEqual({kind: 'end', ending: 'answered'});
});
