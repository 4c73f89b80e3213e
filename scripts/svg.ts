/** A terminal's cells as an SVG that needs nothing else: no fonts, no scripts. */

export type Cell = {
	text: string;
	column: number;
	/** 2 for a wide character. */
	columns: number;
	/** Of the terminal's 16, or null: its own. */
	colour: number | null;
	background: number | null;
	bold: boolean;
	dim: boolean;
	italic: boolean;
	inverse: boolean;
};

const CELL = {width: 8.4, height: 19};
const FONT_SIZE = 14;
const MARGIN = 16;
const BASELINE = 14;

type Colours = {ground: string; text: string; palette: readonly string[]};

const DARK: Colours = {
	ground: '#0d1117',
	text: '#e6edf3',
	palette: [
		...['#484f58', '#ff7b72', '#7ee787', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#c9d1d9'],
		...['#6e7681', '#ffa198', '#aff5b4', '#f2cc60', '#a5d6ff', '#e2c5ff', '#b3f0ff', '#ffffff'],
	],
};

const LIGHT: Colours = {
	ground: '#f6f8fa',
	text: '#1f2328',
	palette: [
		...['#24292f', '#cf222e', '#116329', '#7d4e00', '#0550ae', '#8250df', '#0f6f74', '#6e7781'],
		...['#57606a', '#a40e26', '#1a7f37', '#633c01', '#0969da', '#a475f9', '#1b7c83', '#8c959f'],
	],
};

export function svgOf(rows: ReadonlyArray<readonly Cell[]>, title: string): string {
	const columns = Math.max(0, ...rows.map(row => row.reduce((sum, cell) => sum + cell.columns, 0)));
	const width = number(columns * CELL.width + 2 * MARGIN);
	const height = number(rows.length * CELL.height + 2 * MARGIN);
	const used = new Set(rows.flatMap(row => row.flatMap(({colour, background}) => [colour, background])));
	const drawn = rows.flatMap((row, at) => runs(row).flatMap(run => drawRun(run, at)));
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>
text { font: ${FONT_SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; white-space: pre; fill: var(--text); }
.bold { font-weight: bold; }
.dim { fill-opacity: 0.68; }
.italic { font-style: italic; }
${rules(DARK, used)}
@media (prefers-color-scheme: light) {
${rules(LIGHT, used)}
}
</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
${drawn.join('\n')}
</svg>
`;
}

function rules({ground, text, palette}: Colours, used: ReadonlySet<number | null>): string {
	const colours = palette.flatMap((value, index) =>
		used.has(index) ? [`text.c${index}, rect.c${index} { fill: ${value}; }`] : [],
	);
	return [
		`svg { --text: ${text}; --ground: ${ground}; }`,
		'.ground, text.on { fill: var(--ground); }',
		'rect.text { fill: var(--text); }',
		...colours,
	].join('\n');
}

type Run = Cell;

/** Neighbours that look the same, as one; spaces at the ends that show nothing are left away. */
function runs(row: readonly Cell[]): Run[] {
	const joined: Run[] = [];
	for (const cell of row) {
		const last = joined.at(-1);
		if (last && cell.columns === 1 && last.text.length === last.columns && looks(last) === looks(cell)) {
			joined[joined.length - 1] = {...last, text: last.text + cell.text, columns: last.columns + 1};
		} else {
			joined.push(cell);
		}
	}

	return joined.flatMap(run => {
		if (run.inverse || run.background !== null) {
			return [run];
		}

		const text = run.text.trim();
		const before = run.text.length - run.text.trimStart().length;
		return text === ''
			? []
			: [{...run, text, column: run.column + before, columns: run.columns - (run.text.length - text.length)}];
	});
}

function looks({colour, background, bold, dim, italic, inverse}: Cell): string {
	return JSON.stringify([colour, background, bold, dim, italic, inverse]);
}

function drawRun({text, column, columns, ...style}: Run, row: number): string[] {
	const {bold, dim, italic, inverse} = style;
	const [front, back] = inverse ? [style.background, style.colour] : [style.colour, style.background];
	const x = number(MARGIN + column * CELL.width);
	const y = MARGIN + row * CELL.height;
	const width = number(columns * CELL.width);
	const ground = inverse || back !== null;
	const names = [
		...(front === null ? (inverse ? ['on'] : []) : [`c${front}`]),
		...(bold ? ['bold'] : []),
		...(dim ? ['dim'] : []),
		...(italic ? ['italic'] : []),
	];
	const rect = `<rect class="${back === null ? 'text' : `c${back}`}" x="${x}" y="${y}" width="${width}" height="${CELL.height}"/>`;
	const kind = names.length === 0 ? '' : ` class="${names.join(' ')}"`;
	// The length holds the columns together in whatever font there is.
	const written = `<text${kind} x="${x}" y="${y + BASELINE}" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`;
	return [...(ground ? [rect] : []), ...(text.trim() === '' ? [] : [written])];
}

function number(value: number): number {
	return Number(value.toFixed(1));
}

function escaped(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');
}
