/** The label that no answer of the embedded model is without. */
import type {ModelRef} from '../model/model.js';
import {EMBEDDED_LABEL, isEmbedded} from '../model/model-place.js';
import {textWidth} from '../text-width.js';
import {wrap} from './lines.js';

/** '' for other models. */
export function labelOf(model: ModelRef): string {
	return isEmbedded(model) ? EMBEDDED_LABEL : '';
}

/** Words and the label after them; where there is no room for both, the label whole on lines of its own. */
export function withLabel(words: string, label: string, width: number, indent = ''): string[] {
	if (label === '') {
		return wrap(words, width, indent);
	}

	const both = `${words} · ${label}`;
	return textWidth(indent + both) <= width
		? [indent + both]
		: [...wrap(words, width, indent), ...wrap(label, width, indent)];
}
