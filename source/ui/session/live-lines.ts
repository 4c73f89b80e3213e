/** The live region: what can still change. Never higher than the terminal less one row. */
import type {Trajectory} from '../../agent/trajectory.js';
import type {ModelRef} from '../../model/model.js';
import {visible, visibleLines} from '../../visible.js';
import {boardLines} from '../board/board-lines.js';
import type {Editor} from '../editor/editor.js';
import {editorLines} from '../editor/editor-lines.js';
import {drawableRows} from '../input.js';
import {fitLine, wrap} from '../lines.js';
import {menuLines} from '../screens/menu.js';
import {theme} from '../theme.js';
import {composerLines} from './composer-lines.js';
import {footLines} from './foot-lines.js';
import {readinessWords, waitWords} from './readiness-words.js';
import type {Asked, Phase, Session, Stream} from './state.js';
import {sqlLines, turnLines, withoutTags} from './turn-lines.js';

/** Lines of a thought that is being written. */
const STREAMED_LINES = 4;

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

		case 'voting': {
			const {board} = phase;
			const preparing = preparingWords(session, board.start.model, width - 1);
			const rows = drawableRows(session.size);
			return boardLines(board, {now: session.now, preparing, width, height, rows});
		}

		case 'editing':
			return ['', ...editorLines(phase.editor, {width, height: Math.max(1, height - 1), prompt: '✎ '}).lines];
		case 'choosing':
			return ['', ...menuLines(phase.menu, width, Math.max(2, height - 1))];
		case 'naming':
			return namingLines('File to write (a new one):', phase.editor, width, height);
		case 'locating':
			return namingLines(LOCATED[phase.way], phase.editor, width, height, offered(session, phase.way));
		case 'answered':
		case 'quit':
			return [];
	}
}

const LOCATED = {
	server: 'Address of an OpenAI-compatible server:',
	file: 'Path of a GGUF file:',
};

/** What Enter takes while nothing is written. */
function offered({address}: Session, way: 'server' | 'file'): string {
	return way === 'server' ? visible(address) : '';
}

/** One thing is written, and said what it is. */
function namingLines(
	what: string,
	editor: Editor,
	width: number,
	height: number,
	placeholder = '',
): string[] {
	return [
		'',
		theme.quiet(fitLine(what, width)),
		...editorLines(editor, {width, height: Math.max(1, height - 2), prompt: '✎ ', placeholder}).lines,
	];
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
function streamLines(session: Session, {stream, trajectory}: Asked, width: number): string[] {
	const seconds = `${Math.max(0, Math.round((session.now - stream.startedAt) / 1000))} s`;
	const start = `${String(trajectory.turns.length + 1).padStart(2)} … `;
	const room = Math.max(1, width - start.length - seconds.length - 3);
	// Only the end is looked at: a thought can be long, and this is drawn many times.
	const written = (stream.text === '' ? stream.reasoning : stream.text).slice(-width * (STREAMED_LINES + 2));
	const lines =
		written === ''
			? []
			: wrap(visibleLines(withoutTags(written)).trim(), width, '     ').slice(-STREAMED_LINES);
	return [
		theme.quiet(fitLine(`${start}${workWords(session, trajectory, stream, room)} · ${seconds}`, width)),
		...lines.map(line => theme.quiet(line)),
	];
}

/** What the model is doing: one that is still being loaded tells how far it is. */
function workWords(session: Session, {model}: Trajectory, stream: Stream, width: number): string {
	const {text, reasoning, wait} = stream;
	const preparing = text + reasoning === '' ? preparingWords(session, model, width) : '';
	if (preparing !== '') {
		return preparing;
	}

	return wait ? waitWords(wait, width) : fitLine(`${visible(model.name)} writes`, width);
}

/** How far a model is that is asked before it is ready, or ''. */
function preparingWords({readiness}: Session, model: ModelRef, width: number): string {
	const step = readiness?.step.kind;
	return readiness && (step === 'loading' || step === 'reading')
		? readinessWords(model, readiness, width)
		: '';
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
