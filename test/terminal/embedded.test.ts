import {describe, expect, it} from 'vitest';
import {EMBEDDED_LABEL} from '../../source/model/model-place.js';
import {builtFile} from '../../source/package-root.js';
import {SUGGESTED_QUESTIONS} from '../../source/sample/suggested-questions.js';
import {KEYS, type Pty, ptyUnavailable} from '../support/pty.js';
import {quit, send, startSession, transcript, waitForAnswer, waitForReview} from '../support/session.js';
import {testReader} from '../support/test-reader.js';

const SAMPLE = {baseUrl: null, args: ['--embedded', '--temperature', '0']};

/** All that is on the screen and above it, as one line. */
const told = (pty: Pty) => transcript(pty).join('\n').replaceAll(/\s+/g, ' ');

describe.skipIf(ptyUnavailable !== null)(
	`the model in the box, on the screen ${ptyUnavailable ?? ''}`,
	() => {
		it('answers what the sample suggests, its probe approved by hand, each answer with its label', async () => {
			const {pty} = await startSession([], {
				...SAMPLE,
				database: '--sample',
				size: {columns: 120, rows: 40},
			});
			await pty.waitFor('tab suggests a question');
			await pty.waitFor(SUGGESTED_QUESTIONS.at(-1)!);
			for (const [index, question] of SUGGESTED_QUESTIONS.entries()) {
				// They are offered until one is asked.
				if (index === 0) {
					pty.press(KEYS.tab);
				} else {
					pty.type('n');
					await pty.waitFor('❯ Ask sample');
					pty.type(question);
				}

				await pty.waitFor(`❯ ${question}`);
				pty.press(KEYS.enter);
				if (question.includes('sao paulo')) {
					await waitForReview(pty, "LIKE '%paulo%'");
					pty.type('y');
				}

				await waitForAnswer(pty);
			}

			const text = told(pty);
			expect(text.split(EMBEDDED_LABEL)).toHaveLength(SUGGESTED_QUESTIONS.length + 1);
			const reader = await testReader(builtFile('sample.sqlite'));
			const tracks = await reader.query('SELECT count(*) FROM Track');
			const [count] = 'table' in tracks ? tracks.table.rows[0]! : [];
			expect(text).toContain(` ${String(count)} 1 row`);
			expect(text).toContain('São Paulo');
			expect(text).not.toContain('knows one schema');
			await quit(pty);
		});

		it('votes with eight samples, written side by side', async () => {
			const {pty} = await startSession([], {
				baseUrl: null,
				args: ['--embedded', '--seed', '1'],
				database: '--sample',
				size: {columns: 80, rows: 24},
			});
			await pty.waitFor('tab suggests a question');
			send(pty, '/vote 8');
			await pty.waitFor('vote@8');
			send(pty, 'Which genre has the most tracks?');
			await pty.waitFor('8 of 8 answered', 120_000);
			pty.press(KEYS.escape);
			await waitForAnswer(pty);
			expect(told(pty)).toMatch(/Rock 1 row .*vote@8 · (?:unanimous: 8 of 8 agree|majority: [5-8] of 8)/);
			expect(told(pty)).toContain(EMBEDDED_LABEL);
			await quit(pty);
		});

		it('warns once of a schema that it does not know', async () => {
			const {pty} = await startSession([], {...SAMPLE, size: {columns: 80, rows: 24}});
			await pty.waitFor(/29\.9 MB · context 4,096/, 30_000);
			send(pty, 'How many customers are there?');
			await waitForAnswer(pty);
			expect(told(pty).split('knows one schema')).toHaveLength(2);
			await quit(pty);
		});

		it('is broken off by Ctrl-C, and ended by two while it is loaded', async () => {
			const {pty} = await startSession([], {...SAMPLE, database: '--sample', size: {columns: 80, rows: 24}});
			await pty.waitFor('tab suggests a question');
			send(pty, 'Which genre has the most tracks?');
			await pty.waitFor(/esc stop/);
			pty.press(KEYS.ctrl('c'));
			await pty.waitFor(/Stopped\. R goes on from here\./);
			pty.type('R');
			await pty.waitFor('Rock', 60_000);
			await waitForAnswer(pty);
			await quit(pty);

			const again = await startSession([], {...SAMPLE, database: '--sample'});
			await again.pty.waitFor(/loading sqrl-tiny/);
			await quit(again.pty);
		});
	},
);
