/** The session's state machine: one event in, the next state and what is to be done out. It does nothing itself. */
import type {SolveEvent} from '../../agent/solve.js';
import {type Trajectory, answered as withAnswer} from '../../agent/trajectory.js';
import type {QueryOutcome} from '../../database/cell.js';
import type {ModelError} from '../../errors.js';
import type {ReplyChunk} from '../../model/model.js';
import {editorOf, emptyEditor} from '../editor/editor.js';
import type {Input} from '../input.js';
import {ONCE_MORE_QUITS, QUIT_WITHIN_MS} from '../interruption.js';
import {actionFor} from '../keymap.js';
import {schemaAnswer} from '../screens/schema-view.js';
import {openDebuggerOf, reduceDebugging} from './debugging.js';
import type {SessionEvent} from './event.js';
import {openQuestion} from './open-question.js';
import {REASONING_PARSER} from './reasoning-parser.js';
import {reduceAnswered, reduceChoosing, reduceEditing, reduceNaming} from './reduce-answered.js';
import {reduceComposing} from './reduce-composing.js';
import {reduceForgotten, reduceHistoryAnswer, reduceRemembered} from './reduce-history.js';
import {reduceLocating, reduceModel, reduceModels, withCaution} from './reduce-model.js';
import {
	needsReading,
	reduceContext,
	reducePreparing,
	reduceUnprepared,
	TOO_LONG,
	tablesAreLargest,
	withStep,
} from './reduce-readiness.js';
import {reduceReviewing, reduceRunning} from './reduce-running.js';
import {openTablesView, reduceView} from './reduce-view.js';
import {reducePolled, reduceVoid, reduceVote} from './reduce-vote.js';
import {reduceVoting} from './reduce-voting.js';
import {leave} from './settle-vote.js';
import type {Asked, Effect, Phase, Printed, Session, Step, Stream} from './state.js';
import {askedIn, failureNote, printed, resting, stay, to} from './steps.js';

export function reduce(session: Session, event: SessionEvent): Step {
	const step = reduceEvent(session, event);
	return needsReading(session, step.session)
		? {...step, effects: [...step.effects, {kind: 'get-ready'}]}
		: step;
}

function reduceEvent(session: Session, event: SessionEvent): Step {
	// What was under way when the person quit may still tell of itself.
	if (session.phase.kind === 'quit' && event.kind !== 'resized') {
		return stay(session);
	}

	switch (event.kind) {
		case 'input':
			return reduceInput({...session, now: event.at, notice: ''}, event.input, event.at);
		case 'resized':
			return stay({...session, size: event.size});
		case 'tick':
			return stay({...session, now: event.at});
		case 'drawn':
			return reduceDrawn(session);
		case 'started':
			return to(leaving('ready', session), {kind: 'thinking', asked: newAsked(event.trajectory, event.at)});
		case 'review':
			return reduceReview(session, event);
		case 'solve':
			return reduceSolve({...session, now: event.at}, event.event, event.at);
		case 'polled':
			return reducePolled(leaving('ready', session), event);
		case 'vote':
			// It may have failed to get ready, and been loaded for this vote all the same.
			return reduceVote(event.event.kind === 'step' ? leaving('failed', session) : session, event);
		case 'void':
			return reduceVoid(session, event);
		case 'queried':
			return reduceQueried(session, event.outcome);
		case 'planned':
			return stay(printed(session, {kind: 'plan', sql: event.sql, outcome: event.outcome}));
		case 'schema-answer':
			return stay({
				...session,
				views: session.views.map(view =>
					view.kind === 'schema' ? {...view, view: schemaAnswer(view.view, event)} : view,
				),
			});
		case 'evidence':
			return stay({
				...session,
				evidence: event.text,
				notice:
					event.text === ''
						? 'The file is empty: no evidence is in force.'
						: 'This evidence is in force from the next question on.',
			});
		case 'history':
			return reduceHistoryAnswer(session, event);
		case 'remembered':
			return reduceRemembered(session, event);
		case 'opened':
			return openQuestion(session, event.question, event.before);
		case 'forgotten':
			return reduceForgotten(session, event);
		case 'models':
			return reduceModels(session, event.names);
		case 'model':
			return reduceModel(session, event);
		case 'context':
			return reduceContext({...session, contextTokens: event.tokens});
		case 'preparing':
			return stay(reducePreparing(session, event.progress));
		case 'prepared':
			return stay(withStep(session, {kind: 'ready'}));
		case 'unprepared':
			return reduceUnprepared(session, event.error);
		case 'debugger':
			return reduceDebugging(session, event.event);
		case 'written':
			return reduceWritten(session, event.text);
		case 'database':
			return stay(
				withCaution(
					printed(
						{...session, database: event.database, chosen: null},
						{
							kind: 'note',
							text: `The database has changed: its schema was read again${session.chosen ? ', and the model is shown all of it' : ''}.`,
							tone: 'plain',
						},
					),
				),
			);
		case 'note':
			return stay(printed(session, {kind: 'note', text: event.text, tone: event.tone}));
		case 'notice':
			return stay({...session, notice: event.text});
	}
}

