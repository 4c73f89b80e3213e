/** stdout and stderr as the commands use them. */
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
	/** Text that is ready for the terminal. */
	raw(text: string): void;
};

export function standardNotes(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv): Notes {
	stream.on('error', () => {});
	const isTerminal = stream.isTTY === true;
	let hasStatus = false;
	const write = (text: string) => {
		stream.write(hasStatus ? `\r\u001b[K${text}` : text);
		hasStatus = false;
	};
	return {
		isTerminal,
		colours: isTerminal && !environment.NO_COLOR && environment.TERM !== 'dumb',
		line: text => write(`${visibleLines(text)}\n`),
		raw: write,
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
