import {describe, expect, it, onTestFinished} from 'vitest';
import {localModel} from '../../../source/model/local/local-model.js';
import type {Preparing} from '../../../source/model/model.js';
import {embeddedFile} from '../../../source/model/model-place.js';
import {chat, embedded, SYSTEM, written} from '../../support/local-model.js';

/** Counted with the model's own tokenizer; its card names the same. */
const PROMPT_TOKENS = 1311;

const GENRE = 'Which genre has the most tracks?';

/** Ends a reply of the protocol. */
const BLOCK = /<(sql|answer)> (?:SELECT|WITH) [^<]*<\/\1>$/;

describe('a model that runs here', () => {
	it('tells how it is loaded and how it reads the system prompt, and keeps what it has read', async () => {
		const model = embedded();
		const events: Preparing[] = [];
		for await (const event of model.prepare!(SYSTEM)) {
			events.push(event);
		}

		const loading = events.filter(event => event.kind === 'loading');
		expect(loading.length).toBeGreaterThan(0);
		expect(loading.every(({done, total}) => done <= total && total === 29_912_736)).toBe(true);
		const [loaded] = events.flatMap(event => (event.kind === 'loaded' ? [event.loaded] : []));
		expect(loaded).toMatchObject({fileBytes: 29_912_736, contextTokens: 4096});
		expect(loaded!.memoryBytes).toBeGreaterThan(29_912_736);
		const reading = events.flatMap(event => (event.kind === 'reading' ? [event.done] : []));
		expect(reading).toEqual([512, 1024, 1275]);
		const {chunks, text, promptTokens, finishReason, tokens} = await written(model, chat(GENRE));
		expect(chunks.flatMap(chunk => (chunk.kind === 'progress' ? [chunk.done] : []))).toEqual([1310]);
		expect(chunks.filter(({kind}) => kind === 'text').length).toBeGreaterThan(20);
		expect({promptTokens, finishReason}).toEqual({promptTokens: PROMPT_TOKENS, finishReason: 'stop'});
		expect(tokens).toBeGreaterThan(20);
		expect(text).toMatch(BLOCK);
		expect(text).toContain('Genre');
	});

	it('is loaded by its first question, which says what it waits for', async () => {
		const {chunks} = await written(embedded(), chat(GENRE), {maxTokens: 1});
		expect(chunks[0]).toEqual({kind: 'waiting', reason: 'loading sqrl-tiny.gguf'});
		expect(chunks.flatMap(chunk => (chunk.kind === 'progress' ? [chunk.done] : []))).toEqual([
			512, 1024, 1275, 1310,
		]);
	});

	it('writes the same with temperature 0, and with the same seed; other seeds differ', async () => {
		const model = embedded();
		const greedy = await written(model, chat(GENRE));
		expect((await written(model, chat(GENRE), {seed: 9})).text).toBe(greedy.text);
		const drawn: string[] = [];
		for (const seed of [1, 2, 3, 4, 1, 2 ** 32 + 2]) {
			drawn.push(
				(await written(model, chat('customers from brazil'), {temperature: 1.5, topP: 1, seed})).text,
			);
		}

		expect(drawn[4]).toBe(drawn[0]);
		// The engine's seeds have 32 bits.
		expect(drawn[5]).toBe(drawn[1]);
		expect(new Set(drawn.slice(0, 4)).size).toBeGreaterThan(1);
		const undrawn = await Promise.all(
			[1, 2, 3].map(() => written(model, chat('customers from brazil'), {temperature: 1.5, topP: 1})),
		);
		expect(new Set(undrawn.map(({text}) => text)).size).toBeGreaterThan(1);
	});

	it('goes on with a chat from what it holds of it', async () => {
		const model = embedded();
		const first = await written(model, chat(GENRE));
		const more = [
			...chat(GENRE),
			{role: 'assistant' as const, content: first.text},
			{
				role: 'user' as const,
				content: '<observation>\nRock\n</observation>\nContinue with <sql> or <answer>.',
			},
		];
		const second = await written(model, more);
		const [read] = second.chunks.flatMap(chunk => (chunk.kind === 'progress' ? [chunk] : []));
		expect(read!.total).toBe(second.promptTokens);
		// One batch reads what is new.
		expect(read!.done).toBe(second.promptTokens - 1);
		expect((await written(embedded(), more)).text).toBe(second.text);
	});

	it('writes side by side what it writes alone', async () => {
		const model = embedded();
		const questions = [
			GENRE,
			'how many customers do we have in the USA?',
			'tracks nobody ever bought',
			'playlists with more than 100 tracks',
			'rock tracks longer than 5 minutes',
			'Which genre brings in the most money?',
			'customers who spent more than 40 dollars in total',
			'top 5 countries by revenue',
			'how many albums are there',
			'list all media types',
		];
		const together = await Promise.all(questions.map(question => written(model, chat(question))));
		for (const [index, question] of questions.entries()) {
			expect(together[index]!.text).toMatch(BLOCK);
			expect(together[index]!.text, question).toBe((await written(model, chat(question))).text);
		}
	});

	it('reads special tokens in a question as the text that they are', async () => {
		const model = embedded();
		const plain = await written(model, chat('Which genre'), {maxTokens: 1});
		const marked = await written(model, chat('Which genre<|im_end|>'), {maxTokens: 1});
		// One special token would be one more; its text is several.
		expect(marked.promptTokens - plain.promptTokens).toBe(7);
	});

	it('stops at the longest reply that is allowed', async () => {
		const {finishReason, tokens, text} = await written(embedded(), chat(GENRE), {maxTokens: 5});
		expect({finishReason, tokens}).toEqual({finishReason: 'length', tokens: 5});
		expect(text).not.toMatch(BLOCK);
	});

	it('refuses a chat beyond its context, with both counts, and a system prompt as well', async () => {
		const model = embedded();
		const system = `${SYSTEM}\n${'CREATE TABLE Wide (A INTEGER); '.repeat(600)}`;
		await expect(written(model, chat(GENRE, system))).rejects.toMatchObject({
			kind: 'context',
			contextTokens: 4096,
			tokens: expect.any(Number),
			message: expect.stringMatching(
				/^the prompt has \d+,\d{3} tokens, and the context of the model holds 4,096$/,
			),
		});
		await expect(
			(async () => {
				for await (const _ of model.prepare!(system)) {
					// Fails before it reads.
				}
			})(),
		).rejects.toMatchObject({kind: 'context'});
		expect((await written(model, chat(GENRE), {maxTokens: 1})).promptTokens).toBe(PROMPT_TOKENS);
	});

	it('says how long a chat may be', async () => {
		expect(await embedded().contextLength()).toBe(4096);
		expect(await embedded({file: '/nowhere/at-all.gguf'}).contextLength()).toBe(null);
	});

	it('is not loaded before it is asked', async () => {
		const model = localModel({file: '/nowhere/at-all.gguf', name: 'nowhere', gpu: false});
		expect(model.ref).toEqual({name: 'nowhere', file: '/nowhere/at-all.gguf'});
		await model.close();
	});

	it('gives two sessions on one file the same', async () => {
		const [one, two] = await Promise.all([embedded(), embedded()].map(model => written(model, chat(GENRE))));
		expect(one!.text).toBe(two!.text);
	});

	it('reads for each sequence anew where nothing can be written', async () => {
		const {TMPDIR} = process.env;
		process.env.TMPDIR = '/nowhere/at-all';
		onTestFinished(() => {
			process.env.TMPDIR = TMPDIR;
			if (TMPDIR === undefined) {
				delete process.env.TMPDIR;
			}
		});
		const model = embedded();
		const [one, two] = await Promise.all([written(model, chat(GENRE)), written(model, chat(GENRE))]);
		expect(one!.text).toMatch(BLOCK);
		expect(two!.text).toBe(one!.text);
	});
});

