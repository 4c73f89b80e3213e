import {defineConfig} from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/**/*.test.ts'],
		setupFiles: ['test/support/setup.ts'],
		// Real processes are started and killed: two cores need their time.
		testTimeout: 60_000,
		// Much of the time is spent waiting for them, so the last core is no longer kept free.
		maxWorkers: 2,
		// What is under test sees no settings and colours of whoever runs the tests. Where `CI` is set Ink draws
		// only what is finished, and a screen is what is tested.
		env: {FORCE_COLOR: '', NO_COLOR: '', CI: 'false', CONTINUOUS_INTEGRATION: 'false'},
	},
});
