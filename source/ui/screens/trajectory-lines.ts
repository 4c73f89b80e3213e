/** The trajectory view, drawn. */
import stringWidth from 'string-width';
import type {Size} from '../input.js';
import {theme} from '../theme.js';
import {windowAround} from './cursor.js';
import {footer, frame, oneLine} from './frame.js';
import {positionNote, scrolled} from './scroll.js';
import {cell, fitText} from './text.js';
import {PANES} from './trajectory-body.js';
import {type TrajectoryView, trajectoryBody, trajectoryLayout} from './trajectory-view.js';
import {
	actionWords,
	endingWords,
	failureWords,
	outcomeWords,
	replyTime,
	tableOf,
} from './trajectory-words.js';

/** The whole screen, the footer last. */
export function trajectoryLines(view: TrajectoryView, size: Size): string[] {
	const {trajectory, turn, scroll} = view;
	const {columns} = size;
	const layout = trajectoryLayout(view, size);
	const {lines} = trajectoryBody(view, size);
	return frame(
		[
			title(view, columns),
			...layout.label.map(line => theme.quiet(line)),
			...(layout.failure > 0 ? [theme.bad(fitText(oneLine(failureWords(trajectory)), columns))] : []),
			...turnLines(view, layout.turns, columns),
			panes(view, positionNote(scroll, lines.length, layout.body), columns),
			...scrolled(lines, scroll, layout.body),
		],
		footer('trajectory', columns, {
			omit: [
				...(tableOf(trajectory, turn) ? [] : ['grid']),
				...(trajectory.turns.length > 1 ? [] : ['previousTurn']),
				...(trajectory.turns.some(({thinking}) => thinking !== '') ? [] : ['thought']),
			],
		}),
		size,
	);
}

/** `question · turn 2/3 · ending`: a long question gives way. */
function title({trajectory, turn}: TrajectoryView, width: number): string {
	const count = trajectory.turns.length;
	const place = count === 0 ? 'no turn' : `turn ${turn + 1}/${count}`;
	const rest = ` · ${place} · ${endingWords(trajectory)}`;
	const room = width - stringWidth(rest);
	return theme.heading(
		room < 1
			? fitText(rest.slice(3), width)
			: fitText(oneLine(trajectory.question) || '(no question)', room) + rest,
	);
}

function turnLines({trajectory, turn}: TrajectoryView, height: number, width: number): string[] {
	const {turns} = trajectory;
	const {from, to} = windowAround(turn, turns.length, height);
	const digits = String(turns.length).length;
	return turns.slice(from, to).map((one, offset) => {
		const index = from + offset;
		const time = replyTime(one.elapsedMs);
		const number = String(index + 1).padStart(digits);
		const left = `${index === turn ? '▸' : ' '}${number} ${actionWords(one).padEnd(9)} ${oneLine(outcomeWords(trajectory, index))}`;
		const room = width - time.length - 2;
		const line = room < 12 ? fitText(left, width) : `${cell(left, room)}  ${time}`;
		return index === turn ? theme.accent(line) : line;
	});
}

function panes({pane}: TrajectoryView, note: string, width: number): string {
	const named = PANES.map(name => (name === pane ? `[${name}]` : ` ${name} `)).join('');
	const room = width - (note === '' ? 0 : note.length + 1);
	const isWide = named.length <= room;
	const short = `[${pane}] ${PANES.indexOf(pane) + 1}/${PANES.length}`;
	if (!isWide) {
		return room < short.length
			? theme.strong(fitText(short, width))
			: theme.strong(short) + theme.quiet(note.padStart(width - short.length));
	}

	const drawn = PANES.map(name =>
		name === pane ? theme.strong(`[${name}]`) : theme.quiet(` ${name} `),
	).join('');
	return drawn + theme.quiet(note === '' ? '' : note.padStart(width - named.length));
}
