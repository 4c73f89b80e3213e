/** Things that are taken, used and put back, by who waits longest first. */
export type Queue<T> = {
	readonly size: number;
	/** How many wait for one. */
	readonly waiting: number;
	/** Waits for one; of several `choose` picks. After an abort the signal's reason is thrown. */
	take(choose: (there: readonly T[]) => T, signal: AbortSignal): Promise<T>;
	put(item: T): void;
	/** These instead of those that are there; what was taken is not put back. */
	replace(items: readonly T[]): void;
};

export function openQueue<T>(first: readonly T[]): Queue<T> {
	let there = [...first];
	const waiting: Array<() => void> = [];
	const serve = () => {
		while (there.length > 0 && waiting.length > 0) {
			waiting.shift()!();
		}
	};
	return {
		get size() {
			return there.length;
		},
		get waiting() {
			return waiting.length;
		},
		async take(choose, signal) {
			signal.throwIfAborted();
			return new Promise((resolve, reject) => {
				const give = () => {
					signal.removeEventListener('abort', leave);
					const item = choose(there);
					there = there.filter(other => other !== item);
					resolve(item);
				};
				const leave = () => {
					waiting.splice(waiting.indexOf(give), 1);
					reject(signal.reason);
				};
				signal.addEventListener('abort', leave, {once: true});
				waiting.push(give);
				serve();
			});
		},
		put(item) {
			there.push(item);
			serve();
		},
		replace(items) {
			there = [...items];
			serve();
		},
	};
}