/** A model that is there is made ready; what was broken off in a session that is continued goes on. */
function reduceDrawn(session: Session): Step {
	const {model, unfinished} = session;
	if (!model) {
		return stay(session);
	}

	const effects: Effect[] =
		unfinished === null
			? []
			: unfinished.kind === 'question'
				? [{kind: 'resume', trajectory: unfinished.trajectory}]
				: [{kind: 'vote-on', poll: unfinished.poll, before: unfinished.before}];
	return stay({...session, unfinished: null}, [{kind: 'get-ready'}, ...effects]);
}

function reduceInput(session: Session, input: Input, at: number): Step {
	const always = actionFor('always', input);
	if (always === 'interrupt') {
		return interrupt(session, at);
	}

	const calm = {...session, interruptedAt: null};
	if (always === 'suspend') {
		return {session: calm, effects: [{kind: 'suspend'}]};
	}

	if (calm.views.length > 0) {
		return reduceView(calm, input);
	}

	const {phase} = calm;
	switch (phase.kind) {
		case 'composing':
			return reduceComposing(calm, input);
		case 'thinking':
		case 'running':
		case 'querying':
			return reduceRunning(calm, input);
		case 'reviewing':
			return reduceReviewing(calm, phase, input, at);
		case 'voting':
			return reduceVoting(calm, phase.board, input);
		case 'answered':
			return reduceAnswered(calm, input);
		case 'editing':
			return reduceEditing(calm, phase, input);
		case 'choosing':
			return reduceChoosing(calm, phase, input);
		case 'naming':
			return reduceNaming(calm, phase, input);
		case 'locating':
			return reduceLocating(calm, phase, input);
		case 'quit':
			return stay(calm);
	}
}

/** Ctrl-C: stops what runs, or clears what is written; twice, quits. */
function interrupt(session: Session, at: number): Step {
	if (session.interruptedAt !== null && at - session.interruptedAt <= QUIT_WITHIN_MS) {
		return {session: {...session, phase: {kind: 'quit'}}, effects: [{kind: 'stop'}, {kind: 'quit'}]};
	}

	const armed = {...session, interruptedAt: at, notice: ONCE_MORE_QUITS};
	const {phase} = armed;
	if (phase.kind === 'voting' && (isWorking(phase) || armed.views.length === 0)) {
		return leave(armed, phase.board);
	}

	if (isWorking(phase)) {
		return {session: armed, effects: [{kind: 'stop'}]};
	}

	if (openDebuggerOf(armed)?.task) {
		return {session: armed, effects: [{kind: 'debug', request: {kind: 'stop'}}]};
	}

	if (armed.views.length > 0) {
		return stay({...armed, views: []}, openDebuggerOf(armed) ? [{kind: 'debug-end'}] : []);
	}

	if (phase.kind === 'composing') {
		return stay({...armed, composer: {editor: emptyEditor(), completion: null, search: null}});
	}

	return to(armed, resting(armed));
}

function reduceReview(session: Session, event: {turn: number; sql: string; at: number}): Step {
	const asked = askedIn(session.phase);
	if (!asked) {
		return stay(session);
	}

	const {turn, sql, at} = event;
	if (asked.trusted || session.approve === 'auto') {
		const by = asked.trusted ? 'person' : 'policy';
		return to(session, {kind: 'running', asked}, [{kind: 'judge', turn, verdict: {kind: 'approved', by}}]);
	}

	return to(session, {kind: 'reviewing', asked, turn, sql, since: at, way: {kind: 'choosing'}});
}

function reduceSolve(session: Session, event: SolveEvent, at: number): Step {
	const asked = askedIn(session.phase);
	if (!asked) {
		return stay(session);
	}

	const grown = {...asked, trajectory: event.trajectory};
	switch (event.kind) {
		case 'chunk':
			return reduceChunk(session, asked, event.chunk);
		case 'replied':
			// It may have failed to get ready, and been loaded for this reply all the same.
			return to(leaving('failed', session), {kind: 'running', asked: grown});
		case 'judged':
			return to(session, {kind: 'running', asked: grown});
		case 'observed': {
			return to(session, {kind: 'thinking', asked: {...grown, stream: newStream(at)}});
		}

		case 'ended':
			return reduceEnded(session, grown, event.error, at);
	}
}

