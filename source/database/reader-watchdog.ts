/**
 * The thread beside a reader's process: a native query cannot be interrupted, and blocks the main thread.
 * It ends the process when the parent has died, or when a query takes more memory than it may.
 */
import {workerData} from 'node:worker_threads';
import {MEMORY_SIGNAL} from './messages.js';

export type WatchdogData = {
	parent: number;
	memoryLimit: number;
	/** One shared int: 1 while a query runs. */
	running: Int32Array<SharedArrayBuffer>;
};

const BUSY_TICK_MS = 25;
const IDLE_TICK_MS = 1000;

const {parent, memoryLimit, running} = workerData as WatchdogData;
for (;;) {
	const busy = Atomics.load(running, 0);
	// Wakes at once when a query starts; waiting like this costs nothing while there is none.
	Atomics.wait(running, 0, busy, busy ? BUSY_TICK_MS : IDLE_TICK_MS);
	if (process.ppid !== parent) {
		process.kill(process.pid, 'SIGKILL');
	}

	if (process.memoryUsage.rss() > memoryLimit) {
		process.kill(process.pid, MEMORY_SIGNAL);
	}
}
