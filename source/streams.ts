/** stdout and stderr as the commands use them. */
import {codeOf, SqrlError} from './errors.js';
import {drawable, visibleLines} from './visible.js';

/** The reader of stdout has gone away, as `| head -1` does: there is nobody left to write for. */
export class OutputClosed extends Error {
	override name = 'OutputClosed';
}

export type Output = {
	/** Whether a person looks at it. */
	isTerminal: boolean;
	/** Columns of the terminal, if it is one that tells. */
	columns: number | undefined;
	/** Writes data; resolves when there is room for more. Throws OutputClosed, or a SqrlError. */
	write(text: string): Promise<void>;
};

/** stdout. On a terminal, what would act on it is drawn as signs; into a pipe or file goes the data as it is. */
export function standardOutput(stream: NodeJS.WriteStream): Output {
	let failure: Error | null = null;
	// Without a listener an error on a stream ends the process.
	stream.on('error', error => {
		failure ??= error;
	});
	const explain = (error: Error) =>
		codeOf(error) === 'EPIPE'
			? new OutputClosed()
			: new SqrlError(`the output cannot be written: ${error.message}`, 'Nothing is lost but the output.', 1);
	return {
		isTerminal: stream.isTTY === true,
		columns: stream.isTTY ? stream.columns || undefined : undefined,
		write: text =>
			new Promise((resolve, reject) => {
				if (failure) {
					reject(explain(failure));
					return;
				}

				stream.write(stream.isTTY ? drawable(text) : text, error => {
					if (error) {
						reject(explain(failure ?? error));
					} else {
						resolve();
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

/** How a line is fitted into a terminal's columns: note-lines.ts, which takes a while to load. */
export type NoteLayout = {
	wrapped(text: string, columns: number): string;
	beginning(text: string, columns: number): string;
};

/**
 * stderr: what a person is told. Errors on it are nobody's to hear.
 *
 * @param layout for a terminal; a pipe or file gets lines as they are.
 */
export function standardNotes(
	stream: NodeJS.WriteStream,
	environment: NodeJS.ProcessEnv,
	layout: NoteLayout | null,
): Notes {
	stream.on('error', () => {});
	const isTerminal = stream.isTTY === true;
	const isDumb = environment.TERM === 'dumb';
	let hasStatus = false;
	const write = (text: string) => {
		stream.write(hasStatus ? `\r\u001b[K${text}` : text);
		hasStatus = false;
	};

	const ready = (text: string) =>
		write(`${isTerminal && layout ? layout.wrapped(text, columnsOf(stream)) : text}\n`);
	return {
		isTerminal,
		colours: isTerminal && !environment.NO_COLOR && !isDumb,
		line: text => ready(visibleLines(text)),
		ready,
		status(text) {
			if (isTerminal && layout && !isDumb) {
				write(layout.beginning(visibleLines(text).replaceAll('\n', ' '), columnsOf(stream) - 1));
				hasStatus = true;
			}
		},
	};
}

/** A terminal can say that it has no columns; very few are no width to wrap to. */
function columnsOf(stream: NodeJS.WriteStream): number {
	return Math.max(20, stream.columns || 80);
}
