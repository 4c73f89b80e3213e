/**
 * A picture of the screen, from what the program really writes: `npm run picture` asks the sample database on a
 * scripted server, and puts the terminal's cells into `docs/session.svg` and, as text, into README.md. A test
 * compares them. Times differ at every run, so they are set to those of one.
 */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import xterm from '@xterm/headless';
import {packageRoot} from '../source/package-root.js';
import {type DrivenProgram, driveProgram} from '../test/support/driven-program.js';
import {type Rule, startScriptedServer} from '../test/support/scripted-server.js';
import {readmeFile, withPart} from './readme.js';
import {type Cell, svgOf} from './svg.js';

export type Picture = {svg: string; text: string};

const SIZE = {columns: 92, rows: 32};

const GENRES = 'Which genre has the most tracks?';
const SPENDING = 'How much did customers in the United States spend?';

const SCRIPT: Rule[] = [
	{
		question: GENRES,
		turn: 0,
		reply: {
			text: `<think>
Genre names are in Genre, and a track names its genre by GenreId. I look at the names first.
</think>

A track names its genre; I look at how genres are written.
<sql> SELECT Name FROM Genre ORDER BY Name LIMIT 10 </sql>`,
		},
	},
	{
		question: GENRES,
		turn: 1,
		reply: {
			text: `<think>
Counting tracks for each genre and sorting by the count gives the answer.
</think>

Tracks are counted for each genre, the most first.
<answer> SELECT g.Name, COUNT(*) AS Tracks FROM Genre g JOIN Track t ON t.GenreId = g.GenreId GROUP BY g.GenreId ORDER BY Tracks DESC LIMIT 3 </answer>`,
		},
	},
	{
		question: SPENDING,
		reply: {
			text: `<think>
The country may be written as USA, US or United States. The rows of Customer tell which.
</think>

The country may be written in several ways, so I look first.
<sql> SELECT DISTINCT Country FROM Customer WHERE Country LIKE 'U%' </sql>`,
		},
	},
];

/** Seconds and milliseconds of one run, in the order in which they are on the screen. */
const TIMES = {s: ['1.4', '1.1', '4.2', '1.2'], ms: ['0.4', '1.3']};

/** Longer than the time in which a probe takes no keys. */
const READING_MS = 400;

export async function takePicture(): Promise<Picture> {
	const server = await startScriptedServer(SCRIPT);
	const terminal = new xterm.Terminal({cols: SIZE.columns, rows: SIZE.rows, allowProposedApi: true});
	let drawn = Promise.resolve();
	const program = driveProgram(
		[process.execPath, 'bin/sqrl-tui.js', '--sample', '--base-url', server.baseUrl],
		{
			cwd: packageRoot(),
			size: SIZE,
			onData(data) {
				drawn = new Promise(resolve => {
					terminal.write(data, resolve);
				});
			},
		},
	);
	try {
		await drive(program);
		await drawn;
		const rows = withSteadyTimes(cellsOf(terminal));
		const text = rows.map(row => textOf(row).trimEnd()).join('\n');
		return {svg: svgOf(rows, 'A session of sqrl-tui'), text: `\`\`\`\n${text}\n\`\`\`\n`};
	} finally {
		await program.end();
		await server.close();
		terminal.dispose();
	}
}

/** One question with its probe approved, and another up to its probe, with the thought unfolded. */
async function drive(program: DrivenProgram): Promise<void> {
	await program.seen(text => text.includes('❯'));
	program.write(GENRES);
	await program.seen(text => text.includes(GENRES));
	program.write('\r');
	await program.seen(text => text.includes('y run'));
	await sleep(READING_MS);
	program.mark();
	program.write('y');
	await program.seen(text => text.includes('2 turns') && text.includes('n next'));
	program.write(`n${SPENDING}`);
	await program.seen(text => text.includes(SPENDING));
	program.write('\r');
	await program.seen(text => text.includes('y run'));
	await sleep(READING_MS);
	program.mark();
	program.write('r');
	await program.seen(text => text.includes('▾') && text.includes('esc stop'));
}

/** The rows that are seen, without the empty ones at the end. */
function cellsOf(terminal: InstanceType<typeof xterm.Terminal>): Cell[][] {
	const {active} = terminal.buffer;
	const rows = Array.from({length: terminal.rows}, (_, at) => {
		const line = active.getLine(active.baseY + at)!;
		const cells: Cell[] = [];
		for (let column = 0; column < terminal.cols; ) {
			const cell = line.getCell(column)!;
			const columns = Math.max(1, cell.getWidth());
			cells.push({
				text: cell.getChars() || ' ',
				column,
				columns,
				colour: cell.isFgPalette() ? cell.getFgColor() : null,
				background: cell.isBgPalette() ? cell.getBgColor() : null,
				bold: cell.isBold() !== 0,
				dim: cell.isDim() !== 0,
				italic: cell.isItalic() !== 0,
				inverse: cell.isInverse() !== 0,
			});
			column += columns;
		}

		return cells;
	});
	const last = rows.findLastIndex(row => textOf(row).trim() !== '');
	return rows.slice(0, last + 1);
}

function textOf(row: readonly Cell[]): string {
	return row.map(({text}) => text).join('');
}

/** Each time as in `TIMES`; what follows it in its row moves with it. */
function withSteadyTimes(rows: Cell[][]): Cell[][] {
	const counts = {s: 0, ms: 0};
	return rows.map(row => {
		let cells = row;
		for (let from = 0; ; ) {
			const match = /(?<=\s)(\d+(?:\.\d+)?) (m?s)\b/.exec(' '.repeat(from) + textOf(cells).slice(from));
			if (!match) {
				return cells;
			}

			const unit = match[2] as keyof typeof TIMES;
			const time = TIMES[unit][counts[unit]++];
			if (time === undefined) {
				throw new Error(`there is a time more than is known of: ${textOf(row)}`);
			}

			const style = cells[match.index]!;
			const written = [...time].map(text => ({...style, text}));
			cells = [
				...cells.slice(0, match.index),
				...written,
				...cells.slice(match.index + match[1]!.length),
			].map((cell, column) => ({...cell, column}));
			from = match.index + time.length;
		}
	});
}

export function pictureFile(): string {
	return path.join(packageRoot(), 'docs', 'session.svg');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const {svg, text} = await takePicture();
	mkdirSync(path.dirname(pictureFile()), {recursive: true});
	writeFileSync(pictureFile(), svg);
	writeFileSync(readmeFile(), withPart(readFileSync(readmeFile(), 'utf8'), 'screen', text));
}
