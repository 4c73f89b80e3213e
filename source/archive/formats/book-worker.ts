/** The thread that looks through the files of a book, so that nobody waits for it: a file may have gigabytes. */
import {parentPort, workerData} from 'node:worker_threads';
import type {BookFile} from './book-messages.js';
import {lookThrough} from './look-through.js';

const port = parentPort!;

lookThrough(workerData as BookFile[], event => port.postMessage(event, transferred(event)));

function transferred(event: Parameters<Parameters<typeof lookThrough>[1]>[0]): ArrayBuffer[] {
	return event.kind === 'items' ? [event.bounds.buffer as ArrayBuffer] : [];
}
