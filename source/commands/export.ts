/** `export`: trajectories of the archive or of files, in a form for people or for programs; of a run, for training. */
import {existsSync} from 'node:fs';
import type {Trajectory} from '../agent/trajectory.js';
import {EXPORT_FORMATS, type Exported, type ExportFormat, exported} from '../archive/export.js';
import {type FileBook, openBook} from '../archive/file-book.js';
import {SqrlError, UsageError} from '../errors.js';
import {expandHome} from '../home.js';
import {writeNewFile} from '../new-file.js';
import {findInArchive} from './archived.js';
import type {Command, Invocation} from './command.js';
import {trainingForm} from './training-form.js';

/** Something of a file could not be read. */
const INCOMPLETE = 1;

export const exportTrajectories: Command = async invocation => {
	const {operands, flags, environment, notes} = invocation;
	const training = trainingForm(operands, flags);
	if (training) {
		const {exportTraining} = await import('./export-training.js');
		return exportTraining(training, invocation);
	}

	const format = chosenFormat(flags.format);
	const [from = ''] = operands;
	if (!isPath(from)) {
		await write(await findInArchive(from, environment, notes.line), format, invocation);
		return 0;
	}

	const book = await openBook([from]);
	try {
		return await exportBook(book, format, invocation);
	} finally {
		await book.close();
	}
};

/** What is there is a file, and what is written like one is meant as one. */
function isPath(operand: string): boolean {
	return operand === '' || /[/\\]|\.jsonl?$/i.test(operand) || existsSync(expandHome(operand));
}

async function exportBook(book: FileBook, format: ExportFormat, invocation: Invocation): Promise<number> {
	const {notes, signal} = invocation;
	let unread = 0;
	const trajectories = trajectoriesOf(book, signal, reason => {
		notes.line(reason);
		unread++;
	});
	const isIncomplete = () => unread > 0 || book.losses().length > 0;
	const sayNotes = () => {
		for (const note of book.catalogue().notes) {
			notes.line(note);
		}
	};

	const first = await trajectories.next();
	if (first.done && isIncomplete()) {
		// Nothing is written, and no file is made.
		sayNotes();
		throw new SqrlError(`nothing of ${book.title} could be read`, '', INCOMPLETE);
	}

	const given = first.done ? [] : from(first.value, trajectories);
	await write({title: book.title, trajectories: given}, format, invocation);
	sayNotes();
	return isIncomplete() ? INCOMPLETE : 0;
}

async function* from(first: Trajectory, rest: AsyncIterable<Trajectory>): AsyncGenerator<Trajectory> {
	yield first;
	yield* rest;
}

/** All of a book in its order, as far as they can be read; tells why one cannot. */
async function* trajectoriesOf(
	book: FileBook,
	signal: AbortSignal,
	tell: (reason: string) => void,
): AsyncGenerator<Trajectory> {
	for (let place = 0; ; place++) {
		await looked(book, place, signal);
		if (place >= book.catalogue().count) {
			return;
		}

		try {
			yield await book.open(place);
		} catch (error) {
			if (!(error instanceof UsageError)) {
				throw error;
			}

			tell(error.message);
		}
	}
}

/** Resolves when it is known what stands at a place, or that nothing does. An abort ends the wait. */
async function looked(book: FileBook, place: number, signal: AbortSignal): Promise<void> {
	const isLooked = () => {
		const {entries, progress} = book.catalogue();
		return entries[place] !== undefined || progress === null;
	};
	signal.throwIfAborted();
	if (isLooked()) {
		return;
	}

	await new Promise<void>((resolve, reject) => {
		const abort = () => {
			stop();
			reject(signal.reason);
		};
		const unsubscribe = book.subscribe(() => {
			if (isLooked()) {
				stop();
				resolve();
			}
		});
		const stop = () => {
			unsubscribe();
			signal.removeEventListener('abort', abort);
		};
		signal.addEventListener('abort', abort);
	});
}

async function write(what: Exported, format: ExportFormat, {flags, output, notes, signal}: Invocation) {
	let count = 0;
	const pieces = exported({...what, trajectories: passing()}, format);
	if (flags.output === undefined) {
		for await (const piece of pieces) {
			await output.write(piece);
		}

		notes.status('');
		return;
	}

	const path = await writeNewFile(String(flags.output), pieces);
	notes.line(`${words(count)} in ${path}`);

	async function* passing(): AsyncGenerator<Trajectory> {
		for await (const trajectory of what.trajectories) {
			signal.throwIfAborted();
			count++;
			if (count % 100 === 0) {
				notes.status(words(count));
			}

			yield trajectory;
		}
	}
}

function words(count: number): string {
	return count === 1 ? '1 trajectory' : `${count.toLocaleString('en-US')} trajectories`;
}

function chosenFormat(given: Invocation['flags'][string] | undefined): ExportFormat {
	const format = EXPORT_FORMATS.find(name => name === (given ?? 'md'));
	if (!format) {
		throw new UsageError(
			`--format: there is no form "${String(given)}"`,
			`There is: ${EXPORT_FORMATS.join(', ')}`,
		);
	}

	return format;
}
