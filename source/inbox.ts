/** What arrives at its own pace, to be read at the reader's: kept in order until it is taken. */
export type Inbox<T> = AsyncIterable<T> & {
	put(item: T): void;
	/** What is there is dropped, and the reader is thrown this. */
	fail(error: unknown): void;
};

/** For one reader. After an abort it is thrown the signal's reason, whatever is there. */
export function openInbox<T>(signal?: AbortSignal): Inbox<T> {
	let items: T[] = [];
	let failed: {error: unknown} | null = null;
	let wake = () => {};
	const fail = (error: unknown) => {
		failed ??= {error};
		items = [];
		wake();
	};
	return {
		put(item) {
			if (!failed) {
				items.push(item);
				wake();
			}
		},
		fail,
		async *[Symbol.asyncIterator]() {
			const abort = () => fail(signal?.reason);
			signal?.addEventListener('abort', abort, {once: true});
			try {
				for (;;) {
					signal?.throwIfAborted();
					if (failed) {
						throw failed.error;
					}

					if (items.length > 0) {
						yield items.shift()!;
					} else {
						await new Promise<void>(resolve => {
							wake = resolve;
						});
					}
				}
			} finally {
				signal?.removeEventListener('abort', abort);
			}
		},
	};
}
