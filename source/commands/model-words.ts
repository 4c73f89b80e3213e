/** What commands say of a model on stderr and in a report. */
import {stat} from 'node:fs/promises';
import path from 'node:path';
import {byteSize} from '../byte-size.js';
import type {LoadedModel, ModelRef} from '../model/model.js';
import {EMBEDDED_NAME, isEmbedded, OTHER_SCHEMA} from '../model/model-place.js';

/** Said once where the embedded model is asked of a database that is not Chinook's. */
export const OTHER_SCHEMA_WORDS = `${OTHER_SCHEMA} Its card, models/${EMBEDDED_NAME}/README.md, has the figures.`;

/** Its name and where it is: `sqrl-4b at http://127.0.0.1:8000/v1`. */
export function placeWords(ref: ModelRef): string {
	if (isEmbedded(ref)) {
		return `${ref.name}, which comes with sqrl-tui`;
	}

	return ref.file === undefined ? `${ref.name} at ${ref.baseUrl}` : `${ref.name} from ${ref.file}`;
}

/** `loading sqrl-tiny.gguf, 29.9 MB`. What is wrong with a file is said by whoever loads it. */
export async function loadingWords(file: string): Promise<string> {
	const stats = await stat(file).catch(() => null);
	return `loading ${path.basename(file)}${stats ? `, ${byteSize(stats.size)}` : ''}`;
}

/** `29.9 MB, context 4,096 tokens, 96 MB of memory`. */
export function loadedWords({fileBytes, contextTokens, memoryBytes}: LoadedModel): string {
	const context = `context ${contextTokens.toLocaleString('en-US')} tokens`;
	return `${byteSize(fileBytes)}, ${context}, ${byteSize(memoryBytes)} of memory`;
}