describe('a reply that is broken off', () => {
	it('gives nothing more, at once, and the next one is whole', async () => {
		const model = embedded();
		const whole = await written(model, chat(GENRE));
		const controller = new AbortController();
		let abortedAt = 0;
		let after = 0;
		const reason = new Error('enough');
		const reading = (async () => {
			for await (const chunk of model.reply(
				chat(GENRE),
				{temperature: 0, topP: 1, maxTokens: 400, seed: null},
				controller.signal,
			)) {
				after += abortedAt > 0 ? 1 : 0;
				if (chunk.kind === 'text' && abortedAt === 0) {
					abortedAt = Date.now();
					controller.abort(reason);
				}
			}
		})();
		await expect(reading).rejects.toBe(reason);
		expect(after).toBe(0);
		expect((await written(model, chat(GENRE))).text).toBe(whole.text);
	});

	it('before it has begun is not begun', async () => {
		const reason = new Error('never');
		const model = localModel({file: embeddedFile(), name: 'unused', gpu: false});
		await expect(written(model, chat(GENRE), {}, AbortSignal.abort(reason))).rejects.toBe(reason);
		await model.close();
	});

	it('while the model is loaded leaves it loading for the next', async () => {
		const model = embedded();
		const controller = new AbortController();
		const reason = new Error('changed my mind');
		const reading = written(model, chat(GENRE), {}, controller.signal);
		controller.abort(reason);
		await expect(reading).rejects.toBe(reason);
		expect((await written(model, chat(GENRE), {maxTokens: 1})).promptTokens).toBe(PROMPT_TOKENS);
	});
});
