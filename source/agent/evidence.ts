/** The evidence in a system prompt of this program. */
import {systemPrompt} from '../protocol/prompt.js';
import type {Trajectory} from './trajectory.js';

type Prompted = Pick<Trajectory, 'prompt' | 'evidence' | 'maxSteps'>;

/** The system prompt with other evidence, byte for byte as it would have been; null: it is not of this program. */
export function promptWithEvidence({prompt, evidence, maxSteps}: Prompted, wanted: string): string | null {
	const {system} = prompt;
	const {head, between, tail} = templateOf(maxSteps);
	const rendered = (text: string) => between + shown(text) + tail;
	if (!system.startsWith(head) || !system.endsWith(tail)) {
		return null;
	}

	// The evidence that is recorded tells exactly where it begins; else nothing but evidence stands at the end.
	const start = system.endsWith(rendered(evidence))
		? system.length - rendered(evidence).length
		: system.lastIndexOf(between, system.length - tail.length - between.length);
	return start < head.length ? null : system.slice(0, start) + rendered(wanted);
}

/** What stands before the schema, between it and the evidence, and after the evidence. */
function templateOf(maxSteps: number) {
	const [head, between, tail] = systemPrompt({schema: '\0', evidence: '\0', maxSteps}).split('\0');
	return {head: head!, between: between!, tail: tail!};
}

/** The evidence as a prompt shows it. */
function shown(evidence: string): string {
	const {between, tail} = templateOf(0);
	const prompt = systemPrompt({schema: '', evidence, maxSteps: 0});
	return prompt.slice(prompt.indexOf(between) + between.length, -tail.length);
}
