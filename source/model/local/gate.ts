/**
 * Lets those who write side by side pass, except while one does what needs all of the context. The engine holds its
 * lock as long as anybody asks for the next token, so who wants to copy or cut a sequence would wait until all
 * others are done.
 */
export type Gate = {
	/** Resolves when nobody needs all. */
	passed(): Promise<void>;
	/** Does this while nobody passes. */
	exclusively<T>(work: () => Promise<T>): Promise<T>;
};

export function openGate(): Gate {
	let inside = 0;
	let opened: Promise<void> = Promise.resolve();
	let open = () => {};
	return {
		passed: () => opened,
		async exclusively(work) {
			if (inside++ === 0) {
				opened = new Promise(resolve => {
					open = resolve;
				});
			}

			try {
				return await work();
			} finally {
				if (--inside === 0) {
					open();
				}
			}
		},
	};
}
