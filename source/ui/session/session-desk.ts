/** The desk of a session's debugger: it has the session's database, if the record is about it, and its model. */
import {randomUUID} from 'node:crypto';
import {memoryBook} from '../../archive/memory-book.js';
import {openReader, type Reader} from '../../database/reader.js';
import type {ChosenModel} from '../../model/chosen-model.js';
import {type DeskOptions, startDesk} from '../debugger/desk.js';
import type {DebuggerEvent, Request} from '../debugger/event.js';
import {holdReaders} from '../debugger/readers.js';
import {writeExport} from '../debugger/write-export.js';

export type SessionDesk = {
	perform(request: Request): void;
	/** Stops what runs, at once; resolves when the databases that it opened are closed. */
	close(): Promise<void>;
};

export type SessionDeskOptions = Pick<
	DeskOptions,
	'clock' | 'queryTimeoutMs' | 'editExternally' | 'forkQuestion' | 'forksOf'
> & {
	/** Of the session's database; it is its owner's to close. */
	reader: Reader;
	/** The session's model, when it may be asked. */
	model: () => Promise<ChosenModel>;
};

export function startSessionDesk(
	{reader, model, ...options}: SessionDeskOptions,
	dispatch: (event: DebuggerEvent) => void,
): SessionDesk {
	const readers = holdReaders({
		given: null,
		open: path => openReader(path),
		known: new Map([[reader.database.path, reader]]),
	});
	const desk = startDesk(
		{
			...options,
			// The session opens them itself: they are in its hand.
			book: memoryBook('', []),
			readers,
			models: {names: [], named: model},
			gold: null,
			rule: 'bird',
			newId: randomUUID,
			write: writeExport,
			leave: () => {},
		},
		dispatch,
	);
	return {
		perform: request => desk.perform(request),
		close() {
			desk.close();
			return readers.close();
		},
	};
}
