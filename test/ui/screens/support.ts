import {stripVTControlCharacters} from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect} from 'vitest';
import type {Trajectory, Turn} from '../../../source/agent/trajectory.js';
import type {QueryOutcome, Table} from '../../../source/database/cell.js';
import type {Schema} from '../../../source/protocol/schema.js';
import {drawableRows, type Input, type Size} from '../../../source/ui/input.js';
import {KEYMAP} from '../../../source/ui/keymap.js';

export const START = Date.UTC(2026, 0, 1);

export const LARGE: Size = {columns: 80, rows: 24};
export const SMALL: Size = {columns: 40, rows: 15};

/** A key as the terminal would send it. */
export function key(name: string): Input {
	const text = name === 'space' ? ' ' : [...name].length === 1 ? name : '';
	return {kind: 'key', name, text};
}

/** The frame as a person sees it, without colours and without what is blank at the right. */
export function seen(lines: string[]): string {
	return lines.map(line => stripVTControlCharacters(line).trimEnd()).join('\n');
}

/** What holds for every frame: its lines fit, its text is text. */
export function expectDrawable(lines: string[], size: Size): void {
	expect(lines.length).toBeLessThanOrEqual(drawableRows(size));
	expectSafe(lines, size.columns);
}

export function expectSafe(lines: string[], width: number): void {
	for (const line of lines) {
		expect(stringWidth(line), JSON.stringify(line)).toBeLessThanOrEqual(width);
		expect(line.replaceAll(/\u001b\[[\d;]*m/g, '')).not.toMatch(
			/[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/,
		);
	}
}

export function table(columns: string[], rows: Table['rows'], rowCount = rows.length): Table {
	return {columns, rows, rowCount, truncated: rowCount > rows.length ? 'kept' : false};
}

export function turn(change: Partial<Turn> = {}): Turn {
	return {
		reply: '',
		thinking: '',
		summary: '',
		action: {kind: 'none', reason: 'no-block'},
		startedAt: '2024-05-01T10:00:00.000Z',
		elapsedMs: 800,
		...change,
	};
}

export function trajectory(change: Partial<Trajectory> = {}): Trajectory {
	return {
		id: '00000000-0000-4000-8000-000000000000',
		question: 'Which country spent the most?',
		evidence: '',
		database: {path: 'chinook.db', name: 'chinook', version: '1'},
		model: {name: 'sqrl-4b', baseUrl: 'http://localhost:8000/v1'},
		sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: null},
		maxSteps: 5,
		prompt: {system: 'You are an analyst.', user: 'Question: Which country spent the most?'},
		turns: [],
		ending: 'open',
		...change,
	};
}

export const SCHEMA: Schema = {
	tables: [
		{
			name: 'Customer',
			columns: [
				{name: 'CustomerId', type: 'INTEGER', notNull: true, keyPosition: 1},
				{name: 'Country', type: 'NVARCHAR(40)', notNull: false, keyPosition: 0},
				{name: 'SupportRepId', type: 'INTEGER', notNull: false, keyPosition: 0},
			],
			foreignKeys: [{columns: ['SupportRepId'], table: 'Employee', references: ['EmployeeId']}],
		},
		{
			name: 'PlaylistTrack',
			columns: [
				{name: 'PlaylistId', type: 'INTEGER', notNull: true, keyPosition: 1},
				{name: 'TrackId', type: '', notNull: true, keyPosition: 2},
			],
			foreignKeys: [{columns: ['PlaylistId', 'TrackId'], table: 'Pair', references: []}],
		},
	],
	views: [{name: 'Best', columns: ['Name', 'Total']}],
};

export const sizes = fc.record(
	{columns: fc.integer({min: 20, max: 300}), rows: fc.integer({min: 5, max: 60})},
	{noNullPrototype: true},
);

/** What could spoil a screen, among what could not. */
export const texts = fc.oneof(
	fc.constantFrom(
		'',
		'plain words that go on for a while until they do not fit a line',
		'\u001b[2J\u001b[31mred\u0007',
		'a\tb\r\nc\u0085d',
		'日本語のテキストはとても長いです'.repeat(8),
		'👨‍👩‍👧‍👦👍🏽🇩🇪🇫🇷'.repeat(30),
		'नमस्ते दुनिया यह एक लंबा वाक्य है '.repeat(5),
		'e\u0301\u0301\u0301'.repeat(50),
		'ｶﾞﾞﾞ'.repeat(40),
		'한국어'.repeat(40),
		'\u202eright to left\u202c \u2066isolated\u2069',
		'\ud800 half a pair \u200d',
		'x'.repeat(1000),
		'\n\n\n',
		' '.repeat(400),
		'1\u20e3 #\ufe0f\u20e3',
		'line\n'.repeat(60),
	),
	fc.string({unit: 'binary', maxLength: 200}),
	fc.string({unit: 'grapheme', maxLength: 400}),
	fc.string({
		unit: fc.constantFrom('a', ' ', '日', '\n', 'e\u0301', '👍', '\u0301', '\u20e3', '1'),
		maxLength: 400,
	}),
);

export const inputs: fc.Arbitrary<Input> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc
			.constantFrom(
				...new Set(
					Object.values(KEYMAP).flatMap(bindings => Object.values(bindings).flatMap(({keys}) => keys)),
				),
				'backspace',
				'f1',
				'1',
				'9',
			)
			.map(key),
	},
	{weight: 1, arbitrary: texts.map(text => ({kind: 'paste' as const, text}))},
	{weight: 1, arbitrary: fc.string({unit: 'grapheme', minLength: 1, maxLength: 1}).map(key)},
);

