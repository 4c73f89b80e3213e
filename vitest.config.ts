import {defineConfig} from 'vitest/config';

/** What runs the model in the box, which takes a core for itself. */
const MODEL = [
	'test/model/local/{local-model,model-process,gguf-faults}.test.ts',
	'test/sample/suggested-questions.test.ts',
	'test/terminal/{embedded,loaded-code}.test.ts',
	'test/commands/{ask-embedded,doctor,doctor-embedded}.test.ts',
	'test/scripts/eval-embedded.test.ts',
];

export default defineConfig({
	test: {
		setupFiles: ['test/support/setup.ts'],
		// Real processes are started and killed: two cores need their time.
		testTimeout: 60_000,
		// On a machine that other work keeps busy a terminal can be seconds late; what is broken is broken twice.
		retry: 1,
		// What is under test sees no settings and colours of whoever runs the tests. Where `CI` is set Ink draws
		// only what is finished, and a screen is what is tested.
		env: {FORCE_COLOR: '', NO_COLOR: '', CI: 'false', CONTINUOUS_INTEGRATION: 'false'},
		projects: [
			{
				extends: true,
				test: {
					name: 'all but the model',
					include: ['test/**/*.test.ts'],
					exclude: MODEL,
					// Much of the time is spent waiting for processes, so the last core is no longer kept free.
					maxWorkers: 2,
				},
			},
			{
				extends: true,
				test: {
					name: 'the model in the box',
					include: MODEL,
					testTimeout: 180_000,
					// After the others, and one by one: beside them each takes the other's time.
					maxWorkers: 1,
					sequence: {groupOrder: 1},
				},
			},
		],
	},
});
