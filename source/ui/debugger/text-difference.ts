/** Two texts line by line: what only one of them has. */
import {commonSubsequence} from '../../database/row-alignment.js';
import {visibleLines} from '../../visible.js';
import {fitText, wrapText} from '../screens/text.js';
import {theme} from '../theme.js';

/** Lines of both that are shown around one that differs. */
const AROUND = 2;

type Line = {mark: ' ' | '-' | '+'; text: string};

/** `-` and `+` stand before what only the first or the second has; of what both have little is shown. */
export function textDifference(left: string, right: string, width: number): string[] {
	const lines = marked(left, right);
	const isShown = lines.map((_, at) =>
		lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({mark}) => mark !== ' '),
	);
	const drawn: string[] = [];
	let skipped = 0;
	const tellSkipped = () => {
		if (skipped > 0) {
			const words = `  … ${skipped.toLocaleString('en-US')} ${skipped === 1 ? 'line' : 'lines'} the same`;
			drawn.push(theme.quiet(fitText(words, width)));
			skipped = 0;
		}
	};

	for (const [at, {mark, text}] of lines.entries()) {
		if (!isShown[at]) {
			skipped++;
			continue;
		}

		tellSkipped();
		for (const part of wrapText(visibleLines(text), Math.max(1, width - 2))) {
			drawn.push(STYLES[mark](fitText(`${mark} ${part}`, width)));
		}
	}

	tellSkipped();
	return drawn;
}

const STYLES: Record<Line['mark'], (text: string) => string> = {
	' ': theme.quiet,
	'-': theme.bad,
	'+': theme.good,
};

/** A text that is not there has no line. */
function linesOf(text: string): string[] {
	return text === '' ? [] : text.split('\n');
}

function marked(left: string, right: string): Line[] {
	const [before, after] = [linesOf(left), linesOf(right)];
	const lines: Line[] = [];
	let [from, to] = [0, 0];
	const upTo = (leftEnd: number, rightEnd: number) => {
		lines.push(...before.slice(from, leftEnd).map(text => ({mark: '-' as const, text})));
		lines.push(...after.slice(to, rightEnd).map(text => ({mark: '+' as const, text})));
		[from, to] = [leftEnd, rightEnd];
	};

	for (const [a, b] of commonSubsequence(before, after)) {
		upTo(a, b);
		lines.push({mark: ' ', text: before[a]!});
		[from, to] = [a + 1, b + 1];
	}

	upTo(before.length, after.length);
	return lines;
}
