/** Signals of the keyboard that go to every program of the terminal's group, while one of them is meant. */
const KEYBOARD_SIGNALS = ['SIGINT', 'SIGQUIT'] as const;

/**
 * Leaves Ctrl-C and Ctrl-\ to another program: neither ends this one, and its own listeners do not hear of
 * them. The function that it gives takes them back, when those that came in the meantime have gone by.
 */
export function leaveSignalsToAnother(): () => void {
	const left = KEYBOARD_SIGNALS.map(signal => ({signal, listeners: process.rawListeners(signal)}));
	for (const {signal, listeners} of left) {
		// Before the others go: a signal without a listener ends the program.
		process.on(signal, ignore);
		for (const listener of listeners) {
			process.off(signal, listener as NodeJS.SignalsListener);
		}
	}

	const takeBack = () => {
		for (const {signal, listeners} of left) {
			for (const listener of listeners) {
				process.on(signal, listener as NodeJS.SignalsListener);
			}

			process.off(signal, ignore);
		}
	};

	// Signals are read where the loop reads everything else: between the first and the second of these it does.
	return () => {
		setImmediate(() => setImmediate(takeBack));
	};
}

function ignore(): void {}
