/** How far the model is, in few words. */
import type {ModelRef} from '../../model/model.js';
import {byteWords} from '../../rows/outcome-words.js';
import {textWidth} from '../../text-width.js';
import {visible} from '../../visible.js';
import {fitLine} from '../lines.js';
import type {Readiness, Wait} from './state.js';

/** What is to be said of a model that runs here, in at most `width` columns, or ''. */
export function readinessWords({name}: ModelRef, {step, loaded}: Readiness, width: number): string {
	switch (step.kind) {
		case 'loading': {
			const {done, total} = step;
			const part = total === 0 ? '' : ` ${Math.floor((100 * done) / total)} % of ${byteWords(total)}`;
			return around('loading ', name, part, width);
		}

		case 'reading':
			return fitLine(`reading the schema ${ofTokens(step)}`, width);
		case 'ready':
			return loaded === null
				? around('', name, ' is ready', width)
				: asManyAsFit(
						[
							visible(name),
							byteWords(loaded.fileBytes),
							`context ${loaded.contextTokens.toLocaleString('en-US')}`,
							`${byteWords(loaded.memoryBytes)} of memory`,
						],
						width,
					);
		case 'asked':
			return '';
		case 'failed':
			return step.failure === 'context'
				? around('too long for ', name, ': see /tables', width)
				: around('', name, ' cannot run: see /model', width);
	}
}

/** Why nothing comes of a reply yet. */
export function waitWords(wait: Wait): string {
	return wait.kind === 'waiting'
		? `waiting: ${visible(wait.reason)}`
		: `reading the prompt ${ofTokens(wait)}`;
}

/** `300 of 1,270 tokens` */
function ofTokens({done, total}: {done: number; total: number}): string {
	return `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} tokens`;
}

/** A name with words around it: a long one gives way. */
function around(before: string, name: string, after: string, width: number): string {
	const room = width - textWidth(before) - textWidth(after);
	return fitLine(before + fitLine(visible(name), Math.max(1, room)) + after, width);
}

function asManyAsFit(parts: readonly string[], width: number): string {
	const [first = '', ...rest] = parts;
	let words = fitLine(first, width);
	for (const part of rest) {
		const more = `${words} · ${part}`;
		if (textWidth(more) > width) {
			break;
		}

		words = more;
	}

	return words;
}
