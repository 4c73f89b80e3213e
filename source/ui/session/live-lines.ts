/** The live region: what can still change. Never higher than the terminal less one row. */
import {textWidth} from '../../text-width.js';
import {visible, visibleLines} from '../../visible.js';
import {barLines} from '../bars.js';
import {editorLines} from '../editor/editor-lines.js';
import {searchHistory} from '../editor/history.js';
import {drawableRows} from '../input.js';
import {hints} from '../keymap.js';
import {fitLine, spread, wrap} from '../lines.js';
import {menuLines} from '../screens/menu.js';
import {theme} from '../theme.js';
import type {Asked, Phase, Session, Shown} from './state.js';
import {sqlLines, turnLines, withoutTags} from './turn-lines.js';

/** Lines of a thought that is being written. */
const STREAMED_LINES = 4;

/** Lines of the evidence in force. */
const EVIDENCE_LINES = 3;

/** At least one line. */
export function liveLines(session: Session): string[] {
	const columns = session.size.columns - 1;
	const height = drawableRows(session.size);
	const foot = footLines(session, columns);
	const body = bodyLines(session, columns, Math.max(1, height - foot.length));
	const lines = [...lastLines(body, Math.max(0, height - foot.length)), ...foot].slice(-height);
	// A region without a line is a line to Ink.
	return lines.length === 0 ? [' '] : lines;
}

/** The end of what does not fit; what is above it is counted. */
function lastLines(lines: string[], height: number): string[] {
	if (lines.length <= height) {
		return lines;
	}

	return height < 2
		? lines.slice(lines.length - height)
		: [theme.quiet(`… ${lines.length - height + 1} lines above`), ...lines.slice(lines.length - height + 1)];
}

function bodyLines(session: Session, width: number, height: number): string[] {
	const {phase} = session;
	switch (phase.kind) {
		case 'composing':
			return composerLines(session, width, height);
		case 'thinking':
		case 'running':
		case 'reviewing':
			return askedLines(session, phase, width, height);
		case 'querying': {
			const seconds = Math.max(0, Math.round((session.now - phase.startedAt) / 1000));
			return ['', ...sqlLines('runs', phase.sql, width), theme.quiet(`   ${seconds} s`)];
		}

		case 'editing':
			return ['', ...editorLines(phase.editor, {width, height: Math.max(1, height - 1), prompt: '✎ '}).lines];
		case 'choosing':
			return ['', ...menuLines(phase.menu, width, Math.max(2, height - 1))];
		case 'naming':
			return [
				'',
				theme.quiet(fitLine('File to write (a new one):', width)),
				...editorLines(phase.editor, {width, height: Math.max(1, height - 2), prompt: '✎ '}).lines,
			];
		case 'answered':
		case 'quit':
			return [];
	}
}

function composerLines(session: Session, width: number, height: number): string[] {
	const {composer, evidence, history} = session;
	if (composer.search) {
		const {query, match} = composer.search;
		const matches = searchHistory(history, query.text);
		const found = matches[match];
		return [
			'',
			...wrap(found === undefined ? 'no question matches' : visibleLines(found), width, '  ').slice(
				0,
				Math.max(1, height - 2),
			),
			...editorLines(query, {width, height: 1, prompt: '? '}).lines,
		];
	}

	const inForce = evidenceLines(evidence, width);
	const options = composer.completion?.options ?? [];
	const completion =
		options.length > 1
			? [theme.quiet(fitLine(`  ${options.map(option => visible(option)).join('  ')}`, width))]
			: [];
	const room = Math.max(1, height - 1 - inForce.length - completion.length);
	const {lines} = editorLines(composer.editor, {
		width,
		height: room,
		prompt: '❯ ',
		continuation: '  ',
		placeholder: `Ask ${visible(session.database.ref.name)}`,
	});
	return ['', ...inForce, ...lines, ...completion];
}

