/** Tables of whatever a database may hold, and what a line on the screen must be like. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect} from 'vitest';
import type {Cell, Table} from '../../source/database/cell.js';

export const AWKWARD: Record<string, string> = {
	'a style': '\u001b[31mred\u001b[0m',
	'a clipboard': '\u001b]52;c;aGk=\u0007',
	'a cursor from C1': '\u009b2J',
	'a return': 'over\rwritten',
	'line breaks': 'a\nb\r\nc',
	'a tab': 'a\tb',
	NUL: 'a\0b',
	'text turned round': 'abc\u202edef\u2066g',
	'zero width': 'a\u200bb\ufeff',
	'a lone joiner': '\u200da',
	combining: 'e\u0301te\u0301',
	'a mark alone': '\u0301x',
	'a heap of marks': `z${'\u0301'.repeat(400)}`,
	'a vowel alone': '\u0e33',
	'a skin alone': '\u{1f3fb}',
	family: '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
	flags: '\u{1f1eb}\u{1f1f7}\u{1f1e9}',
	keycap: '1\ufe0f\u20e3',
	CJK: '日本語テキスト',
	'full width': 'ＡＢＣ。',
	'half width': 'ｶﾞｷﾞ',
	Korean: '한국어',
	jamo: '\u1100'.repeat(60),
	Thai: 'ภาษาไทย',
	Hindi: 'क्ष हिन्दी',
	Arabic: 'العربية \u0600\u0661',
	'a chain of signs': '\u263a\ufe0f\u200d'.repeat(20),
	'lone half': 'a\ud83d',
	empty: '',
	'like NULL': 'NULL',
};

const texts = fc.oneof(
	fc.constantFrom(...Object.values(AWKWARD)),
	fc.string({unit: 'grapheme', maxLength: 60}),
	fc.string({unit: 'binary', maxLength: 20}),
	fc
		.array(fc.constantFrom(...Object.values(AWKWARD), 'word', ' '), {maxLength: 40})
		.map(parts => parts.join('')),
);

export const cells: fc.Arbitrary<Cell> = fc.oneof(
	{weight: 1, arbitrary: fc.constant(null)},
	{weight: 2, arbitrary: fc.bigInt({min: -(2n ** 63n), max: 2n ** 63n - 1n})},
	{weight: 2, arbitrary: fc.double({noNaN: true})},
	{weight: 6, arbitrary: texts},
	{weight: 1, arbitrary: fc.uint8Array({maxLength: 90})},
);

export const tables: fc.Arbitrary<Table> = fc
	.record({
		columns: fc.array(texts, {minLength: 1, maxLength: 12}),
		more: fc.nat(20_000),
		truncated: fc.constantFrom<Table['truncated']>(false, 'kept', 'uncounted'),
	})
	.chain(({columns, more, truncated}) =>
		fc
			.array(fc.array(cells, {minLength: columns.length, maxLength: columns.length}), {maxLength: 25})
			.map(rows => ({columns, rows, rowCount: rows.length + (truncated ? more : 0), truncated})),
	);

export function table(columns: string[], rows: Cell[][], rest: Partial<Table> = {}): Table {
	return {columns, rows, rowCount: rows.length, truncated: false, ...rest};
}

/** Styles are the only escapes, nothing acts on the terminal, nothing is too long. */
export function expectDrawable(lines: string[], width: number, height: number): void {
	expect(lines.length).toBeLessThanOrEqual(height);
	for (const line of lines) {
		expect(line.replaceAll(/\u001b\[[\d;]*m/g, '')).not.toMatch(
			/[\0-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/,
		);
		expect(stringWidth(line), JSON.stringify(line)).toBeLessThanOrEqual(width);
	}
}

export function plain(lines: string[]): string {
	return lines.map(line => line.replaceAll(/\u001b\[[\d;]*m/g, '').trimEnd()).join('\n');
}
