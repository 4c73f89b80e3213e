/**
 * The plots of a report, as SVG that takes its colours from the page. Each has its figures beside it in a table;
 * lines and bars that differ in colour differ in shape or in words, too.
 */
import type {Agreement} from './agreement.js';
import type {CurvePoint} from './curve.js';
import type {Effort} from './effort.js';
import type {Figure} from './figures.js';
import {count, percent} from './report-words.js';

/** All of it is the report's own: no text of a dataset or a model. */
export type Chart = {title: string; svg: string};

const WIDTH = 380;
const HEIGHT = 260;
const LEFT = 40;
const RIGHT = 12;
const TOP = 28;
const BOTTOM = 48;

const INNER_WIDTH = WIDTH - LEFT - RIGHT;
const INNER_HEIGHT = HEIGHT - TOP - BOTTOM;

/** Votes and the chance of any right sample, by the number of samples. */
export function curveChart(points: readonly CurvePoint[]): Chart {
	const shares = points.flatMap(({vote, pass}) => [...vote.interval, ...pass.interval]);
	const scale = scaleOf(Math.min(...shares), Math.max(...shares));
	const x = (at: number) =>
		LEFT + INNER_WIDTH * (points.length === 1 ? 0.5 : 0.04 + (0.92 * at) / (points.length - 1));
	const line = (name: 'vote' | 'pass') =>
		`<polyline class="line ${name}" points="${points.map((point, at) => `${near(x(at))},${near(scale.y(point[name].share))}`).join(' ')}"/>`;
	// Whiskers of the two would stand in one another's way.
	const shift = {vote: -3, pass: 3};
	const marks = (name: 'vote' | 'pass') =>
		points.map((point, at) => {
			const [centre, y] = [x(at), scale.y(point[name].share)];
			const mark =
				name === 'vote'
					? `<circle class="mark vote" cx="${near(centre)}" cy="${near(y)}" r="3.5"/>`
					: `<rect class="mark pass" x="${near(centre - 3.2)}" y="${near(y - 3.2)}" width="6.4" height="6.4"/>`;
			return whisker(centre + shift[name], point[name], scale, name) + mark;
		});
	const last = points.at(-1)!;
	const first = points[0]!;
	return chart(
		'Accuracy by the number of samples',
		`With ${last.m} samples the vote is right in ${percent(last.vote.share)} of the questions, from ${percent(first.vote.share)} with one; any sample is right in ${percent(last.pass.share)}. Vertical lines are intervals of 95 %.`,
		[
			...scale.grid,
			line('pass'),
			line('vote'),
			...marks('pass'),
			...marks('vote'),
			...points.map(({m}, at) => label(x(at), HEIGHT - BOTTOM + 15, String(m))),
			label(LEFT + INNER_WIDTH / 2, HEIGHT - 6, 'samples', 'quiet'),
			key(LEFT + INNER_WIDTH / 2, 10, 'pass', 'any sample is right (pass)'),
			key(LEFT, 10, 'vote', 'the vote is right'),
		],
	);
}

/** The share of votes that are right, by how many samples agree. */
export function agreementChart({agreeing}: Agreement, k: number): Chart {
	const scale = scaleOf(0, 1);
	// A bar for each size is too thin to be read where there are many.
	const slot = INNER_WIDTH / agreeing.length;
	const isNarrow = slot < 26;
	const bars = [...agreeing].reverse().map((group, at) => {
		const centre = LEFT + slot * (at + 0.5);
		const width = Math.min(34, slot * 0.66);
		const y = scale.y(group.share);
		return [
			`<rect class="bar" x="${near(centre - width / 2)}" y="${near(y)}" width="${near(width)}" height="${near(scale.y(0) - y)}"/>`,
			whisker(centre, group, scale, 'ink'),
			isNarrow && (agreeing.length - at) % 2 === 0
				? ''
				: label(centre, HEIGHT - BOTTOM + 14, String(group.size)),
			isNarrow ? '' : label(centre, HEIGHT - BOTTOM + 26, `n ${count(group.n)}`, 'quiet small'),
		].join('');
	});
	const most = agreeing[0]!;
	return chart(
		'Votes that are right, by how many samples agree',
		`Of the votes in which ${most.size} of ${k} samples agree ${percent(most.share)} are right (${count(most.right)} of ${count(most.n)}). The number of votes stands under each bar; vertical lines are intervals of 95 %.`,
		[
			...scale.grid,
			...bars,
			label(LEFT + INNER_WIDTH / 2, HEIGHT - 6, `samples of ${k} that agree`, 'quiet'),
		],
	);
}

