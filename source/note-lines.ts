/** Lines for a person, fitted into the columns of a terminal. */
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** As much of a line as fits: one that wraps could not be replaced. */
export function beginning(text: string, columns: number): string {
	let end = '';
	for (const character of text) {
		if (stringWidth(end + character) > columns) {
			break;
		}

		end += character;
	}

	return end;
}

/** Lines broken between words; what follows a break stands under the beginning of the line's text. */
export function wrapped(text: string, columns: number): string {
	return text
		.split('\n')
		.map(line => {
			const indent = /^ *(?:\d+ +)?/.exec(line)![0].length;
			const lines = wrapAnsi(line.slice(indent), columns - indent, {hard: true, trim: true}).split('\n');
			return line.slice(0, indent) + lines.join(`\n${' '.repeat(indent)}`);
		})
		.join('\n');
}
