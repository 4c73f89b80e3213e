import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {headFault, layoutOf} from '../../../source/archive/formats/layout.js';

const OBJECT = {format: 'sqrl-trajectory/1', turns: [{reply: 'x'}]};
const CHAT = [
	{role: 'user', content: 'x'},
	{role: 'assistant', content: 'y'},
];
const lines = (...values: unknown[]) => values.map(value => JSON.stringify(value)).join('\n');
const pretty = (value: unknown) => JSON.stringify(value, null, '\t');

describe('how trajectories lie in a file', () => {
	it.each<[string, string]>([
		['one object in a line', lines(OBJECT)],
		['objects in lines', lines(OBJECT, OBJECT)],
		['lines after blank ones', `\n \n${lines(OBJECT, OBJECT)}`],
		['lines of which the first is damaged', `{"format":\n${lines(OBJECT)}`],
		['lines of which the first is none of JSON', `x\n${lines(OBJECT)}`],
		['a chat in a line', lines(CHAT)],
		['chats in lines', lines(CHAT, CHAT)],
		['a line that is longer than what is looked at', lines(OBJECT).slice(0, 20)],
	])('lines: %s', (_, text) => {
		expect(layoutOf(Buffer.from(text))).toEqual({kind: 'lines', start: 0});
	});

	it.each<[string, string, boolean]>([
		['an object over several lines', pretty(OBJECT), false],
		['several of them', `${pretty(OBJECT)}\n${pretty(OBJECT)}`, false],
		['a chat over several lines', pretty(CHAT), false],
		['a list in one line', lines([OBJECT, OBJECT]), true],
		['a list over several lines', pretty([OBJECT, OBJECT]), true],
		['a list with an element a line', `[\n${lines(OBJECT)}\n]`, true],
		['a list of chats', lines([CHAT, CHAT]), true],
		['an empty list', '[]', true],
	])('values: %s', (_, text, inList) => {
		expect(layoutOf(Buffer.from(text))).toEqual({kind: 'values', start: 0, inList});
	});

	it('begins after a byte order mark', () => {
		expect(layoutOf(Buffer.from(`\ufeff${lines(OBJECT)}`))).toEqual({kind: 'lines', start: 3});
	});
});

it.each<[string, Buffer, string]>([
	['gzip', gzipSync('{}'), 'is compressed with gzip'],
	['zip', Buffer.from('PK\u0003\u0004x'), 'is a zip archive'],
	['SQLite', Buffer.from('SQLite format 3\0'), 'is a SQLite database, and no file of trajectories'],
	['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'is UTF-16'],
	['text', Buffer.from('id,name\n1,x\n'), 'holds no JSON'],
])('%s is told by its first bytes', (_, head, why) => {
	expect(headFault(head)?.why).toBe(why);
});
