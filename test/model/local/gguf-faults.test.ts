import {execFileSync} from 'node:child_process';
import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {
	checkedTemplate,
	checkMemory,
	loadFault,
	openedGguf,
} from '../../../source/model/local/gguf-faults.js';
import {embeddedFile} from '../../../source/model/model-place.js';
import {chat, embedded, written} from '../../support/local-model.js';
import {temporaryFolder} from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const place = (name: string) => path.join(folder, name);
let whole: Buffer;

beforeAll(() => {
	whole = readFileSync(embeddedFile());
});

/** The model in the box with each of these texts, whatever its place, replaced by one of the same length. */
function patched(name: string, from: string, to: string): string {
	const bytes = Buffer.from(whole);
	const header = bytes.subarray(0, 300_000);
	for (let at = header.indexOf(from); at >= 0; at = header.indexOf(from, at + 1)) {
		header.write(to, at);
	}

	writeFileSync(place(name), bytes);
	return place(name);
}

function cut(name: string, length: number): string {
	writeFileSync(place(name), whole.subarray(0, length));
	return place(name);
}

const failing = (file: string) => written(embedded({file}), chat('How many albums are there?'));

describe('a file that cannot be run is told of', () => {
	it.each<[string, () => string, RegExp, RegExp]>([
		[
			'that is not there',
			() => place('none.gguf'),
			/^none\.gguf cannot be run: there is no such file$/,
			/path/,
		],
		['under a file', () => `${embeddedFile()}/inside`, /there is no such file/, /path/],
		[
			'that is a folder',
			() => {
				mkdirSync(place('folder.gguf'));
				return place('folder.gguf');
			},
			/it is a folder/,
			/GGUF/,
		],
		[
			'that is a pipe',
			() => {
				execFileSync('mkfifo', [place('pipe.gguf')]);
				return place('pipe.gguf');
			},
			/it is no regular file/,
			/GGUF/,
		],
		[
			'that is no GGUF',
			() => {
				writeFileSync(place('text.gguf'), 'CREATE TABLE t (a);\n'.repeat(100));
				return place('text.gguf');
			},
			/^text\.gguf cannot be run: it is no GGUF file$/,
			/llama\.cpp/,
		],
		[
			'that is empty',
			() => {
				writeFileSync(place('empty.gguf'), '');
				return place('empty.gguf');
			},
			/it is no GGUF file/,
			/llama\.cpp/,
		],
		[
			'cut in its header',
			() => cut('header.gguf', 5000),
			/it is cut short: there are 5 kB/,
			/Fetch it again/,
		],
		[
			'cut in its weights',
			() => cut('weights.gguf', 20e6),
			/it is cut short: there are 20 MB/,
			/Fetch it again/,
		],
		['cut at its end', () => cut('end.gguf', whole.length - 100), /it is cut short/, /Fetch it again/],
		[
			'of another architecture',
			() => patched('strange.gguf', 'qwen3', 'xwen9'),
			/does not know its architecture, xwen9/,
			/qwen35/,
		],
		[
			'without a chat template',
			() => patched('mute.gguf', 'tokenizer.chat_template', 'tokenizer.chat_templat_'),
			/it has no chat template/,
			/chat model/,
		],
		[
			'with a chat template that cannot be filled',
			() => patched('deaf.gguf', "message['content']", "message['colours']"),
			/the chat template in the model's file cannot be used: Cannot perform/,
			/chat model/,
		],
	])('%s', async (_, file, message, advice) => {
		await expect(failing(file())).rejects.toMatchObject({
			kind: 'unusable',
			exitCode: 3,
			message: expect.stringMatching(message),
			advice: expect.stringMatching(advice),
		});
	});

	it.skipIf(process.getuid?.() === 0)('that may not be read (skipped: root may read all)', async () => {
		writeFileSync(place('secret.gguf'), 'GGUF');
		chmodSync(place('secret.gguf'), 0);
		await expect(openedGguf(place('secret.gguf'))).rejects.toThrow(/you may not read it/);
	});
});

describe('what the header says', () => {
	const fine = {
		fileBytes: 1000,
		headerEnd: 100,
		lastWeights: 900,
		architecture: 'qwen35',
		known: true,
		chatTemplate: '{{ messages }}',
	};

	it('gives the chat template of a file that can be run', () => {
		expect(checkedTemplate('/m.gguf', fine)).toBe('{{ messages }}');
	});

	it.each([
		[{headerEnd: 1001}, /cut short/],
		[{lastWeights: 1000}, /cut short/],
		[{known: false}, /architecture, qwen35/],
		[{chatTemplate: null}, /no chat template/],
	])('is checked: %j', (change, message) => {
		expect(() => checkedTemplate('/m.gguf', {...fine, ...change})).toThrow(message);
	});
});

describe('memory', () => {
	it('is enough for weights, context and 300 MB beside', () => {
		checkMemory('/m.gguf', {weights: 4e9, context: 700e6, free: 5e9});
		expect(() => checkMemory('/m.gguf', {weights: 4e9, context: 700e6, free: 5e9 - 1})).toThrow(
			'm.gguf cannot be run: it needs about 5 GB of memory, and 5 GB are free',
		);
		expect(() => checkMemory('/m.gguf', {weights: 40e9, context: 1e9, free: 8e9})).toThrow(
			'it needs about 41.3 GB of memory, and 8 GB are free',
		);
	});
});

describe('a failed load', () => {
	const error = new Error('Failed to load model');

	it.each<[string[], RegExp]>([
		[["tensor 'blk.5' data is not within the file bounds, model is corrupted or incomplete"], /cut short/],
		[['gguf_init_from_reader: failed to read key-value pairs'], /cut short/],
		[['ggml_backend_cpu_buffer_type_alloc_buffer: failed to allocate buffer'], /more memory than is free/],
		[
			['llama_model_load: error loading model: missing tensor', 'failed to load model'],
			/the engine cannot load it: missing tensor/,
		],
		[['something else'], /the engine cannot load it: something else/],
		[[], /the engine cannot load it: Failed to load model/],
	])('is explained from the log: %j', (log, message) => {
		expect(loadFault('/m.gguf', 1000, log, error)).toMatchObject({
			kind: 'unusable',
			message: expect.stringMatching(message),
		});
	});
});