/** The beginning of the evidence in force. */
function evidenceLines(evidence: string, width: number): string[] {
	if (evidence === '') {
		return [];
	}

	// It can be a whole file, and this is drawn at every key.
	const beginning = visibleLines(evidence.slice(0, width * (EVIDENCE_LINES + 1)));
	const lines = wrap(`evidence: ${beginning}`, width);
	const shown = lines.length > EVIDENCE_LINES ? [...lines.slice(0, EVIDENCE_LINES - 1), '…'] : lines;
	return shown.map(line => theme.quiet(line));
}

type Working = Extract<Phase, {asked: Asked}>;

function askedLines(session: Session, phase: Working, width: number, height: number): string[] {
	const {asked} = phase;
	const {trajectory, unfolded} = asked;
	const head = [
		'',
		...wrap(visibleLines(trajectory.question), width, '  ').map((line, index) =>
			theme.strong(index === 0 ? `❯${line.slice(1)}` : line),
		),
	];
	const turns = trajectory.turns.flatMap((_, index) =>
		turnLines(trajectory, index, {width, unfolded: unfolded.has(index)}),
	);
	return [...head, ...turns, ...workLines(session, phase, width, height)];
}

function workLines(session: Session, phase: Working, width: number, height: number): string[] {
	switch (phase.kind) {
		case 'thinking':
			return streamLines(session, phase.asked, width);
		case 'running':
			return [theme.quiet('   runs …')];
		case 'reviewing':
			return reviewLines(phase, width, height);
	}
}

/** The end of what the model writes, with how long it has been at it. */
function streamLines({now, model}: Session, {stream, trajectory}: Asked, width: number): string[] {
	const seconds = Math.max(0, Math.round((now - stream.startedAt) / 1000));
	const number = String(trajectory.turns.length + 1).padStart(2);
	const status =
		stream.waiting === '' ? `${visible(model.name)} writes` : `waiting: ${visible(stream.waiting)}`;
	// Only the end is looked at: a thought can be long, and this is drawn many times.
	const written = (stream.text === '' ? stream.reasoning : stream.text).slice(-width * (STREAMED_LINES + 2));
	const lines =
		written === ''
			? []
			: wrap(visibleLines(withoutTags(written)).trim(), width, '     ').slice(-STREAMED_LINES);
	return [
		theme.quiet(fitLine(`${number} … ${status} · ${seconds} s`, width)),
		...lines.map(line => theme.quiet(line)),
	];
}

function reviewLines({way}: Extract<Phase, {kind: 'reviewing'}>, width: number, height: number): string[] {
	switch (way.kind) {
		case 'choosing':
			return [theme.warning(fitLine('   Run this probe?', width))];
		case 'editing':
			return editorLines(way.editor, {width, height: Math.max(1, Math.floor(height / 2)), prompt: '   ✎ '})
				.lines;
		case 'noting':
			return [
				theme.quiet(fitLine('   Why not? The model reads this note (enter: no note).', width)),
				...editorLines(way.editor, {width, height: Math.max(1, Math.floor(height / 3)), prompt: '   ✎ '})
					.lines,
			];
	}
}

/** Notice and keys; on the right what is asked and how. */
function footLines(session: Session, width: number): string[] {
	const {composer, notice, phase, shown} = session;
	const isSearching = phase.kind === 'composing' && composer.search !== null;
	const notices = notice === '' ? [] : wrap(visibleLines(notice), width).map(line => theme.warning(line));
	const keys = wrapHints(isSearching ? hints('search') : keysOf(phase, shown), width);
	const status = `${visible(session.model.name)} · probes ${session.approve === 'auto' ? 'run by themselves' : 'wait for you'}`;
	const [first = ''] = keys;
	const resting = phase.kind === 'composing' || phase.kind === 'answered';
	if (resting && keys.length === 1 && textWidth(first) + textWidth(status) + 3 <= width) {
		return [...notices, theme.quiet(spread(first, status, width))];
	}

	// On a small terminal what the keys are for comes first.
	const room = Math.max(1, Math.floor(drawableRows(session.size) / 2));
	return [...notices, ...keys.slice(0, room).map(line => theme.quiet(line))];
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
