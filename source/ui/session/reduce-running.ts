/** While something runs: reading along, stopping, and the judgement of a probe. */
import type {Verdict} from '../../agent/trajectory.js';
import {editorOf, editText, emptyEditor, insertText} from '../editor/editor.js';
import type {Input} from '../input.js';
import {actionFor} from '../keymap.js';
import type {Asked, Effect, Phase, ReviewWay, Session, Step} from './state.js';
import {askedIn, stay, to} from './steps.js';

/** Keys that were typed before a person can have seen the probe judge nothing. */
const TYPED_AHEAD_MS = 250;

export function reduceRunning(session: Session, input: Input): Step {
	const action = actionFor('running', input);
	if (action === 'stop') {
		return stay(session, [{kind: 'stop'}]);
	}

	return action === null ? stay(session) : fold(session, action);
}

/** `r` folds and unfolds the newest turn, `R` all of them. */
function fold(session: Session, action: 'fold' | 'foldAll'): Step {
	const asked = askedIn(session.phase);
	if (!asked) {
		return stay(session);
	}

	const {turns} = asked.trajectory;
	if (turns.length === 0) {
		return stay(session);
	}

	const newest = turns.length - 1;
	const unfolded = new Set(asked.unfolded);
	if (action === 'fold') {
		if (!unfolded.delete(newest)) {
			unfolded.add(newest);
		}
	} else if (unfolded.size > 0) {
		unfolded.clear();
	} else {
		turns.forEach((_, index) => {
			unfolded.add(index);
		});
	}

	return to(session, {...session.phase, asked: {...asked, unfolded}} as Phase);
}

type Reviewing = Extract<Phase, {kind: 'reviewing'}>;

export function reduceReviewing(session: Session, phase: Reviewing, input: Input, at: number): Step {
	if (phase.way.kind !== 'choosing') {
		return reduceWriting(session, phase, phase.way, input);
	}

	if (at - phase.since < TYPED_AHEAD_MS) {
		return stay(session);
	}

	const action = actionFor('reviewing', input);
	switch (action) {
		case 'approve':
			return judge(session, phase.asked, phase.turn, {kind: 'approved', by: 'person'});
		case 'approveRest':
			return judge(session, {...phase.asked, trusted: true}, phase.turn, {kind: 'approved', by: 'person'});
		case 'finish':
			return judge(session, phase.asked, phase.turn, {kind: 'finish', by: 'person'});
		case 'edit':
			return to(session, {...phase, way: {kind: 'editing', editor: editorOf(phase.sql)}});
		case 'external':
			return stay(session, [{kind: 'write-externally', text: phase.sql}]);
		case 'reject':
			return to(session, {...phase, way: {kind: 'noting', editor: emptyEditor()}});
		case 'stop':
			return stay(session, [{kind: 'stop'}]);
		case 'fold':
		case 'foldAll':
			return fold(session, action);
		case null:
			return stay(session);
	}
}

/** The probe is edited, or the note for a rejection written. */
function reduceWriting(
	session: Session,
	phase: Reviewing,
	way: Exclude<ReviewWay, {kind: 'choosing'}>,
	input: Input,
): Step {
	const written = way.editor.text.trim();
	switch (actionFor('editing', input)) {
		case 'cancel':
			return to(session, {...phase, way: {kind: 'choosing'}});
		case 'newline':
			return to(session, {...phase, way: {...way, editor: insertText(way.editor, '\n')}});
		case 'external':
			return way.kind === 'editing'
				? stay(session, [{kind: 'write-externally', text: way.editor.text}])
				: stay(session);
		case 'submit':
			if (way.kind === 'noting') {
				return judge(session, phase.asked, phase.turn, {kind: 'rejected', note: written});
			}

			if (written === '') {
				return stay({...session, notice: 'The probe is empty. Esc goes back to it as it was.'});
			}

			return judge(
				session,
				phase.asked,
				phase.turn,
				written === editorOf(phase.sql).text.trim()
					? {kind: 'approved', by: 'person'}
					: {kind: 'edited', sql: written},
			);
		case null:
			return to(session, {...phase, way: {...way, editor: editText(way.editor, input)}});
	}
}

function judge(session: Session, asked: Asked, turn: number, verdict: Verdict): Step {
	const effects: Effect[] = [{kind: 'judge', turn, verdict}];
	return to(session, {kind: 'running', asked}, effects);
}