const cells = fc.oneof(fc.constant(null), fc.bigInt(), fc.double(), texts, fc.uint8Array());

export const tables: fc.Arbitrary<Table> = fc
	.integer({min: 1, max: 4})
	.chain(width =>
		fc
			.tuple(
				fc.array(texts, {minLength: width, maxLength: width}),
				fc.array(fc.array(cells, {minLength: width, maxLength: width}), {maxLength: 5}),
				fc.nat(),
			)
			.map(([columns, rows, more]) => table(columns, rows, rows.length + more)),
	);

const outcomes: fc.Arbitrary<QueryOutcome> = fc.oneof(
	tables.map(table => ({elapsedMs: 1.2, table})),
	texts.map(message => ({elapsedMs: 12_345, error: {kind: 'sql' as const, message}, readAsText: [message]})),
);

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, {nil: undefined});

export const turns: fc.Arbitrary<Turn> = fc
	.record(
		{
			reply: texts,
			thinking: texts,
			summary: texts,
			action: fc.oneof(
				texts.map(sql => ({kind: 'sql' as const, sql})),
				texts.map(sql => ({kind: 'answer' as const, sql})),
				fc.constantFrom('no-block' as const, 'empty-block' as const, 'cut-off' as const).map(reason => ({
					kind: 'none' as const,
					reason,
				})),
			),
			verdict: optional(
				fc.oneof(
					fc.constantFrom('person' as const, 'policy' as const).map(by => ({kind: 'approved' as const, by})),
					texts.map(sql => ({kind: 'edited' as const, sql})),
					texts.map(note => ({kind: 'rejected' as const, note})),
					fc.constantFrom('person' as const, 'budget' as const).map(by => ({kind: 'finish' as const, by})),
				),
			),
			outcome: optional(outcomes),
			response: optional(texts.map(text => ({kind: 'observation' as const, text}))),
			finishReason: optional(texts),
			usage: optional(fc.constant({promptTokens: 1311, completionTokens: 214})),
			elapsedMs: fc.nat(),
		},
		{noNullPrototype: true},
	)
	.map(given => {
		const told = Object.entries(given).filter(([, value]) => value !== undefined);
		return turn(Object.fromEntries(told) as Partial<Turn>);
	});

export const trajectories: fc.Arbitrary<Trajectory> = fc
	.tuple(
		texts,
		fc.array(turns, {maxLength: 8}),
		fc.constantFrom(
			'open' as const,
			'answered' as const,
			'no-answer' as const,
			'aborted' as const,
			'failed' as const,
		),
		fc.option(
			fc.tuple(texts, fc.constantFrom('model' as const, 'person' as const, 'vote' as const), outcomes),
		),
		optional(
			fc.oneof(
				texts.map(message => ({failure: {kind: 'model', message}})),
				fc.constant({failure: 1}),
			),
		),
	)
	.map(([text, turns, ending, answer, extra]) =>
		trajectory({
			question: text,
			prompt: {system: text, user: text},
			model: {name: text},
			turns,
			ending,
			...(answer && {answer: {sql: answer[0], by: answer[1], outcome: answer[2]}}),
			...(extra && {extra}),
		}),
	);

export const schemas: fc.Arbitrary<Schema> = fc
	.tuple(
		fc.uniqueArray(texts, {maxLength: 12}),
		fc.array(
			fc.tuple(texts, texts, fc.boolean(), fc.nat({max: 3})).map(([name, type, notNull, keyPosition]) => ({
				name,
				type,
				notNull,
				keyPosition,
			})),
			{minLength: 1, maxLength: 5},
		),
		fc.array(
			fc.tuple(fc.array(texts, {minLength: 1, maxLength: 2}), texts, fc.array(texts, {maxLength: 2})),
			{
				maxLength: 3,
			},
		),
		fc.nat({max: 12}),
	)
	.map(([names, columns, keys, split]) => ({
		tables: names.slice(0, split).map(name => ({
			name,
			columns,
			foreignKeys: keys.map(([own, table, references]) => ({columns: own, table, references})),
		})),
		views: names.slice(split).map(name => ({name, columns: columns.map(column => column.name)})),
	}));
