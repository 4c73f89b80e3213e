/** What can be read back from the prompt of a chat: the protocol's texts, the other way round. */
import {FIRST_USER_TURN} from '../../protocol/texts.js';

/** The budget that sqrl-4b was trained with; a chat that names none is taken to have had it. */
const USUAL_STEPS = 5;

/** What stands before and after the hint in the system prompt, to the next tags. */
const EVIDENCE = ['\n</schema>\n\n<evidence>\n', '\n</evidence>\n\n<protocol>'] as const;

/** The question in the first user turn: what the protocol's text frames, else all of it. */
export function questionIn(user: string): string {
	return between(user, FIRST_USER_TURN.split('{question}') as [string, string]) ?? user;
}

/** Whether a first user turn is the protocol's. */
export function isFirstTurn(user: string): boolean {
	return between(user, FIRST_USER_TURN.split('{question}') as [string, string]) !== null;
}

/** The hint and the step budget that a system prompt names, where it has the protocol's sections for them. */
export function hintsIn(system: string): {evidence: string; maxSteps: number} {
	const evidence = evidenceIn(system);
	const [, steps] = /You have at most (\d{1,9}) <sql> steps/.exec(system) ?? [];
	return {
		evidence: evidence === '(none provided)' ? '' : evidence,
		maxSteps: steps === undefined ? USUAL_STEPS : Number(steps),
	};
}

/** From the end of the schema to what the protocol says next: so nothing in a schema or a hint is taken for a tag. */
function evidenceIn(system: string): string {
	const [before, after] = EVIDENCE;
	const start = system.indexOf(before);
	const end = system.lastIndexOf(after);
	return start < 0 || end < start + before.length ? '' : system.slice(start + before.length, end);
}

/** Whether a system prompt tells of the protocol's two blocks. */
export function isSystemPrompt(system: string): boolean {
	return system.includes('<sql>') && system.includes('<answer>');
}

function between(text: string, [start, end]: [string, string]): string | null {
	return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end)
		? text.slice(start.length, text.length - end.length)
		: null;
}
