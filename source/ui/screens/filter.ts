/** What narrows a list to the names that contain it. */
import {visible} from '../../visible.js';
import type {Input} from '../input.js';
import {actionFor} from '../keymap.js';
import {theme} from '../theme.js';
import {fitText} from './text.js';

/** `typing`: keys are letters of the filter. */
export type Filter = {text: string; typing: boolean};

export const NO_FILTER: Filter = {text: '', typing: false};

const LENGTH = 200;

/** The filter after a key while it is typed; null where the key is none of it. */
export function reduceFilter(filter: Filter, input: Input): Filter | null {
	switch (actionFor('filter', input)) {
		case 'take':
			return {...filter, typing: false};
		case 'cancel':
			return NO_FILTER;
		default:
	}

	if (input.kind === 'key' && input.name === 'backspace') {
		return {
			...filter,
			text: [...segmenter.segment(filter.text)]
				.slice(0, -1)
				.map(part => part.segment)
				.join(''),
		};
	}

	return input.text === ''
		? null
		: {...filter, text: (filter.text + input.text.replaceAll('\n', ' ')).slice(0, LENGTH)};
}

/** Whether a name is in the filtered list. Case makes no difference, as in SQLite's names. */
export function matches({text}: Filter, name: string): boolean {
	return name.toLowerCase().includes(text.toLowerCase());
}

/** The line that shows the filter, with the cursor while it is typed; '' where there is none. */
export function filterLine({text, typing}: Filter, width: number): string {
	if (text === '' && !typing) {
		return '';
	}

	const line = fitText(`/${visible(text)}`, width - 1);
	return typing ? `${line}${theme.selected(' ')}` : theme.accent(line);
}

const segmenter = new Intl.Segmenter();
