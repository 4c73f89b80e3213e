/** stdout and stderr as the commands use them. */
import wrapAnsi from 'wrap-ansi';
import {codeOf} from './errors.js';
import {visibleLines} from './visible.js';

/** The reader of stdout has gone away, as `| head -1` does: there is nobody left to write for. */
export class OutputClosed extends Error {
	override name = 'OutputClosed';
}

export type Output = {
	/** Whether a person looks at it. */
	isTerminal: boolean;
	/** Columns of the terminal, if it is one that tells. */
	columns: number | undefined;
	/** Writes data as it is; resolves when there is room for more. Throws OutputClosed. */
	write(text: string): Promise<void>;
};

export function standardOutput(stream: NodeJS.WriteStream): Output {
	let closed = false;
	// Without a listener an error on a stream ends the process.
	stream.on('error', () => {
		closed = true;
	});
	return {
		isTerminal: stream.isTTY === true,
		columns: stream.isTTY ? stream.columns || undefined : undefined,
		write: text =>
			new Promise((resolve, reject) => {
				if (closed) {
					reject(new OutputClosed());
					return;
				}

				stream.write(text, error => {
					if (!error) {
						resolve();
					} else if (codeOf(error) === 'EPIPE' || closed) {
						reject(new OutputClosed());
					} else {
						reject(error);
					}
				});
			}),
	};
}

export type Notes = {
	isTerminal: boolean;
	colours: boolean;
	/** A line for the person; what acts on a terminal in it becomes visible. */
	line(text: string): void;
	/** A line that the next one replaces, on a terminal only. */
	status(text: string): void;
	/** A line that is safe to draw already, and may have colours. */
	ready(text: string): void;
};

export function standardNotes(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv): Notes {
	stream.on('error', () => {});
	const isTerminal = stream.isTTY === true;
	let hasStatus = false;
	const write = (text: string) => {
		stream.write(hasStatus ? `\r\u001b[K${text}` : text);
		hasStatus = false;
	};

	const ready = (text: string) => write(`${isTerminal ? wrapped(text, columnsOf(stream)) : text}\n`);
	return {
		isTerminal,
		colours: isTerminal && !environment.NO_COLOR && environment.TERM !== 'dumb',
		line: text => ready(visibleLines(text)),
		ready,
		status(text) {
			if (isTerminal) {
				write(
					visibleLines(text)
						.replaceAll('\n', ' ')
						.slice(0, Math.max(10, (stream.columns || 80) - 1)),
				);
				hasStatus = true;
			}
		},
	};
}

/** A terminal can say that it has no columns; very few are no width to wrap to. */
function columnsOf(stream: NodeJS.WriteStream): number {
	return Math.max(20, stream.columns || 80);
}

/** Lines broken between words; what follows a break stands under the beginning of the line's text. */
function wrapped(text: string, columns: number): string {
	return text
		.split('\n')
		.map(line => {
			const indent = /^ *(?:\d+ +)?/.exec(line)![0].length;
			const lines = wrapAnsi(line.slice(indent), columns - indent, {hard: true, trim: true}).split('\n');
			return line.slice(0, indent) + lines.join(`\n${' '.repeat(indent)}`);
		})
		.join('\n');
}
