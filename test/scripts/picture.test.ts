import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {pictureFile, takePicture} from '../../scripts/picture.js';
import {readmeFile, withPart} from '../../scripts/readme.js';
import {svgOf} from '../../scripts/svg.js';
import {ptyUnavailable} from '../support/pty.js';

const skipped = ptyUnavailable === null ? '' : ` (skipped: ${ptyUnavailable})`;

it.skipIf(ptyUnavailable !== null)(
	`shows what the program draws: npm run picture${skipped}`,
	async () => {
		const {svg, text} = await takePicture();
		const readme = readFileSync(readmeFile(), 'utf8');
		expect(withPart(readme, 'screen', text)).toBe(readme);
		expect(svg).toBe(readFileSync(pictureFile(), 'utf8'));
	},
	30_000,
);

it('draws wide, coloured and reversed cells where they stand', () => {
	const plain = {
		colour: null,
		background: null,
		bold: false,
		dim: false,
		italic: false,
		inverse: false,
		columns: 1,
	};
	const svg = svgOf(
		[
			[
				{...plain, text: '漢', column: 0, columns: 2},
				{...plain, text: '<', column: 2},
				{...plain, text: 'x', column: 3, inverse: true},
				{...plain, text: 'y', column: 4, colour: 2, bold: true},
			],
		],
		'a & b',
	);
	expect(svg.match(/<(?:text|rect) .*/g)!.slice(1)).toEqual([
		'<text x="16" y="30" textLength="16.8" lengthAdjust="spacingAndGlyphs">漢</text>',
		'<text x="32.8" y="30" textLength="8.4" lengthAdjust="spacingAndGlyphs">&lt;</text>',
		'<rect class="text" x="41.2" y="16" width="8.4" height="19"/>',
		'<text class="on" x="41.2" y="30" textLength="8.4" lengthAdjust="spacingAndGlyphs">x</text>',
		'<text class="c2 bold" x="49.6" y="30" textLength="8.4" lengthAdjust="spacingAndGlyphs">y</text>',
	]);
	expect(svg).toContain('<title>a &amp; b</title>');
});
