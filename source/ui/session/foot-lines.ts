/** The last lines of the live region: a notice, the keys that do something now, and what is asked. */
import {textWidth} from '../../text-width.js';
import {visible, visibleLines} from '../../visible.js';
import {barLines} from '../bars.js';
import {drawableRows} from '../input.js';
import {hints} from '../keymap.js';
import {fitLine, spread, wrap} from '../lines.js';
import {labelOf} from '../model-label.js';
import {theme} from '../theme.js';
import type {Phase, Session, Shown} from './state.js';

/** Notice and keys; on the right what is asked and how. */
export function footLines(session: Session, width: number): string[] {
	const {composer, notice, phase, shown} = session;
	const isSearching = phase.kind === 'composing' && composer.search !== null;
	const notices = notice === '' ? [] : wrap(visibleLines(notice), width).map(line => theme.warning(line));
	const keys = wrapHints(isSearching ? hints('search') : keysOf(phase, shown), width);
	const status = statusOf(session);
	const [first = ''] = keys;
	if (status !== '' && keys.length === 1 && textWidth(first) + textWidth(status) + 3 <= width) {
		return [...notices, theme.quiet(spread(first, status, width))];
	}

	// On a small terminal what the keys are for comes first; only the label is not left away for them.
	const label = 'asked' in phase ? wrap(status, width).filter(line => line !== '') : [];
	const room = Math.max(1, Math.floor(drawableRows(session.size) / 2));
	return [...notices, ...[...label, ...keys.slice(0, room)].map(line => theme.quiet(line))];
}

/** What is asked and how; of a question that is on its way, the label of the model that answers it. */
function statusOf({approve, model, phase}: Session): string {
	if ('asked' in phase) {
		return labelOf(phase.asked.trajectory.model);
	}

	return phase.kind === 'composing' || phase.kind === 'answered'
		? `${model ? visible(model.name) : 'no model'} · probes ${approve === 'auto' ? 'run by themselves' : 'wait for you'}`
		: '';
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
function keysOf(phase: Phase, shown: Shown | null): string {
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
		case 'answered':
			return hints('answered', idle(shown));
		case 'quit':
			return '';
	}
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
		...(trajectory ? [] : ['trajectory']),
		...(ending === 'failed' || ending === 'aborted' ? [] : ['retry']),
		...(ending === 'no-answer' ? [] : ['nudge']),
		...(ending === 'no-answer' ? [] : ['regenerate']),
	];
}