/** How many samples took so many turns. */
export function turnsChart(turns: Effort['turns']): Chart {
	const most = Math.max(...turns.map(({samples}) => samples));
	const all = turns.reduce((sum, {samples}) => sum + samples, 0);
	const slot = INNER_WIDTH / turns.length;
	const bottom = TOP + INNER_HEIGHT;
	const bars = turns.map(({turns, samples}, at) => {
		const centre = LEFT + slot * (at + 0.5);
		const width = Math.min(40, slot * 0.66);
		const height = ((INNER_HEIGHT - 14) * samples) / most;
		return [
			`<rect class="bar" x="${near(centre - width / 2)}" y="${near(bottom - height)}" width="${near(width)}" height="${near(height)}"/>`,
			slot < 34 ? '' : label(centre, bottom - height - 4, count(samples), 'small'),
			label(centre, bottom + 15, String(turns)),
		].join('');
	});
	const [typical] = [...turns].sort((a, b) => b.samples - a.samples);
	return chart(
		'Samples by their number of turns',
		`Most samples, ${count(typical!.samples)} of ${count(all)}, took ${typical!.turns} ${typical!.turns === 1 ? 'turn' : 'turns'}.`,
		[
			`<line class="axis" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${bottom}" y2="${bottom}"/>`,
			...bars,
			label(LEFT + INNER_WIDTH / 2, HEIGHT - 6, 'turns', 'quiet'),
		],
	);
}

/** A bar for a cell of a table, whose figure stands beside it. */
export function cellBar(share: number): string {
	return `<svg class="cell" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="8"/><rect class="bar" width="${near(share * 100)}" height="8"/></svg>`;
}

type Scale = {y: (share: number) => number; grid: string[]};

/** From the round share under the lowest to the one over the highest, with lines that are labelled. */
function scaleOf(lowest: number, highest: number): Scale {
	const step = [0.02, 0.05, 0.1, 0.2].find(step => (highest - lowest) / step <= 5) ?? 0.25;
	const [from, to] = [
		Math.max(0, Math.floor(lowest / step + 1e-9) * step),
		Math.min(1, Math.ceil(highest / step - 1e-9) * step),
	];
	const y = (share: number) => TOP + INNER_HEIGHT * (1 - (share - from) / Math.max(to - from, 1e-9));
	const lines = Array.from({length: Math.round((to - from) / step) + 1}, (_, at) =>
		Math.min(1, from + at * step),
	);
	return {
		y,
		grid: lines.map(
			share =>
				`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${near(y(share))}" y2="${near(y(share))}"/><text class="end small" x="${LEFT - 5}" y="${near(y(share) + 3.5)}">${Math.round(share * 100)} %</text>`,
		),
	};
}

function whisker(x: number, {interval: [lower, upper]}: Figure, {y}: Scale, name: string): string {
	const [top, bottom, at] = [near(y(upper)), near(y(lower)), near(x)];
	return `<path class="whisker ${name}" d="M${at} ${top}V${bottom}M${near(x - 2.5)} ${top}h5M${near(x - 2.5)} ${bottom}h5"/>`;
}

function label(x: number, y: number, text: string, classes = ''): string {
	return `<text class="middle${classes === '' ? '' : ` ${classes}`}" x="${near(x)}" y="${near(y)}">${text}</text>`;
}

function key(x: number, y: number, name: 'vote' | 'pass', text: string): string {
	const mark =
		name === 'vote'
			? `<circle class="mark vote" cx="${x + 11}" cy="${y}" r="3.5"/>`
			: `<rect class="mark pass" x="${x + 7.8}" y="${y - 3.2}" width="6.4" height="6.4"/>`;
	return `<line class="line ${name}" x1="${x}" x2="${x + 22}" y1="${y}" y2="${y}"/>${mark}<text class="small" x="${x + 28}" y="${y + 3.5}">${text}</text>`;
}

function chart(title: string, description: string, parts: readonly string[]): Chart {
	const id = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
	return {
		title,
		svg: `<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}-title ${id}-text"><title id="${id}-title">${title}</title><desc id="${id}-text">${description}</desc>${parts.join('')}</svg>`,
	};
}

function near(value: number): number {
	return Math.round(value * 10) / 10;
}
