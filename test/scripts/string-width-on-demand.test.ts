import {build} from 'esbuild';
import stringWidth from 'string-width';
import {beforeAll, describe, expect, it} from 'vitest';
import {stringWidthOnDemand} from '../../scripts/string-width-on-demand.js';

describe('string-width in the bundle', () => {
	let bundled: typeof stringWidth;

	beforeAll(async () => {
		const {outputFiles} = await build({
			stdin: {contents: "export {default} from 'string-width';", resolveDir: import.meta.dirname},
			bundle: true,
			write: false,
			format: 'esm',
			platform: 'node',
			plugins: [stringWidthOnDemand],
		});
		const source = Buffer.from(outputFiles[0]!.contents).toString('base64');
		bundled = (await import(/* @vite-ignore */ `data:text/javascript;base64,${source}`)).default;
	});

	it('measures every character of the first plane as the package does', () => {
		const wrong: string[] = [];
		for (let code = 0; code < 0x1_0000; code++) {
			const character = String.fromCharCode(code);
			if (bundled(character) !== stringWidth(character)) {
				wrong.push(code.toString(16));
			}
		}

		expect(wrong).toEqual([]);
	});

	it('measures signs as the package does, beside others and drawn as emoji', () => {
		const wrong: string[] = [];
		for (let code = 0x2190; code < 0x2c00; code++) {
			const character = String.fromCharCode(code);
			const text = `a${character}b${character}\ufe0f`;
			if (bundled(text) !== stringWidth(text)) {
				wrong.push(code.toString(16));
			}
		}

		expect(wrong).toEqual([]);
	});

	it.each([
		['plain', 5],
		['─┤ 3 of 9 ├─…', 13],
		['日本', 4],
		['⌚', 2],
		['❤', 1],
		['❤️', 2],
		['👨‍👩‍👧', 2],
		['🇫🇮', 2],
		['1️⃣', 2],
		['\u001b[31mred\u001b[39m', 3],
	])('takes %s for %i columns', (text, width) => {
		expect(bundled(text)).toBe(width);
		expect(stringWidth(text)).toBe(width);
	});
});
