/** The session before its first key. */
import type {ModelRef, Sampling} from '../../model/model.js';
import {emptyEditor} from '../editor/editor.js';
import {emptyHistory} from '../editor/history.js';
import type {Size} from '../input.js';
import {firstReadiness, modelChoice, withCaution} from './reduce-model.js';
import type {Opened, Session} from './state.js';

export type Beginning = {
	size: Size;
	database: Opened;
	/** Null where a person has none: then a choice is open. */
	model: {ref: ModelRef; runsHere: boolean} | null;
	address: string;
	sampling: Sampling;
	maxSteps: number;
	chosen: Session['chosen'];
	suggestions: readonly string[];
	profiles: readonly string[];
	calibrations: Session['calibrations'];
	now: number;
};

export function beginSession({model, ...given}: Beginning): Session {
	const session: Session = {
		...given,
		model: model?.ref ?? null,
		readiness: model ? firstReadiness(model.runsHere) : null,
		contextTokens: null,
		evidence: '',
		votes: null,
		approve: 'manual',
		composer: {editor: emptyEditor(), completion: null, search: null},
		history: emptyHistory(),
		phase: {kind: 'composing'},
		unfinished: null,
		shown: null,
		views: [],
		printed: [{kind: 'welcome', database: given.database, model: model?.ref ?? null}],
		notice: '',
		interruptedAt: null,
	};
	return model ? withCaution(session) : {...session, phase: modelChoice(session)};
}
