/** The model in the box: eight replies at once, the first token, the event loop of its parent, and an abort. */
import {monitorEventLoopDelay} from 'node:perf_hooks';
import {setTimeout as sleep} from 'node:timers/promises';
import {eightChats, firstTextMs, writeAlone, writeAtOnce} from '../scripts/eval/speed.js';
import {openReader} from '../source/database/reader.js';
import {type LocalOptions, localModel} from '../source/model/local/local-model.js';
import type {Model, Sampling} from '../source/model/model.js';
import {EMBEDDED_NAME, embeddedFile} from '../source/model/model-place.js';
import {builtFile} from '../source/package-root.js';
import type {Message} from '../source/protocol/prompt.js';
import {dumpSchema} from '../source/protocol/schema.js';
import {alternate, format, median, printLine} from './measure.js';

const EMBEDDED: LocalOptions = {file: embeddedFile(), name: EMBEDDED_NAME, gpu: false};
const LONGEST = 48;
const ROUNDS = 5;
const ABORTS = 10;
const IDLE_MS = 3000;
/** After the first text; a reply takes ten times as long. */
const MIDDLE_MS = 30;
const GREEDY: Sampling = {temperature: 0, topP: 1, maxTokens: 200, seed: null};

export async function benchLocal(): Promise<void> {
	const chats = await sampleChats();
	await benchFirstText(chats[0]!);
	const one = localModel(EMBEDDED);
	const eight = localModel(EMBEDDED);
	try {
		await benchAtOnce(one, eight, chats);
		await benchEventLoop(eight, chats);
		await benchAbort(one, chats[0]!);
	} finally {
		await Promise.all([one.close(), eight.close()]);
	}
}

async function sampleChats(): Promise<Message[][]> {
	const reader = await openReader(builtFile('sample.sqlite'));
	try {
		return eightChats(dumpSchema((await reader.schema()).schema), 5);
	} finally {
		await reader.close();
	}
}

async function benchFirstText(chat: Message[]): Promise<void> {
	const times = {cold: [] as number[], warm: [] as number[]};
	for (let round = 0; round < ROUNDS; round++) {
		times.cold.push(await firstTextMs(() => localModel(EMBEDDED), chat, {cold: true}));
		times.warm.push(await firstTextMs(() => localModel(EMBEDDED), chat, {cold: false}));
	}

	printLine({
		what: 'first token after the warm-up',
		ms: median(times.warm),
		baseline: 'prompt not read before',
		baselineMs: median(times.cold),
		aim: '(the warm-up: the system prompt is read ahead)',
	});
}

/** Who writes alone is a process of its own, which never opens a second sequence. */
async function benchAtOnce(one: Model, eight: Model, chats: readonly Message[][]): Promise<void> {
	let tokens = 0;
	const times = await alternate(ROUNDS, {
		async atOnce() {
			tokens = await writeAtOnce(eight, chats, {longest: LONGEST});
		},
		alone: () => writeAlone(one, chats, {longest: LONGEST}),
	});
	const rate = (ms: number) => ((1000 * tokens) / ms).toFixed(0);
	const [atOnce, alone] = [median(times.atOnce), median(times.alone)];
	printLine({
		what: `${chats.length} replies at once`,
		ms: atOnce,
		baseline: 'one after the other',
		baselineMs: alone,
		aim: `(aim: at most 0.50 ×); ${rate(atOnce)} and ${rate(alone)} tokens a second`,
	});
}

/** Of this process, which reads what the model's process sends as a session does. */
async function benchEventLoop(model: Model, chats: readonly Message[][]): Promise<void> {
	const idle = await delayMs(() => sleep(IDLE_MS));
	const writing = await delayMs(() => writeAtOnce(model, chats, {longest: LONGEST}));
	printLine({
		what: `event loop, ${chats.length} replies, p99`,
		ms: writing,
		baseline: 'nothing to do, p99',
		baselineMs: idle,
		aim: '(aim: at most 20 ms)',
	});
}

/** The 99th percentile of the milliseconds between two turns of a timer of 1 ms. */
async function delayMs(work: () => Promise<unknown>): Promise<number> {
	const delay = monitorEventLoopDelay({resolution: 1});
	delay.enable();
	await work();
	delay.disable();
	return delay.percentile(99) / 1e6;
}

async function benchAbort(model: Model, chat: Message[]): Promise<void> {
	const silences: number[] = [];
	for (let round = 0; round < ABORTS; round++) {
		silences.push(await silenceMs(model, chat));
	}

	let tokens = 0;
	const {reply} = await alternate(ROUNDS, {
		async reply() {
			tokens = await writeAlone(model, [chat], {longest: LONGEST});
		},
	});
	printLine({
		what: `abort to silence, longest of ${ABORTS}`,
		ms: Math.max(...silences),
		baseline: 'a token of a reply',
		baselineMs: median(reply) / tokens,
		aim: `(aim: at most 50 ms); median ${format(median(silences))}`,
	});
}

/** Milliseconds from an abort in the middle of a reply, while its next token is waited for, until the reply throws. */
async function silenceMs(model: Model, chat: Message[]): Promise<number> {
	const controller = new AbortController();
	let abortedAt = Number.NaN;
	let timer: NodeJS.Timeout | undefined;
	try {
		for await (const chunk of model.reply(chat, GREEDY, controller.signal)) {
			if (chunk.kind === 'text' && !timer) {
				timer = setTimeout(() => {
					abortedAt = performance.now();
					controller.abort();
				}, MIDDLE_MS);
			}
		}
	} catch (error) {
		if (controller.signal.aborted) {
			return performance.now() - abortedAt;
		}

		throw error;
	} finally {
		clearTimeout(timer);
	}

	throw new Error('the reply was whole before it was broken off');
}
