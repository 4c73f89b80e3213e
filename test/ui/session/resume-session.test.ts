import {describe, expect, it} from 'vitest';
import type {Trajectory} from '../../../source/agent/trajectory.js';
import type {ArchivedQuestion, ArchivedSession} from '../../../source/archive/archive.js';
import {resumeSession} from '../../../source/ui/session/resume-session.js';
import {ballot} from '../board/support.js';
import {ANSWERED, happened, kinds, START, session, UNJUDGED} from './support.js';

const REF = {id: 's1', startedAt: '2026-11-29T10:00:00.000Z', kind: 'session' as const, database: null};

function question(trajectories: Trajectory[], change: Partial<ArchivedQuestion> = {}): ArchivedQuestion {
	const {question = ''} = trajectories[0] ?? {};
	return {
		id: 'q1',
		session: REF,
		askedAt: new Date(START).toISOString(),
		question,
		trajectories,
		vote: null,
		...change,
	};
}

const resumed = (...questions: ArchivedQuestion[]) =>
	resumeSession(session(), {...REF, questions} satisfies ArchivedSession);

const VOTE = {k: 3, seedBase: 7, stoppedEarly: false, probeCacheHits: 2, elapsedMs: null, taken: null};

describe('a session that goes on', () => {
	it('has what was asked in its scrollback, and its last answer at hand', () => {
		const next = resumed(
			question([ANSWERED]),
			question([{...ANSWERED, question: 'And now?', evidence: 'a hint'}]),
		);
		expect(next.printed.map(({kind}) => kind)).toEqual(['note', 'question', 'question']);
		expect(next.printed[0]).toMatchObject({text: expect.stringContaining('2 questions')});
		expect(next.shown).toMatchObject({sql: ANSWERED.answer!.sql, trajectory: {question: 'And now?'}});
		expect(next.phase).toEqual({kind: 'answered'});
		expect(next.evidence).toBe('a hint');
		expect(next.unfinished).toBeNull();
	});

	it('prints no more of a long one than can be read', () => {
		const next = resumed(...Array.from({length: 30}, () => question([ANSWERED])));
		expect(next.printed).toHaveLength(21);
		expect(next.printed[0]).toMatchObject({text: expect.stringContaining('The 10 before these')});
	});

	it('goes on with a question that was broken off, where it was, when the first frame is drawn', () => {
		const next = resumed(question([ANSWERED]), question([UNJUDGED]));
		expect(next.printed.map(({kind}) => kind)).toEqual(['note', 'question']);
		const drawn = happened(next, {kind: 'drawn'});
		expect(drawn.effects).toContainEqual({kind: 'resume', trajectory: UNJUDGED});
		// Only once.
		expect(kinds(happened(drawn.session, {kind: 'drawn'}).effects)).not.toContain('resume');
	});

	it('waits with it until there is a model', () => {
		const next = {...resumed(question([UNJUDGED])), model: null};
		expect(happened(next, {kind: 'drawn'}).effects).toEqual([]);
		expect(happened(next, {kind: 'drawn'}).session.unfinished).not.toBeNull();
	});

	it.each(['aborted', 'failed'] as const)('does not go on with what %s', ending => {
		expect(resumed(question([{...UNJUDGED, ending}])).unfinished).toBeNull();
	});

	it('goes on with a vote that was broken off', () => {
		const samples = ballot('A .').samples.map(({trajectory}) => trajectory);
		const {unfinished} = resumed(question(samples, {vote: VOTE}));
		expect(unfinished).toMatchObject({
			kind: 'vote',
			poll: {k: 3, seedBase: 7, start: {id: 'q1', turns: [], ending: 'open'}},
			before: {open: 1, samples: [{state: {kind: 'finished'}}, {state: {kind: 'thinking'}}]},
		});
	});

	it('says how the answer of a vote was chosen', () => {
		const samples = ballot('A A B').samples.map(({trajectory}) => trajectory);
		const next = resumed(question(samples, {vote: {...VOTE, elapsedMs: 1200, taken: 0}}));
		expect(next.unfinished).toBeNull();
		expect(next.printed.at(-1)).toMatchObject({
			kind: 'question',
			elapsedMs: 1200,
			chosenBy: expect.stringContaining('vote@3'),
			trajectory: {answer: {by: 'vote'}},
		});
	});

	it('keeps the answer that was taken by hand', () => {
		const samples = ballot('A A B').samples.map(({trajectory}) => trajectory);
		const next = resumed(question(samples, {vote: {...VOTE, taken: 2}}));
		expect(next.printed.at(-1)).toMatchObject({chosenBy: expect.stringContaining('taken by hand')});
		expect(next.shown?.trajectory?.id).toBe(samples[2]!.id);
	});
});
