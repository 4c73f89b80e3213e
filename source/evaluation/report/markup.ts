/** Text from files and models as text only, in HTML and in Markdown. */
import {escapeHtml} from '../../html.js';
import {visibleLines} from '../../visible.js';

/** Characters of a text that a report shows. */
const LONGEST = 4000;

/** For HTML. What would act on a screen or turn text round is a sign; line breaks stay. */
export function html(text: string): string {
	return escapeHtml(shown(text));
}

/** For a line or a cell of Markdown. */
export function markdown(text: string): string {
	return shown(text)
		.replaceAll(/\s*\n\s*/g, ' ')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll(/[\\`*~[\]|#$]/g, character => `\\${character}`)
		.replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
}

function shown(text: string): string {
	const more = text.length - LONGEST;
	return more <= 0
		? visibleLines(text)
		: `${visibleLines(text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, ''))}… ${more.toLocaleString('en-US')} more characters`;
}
