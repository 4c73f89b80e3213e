/** What a model takes, and how far one that runs here is. */
import type {ModelError} from '../../errors.js';
import type {Preparing} from '../../model/model.js';
import {chosenSchema} from '../../protocol/chosen-schema.js';
import {estimateTokens, systemPrompt} from '../../protocol/prompt.js';
import {dumpSchema} from '../../protocol/schema.js';
import {openTablesView} from './reduce-view.js';
import type {ReadinessStep, Session, Step} from './state.js';
import {failureNote, printed, stay} from './steps.js';

/** In few words: a narrow terminal shows them, too. */
export const TOO_LONG = 'Too long for the model: choose tables.';

/** Whether a model that runs here has another prompt to read than before. */
export function needsReading(before: Session, after: Session): boolean {
	return (
		after.readiness !== null &&
		before.model === after.model &&
		(before.database.schema !== after.database.schema ||
			before.chosen !== after.chosen ||
			before.evidence !== after.evidence ||
			before.maxSteps !== after.maxSteps)
	);
}

/** Where the whole schema does not fit a server's context, the choice of tables opens by itself. */
export function reduceContext(session: Session): Step {
	const {contextTokens, database, views, chosen} = session;
	const tokens = estimateTokens(
		systemPrompt({schema: dumpSchema(database.schema), evidence: '', maxSteps: 0}),
	);
	return contextTokens !== null && tokens > contextTokens && views.length === 0 && chosen === null
		? openTablesView(session, TOO_LONG)
		: stay(session);
}

export function reducePreparing(session: Session, progress: Preparing): Session {
	switch (progress.kind) {
		case 'loading':
		case 'reading':
			return withStep(session, progress);
		case 'loaded': {
			const {loaded} = progress;
			const readiness = session.readiness && {...session.readiness, loaded};
			return {...session, readiness, contextTokens: loaded.contextTokens};
		}
	}
}

export function withStep(session: Session, step: ReadinessStep): Session {
	return session.readiness ? {...session, readiness: {...session.readiness, step}} : session;
}

/** Whether fewer tables help a prompt that is too long: else the evidence or the question is what is long. */
export function tablesAreLargest({database, chosen, evidence}: Session, question = ''): boolean {
	const tables = estimateTokens(dumpSchema(chosenSchema(database.schema, chosen)));
	return tables >= Math.max(estimateTokens(evidence), estimateTokens(question));
}

/** The session goes on: with fewer tables or another model, as the error advises. */
export function reduceUnprepared(session: Session, error: ModelError): Step {
	const failed = withStep(session, {kind: 'failed', failure: error.kind});
	const note = failureNote(error);
	const last = session.printed.at(-1);
	// The same prompt is prepared again at times; what stands there is not said twice.
	const isSaid = last?.kind === 'note' && last.text === note.text;
	const told = isSaid ? failed : printed(failed, note);
	return error.kind === 'context' && told.views.length === 0 && tablesAreLargest(session)
		? openTablesView(told, TOO_LONG)
		: stay(told);
}
