/** How far the model is, in few words; where there is little room, in fewer. */

import {byteSize} from '../../byte-size.js';
import type {ModelRef, ReplyChunk} from '../../model/model.js';
import {textWidth} from '../../text-width.js';
import {visible} from '../../visible.js';
import {fitLine} from '../lines.js';
import type {Readiness} from './state.js';

/** Why nothing comes of a reply yet. */
export type Wait = Extract<ReplyChunk, {kind: 'waiting' | 'progress'}>;

/** What is to be said of a model that runs here, in at most `width` columns, or ''. */
export function readinessWords({name: given}: ModelRef, {step, loaded}: Readiness, width: number): string {
	const name = visible(given);
	switch (step.kind) {
		case 'loading': {
			const {done, total} = step;
			const percent = `${Math.floor((100 * done) / total)} %`;
			return total === 0
				? fitLine(`loading ${name}`, width)
				: longest(width, [
						`loading ${name} ${percent} of ${byteSize(total)}`,
						`loading ${name} ${percent}`,
						`loading ${percent}`,
					]);
		}

		case 'reading':
			return longest(width, progressWords('schema', step));
		case 'ready': {
			const facts = loaded
				? [
						byteSize(loaded.fileBytes),
						`context ${loaded.contextTokens.toLocaleString('en-US')}`,
						`${byteSize(loaded.memoryBytes)} of memory`,
					]
				: ['ready'];
			return longest(
				width,
				[...facts.keys()].map(left => [name, ...facts.slice(0, facts.length - left)].join(' · ')),
			);
		}

		case 'asked':
			return '';
		case 'failed':
			return step.failure === 'context'
				? longest(width, [`the prompt is too long for ${name}`, 'the prompt is too long'])
				: longest(width, [`${name} cannot run: see /model`, 'cannot run: see /model']);
	}
}

/** A wait in at most `width` columns. */
export function waitWords(wait: Wait, width: number): string {
	return wait.kind === 'waiting'
		? fitLine(`waiting: ${visible(wait.reason)}`, width)
		: longest(width, progressWords('prompt', wait));
}

function progressWords(what: string, {done, total}: {done: number; total: number}): string[] {
	const part = `${what} ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
	return [`reading the ${part} tokens`, `reading the ${part}`, part];
}

/** The first that fits, of some that get shorter; the last is cut if it must be. */
function longest(width: number, options: readonly string[]): string {
	return options.find(words => textWidth(words) <= width) ?? fitLine(options.at(-1) ?? '', width);
}
