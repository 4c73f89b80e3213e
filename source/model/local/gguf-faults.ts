/** What can be wrong with a model's file, in words. */
import {open, stat} from 'node:fs/promises';
import path from 'node:path';
import {byteSize} from '../../byte-size.js';
import {codeOf, ModelError, messageOf} from '../../errors.js';

const MAGIC = 'GGUF';

/** Bytes that a model takes beside its weights and its context: the program, and room to compute in. */
const OVERHEAD = 300e6;

/** What the file says of itself, as far as it decides whether it can be run. Offsets and sizes in bytes. */
export type GgufHeader = {
	fileBytes: number;
	/** Where the header ends and the weights begin. */
	headerEnd: number;
	/** Where the last of the weights begins. */
	lastWeights: number;
	architecture: string;
	/** Whether the engine knows the architecture. */
	known: boolean;
	chatTemplate: string | null;
};

/** Throws a ModelError unless there is a file that can be read and begins as a GGUF does. Gives its size in bytes. */
export async function openedGguf(file: string): Promise<number> {
	const unopened = (error: unknown) => fault(file, ...unreadable(error), error);
	// Looked at first: a pipe would be waited for.
	const stats = await stat(file).catch(error => {
		throw unopened(error);
	});
	if (!stats.isFile()) {
		throw fault(file, stats.isDirectory() ? 'it is a folder' : 'it is no regular file', 'Name a GGUF file.');
	}

	const handle = await open(file).catch(error => {
		throw unopened(error);
	});
	try {
		const {buffer, bytesRead} = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
		if (buffer.toString('latin1', 0, bytesRead) !== MAGIC) {
			throw fault(
				file,
				'it is no GGUF file',
				'sqrl-tui runs models in GGUF, as llama.cpp does; its convert_hf_to_gguf.py makes one of a Hugging Face folder.',
			);
		}

		return stats.size;
	} finally {
		await handle.close();
	}
}

/** Throws a ModelError where the header says that the file cannot be run, and gives the chat template. */
export function checkedTemplate(file: string, header: GgufHeader): string {
	const {fileBytes, headerEnd, lastWeights, architecture, known, chatTemplate} = header;
	if (headerEnd > fileBytes || lastWeights >= fileBytes) {
		throw cutShort(file, fileBytes);
	}

	if (!known) {
		throw fault(
			file,
			`the engine does not know its architecture, ${architecture}`,
			'sqrl-4b is qwen35. A newer sqrl-tui may know more.',
		);
	}

	if (chatTemplate === null) {
		throw fault(
			file,
			'it has no chat template, so it is no model to talk to',
			'Take a file of a chat model; convert_hf_to_gguf.py keeps the template of the original.',
		);
	}

	return chatTemplate;
}

/** Throws a ModelError where the weights and the smallest context take more memory than is free. All in bytes. */
export function checkMemory(file: string, need: {weights: number; context: number; free: number}): void {
	const total = need.weights + need.context + OVERHEAD;
	if (total > need.free) {
		throw outOfMemory(file, `about ${byteSize(total)} of memory, and ${byteSize(need.free)} are free`);
	}
}

/**
 * What a failed load was about, from what the engine logged: it throws the same words for everything.
 *
 * @param log the engine's error lines, oldest first.
 */
export function loadFault(
	file: string,
	fileBytes: number,
	log: readonly string[],
	error: unknown,
): ModelError {
	const said = log.join('\n');
	if (/not within the file bounds|failed to read|unexpectedly reached end/i.test(said)) {
		return cutShort(file, fileBytes);
	}

	if (
		/insufficient memory|unable to allocate|failed to allocate|out of memory/i.test(
			`${said}\n${messageOf(error)}`,
		)
	) {
		return outOfMemory(file, 'more memory than is free');
	}

	const why = /error loading model: (?<why>.*)/.exec(said)?.groups?.why ?? log.at(-1) ?? messageOf(error);
	return fault(file, `the engine cannot load it: ${why}`, 'Fetch or convert the file anew.', error);
}

function cutShort(file: string, fileBytes: number): ModelError {
	return fault(
		file,
		`it is cut short: there are ${byteSize(fileBytes)}, and its header names more`,
		'Fetch it again, and wait until it is whole.',
	);
}

function outOfMemory(file: string, how: string): ModelError {
	return fault(
		file,
		`it needs ${how}`,
		'Take a smaller quantisation, end other programs, or ask a server with --base-url.',
	);
}

function fault(file: string, why: string, advice: string, cause?: unknown): ModelError {
	return new ModelError('unusable', `${path.basename(file)} cannot be run: ${why}`, advice, {cause});
}

/** Why a path cannot be opened, and what to do about it. */
function unreadable(error: unknown): [why: string, advice: string] {
	switch (codeOf(error)) {
		case 'ENOENT':
		case 'ENOTDIR':
			return ['there is no such file', 'Check the path.'];
		case 'EACCES':
		case 'EPERM':
			return ['you may not read it', 'Check its permissions.'];
		default:
			return [messageOf(error), 'Check the path.'];
	}
}
