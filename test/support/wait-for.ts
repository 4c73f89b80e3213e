import {setTimeout as sleep} from 'node:timers/promises';

/** Waits until a condition holds; throws when it does not within the time, 10 s unless said otherwise. */
export async function waitFor(
	condition: () => unknown,
	what = 'the condition',
	timeoutMs = 10_000,
): Promise<void> {
	const deadline = performance.now() + timeoutMs;
	while (!(await condition())) {
		if (performance.now() > deadline) {
			throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
		}

		await sleep(10);
	}
}
