/** What `ask` says on stderr while a trajectory grows. */
import type {SolveEvent} from '../agent/solve.js';
import {stepsUsed, type Trajectory, type Turn} from '../agent/trajectory.js';
import type {QueryOutcome} from '../database/cell.js';
import {EMBEDDED_LABEL, isEmbedded} from '../model/model-place.js';
import {milliseconds, rowsWords} from '../rows/outcome-words.js';
import type {Notes} from '../streams.js';
import {visibleLines} from '../visible.js';

const SUMMARY_LENGTH = 600;

/** Said once a question. */
const REASONING_PARSER =
	'Warning: the server sends the thinking apart from the text: a reasoning parser is on, which costs sqrl-4b\n' +
	'about 12 points of accuracy. Start vLLM without --reasoning-parser.';

/** Gives the consumer of the events of one question. */
export function askProgress(notes: Notes): (event: SolveEvent) => Promise<void> {
	let characters = 0;
	let warned = false;
	let waitingFor = '';
	return async event => {
		switch (event.kind) {
			case 'chunk': {
				const {chunk, trajectory} = event;
				if (chunk.kind === 'waiting') {
					const seconds = chunk.ms === undefined ? '' : `; again in ${(chunk.ms / 1000).toFixed(1)} s`;
					// The same reason once more is no news: on a terminal the last line of it stays alive.
					const say = chunk.reason === waitingFor ? notes.status : notes.line;
					say(`waiting: ${chunk.reason}${seconds}`);
					waitingFor = chunk.reason;
				} else if (chunk.kind === 'reasoning' && !warned) {
					warned = true;
					notes.line(REASONING_PARSER);
				}

				const turn = `${trajectory.turns.length + 1}  ${trajectory.model.name}`;
				if (chunk.kind === 'text' || chunk.kind === 'reasoning') {
					characters += chunk.text.length;
					notes.status(`${turn} writes · ${characters.toLocaleString('en-US')} characters`);
				} else if (chunk.kind === 'progress') {
					const [done, total] = [chunk.done, chunk.total].map(count => count.toLocaleString('en-US'));
					notes.status(`${turn} reads · ${done} of ${total} tokens`);
				}

				break;
			}

			case 'replied':
				characters = 0;
				await printReply(notes, event.trajectory, event.turn);
				break;
			case 'observed':
				printResponse(notes, event.trajectory.turns[event.turn]!);
				break;
			case 'ended':
				printEnding(notes, event.trajectory);
				break;
			default:
		}
	};
}

async function printReply(notes: Notes, trajectory: Trajectory, index: number): Promise<void> {
	const turn = trajectory.turns[index]!;
	const seconds = `${(turn.elapsedMs / 1000).toFixed(1)} s`;
	notes.line(`${String(index + 1).padStart(2)}  ${shortened(turn.summary) || '(no summary)'}  [${seconds}]`);
	if (turn.action.kind === 'none') {
		notes.line(`    ${WHY_NO_ACTION[turn.action.reason]}`);
		return;
	}

	const step = stepsUsed(trajectory) + 1;
	const budget = `${step}/${trajectory.maxSteps}`;
	const probe = step > trajectory.maxSteps ? 'probe beyond the budget' : `probe ${budget}`;
	const sql = visibleLines(turn.action.sql);
	const label = turn.action.kind === 'answer' ? 'answer' : probe;
	notes.ready(`${label}  ${notes.colours ? await coloured(sql) : sql}`.replaceAll(/^/gm, '    '));
}

/** A summary on one line; a model that goes on and on is read in the trajectory (`--json`). */
function shortened(summary: string): string {
	const line = summary.slice(0, SUMMARY_LENGTH).replaceAll(/\s+/g, ' ').trim();
	return summary.length > SUMMARY_LENGTH ? `${line}…` : line;
}

const WHY_NO_ACTION = {
	'no-block': 'neither a probe nor an answer is in this reply',
	'empty-block': 'the block in this reply is empty',
	'cut-off': 'this reply was cut off at the token limit (--max-tokens)',
};

function printResponse(notes: Notes, {action, outcome, response}: Turn): void {
	if (response?.kind === 'finish') {
		const why = action.kind === 'sql' ? 'not run, the step budget is used up: ' : '';
		notes.line(`    ${why}the model is told to answer now`);
	} else if (outcome) {
		notes.line(`    ${outcomeLine(outcome)}`);
	}
}

function printEnding(notes: Notes, {ending, answer, turns, model}: Trajectory): void {
	if (answer?.outcome) {
		notes.line(`    ${outcomeLine(answer.outcome)}`);
		if (isEmbedded(model)) {
			notes.line(`    ${EMBEDDED_LABEL}`);
		}
	} else if (ending === 'no-answer') {
		if (turns.at(-1)?.action.kind === 'sql') {
			notes.line('    not run: the model had to answer');
		}

		const tried = turns.length === 1 ? 'one reply' : `${turns.length} replies`;
		notes.line(`No answer: the model gave none in ${tried}. Ask in other words, or with --evidence.`);
	} else if (ending === 'aborted') {
		notes.line('Interrupted.');
	}
}

function outcomeLine(outcome: QueryOutcome): string {
	const asText = (outcome.readAsText ?? []).map(text => ` · "${text}" read as text`).join('');
	if ('error' in outcome) {
		return `failed: ${outcome.error.message}${asText}`;
	}

	return `${rowsWords(outcome.table)} · ${milliseconds(outcome.elapsedMs)}${asText}`;
}

async function coloured(sql: string): Promise<string> {
	const {highlightSql} = await import('../highlight.js');
	return highlightSql(sql);
}
