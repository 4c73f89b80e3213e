/**
 * string-width in the bundle: once, and its tables when they are first needed. What it makes when it is loaded, a segmenter
 * and the set of all emoji, takes as long as Node.js to start; wrap-ansi brings an older one with tables of its own.
 */
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const file = fileURLToPath(new URL('../node_modules/string-width/index.js', import.meta.url));

/** Characters of one column each, of which frames are mostly made: they need neither table. */
const NARROW =
	'/^[ -~\\u00a1-\\u00ac\\u00ae-\\u02ff\\u2010-\\u2027\\u2190-\\u2193\\u2400-\\u2426\\u2500-\\u259f]*$/';

/** Of single characters the emoji are those that are drawn as such without being asked to. */
const IS_EMOJI = `let rgiEmoji;
const isEmoji = text =>
	text.length === 1
		? /^\\p{Emoji_Presentation}$/u.test(text)
		: (rgiEmoji ??= new RegExp(String.raw\`^\\p{RGI_Emoji}$\`, 'v')).test(text);`;

/**
 * What is replaced in the package's file, each once.
 * @type {Array<[from: string, to: string]>}
 */
const REPLACED = [
	['const segmenter = new Intl.Segmenter();', 'let segmenter;'],
	['segmenter.segment(', '(segmenter ??= new Intl.Segmenter()).segment('],
	['const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;', IS_EMOJI],
	['rgiEmojiRegex.test(segment)', 'isEmoji(segment)'],
	['/^[\\u0020-\\u007E]*$/', NARROW],
];

/** @type {import('esbuild').Plugin} */
export const stringWidthOnDemand = {
	name: 'string-width-on-demand',
	setup(build) {
		build.onResolve({filter: /^string-width$/}, () => ({path: file}));
		build.onLoad({filter: /[\\/]node_modules[\\/]string-width[\\/]index\.js$/}, async () => {
			let contents = await readFile(file, 'utf8');
			for (const [from, to] of REPLACED) {
				if (contents.split(from).length !== 2) {
					throw new Error(`${path.basename(path.dirname(file))} is not as it is expected to be: ${from}`);
				}

				contents = contents.replace(from, () => to);
			}

			return {contents};
		});
	},
};
