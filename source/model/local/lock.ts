/** Lets one in at a time, by who waits longest; gives what is to be called on leaving. */
export type Lock = (signal: AbortSignal) => Promise<() => void>;

/** Who is aborted while it waits is thrown the signal's reason when its turn comes. */
export function openLock(): Lock {
	let last: Promise<void> = Promise.resolve();
	return async signal => {
		const before = last;
		let leave = () => {};
		last = new Promise(resolve => {
			leave = resolve;
		});
		await before;
		if (signal.aborted) {
			leave();
			throw signal.reason;
		}

		return leave;
	};
}
