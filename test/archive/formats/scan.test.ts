import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type Found, type Scan, scanLines, scanValues} from '../../../source/archive/formats/scan.js';

/** What a scan finds in a text, its bytes given in pieces of so many. */
function scanned(
	text: string,
	size: number,
	open: (found: Found) => Scan,
): {found: string[]; rest: string | null} {
	const bytes = Buffer.from(text);
	const found: string[] = [];
	const scan = open((start, end) => found.push(bytes.toString('utf8', start, end)));
	for (let at = 0; at < bytes.length; at += size) {
		scan.take(bytes.subarray(at, at + size));
	}

	const rest = scan.rest();
	return {found, rest: rest && bytes.toString('utf8', rest.start)};
}

const sizes = fc.integer({min: 1, max: 40});

describe('lines', () => {
	it('are those between line feeds that are not blank, however the bytes come', () => {
		const parts = fc.array(fc.constantFrom('{"a":1}', '日', ' ', '\t', '\r\n', '\n', '\n\n', '\u2028'), {
			maxLength: 30,
		});
		fc.assert(
			fc.property(parts, sizes, (parts, size) => {
				const lines = parts.join('').split('\n');
				const last = lines.pop()!;
				const isBlank = (line: string) => /^[ \t\r]*$/.test(line);
				expect(scanned(parts.join(''), size, found => scanLines(0, found))).toEqual({
					found: lines.filter(line => !isBlank(line)),
					rest: isBlank(last) ? null : last,
				});
			}),
		);
	});

	it('are numbered, blank ones too', () => {
		const lines: number[] = [];
		scanLines(0, (_, __, line) => lines.push(line)).take(Buffer.from('a\n\n b\n'));
		expect(lines).toEqual([1, 3]);
	});
});

const objects = fc.array(
	fc.dictionary(fc.constantFrom('a', '"', '\\', ']'), fc.jsonValue({maxDepth: 2}), {minKeys: 1, maxKeys: 2}),
	{maxLength: 5},
);

describe('values', () => {
	it('are the elements of a list, however it is written and however the bytes come', () => {
		fc.assert(
			fc.property(objects, sizes, fc.constantFrom(undefined, '\t', 2), (list, size, indent) => {
				const {found, rest} = scanned(JSON.stringify(list, null, indent), size, found =>
					scanValues(0, true, found),
				);
				expect(found.map(text => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(list)));
				expect(rest).toBeNull();
			}),
		);
	});

	it('are those one after the other', () => {
		fc.assert(
			fc.property(objects, sizes, fc.constantFrom(undefined, 2), (list, size, indent) => {
				const text = list.map(value => JSON.stringify(value, null, indent)).join('\n');
				const {found, rest} = scanned(text, size, found => scanValues(0, false, found));
				expect(found.map(value => JSON.parse(value))).toEqual(JSON.parse(JSON.stringify(list)));
				expect(rest).toBeNull();
			}),
		);
	});

	it('are whole up to where the text is cut off', () => {
		fc.assert(
			fc.property(objects, fc.nat({max: 200}), (list, cut) => {
				const text = JSON.stringify(list);
				const {found} = scanned(text.slice(0, cut), 7, found => scanValues(0, true, found));
				expect(list.map(value => JSON.stringify(value)).slice(0, found.length)).toEqual(found);
			}),
		);
	});

	it.each([
		['[{"a":1},{"b', '{"b'],
		['[{"a":1}', ''],
		['[{"a":1},', ''],
		['[{"a":1}]', null],
	])('%s has as its rest %j', (text, rest) => {
		expect(scanned(text, 3, found => scanValues(0, true, found))).toEqual({found: ['{"a":1}'], rest});
	});

	it('that are no objects are found, too', () => {
		expect(scanned('[1, "]", null]', 2, found => scanValues(0, true, found)).found).toEqual([
			'1',
			'"]"',
			'null',
		]);
	});
});
