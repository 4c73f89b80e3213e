/** The sessions of the archive, newest first: one is chosen to go on with. */
import type {SessionEntry} from '../../archive/archive.js';
import {counted} from '../../rows/outcome-words.js';
import {textWidth} from '../../text-width.js';
import {drawableRows, type Input, type Size} from '../input.js';
import {actionFor} from '../keymap.js';
import {theme} from '../theme.js';
import {clampIndex, reduceCursor, windowAround} from './cursor.js';
import {footer, frame, oneLine, titled} from './frame.js';
import {positionNote} from './scroll.js';
import {cell, fitText} from './text.js';
import {whenWords} from './when.js';

export type SessionsView = {sessions: readonly SessionEntry[]; cursor: number};

export function openSessions(sessions: readonly SessionEntry[]): SessionsView {
	return {sessions, cursor: 0};
}

/** `taken` is the id of a session. */
export function reduceSessions(
	view: SessionsView,
	input: Input,
	size: Size,
): SessionsView | 'close' | {taken: string} {
	const {sessions, cursor} = view;
	if (actionFor('sessions', input) === 'take') {
		const chosen = sessions[clampIndex(cursor, sessions.length)];
		return chosen ? {taken: chosen.id} : view;
	}

	const action = actionFor('view', input);
	return action === 'close'
		? 'close'
		: {...view, cursor: reduceCursor(cursor, action, sessions.length, listHeight(size))};
}

/** The whole screen, the footer last. */
export function sessionsLines({sessions, cursor}: SessionsView, size: Size): string[] {
	const {columns} = size;
	const height = listHeight(size);
	const {from, to} = windowAround(cursor, sessions.length, height);
	return frame(
		[
			titled(
				'Sessions: choose the one to go on with',
				positionNote({top: from}, sessions.length, height),
				columns,
			),
			...sessions.slice(from, to).map((session, at) => sessionLine(session, from + at === cursor, columns)),
		],
		footer('sessions', columns, {omit: ['help']}),
		size,
	);
}

function listHeight(size: Size): number {
	return Math.max(1, drawableRows(size) - 2);
}

/** From here on there is room for the database and the count. */
const WIDE = 70;

function sessionLine(session: SessionEntry, isCurrent: boolean, width: number): string {
	const {lastAskedAt, database, questions, question} = session;
	const when = oneLine(whenWords(lastAskedAt, width < WIDE));
	const facts =
		width < WIDE
			? when
			: `${when}  ${cell(oneLine(database?.name ?? ''), 14)}  ${cell(counted(questions, 'question'), 13)}`;
	const start = `${isCurrent ? '❯' : ' '} ${facts}  `;
	const line = start + fitText(oneLine(question), Math.max(0, width - textWidth(start)));
	return isCurrent ? theme.accent(fitText(line, width)) : fitText(line, width);
}
