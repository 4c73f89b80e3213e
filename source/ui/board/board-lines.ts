/** The board of a vote: lanes, clusters, how it stands. At most `height` lines, and calm: what has a place keeps it. */
import {type Tally, tally} from '../../vote/tally.js';
import {fitLine, spread, wrap} from '../lines.js';
import {oneLine} from '../screens/frame.js';
import {theme} from '../theme.js';
import {type Board, clusterAtHand, letterOf, placed} from './board.js';
import {agreementWords, failedWords, leadWords, voteNotes} from './board-words.js';
import {clusterLines} from './cluster-lines.js';
import {laneLines} from './lane-lines.js';

/** From here on the question and the counts stand in one line. */
const WIDE = 60;

/** What part of the terminal the lanes may take, and the lines that they leave to what stands under them. */
const LANES = 3 / 8;
const UNDER_LANES = 3;

export type BoardStyle = {
	/** Milliseconds since 1970. */
	now: number;
	/** What the model does before it can be asked, or ''. */
	preparing: string;
	width: number;
	height: number;
	/** Rows of the terminal that may be drawn: lanes do not become signs because a notice takes a line. */
	rows: number;
};

export function boardLines(board: Board, {now, preparing, width, height, rows}: BoardStyle): string[] {
	const result = tally(board.ballot);
	const head = headLines(board, now, width);
	const most = Math.min(Math.floor(rows * LANES), height - head.length - UNDER_LANES);
	const lanes = laneLines(board, width, Math.max(2, most));
	const status = statusLines(board, result, preparing, width);
	const room = Math.max(1, height - head.length - lanes.length - status.length);
	const clusters = clusterLines(placed(board, result), {
		atHand: board.sample === null ? (clusterAtHand(board)?.key ?? null) : null,
		k: board.k,
		width,
		height: room,
	});
	const isEnded = board.course.kind === 'ended';
	const notes = isEnded ? fittingNotes(board, result, width, room - clusters.length) : [];
	return [...head, ...lanes, ...clusters, ...status, ...notes].slice(0, Math.max(1, height));
}

function headLines({start, k, course, startedAt, ballot}: Board, now: number, width: number): string[] {
	const answered = ballot.samples.filter(({state}) => state.kind === 'finished').length;
	const time =
		course.kind === 'ended'
			? (course.elapsedMs / 1000).toFixed(1)
			: Math.max(0, Math.round((now - startedAt) / 1000));
	const title = `vote@${k} · ${oneLine(start.question)}`;
	const counts = `${time} s · ${answered} of ${k} answered`;
	return width >= WIDE
		? ['', theme.strong(spread(title, counts, width))]
		: ['', theme.strong(fitLine(title, width)), theme.quiet(fitLine(counts, width))];
}

/** How it stands; these lines have their room whatever else has. */
function statusLines(
	{ballot, seen, course, k}: Board,
	result: Tally,
	preparing: string,
	width: number,
): string[] {
	switch (course.kind) {
		case 'running': {
			const toCome = k - result.finished - result.failed - result.cancelled;
			return quietLines(preparing === '' ? leadWords(result, seen, toCome) : preparing, width);
		}

		case 'stopping':
			return quietLines(
				course.taking === null ? 'stops …' : `takes ${letterOf(seen, course.taking)} …`,
				width,
			);
		case 'ended':
			return wrap(agreementWords(result, ballot), width, ' ').map(line => theme.strong(line));
	}
}

/** What else is to be said of a vote that has ended: as much as there is room for, the clusters come first. */
function fittingNotes(board: Board, result: Tally, width: number, height: number): string[] {
	const failed = failedWords(result, board.ballot);
	const notes = [...voteNotes(board, result), ...(failed === '' ? [] : [failed])];
	let room = height;
	return notes.flatMap(note => {
		const lines = quietLines(note, width);
		if (lines.length > room) {
			return [];
		}

		room -= lines.length;
		return lines;
	});
}

function quietLines(text: string, width: number): string[] {
	return wrap(text, width, ' ').map(line => theme.quiet(line));
}
