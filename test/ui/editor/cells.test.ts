import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {cellOf, columnOf, graphemesBetween, placeAt} from '../../../source/ui/editor/cells.js';
import {boundaries, FAMILY, texts} from './support.js';

const lines = fc.array(texts, {maxLength: 6}).map(parts => parts.join('').replaceAll(/[\r\n\0]/g, ' '));

const segmented = (text: string) => [...new Intl.Segmenter().segment(text)].map(({segment}) => segment);

describe('graphemesBetween', () => {
	it('gives what a segmenter gives, in lines longer than a chunk too', () => {
		fc.assert(
			fc.property(lines, line => {
				expect([...graphemesBetween(line, 0, line.length)]).toEqual(segmented(line));
			}),
		);
	});

	it.each([
		['a pair across the end of a chunk', `${'\u263a\ufe0f\u200d'.repeat(42)}x${FAMILY}`],
		['a grapheme longer than chunks', `a${'\u0301'.repeat(1000)}b`],
		['flags', '\u{1f1eb}\u{1f1f7}'.repeat(100)],
		['flags, one unit on', `日${'\u{1f1eb}\u{1f1f7}'.repeat(100)}`],
	])('keeps %s', (_, line) => {
		expect([...graphemesBetween(line, 0, line.length)]).toEqual(segmented(line));
	});
});

describe('cellOf', () => {
	it('is as wide as it is drawn, and seen', () => {
		fc.assert(
			fc.property(texts, text => {
				for (const grapheme of segmented(text)) {
					const cell = cellOf(grapheme);
					expect(cell.width).toBeGreaterThan(0);
					expect(stringWidth(cell.text)).toBe(cell.width);
				}
			}),
		);
	});
});

describe('columnOf and placeAt', () => {
	it('are each the way back of the other', () => {
		fc.assert(
			fc.property(lines, line => {
				for (const place of boundaries(line)) {
					expect(placeAt(line, 0, columnOf(line, place))).toBe(place);
				}
			}),
		);
	});
});
