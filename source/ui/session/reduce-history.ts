/** What was asked before: the view of it, and what is removed from the archive. */

import {counted} from '../../rows/outcome-words.js';
import {withEarlier, without} from '../editor/history.js';
import type {Input} from '../input.js';
import {
	type HistoryRequest,
	type HistoryView,
	historyAnswer,
	openHistory,
	reduceHistory,
	withoutQuestion,
} from '../screens/history-view.js';
import {openMenu} from '../screens/menu.js';
import type {SessionEvent} from './event.js';
import {askForModel} from './reduce-model.js';
import {SLASH_COMMANDS} from './slash-commands.js';
import type {Effect, Session, Step, View} from './state.js';
import {close, push, replace, stay, to} from './steps.js';

type EventOf<K extends SessionEvent['kind']> = Extract<SessionEvent, {kind: K}>;

/** @param text what is searched for at once; '' shows all. */
export function openHistoryView(session: Session, text: string): Step {
	const {view, request} = openHistory(text);
	return requested(push(session, {kind: 'history', view}), request);
}

export function reduceHistoryView(session: Session, view: HistoryView, input: Input): Step {
	const next = reduceHistory(view, input, session.size);
	if (next === 'close') {
		return close(session);
	}

	return 'request' in next
		? requested(replace(session, {kind: 'history', view: next.view}), next.request)
		: replace(session, {kind: 'history', view: next});
}

function requested({session, effects}: Step, request: HistoryRequest): Step {
	const wanted = (effect: Effect): Step => ({session, effects: [...effects, effect]});
	switch (request.kind) {
		case 'find':
			return wanted({kind: 'find-history', text: request.text, offset: request.offset});
		case 'open':
			return wanted({kind: 'open-question', id: request.id});
		case 'forget':
			return wanted({kind: 'forget', what: {kind: 'question', id: request.id}});
		case 'again': {
			const closed = {...session, views: []};
			if (session.model === null) {
				return askForModel(closed);
			}

			const {question, evidence} = request;
			const notice = evidence === session.evidence ? '' : evidence === '' ? NO_EVIDENCE : ITS_EVIDENCE;
			return stay({...closed, evidence, notice}, [{kind: 'ask', question}]);
		}
	}
}

const NO_EVIDENCE = 'No evidence is in force any more: it was asked without.';
const ITS_EVIDENCE = 'The evidence that it was asked with is in force again.';

/** What the archive has found is for the view that asked, wherever in the pile it is. */
export function reduceHistoryAnswer(session: Session, event: EventOf<'history'>): Step {
	return stay(inHistory(session, view => historyAnswer(view, event)));
}

/** Questions of earlier sessions come before those of this one. */
export function reduceRemembered(session: Session, {questions}: EventOf<'remembered'>): Step {
	return stay({...session, history: withEarlier(session.history, questions)});
}

export function reduceForgotten(session: Session, {what, questions, texts}: EventOf<'forgotten'>): Step {
	const notice =
		questions === 0
			? 'It was not in the archive.'
			: `Forgotten, with what was forked from it: ${counted(questions, 'question')}.`;
	const told = {...session, notice, history: without(session.history, texts)};
	return stay(what.kind === 'question' ? inHistory(told, view => withoutQuestion(view, what.id)) : told);
}

/** A question is forgotten at once, more than that when the person has said so twice. */
export function forget(session: Session, rest: string): Step {
	if (rest === 'session' || rest === 'everything') {
		return to(session, {
			kind: 'choosing',
			menu: openMenu(
				rest === 'session'
					? 'Forget all questions of this session?'
					: 'Forget everything that was ever asked, of any database?',
				[{label: 'no, keep it'}, {label: 'yes, for good'}],
			),
			choice: {kind: 'forget', what: {kind: rest}},
		});
	}

	const {usage} = SLASH_COMMANDS.forget;
	if (rest !== 'question') {
		return stay({...session, notice: `Say what: ${usage}`});
	}

	const trajectory = session.shown?.trajectory;
	return trajectory
		? stay(session, [{kind: 'forget', what: {kind: 'question-of', trajectory: trajectory.id}}])
		: stay({...session, notice: 'There is no question to forget.'});
}

function inHistory(session: Session, change: (view: HistoryView) => HistoryView): Session {
	const changed = (view: View): View =>
		view.kind === 'history' ? {kind: 'history', view: change(view.view)} : view;
	return {...session, views: session.views.map(changed)};
}
