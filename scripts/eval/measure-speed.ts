/** Speed and memory of a model that runs here, as the card tells them. */
import {alternate, median} from '../../bench/measure.js';
import {loadModel} from '../../source/commands/load-model.js';
import type {ChosenModel} from '../../source/model/chosen-model.js';
import type {Message} from '../../source/protocol/prompt.js';
import {modelProcesses} from './model-processes.js';
import {firstTextMs, type Writing, writeAlone, writeAtOnce} from './speed.js';

export type Speed = {
	/** Tokens a second of replies one after the other, and of all at once. */
	alone: number;
	atOnce: number;
	/** Milliseconds to the first text with the prompt not read, and with its shared part read. */
	coldMs: number;
	warmMs: number;
	/** Resident bytes of the model's process with one sequence, and with one for each chat. */
	memoryOfOne: number;
	memoryOfAll: number;
};

export type Effort = Writing & {rounds: number; signal: AbortSignal};

/**
 * Medians over rounds, after one that is thrown away. Who writes alone and who writes at once are two processes,
 * in turn, so that both meet the same machine and the first never opens a second sequence.
 */
export async function measureSpeed(
	open: () => ChosenModel,
	chats: readonly Message[][],
	effort: Effort,
): Promise<Speed> {
	const first: Record<'cold' | 'warm', number[]> = {cold: [], warm: []};
	for (let round = 0; round <= effort.rounds; round++) {
		for (const name of ['cold', 'warm'] as const) {
			const ms = await firstTextMs(open, chats[0]!, {cold: name === 'cold', signal: effort.signal});
			if (round > 0) {
				first[name].push(ms);
			}
		}
	}

	return {
		coldMs: median(first.cold),
		warmMs: median(first.warm),
		...(await measureWriting(open, chats, effort)),
	};
}

async function measureWriting(
	open: () => ChosenModel,
	chats: readonly Message[][],
	effort: Effort,
): Promise<Omit<Speed, 'coldMs' | 'warmMs'>> {
	const models = {one: open(), all: open()};
	try {
		const system = chats[0]![0]!.content;
		await loadModel(models.one, system, effort.signal);
		const [pidOfOne] = modelProcesses().keys();
		await loadModel(models.all, system, effort.signal);
		const [pidOfAll] = [...modelProcesses().keys()].filter(pid => pid !== pidOfOne);
		const tokens = {alone: 0, atOnce: 0};
		const times = await alternate(effort.rounds, {
			async alone() {
				tokens.alone = await writeAlone(models.one, chats, effort);
			},
			async atOnce() {
				tokens.atOnce = await writeAtOnce(models.all, chats, effort);
			},
		});
		const memory = modelProcesses();
		return {
			alone: (1000 * tokens.alone) / median(times.alone),
			atOnce: (1000 * tokens.atOnce) / median(times.atOnce),
			memoryOfOne: memory.get(pidOfOne!) ?? Number.NaN,
			memoryOfAll: memory.get(pidOfAll!) ?? Number.NaN,
		};
	} finally {
		await Promise.all([models.one.close(), models.all.close()]);
	}
}
