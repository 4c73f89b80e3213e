/** Which model is asked: the choice of one, where it is as a person types that, and its taking over. */
import type {ModelRef, Sampling} from '../../model/model.js';
import {EMBEDDED_NAME, isChinook, isEmbedded} from '../../model/model-place.js';
import {editText, emptyEditor} from '../editor/editor.js';
import type {Input} from '../input.js';
import {actionFor} from '../keymap.js';
import {type MenuOption, openMenu} from '../screens/menu.js';
import type {Wanted} from './find-place.js';
import type {Choosing, ModelOffer, Phase, Readiness, Session, Step} from './state.js';
import {printed, stay, to} from './steps.js';

/** The choice of a model: those of the server that is asked, by their names, and the ways to another one. */
export function modelChoice({model, profiles}: Session, names: readonly string[] = []): Choosing {
	const offers: ModelOffer[] = [
		...names.map(name => ({kind: 'named' as const, name})),
		...profiles.map(name => ({kind: 'profile' as const, name})),
		{kind: 'server'},
		{kind: 'file'},
		{kind: 'embedded'},
	];
	const title = model === null ? 'Which model answers the questions?' : 'Model';
	const options = offers.map(offer => optionOf(offer, model));
	return {kind: 'choosing', menu: openMenu(title, options), choice: {kind: 'model', offers}};
}

function optionOf(offer: ModelOffer, model: ModelRef | null): MenuOption {
	switch (offer.kind) {
		case 'named': {
			const isUsed = model?.baseUrl !== undefined && model.name === offer.name;
			return {label: offer.name, ...(isUsed && {note: 'now'})};
		}

		case 'profile':
			return {label: offer.name, note: 'a profile'};
		case 'server':
			return {label: 'A server\u2019s address'};
		case 'file': {
			const isUsed = model?.file !== undefined && !isEmbedded(model);
			return {label: 'A GGUF file', ...(isUsed && {note: `now ${model.name}`})};
		}

		case 'embedded': {
			const now = model && isEmbedded(model) ? 'now; ' : '';
			return {label: `${EMBEDDED_NAME}, in the box`, note: `${now}for trying things out`};
		}
	}
}

/** A question is to be asked and there is no model: it stays in the composer. */
export function askForModel(session: Session): Step {
	const notice = 'The question stays: choose who answers it, then send it.';
	return to({...session, notice}, modelChoice(session));
}

/** The list of a server's models is here; without one the choice is among the other ways. */
export function reduceModels(session: Session, names: readonly string[]): Step {
	// The server may have taken so long that something else has begun.
	return session.phase.kind === 'composing' || session.phase.kind === 'answered'
		? to(session, modelChoice(session, names))
		: stay({...session, notice: 'The list of models is here: /model shows it when this is done.'});
}

export function takeOffer(session: Session, from: Choosing, offer: ModelOffer): Step {
	switch (offer.kind) {
		case 'server':
			return to(session, {kind: 'locating', way: 'server', editor: emptyEditor(), from});
		case 'file':
			return to(session, {kind: 'locating', way: 'file', editor: emptyEditor(), from});
		case 'named':
		case 'embedded':
		case 'profile':
			return want({...session, phase: {kind: 'composing'}}, offer);
	}
}

type Locating = Extract<Phase, {kind: 'locating'}>;

/** It stays open until the model is there: what cannot be found is written differently then. */
export function reduceLocating(session: Session, phase: Locating, input: Input): Step {
	const {editor, from, way} = phase;
	switch (actionFor('editing', input)) {
		case 'cancel':
			return to(session, from);
		case 'submit': {
			// The address that is offered stands there as long as nothing is written.
			const text = editor.text.trim() || (way === 'server' ? session.address : '');
			if (text === '') {
				return stay({...session, notice: 'Nothing is written. Esc goes back.'});
			}

			return want(session, way === 'server' ? {kind: way, address: text} : {kind: way, path: text});
		}

		case 'newline':
		case 'external':
			return stay(session);
		case null:
			return to(session, {...phase, editor: editText(editor, input)});
	}
}

export function want(session: Session, wanted: Wanted): Step {
	return stay(session, [{kind: 'use-model', wanted}]);
}

/** @param event `runsHere`: whether the model has to be prepared. */
export function reduceModel(
	session: Session,
	{model, sampling, runsHere}: {model: ModelRef; sampling: Sampling; runsHere: boolean},
): Step {
	const next: Session = {
		...session,
		model,
		sampling,
		contextTokens: null,
		readiness: firstReadiness(runsHere),
		phase: isChoosing(session.phase) ? {kind: 'composing'} : session.phase,
	};
	const note = {kind: 'note' as const, text: `From here on ${model.name} is asked.`, tone: 'plain' as const};
	return stay(withCaution(printed(next, note)), [{kind: 'get-ready'}]);
}

export function firstReadiness(runsHere: boolean): Readiness | null {
	return runsHere ? {step: {kind: 'loading', done: 0, total: 0}, loaded: null} : null;
}

function isChoosing(phase: Phase): boolean {
	return phase.kind === 'locating' || (phase.kind === 'choosing' && phase.choice.kind === 'model');
}

/** With what the embedded model's card says of other schemas than Chinook's, where it applies and is not said yet. */
export function withCaution(session: Session): Session {
	const {database, model} = session;
	const isSaid = session.printed.some(({kind}) => kind === 'unfamiliar');
	return !isSaid && model && isEmbedded(model) && !isChinook(database.schema)
		? printed(session, {kind: 'unfamiliar'})
		: session;
}
