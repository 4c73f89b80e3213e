/** The board of a run: how far it is, how it stands, its servers, and why samples are not right. */
import type {RunFigures, Share} from '../../evaluation/run/run-tally.js';
import type {EndpointHealth} from '../../model/endpoints.js';
import {rightBar} from '../bars.js';
import {fitLine, spread, wrap} from '../lines.js';
import {oneLine} from '../screens/frame.js';
import {cell} from '../screens/text.js';
import {theme} from '../theme.js';
import {
	courseWords,
	durationWords,
	failureWords,
	intervalWords,
	meanWords,
	number,
	percent,
	placeWords,
	progressWords,
	type RunBoardState,
	rateWords,
} from './run-board-words.js';

/** From here on there is room for bars beside figures, and for the words of servers. */
const WIDE = 60;

const MOST_BAR = 40;

/** At most `height` lines, none wider than `width`: what is further down gives way first, and blank lines before it. */
export function runBoardLines(state: RunBoardState, width: number, height: number): string[] {
	const {figures, endpoints} = state;
	const head = [...titleLines(state, width), ...progressLines(state, width)];
	const shares = shareLines(figures, width);
	let room = height - head.length - shares.length;
	const kinds = Math.min(figures.failures.length, 1);
	const servers = serverLines(endpoints, width, Math.max(0, room - kinds));
	room -= servers.length;
	const failures = failureLines(figures, width, room);
	room -= failures.length;
	const sections = [head, shares, servers, failures].filter(lines => lines.length > 0);
	return sections
		.flatMap((lines, at) => (at > 0 && room-- > 0 ? ['', ...lines] : lines))
		.slice(0, Math.max(1, height));
}

function titleLines({title, elapsedMs, course}: RunBoardState, width: number): string[] {
	const time = course === 'ended' ? '' : durationWords(elapsedMs);
	return [theme.strong(time === '' ? fitLine(oneLine(title), width) : spread(oneLine(title), time, width))];
}

function progressLines(state: RunBoardState, width: number): string[] {
	const {figures, underWay, course} = state;
	const {samples, questions} = figures;
	const counts = `${number(samples.done)} of ${number(samples.of)} · ${progressWords(figures)}`;
	const barWidth = Math.max(1, width - counts.length - 2);
	const share = samples.of === 0 ? 1 : samples.done / samples.of;
	const words = [
		courseWords(state),
		rateWords(figures),
		`${number(questions.done)} of ${number(questions.of)} questions`,
		...(course === 'running' ? [`${number(underWay)} under way`] : []),
	].filter(word => word !== '');
	const bar =
		barWidth >= 8
			? `${theme.accent(barOf(share, barWidth))}${theme.quiet('░'.repeat(barWidth - barOf(share, barWidth).length))}  ${counts}`
			: fitLine(counts, width);
	return [bar, ...wrap(words.join(' · '), width).map(line => theme.quiet(line))];
}

/** Nothing is no bar. */
function barOf(share: number, width: number): string {
	return share === 0 ? '' : rightBar(share, width);
}

function shareLines(figures: RunFigures, width: number): string[] {
	const {pass1, vote, votes} = figures;
	const questions = `of ${number(vote.n)}${width < WIDE ? '' : ' questions'}`;
	return [
		shareLine('pass@1', pass1, '', width),
		...(votes > 1
			? [shareLine(`vote@${votes}`, vote, vote.n === 0 ? 'no question is all in' : questions, width)]
			: []),
	];
}

/** Name, figure, a bar where there is room, the interval, and what it is of. */
function shareLine(name: string, {share, interval}: Share, of: string, width: number): string {
	const start = `${name.padEnd(9)}${percent(share).padStart(7)}  `;
	const words = [...(share === null ? [] : [intervalWords(interval)]), of]
		.filter(word => word !== '')
		.join(' ');
	const room = Math.min(MOST_BAR, width - start.length - LONGEST_WORDS - 2);
	if (width < WIDE) {
		return `${start}${theme.quiet(fitLine(words, width - start.length))}`;
	}

	const bar = barOf(share ?? 0, room);
	return `${start}${theme.accent(bar)}${' '.repeat(room - bar.length)}  ${theme.quiet(words)}`;
}

