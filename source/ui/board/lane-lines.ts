/** The samples of a vote, a lane each, which stays where it is; where there is no room for lanes, a sign each. */

import {counted} from '../../rows/outcome-words.js';
import type {Sample} from '../../vote/ballot.js';
import {fitLine} from '../lines.js';
import {oneLine} from '../screens/frame.js';
import {cell} from '../screens/text.js';
import type {Wait} from '../session/readiness-words.js';
import {theme} from '../theme.js';
import {type Board, letterOf} from './board.js';

/** Columns in which the usual words of a lane fit. */
const LEAST_LANE = 19;

/** Signs that are counted at a glance. */
const GROUP = 10;

/** All samples in at most `height` lines, as far as there are lanes that fit; signs take what they need. */
export function laneLines(board: Board, width: number, height: number): string[] {
	const {k} = board;
	const most = Math.max(1, Math.min(k, Math.floor(width / LEAST_LANE)));
	const rows = Math.ceil(k / most);
	if (rows > height) {
		return signLines(board, width);
	}

	const columns = Math.ceil(k / rows);
	const laneWidth = Math.floor(width / columns);
	return Array.from({length: rows}, (_, row) =>
		Array.from({length: columns}, (_, column) => column * rows + row)
			.filter(index => index < k)
			.map(index => lane(board, index, laneWidth))
			.join(''),
	);
}

function lane(board: Board, index: number, width: number): string {
	const isAtHand = board.sample === index;
	const start = `${isAtHand ? '❯' : ' '}${String(index + 1).padStart(String(board.k).length)} `;
	// A space is left between two lanes.
	const text = `${cell(start + sampleWords(board, index), width - 1)} `;
	return isAtHand ? theme.accent(text) : styleOf(board.ballot.samples[index])(text);
}

/** Signs in groups, the sample at hand in words, and what the signs count up to. */
function signLines(board: Board, width: number): string[] {
	const {k, sample, ballot} = board;
	const signs = Array.from({length: k}, (_, index) => {
		const state = ballot.samples[index]?.state;
		const sign = state?.kind === 'finished' ? letterOf(board.seen, state.key) : signOf(ballot.samples[index]);
		return index === sample ? theme.selected(sign) : sign;
	});
	const groups = Array.from({length: Math.ceil(k / GROUP)}, (_, at) =>
		signs.slice(at * GROUP, (at + 1) * GROUP).join(''),
	);
	const isOneLine = k + groups.length <= width;
	const inLine = isOneLine ? groups.length : Math.max(1, Math.floor(width / (GROUP + 1)));
	const lines = Array.from(
		{length: Math.ceil(groups.length / inLine)},
		(_, at) => ` ${groups.slice(at * inLine, (at + 1) * inLine).join(' ')}`,
	);
	return [
		...lines,
		sample === null
			? theme.quiet(fitLine(` ${countWords(board)}`, width))
			: theme.accent(fitLine(`❯${sample + 1} ${sampleWords(board, sample)}`, width)),
	];
}

function countWords({k, ballot}: Board): string {
	const count = (kind: Sample['state']['kind']) =>
		ballot.samples.filter(({state}) => state.kind === kind).length;
	const [failed, cancelled] = [count('failed'), count('cancelled')];
	const open = k - count('finished') - failed - cancelled;
	return [
		...(open > 0 ? [`◌ ${open} at work`] : []),
		...(failed > 0 ? [`✗ ${failed} failed`] : []),
		...(cancelled > 0 ? [`– ${cancelled} cancelled`] : []),
	].join(' · ');
}

function sampleWords(board: Board, index: number): string {
	const sample = board.ballot.samples[index];
	return `${signOf(sample)} ${stateWords(board, index, sample)}`;
}

function stateWords({seen, waits, ballot}: Board, index: number, sample: Sample | undefined): string {
	if (!sample) {
		return 'to begin';
	}

	const {state, trajectory} = sample;
	const {turns, maxSteps} = trajectory;
	switch (state.kind) {
		case 'thinking': {
			const wait = waits.get(index);
			return wait ? waitWords(wait) : 'thinking';
		}

		case 'probing': {
			const probes = turns.filter(({action}) => action.kind === 'sql').length;
			return turns.at(-1)?.action.kind === 'answer' ? 'answer runs' : `probe ${probes} of ${maxSteps}`;
		}

		case 'finished':
			return `${letterOf(seen, state.key)}  ${counted(turns.length, 'turn')}`;
		case 'failed':
			return oneLine(state.reason);
		case 'cancelled':
			return ballot.stoppedEarly ? 'not needed' : 'cancelled';
	}
}

/** A lane is narrow: the sign says that it waits, the words why. */
function waitWords(wait: Wait): string {
	return wait.kind === 'waiting'
		? oneLine(wait.reason)
		: `reading ${Math.floor((100 * wait.done) / Math.max(1, wait.total))} %`;
}

function signOf(sample: Sample | undefined): string {
	return sample ? SIGNS[sample.state.kind] : SIGNS.thinking;
}

const SIGNS = {thinking: '◌', probing: '◌', finished: '●', failed: '✗', cancelled: '–'};

function styleOf(sample: Sample | undefined): (text: string) => string {
	switch (sample?.state.kind) {
		case 'finished':
			return text => text;
		case 'failed':
			return theme.bad;
		default:
			return theme.quiet;
	}
}
