/** How trajectories lie in a file, by its first bytes: names of files say little. */
import {isChat} from './chat.js';
import {scanValues} from './scan.js';

/** Bytes of a file that tell. */
export const HEAD_BYTES = 2 ** 18;

export type Layout =
	| {kind: 'lines'; start: number}
	/** Over several lines. With `inList` they are the elements of a list. */
	| {kind: 'values'; start: number; inList: boolean};

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * JSONL, also where its first line is damaged, or JSON: one value, several, or a list of them. A chat is a list and one
 * value.
 */
export function layoutOf(head: Buffer): Layout {
	const start = head.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0;
	const [first = '', second = ''] = head
		.subarray(start)
		.toString('utf8')
		.split('\n')
		.map(line => line.trim())
		.filter(line => line !== '');
	if (first.startsWith('[') && !beginsWithChat(head.subarray(start))) {
		return {kind: 'values', start, inList: true};
	}

	const endsInLine = head.includes('\n', start);
	const isOneLine = !endsInLine || isJson(first) || (first !== '[' && isJson(second) && /^[{[]/.test(second));
	return isOneLine || !/^[{[]/.test(first) ? {kind: 'lines', start} : {kind: 'values', start, inList: false};
}

/** Whether the first element of the list at the beginning is a message. */
function beginsWithChat(head: Buffer): boolean {
	const elements: Array<[number, number]> = [];
	scanValues(0, true, (start, end) => elements.push([start, end])).take(head);
	const [first] = elements;
	if (!first) {
		// Longer than the head: its first field is all there is to go by.
		return /^\s*\[\s*\{\s*"(?:role|content)"/.test(head.toString('utf8', 0, 1000));
	}

	try {
		return isChat([JSON.parse(head.toString('utf8', ...first))]);
	} catch {
		return false;
	}
}

function isJson(line: string): boolean {
	try {
		return typeof JSON.parse(line) === 'object';
	} catch {
		return false;
	}
}

/** Why a file with these first bytes has no JSON in it, and what to do; null: it may have. */
export function headFault(head: Buffer): {why: string; advice: string} | null {
	const known = SIGNATURES.find(({bytes}) => head.indexOf(bytes) === 0);
	if (known) {
		return known;
	}

	return head.toString('utf8').match(/^\s*[{[]/m)
		? null
		: {why: 'holds no JSON', advice: 'Trajectories are read from JSON and JSONL.'};
}

const SIGNATURES = [
	{bytes: Buffer.from([0x1f, 0x8b]), why: 'is compressed with gzip', advice: 'Unpack it first (gunzip).'},
	{bytes: Buffer.from('PK\u0003\u0004'), why: 'is a zip archive', advice: 'Unpack it first.'},
	{
		bytes: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
		why: 'is compressed with zstd',
		advice: 'Unpack it first (unzstd).',
	},
	{
		bytes: Buffer.from('SQLite format 3\0'),
		why: 'is a SQLite database, and no file of trajectories',
		advice: 'Ask it questions with: sqrl-tui <database>',
	},
	{bytes: Buffer.from([0xff, 0xfe]), why: 'is UTF-16', advice: 'Convert it: iconv -f UTF-16 -t UTF-8'},
	{bytes: Buffer.from([0xfe, 0xff]), why: 'is UTF-16', advice: 'Convert it: iconv -f UTF-16 -t UTF-8'},
];