/** `61.0–67.3 of 100,000 questions` */
const LONGEST_WORDS = 32;

const SIGNS: Record<EndpointHealth['state'], string> = {up: '●', waiting: '◌', down: '✗'};

/** The servers that have something to say come first where there is no room for all. */
function serverLines(endpoints: readonly EndpointHealth[], width: number, height: number): string[] {
	if (endpoints.length === 0 || height < 1) {
		return [];
	}

	const isWide = width >= WIDE;
	const places = endpoints.map(placeWords);
	const placeWidth = Math.min(
		Math.max(...places.map(place => place.length)),
		Math.floor(width / (isWide ? 3 : 2.5)),
	);
	const lines = endpoints.map((endpoint, at) => serverLine(endpoint, places[at]!, placeWidth, width));
	if (lines.length <= height) {
		return lines;
	}

	const troubled = endpoints.flatMap(({state}, at) => (state === 'up' ? [] : [at]));
	const shown = [...troubled, ...endpoints.keys()].slice(0, height - 1);
	const kept = [...new Set(shown)].sort((a, b) => a - b);
	return [
		...kept.map(at => lines[at]!),
		theme.quiet(fitLine(`  and ${number(lines.length - kept.length)} servers more`, width)),
	];
}

function serverLine(endpoint: EndpointHealth, place: string, placeWidth: number, width: number): string {
	const {state} = endpoint;
	const line = fitLine(
		`  ${state === 'down' ? setAsideWords(endpoint) : workWords(endpoint, width)}`,
		width - placeWidth - 2,
	);
	const style = {up: theme.good, waiting: theme.warning, down: theme.bad}[state];
	return `${style(SIGNS[state])} ${cell(place, placeWidth)}${theme.quiet(line)}`;
}

function setAsideWords({lastError}: EndpointHealth): string {
	return `set aside${lastError === '' ? '' : `: ${oneLine(lastError)}`}`;
}

function workWords(endpoint: EndpointHealth, width: number): string {
	const {state, underWay, done, failed} = endpoint;
	if (width < WIDE) {
		return `${number(underWay)} now · ${number(done)} done`;
	}

	return [
		`${number(underWay)} under way${state === 'waiting' ? ', which is all it takes' : ''}`,
		`${number(done)} done`,
		...(failed > 0 ? [`${number(failed)} failed`] : []),
		`${meanWords(endpoint)} each`,
	].join(' · ');
}

/** A bar for each kind where there is room, else one line. */
function failureLines(figures: RunFigures, width: number, height: number): string[] {
	const {failures, samples} = figures;
	const all = failures.reduce((sum, {count}) => sum + count, 0);
	if (all === 0 || height < 1) {
		return [];
	}

	const title = `not right  ${number(all)} of ${number(samples.done)}`;
	if (width < WIDE || height < failures.length + 1) {
		const lines = wrap(`${title}: ${failureWords(figures).join(' · ')}`, width);
		return lines.length <= height
			? lines.map(line => theme.quiet(line))
			: [theme.quiet(fitLine(title, width))];
	}

	const nameWidth = Math.max(...failures.map(({kind}) => kind.length));
	const countWidth = Math.max(...failures.map(({count}) => number(count).length));
	const room = Math.min(MOST_BAR, width - nameWidth - countWidth - 4);
	const most = Math.max(...failures.map(({count}) => count));
	return [
		title,
		...failures.map(({kind, count}) => {
			const counted = number(count).padStart(countWidth);
			return `${kind.padEnd(nameWidth)}  ${counted}  ${theme.accent(barOf(count / most, room))}`;
		}),
	];
}
