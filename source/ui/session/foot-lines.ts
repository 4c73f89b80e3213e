/** The last lines of the live region: a notice, the keys that do something now, and what is asked. */
import type {ModelRef} from '../../model/model.js';
import {textWidth} from '../../text-width.js';
import {visible, visibleLines} from '../../visible.js';
import {tally} from '../../vote/tally.js';
import {barLines} from '../bars.js';
import type {Board} from '../board/board.js';
import {drawableRows} from '../input.js';
import {hints} from '../keymap.js';
import {fitLine, spread, wrap} from '../lines.js';
import {labelOf} from '../model-label.js';
import {theme} from '../theme.js';
import type {Phase, Session, Shown} from './state.js';

/** Notice and keys; on the right what is asked and how. */
export function footLines(session: Session, width: number): string[] {
	const {composer, notice, phase} = session;
	const isSearching = phase.kind === 'composing' && composer.search !== null;
	const notices = notice === '' ? [] : wrap(visibleLines(notice), width).map(line => theme.warning(line));
	const keys = wrapHints(isSearching ? hints('search') : keysOf(session), width);
	const status = statusOf(session);
	const [first = ''] = keys;
	if (status !== '' && keys.length === 1 && textWidth(first) + textWidth(status) + 3 <= width) {
		return [...notices, theme.quiet(spread(first, status, width))];
	}

	// On a small terminal what the keys are for comes first; only the label is not left away for them.
	const label = answering(phase) || isArmed(session) ? wrap(status, width).filter(line => line !== '') : [];
	const room = Math.max(1, Math.floor(drawableRows(session.size) / 2));
	return [...notices, ...[...label, ...keys.slice(0, room)].map(line => theme.quiet(line))];
}

/** What is asked and how; of a question that is on its way, the label of the model that answers it. */
function statusOf(session: Session): string {
	const {approve, model, phase, votes} = session;
	const asked = answering(phase);
	if (asked) {
		return labelOf(asked);
	}

	if (isArmed(session)) {
		return `${model ? visible(model.name) : 'no model'} · vote@${votes}: probes run by themselves`;
	}

	return phase.kind === 'composing' || phase.kind === 'answered'
		? `${model ? visible(model.name) : 'no model'} · probes ${approve === 'auto' ? 'run by themselves' : 'wait for you'}`
		: '';
}

/** The model that answers a question that is on its way. */
function answering(phase: Phase): ModelRef | null {
	return phase.kind === 'voting'
		? phase.board.start.model
		: 'asked' in phase
			? phase.asked.trajectory.model
			: null;
}

/** Whether the question that is written will be a vote. */
function isArmed({phase, votes}: Session): boolean {
	return phase.kind === 'composing' && votes !== null;
}

/** Hints on as many lines as they need, none of them broken. */
function wrapHints(text: string, width: number): string[] {
	const lines: string[] = [];
	for (const hint of text.split(' · ')) {
		const last = lines.at(-1);
		if (last !== undefined && textWidth(last) + textWidth(hint) + 3 <= width) {
			lines[lines.length - 1] = `${last} · ${hint}`;
		} else {
			lines.push(fitLine(hint, width));
		}
	}

	return lines.filter(line => line !== '');
}

/** Of the keys of a phase those that do something now. */
function keysOf({phase, profiles, shown}: Session): string {
	switch (phase.kind) {
		case 'composing':
			return `${hints('composer')} · /help${shown ? ' · esc answer' : ''}`;
		case 'thinking':
		case 'running':
			return hints('running', phase.asked.trajectory.turns.length === 0 ? ['fold'] : []);
		case 'querying':
			return hints('running', ['fold']);
		case 'reviewing':
			return phase.way.kind === 'choosing'
				? hints('reviewing')
				: phase.way.kind === 'noting'
					? hints('editing', ['external'], {submit: 'reject'})
					: hints('editing', [], {submit: 'run'});
		case 'editing':
			return hints('editing', [], {submit: 'run'});
		case 'naming':
			return hints('editing', ['newline', 'external'], {submit: 'write'});
		case 'locating':
			return hints('editing', ['newline', 'external'], {submit: 'take'});
		case 'choosing':
			// The menu has them itself.
			return '';
		case 'voting':
			return boardKeys(phase.board, profiles.length > 0);
		case 'answered':
			return hints('answered', idle(shown));
		case 'quit':
			return '';
	}
}

function boardKeys({sample, course, ballot}: Board, hasProfiles: boolean): string {
	if (sample !== null) {
		return hints('samples');
	}

	const clusters = tally(ballot).clusters.length;
	return hints(
		'voting',
		[
			...(clusters === 0 ? ['open', 'take'] : []),
			...(clusters < 2 ? ['differences'] : []),
			...(course.kind === 'ended' ? [] : ['more']),
			...(course.kind === 'ended' && hasProfiles ? [] : ['escalate']),
		],
		course.kind === 'ended' ? {leave: clusters === 0 ? 'done' : 'take the winner'} : {},
	);
}

/** Keys that would only say that they do nothing here, or that nobody looks for now. */
function idle(shown: Shown | null): string[] {
	if (!shown) {
		return [
			'edit',
			'grid',
			'trajectory',
			'copySql',
			'export',
			'plan',
			'bars',
			'vote',
			'regenerate',
			'nudge',
			'retry',
		];
	}

	const {outcome, sql, trajectory} = shown;
	const table = outcome && 'table' in outcome ? outcome.table : null;
	const ending = trajectory?.ending;
	return [
		...(sql === '' ? ['edit', 'copySql', 'plan'] : []),
		...(table ? [] : ['grid', 'export']),
		...(table && barLines(table, 80) ? [] : ['bars']),
		...(trajectory ? [] : ['trajectory', 'vote']),
		...(ending === 'failed' || ending === 'aborted' ? [] : ['retry']),
		...(ending === 'no-answer' ? [] : ['nudge']),
		...(ending === 'no-answer' ? [] : ['regenerate']),
	];
}
