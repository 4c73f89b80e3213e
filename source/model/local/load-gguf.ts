/** Loads a model's file into the engine. */
import {availableParallelism} from 'node:os';
import {setTimeout as sleep} from 'node:timers/promises';
import type {GgufFileInfo, Llama, LlamaModel} from 'node-llama-cpp';
import {messageOf} from '../../errors.js';
import {type ContextPlan, planContext, SHORTEST_CONTEXT} from './context-plan.js';
import {loadEngine} from './engine-package.js';
import {checkedTemplate, checkMemory, loadFault, openedGguf} from './gguf-faults.js';

/** Tokens that are evaluated at once. */
export const BATCH = 512;

export type LoadedGguf = {model: LlamaModel; chatTemplate: string; fileBytes: number; plan: ContextPlan};

/**
 * Loads a GGUF. Throws a ModelError that says what is wrong with the file, the engine or the memory.
 *
 * @param onProgress gets bytes of the file.
 */
export async function loadGguf(
	file: string,
	gpu: boolean,
	onProgress: (done: number, total: number) => void,
): Promise<LoadedGguf> {
	const fileBytes = await openedGguf(file);
	onProgress(0, fileBytes);
	const engine = await loadEngine();
	const log: string[] = [];
	const llama = await engine.getLlama({
		gpu: gpu ? 'auto' : false,
		// Nothing is compiled or fetched: what is not in the package is not there.
		build: 'never',
		skipDownload: true,
		progressLogs: false,
		maxThreads: threads(availableParallelism()),
		logLevel: engine.LlamaLogLevel.error,
		logger: (_, message) => {
			log.push(message.trim());
		},
	});
	try {
		// It would take an address for a file's name, and fetch it.
		const info = await engine.readGgufFileInfo(file, {sourceType: 'filesystem', logWarnings: false});
		const chatTemplate = await examine(file, fileBytes, info, engine, llama);
		const model = await llama.loadModel({
			modelPath: file,
			onLoadProgress: share => onProgress(share * fileBytes, fileBytes),
		});
		return {model, chatTemplate, fileBytes, plan: await planOf(model)};
	} catch (error) {
		if (messageOf(error) !== ENGINE_FAILED && !(error instanceof engine.InsufficientMemoryError)) {
			throw error;
		}

		await sleep(LOG_MS);
		throw loadFault(file, fileBytes, log, error);
	}
}

/**
 * All cores but one. The threads wait for each other at every step by turning round and round: where one of them has
 * to share its core with the screen, the reader or another program, all are held up, and two threads on two cores
 * write a fiftieth of what one writes.
 */
export function threads(cores: number): number {
	return Math.max(1, cores - 1);
}

/** Milliseconds in which the log has come, which comes from another thread. */
const LOG_MS = 100;

/** All that the engine says where a file cannot be loaded; why is in its log. */
const ENGINE_FAILED = 'Failed to load model';

async function examine(
	file: string,
	fileBytes: number,
	info: GgufFileInfo,
	{GgufInsights}: typeof import('node-llama-cpp'),
	llama: Llama,
): Promise<string> {
	const {metadata, splicedParts} = info;
	const {architecture} = metadata.general;
	const weights = info.fullTensorInfo ?? [];
	// The parts of a split file are the engine's to check.
	const bounds =
		splicedParts > 1
			? {headerEnd: 0, lastWeights: 0}
			: {
					headerEnd: info.infoEndOffset ?? 0,
					lastWeights: Math.max(0, ...weights.map(({fileOffset}) => Number(fileOffset))),
				};
	const readable = bounds.headerEnd <= fileBytes;
	const insights = readable ? await GgufInsights.from(info, llama) : null;
	const chatTemplate = checkedTemplate(file, {
		fileBytes,
		...bounds,
		architecture: String(architecture),
		known: insights?.isSupportedByLlamaCpp ?? false,
		chatTemplate: metadata.tokenizer?.chat_template ?? null,
	});
	if (llama.gpu === false && insights) {
		const context = await insights.estimateContextResourceRequirementsV2({
			contextSize: SHORTEST_CONTEXT,
			modelGpuLayers: 0,
			batchSize: BATCH,
			sequences: 1,
		});
		checkMemory(file, {
			weights: insights.modelSize,
			context: context.cpuRam,
			free: process.availableMemory(),
		});
	}

	return chatTemplate;
}

async function planOf({fileInsights, gpuLayers, llama, trainContextSize}: LlamaModel): Promise<ContextPlan> {
	const onCard = llama.gpu !== false && gpuLayers > 0;
	return planContext({
		trained: trainContextSize,
		free: onCard ? (await llama.getVramState()).free : process.availableMemory(),
		bytesOf: async (contextSize, sequences) => {
			const {cpuRam, gpuVram} = await fileInsights.estimateContextResourceRequirementsV2({
				contextSize,
				sequences,
				modelGpuLayers: gpuLayers,
				batchSize: BATCH,
			});
			return onCard ? gpuVram : cpuRam;
		},
	});
}
