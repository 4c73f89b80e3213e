import {defineConfig} from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/**/*.test.ts'],
		// Real processes are started and killed: two cores need their time.
		testTimeout: 60_000,
		// Much of the time is spent waiting for them, so the last core is no longer kept free.
		maxWorkers: 2,
		// The programs under test see no settings, colours or keys of whoever runs the tests.
		env: {FORCE_COLOR: '', NO_COLOR: ''},
	},
});