function reduceChunk(session: Session, asked: Asked, chunk: ReplyChunk): Step {
	const {stream} = asked;
	const streaming = (change: Partial<Stream>): Asked => ({
		...asked,
		stream: {...stream, wait: null, ...change},
	});
	switch (chunk.kind) {
		case 'text':
			return to(session, {kind: 'thinking', asked: streaming({text: stream.text + chunk.text})});
		case 'reasoning': {
			const warned = asked.warned ? session : printed(session, REASONING_PARSER);
			const next = streaming({reasoning: stream.reasoning + chunk.text});
			return to(warned, {kind: 'thinking', asked: {...next, warned: true}});
		}

		case 'waiting':
		case 'progress':
			return to(session, {kind: 'thinking', asked: streaming({wait: chunk})});
		case 'end':
			return stay(session);
	}
}

function reduceEnded(session: Session, asked: Asked, error: ModelError | undefined, at: number): Step {
	const {trajectory} = asked;
	const sql = trajectory.answer?.sql ?? lastSql(trajectory);
	const shown = {sql, outcome: trajectory.answer?.outcome ?? null, trajectory};
	const next: Session = {
		...printed(
			session,
			{kind: 'question', trajectory, elapsedMs: at - asked.startedAt},
			// What getting the model ready has told already is not told again.
			...(error && !isTold(session, error) ? [failureNote(error)] : []),
		),
		phase: {kind: 'answered'},
		shown,
	};
	return error?.kind === 'context' && tablesAreLargest(session, trajectory.question)
		? openTablesView(next, TOO_LONG)
		: stay(next);
}

function isTold({printed}: Session, error: ModelError): boolean {
	const last = printed.at(-1);
	return last?.kind === 'note' && last.text === failureNote(error).text;
}

/** The newest probe: what the editor opens on where there is no answer. */
function lastSql({turns}: Trajectory): string {
	const probe = turns.findLast(turn => turn.action.kind === 'sql')?.action;
	return probe?.kind === 'sql' ? probe.sql : '';
}

function reduceQueried(session: Session, outcome: QueryOutcome): Step {
	const {phase} = session;
	if (phase.kind !== 'querying') {
		return stay(session);
	}

	const {sql, trajectory} = phase;
	const answered =
		trajectory && 'table' in outcome ? withAnswer(trajectory, {sql, by: 'person', outcome}) : trajectory;
	const item: Printed = {kind: 'result', sql, outcome, edited: trajectory !== null};
	return stay(
		{
			...printed(session, item),
			phase: {kind: 'answered'},
			shown: {sql, outcome, trajectory: answered},
		},
		answered && answered !== trajectory ? [{kind: 'keep', trajectory: answered}] : [],
	);
}

/** What $EDITOR gave back goes to where it was taken from. */
function reduceWritten(session: Session, text: string): Step {
	const {phase} = session;
	const editor = editorOf(text);
	if (phase.kind === 'editing') {
		return to(session, {...phase, editor});
	}

	if (phase.kind === 'reviewing') {
		return to(session, {...phase, way: {kind: 'editing', editor}});
	}

	const drafted = {...session, composer: {...session.composer, editor, completion: null}};
	return phase.kind === 'composing' || phase.kind === 'answered'
		? to(drafted, {kind: 'composing'})
		: stay(drafted);
}

export function isWorking(phase: Phase): boolean {
	switch (phase.kind) {
		case 'thinking':
		case 'running':
		case 'reviewing':
		case 'querying':
			return true;
		case 'voting':
			return phase.board.course.kind !== 'ended';
		default:
			return false;
	}
}

export function newAsked(trajectory: Asked['trajectory'], at: number): Asked {
	return {
		trajectory,
		startedAt: at,
		stream: newStream(at),
		unfolded: new Set(),
		trusted: false,
		warned: false,
	};
}

function newStream(at: number): Stream {
	return {text: '', reasoning: '', startedAt: at, wait: null};
}

/** The session whose model is asked and answers: what was said of it at a step needs no more saying. */
function leaving(step: 'ready' | 'failed', session: Session): Session {
	return session.readiness?.step.kind === step ? withStep(session, {kind: 'asked'}) : session;
}
