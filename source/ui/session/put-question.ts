/** A question as the session puts it: with the tables, the evidence and the settings that are in force. */
import {randomUUID} from 'node:crypto';
import {PromptSize} from '../../agent/prompt-size.js';
import {begin, type Trajectory} from '../../agent/trajectory.js';
import type {DatabaseRef} from '../../database/file.js';
import type {ModelRef} from '../../model/model.js';
import {chosenSchema} from '../../protocol/chosen-schema.js';
import {dumpSchema} from '../../protocol/schema.js';
import type {Session} from './state.js';

/** A trajectory before its first reply. */
export function putQuestion(
	{database, evidence, sampling, maxSteps, chosen}: Session,
	question: string,
	model: ModelRef,
	ref: DatabaseRef = database.ref,
): Trajectory {
	return begin({
		id: randomUUID(),
		question,
		evidence,
		database: ref,
		model,
		sampling,
		maxSteps,
		schema: dumpSchema(chosenSchema(database.schema, chosen)),
	});
}

export function sizeOf({database, chosen}: Session, trajectory: Trajectory): PromptSize {
	return new PromptSize(trajectory, chosenSchema(database.schema, chosen), '/tables');
}
