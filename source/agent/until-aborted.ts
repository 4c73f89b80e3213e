/** Waits for something that goes on without this one. */

/** What the work gives, or, as soon as there is an abort, the signal's reason, thrown. */
export async function untilAborted<T>(work: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (!signal) {
		return work;
	}

	// Where nobody waits any more, nobody is told what becomes of it.
	Promise.resolve(work).catch(() => {});
	signal.throwIfAborted();
	let leave = () => {};
	try {
		return await Promise.race([
			work,
			new Promise<never>((_, reject) => {
				leave = () => reject(signal.reason);
				signal.addEventListener('abort', leave, {once: true});
			}),
		]);
	} finally {
		signal.removeEventListener('abort', leave);
	}
}
