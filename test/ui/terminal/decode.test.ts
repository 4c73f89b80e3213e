import {MessageChannel} from 'node:worker_threads';
import fc from 'fast-check';
import {describe, expect, it, vi} from 'vitest';
import type {Input} from '../../../source/ui/input.js';
import {KEYMAP} from '../../../source/ui/keymap.js';
import {createDecoder} from '../../../source/ui/terminal/decode.js';

/** What the bytes mean when nothing follows them. */
function decode(...chunks: Array<string | Uint8Array>): Input[] {
	const inputs: Input[] = [];
	const decoder = createDecoder(input => inputs.push(input));
	for (const chunk of chunks) {
		decoder.write(Buffer.from(chunk as string));
	}

	decoder.end();
	return inputs;
}

/** The names of keys, and pastes as they are. */
function names(...chunks: Array<string | Uint8Array>): string[] {
	return decode(...chunks).map(input => (input.kind === 'key' ? input.name : `paste(${input.text})`));
}

const CHORDS: Record<string, string[]> = {
	enter: ['\r', '\x1bOM', '\x1b[13u', '\x1b[57414u'],
	'ctrl+j': ['\n', '\x1b[106;5u'],
	'alt+enter': ['\x1b\r', '\x1b[13;3u', '\x1b[27;3;13~'],
	'shift+enter': ['\x1b[13;2u', '\x1b[27;2;13~', '\x1b[13;66u', '\x1b[13;130u'],
	'ctrl+enter': ['\x1b[13;5u'],
	escape: ['\x1b', '\x1b[27u', '\x1b[27;1u'],
	tab: ['\t', '\x1b[9u'],
	'shift+tab': ['\x1b[Z', '\x1b[9;2u'],
	space: [' ', '\x1b[32u'],
	backspace: ['\x7f', '\b', '\x1b[127u'],
	'alt+backspace': ['\x1b\x7f', '\x1b\b', '\x1b[127;3u'],
	delete: ['\x1b[3~'],
	'shift+delete': ['\x1b[3;2~', '\x1b[3$'],
	'ctrl+delete': ['\x1b[3;5~', '\x1b[3^'],
	insert: ['\x1b[2~'],
	home: ['\x1b[H', '\x1bOH', '\x1b[1~', '\x1b[7~'],
	end: ['\x1b[F', '\x1bOF', '\x1b[4~', '\x1b[8~'],
	'ctrl+home': ['\x1b[1;5H', '\x1b[7^'],
	'shift+end': ['\x1b[1;2F', '\x1b[8$'],
	pageup: ['\x1b[5~'],
	pagedown: ['\x1b[6~'],
	'ctrl+pagedown': ['\x1b[6;5~'],
	up: ['\x1b[A', '\x1bOA', '\x1b[1;1A'],
	down: ['\x1b[B', '\x1bOB'],
	right: ['\x1b[C', '\x1bOC'],
	left: ['\x1b[D', '\x1bOD'],
	'ctrl+left': ['\x1b[1;5D', '\x1bOd', '\x1bO5D'],
	'ctrl+right': ['\x1b[1;5C', '\x1bOc'],
	'alt+left': ['\x1b[1;3D', '\x1b\x1b[D', '\x1b\x1bOD'],
	'alt+right': ['\x1b[1;3C', '\x1b\x1b[C'],
	'shift+up': ['\x1b[1;2A', '\x1b[a'],
	'ctrl+shift+right': ['\x1b[1;6C'],
	'ctrl+alt+shift+down': ['\x1b[1;8B'],
	f1: ['\x1bOP', '\x1b[11~', '\x1b[[A', '\x1b[P'],
	f4: ['\x1bOS', '\x1b[14~', '\x1b[[D'],
	f5: ['\x1b[15~', '\x1b[[E'],
	f12: ['\x1b[24~'],
	'shift+f5': ['\x1b[15;2~'],
	'ctrl+space': ['\0', '\x1b[32;5u'],
	'ctrl+c': ['\x03', '\x1b[99;5u', '\x1b[99;69u', '\x1b[99;5:1u'],
	'ctrl+z': ['\x1a'],
	'ctrl+_': ['\x1f', '\x1b[95;5u'],
	'ctrl+\\': ['\x1c'],
	'ctrl+]': ['\x1d'],
	'ctrl+^': ['\x1e'],
	'ctrl+shift+a': ['\x1b[97;6u'],
	'alt+b': ['\x1bb', '\x1b[98;3u'],
	'alt+B': ['\x1bB'],
	'alt+é': ['\x1bé'],
	'alt+😀': ['\x1b😀'],
	'alt+[': ['\x1b['],
	'alt+O': ['\x1bO'],
	'alt+]': ['\x1b]'],
	'alt+P': ['\x1bP'],
	'ctrl+alt+x': ['\x1b\x18'],
	'alt+space': ['\x1b '],
	a: ['a', '\x1b[97u', '\x1b[97;1:2u'],
	A: ['A', '\x1b[97;2u', '\x1b[97:65;2u'],
	'?': ['?', '\x1b[47:63;2u'],
};

describe('keys', () => {
	for (const [name, sequences] of Object.entries(CHORDS)) {
		it.each(sequences.map(bytes => [JSON.stringify(bytes), bytes]))(`${name} is %s`, (_, bytes) => {
			const isPrintable = [...name].length === 1 || name === 'space';
			const text = name === 'space' ? ' ' : name;
			expect(decode(bytes)).toEqual([{kind: 'key', name, text: isPrintable ? text : ''}]);
			// However the bytes are cut.
			expect(names(...singleBytes(bytes))).toEqual([name]);
		});
	}

	it('has every key of the keymap', () => {
		const known = new Set(Object.keys(CHORDS));
		for (const key of Object.values(KEYMAP)
			.flatMap(context => Object.values(context))
			.flatMap(({keys}) => keys)) {
			const byte = /^ctrl\+([a-z])$/.exec(key)?.[1]?.charCodeAt(0);
			const bytes = byte === undefined ? key : String.fromCharCode(byte - 0x60);
			expect(known.has(key) || names(bytes)[0], key).toSatisfy(found => found === true || found === key);
		}
	});

	it('are told apart where they come at once', () => {
		expect(names('ab\r\x1b[A\x1b[1;5C\x03')).toEqual(['a', 'b', 'enter', 'up', 'ctrl+right', 'ctrl+c']);
		expect(names('\x1b\x1b')).toEqual(['escape', 'escape']);
		expect(names('\x1b\x1bb')).toEqual(['escape', 'alt+b']);
	});
});

function singleBytes(text: string): Uint8Array[] {
	return [...Buffer.from(text)].map(byte => Uint8Array.of(byte));
}

describe('text', () => {
	it.each(['é', '漢', '😀', 'e\u0301', '👩‍👩‍👧', '🇫🇷', 'ü'])('%s is one input', text => {
		expect(decode(text)).toEqual([{kind: 'key', name: text, text}]);
	});

	it('may be cut between any two bytes', () => {
		const bytes = Buffer.from('añ漢😀');
		for (let cut = 0; cut <= bytes.length; cut++) {
			expect(names(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(['a', 'ñ', '漢', '😀']);
		}
	});
});

describe('what is no key', () => {
	it.each([
		['a mouse report', '\x1b[<0;10;5M'],
		['a mouse report of old', '\x1b[M !!'],
		['news of the focus', '\x1b[I\x1b[O'],
		['where the cursor is', '\x1b[?12;40R'],
		['what the terminal is', '\x1b[?62;1;6c'],
		['what mode it is in', '\x1b[?2026;2$y'],
		['what keyboard it speaks', '\x1b[?1u'],
		['its colours', '\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\'],
		['its colours, ended by a bell', '\x1b]10;rgb:ff/ff/ff\x07'],
		['its version', '\x1bP>|xterm(390)\x1b\\'],
		['a number that no key has', '\x1b[99~'],
		['a key of the super key', '\x1b[97;9u'],
		['a media key', '\x1b[57430u'],
		['a key that is let go', '\x1b[97;1:3u'],
		['the end of a paste that did not begin', '\x1b[201~'],
		['eight bits of control', '\u0085\u009b'],
	])('%s is left out', (_, bytes) => {
		expect(names(`a${bytes}b`)).toEqual(['a', 'b']);
		expect(names('a', ...singleBytes(bytes), 'b')).toEqual(['a', 'b']);
	});

	it('is left out up to where something else begins', () => {
		expect(names('\x1b[1;\x03x')).toEqual(['ctrl+c', 'x']);
		expect(names('\x1b[1;漢')).toEqual(['漢']);
		expect(names('\x1b[12\x1b[A')).toEqual(['up']);
		expect(names('\x1b]11;rgb\x1b[A')).toEqual(['up']);
	});
});

describe('a paste', () => {
	it('is one input, its line breaks \\n', () => {
		expect(names('a\x1b[200~one\rtwo\r\nthree\n\tfour\x1b[201~b')).toEqual([
			'a',
			'paste(one\ntwo\nthree\n\tfour)',
			'b',
		]);
	});

	it('may be cut between any two bytes', () => {
		const bytes = Buffer.from('\x1b[200~é\x1b[201\r\n😀\x1b[201~x');
		for (let cut = 0; cut <= bytes.length; cut++) {
			expect(names(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(['paste(é[201\n😀)', 'x']);
		}
	});

	it('has neither styles nor control characters', () => {
		expect(names('\x1b[200~\x1b[1;31mred\x1b[0m\0\x07\x9b\u0085!\x1b[201~')).toEqual(['paste(red!)']);
	});

	it('that is empty is nothing', () => {
		expect(names('\x1b[200~\x1b[201~')).toEqual([]);
	});

	it('follows the escape key', () => {
		expect(names('\x1b\x1b[200~x\x1b[201~')).toEqual(['escape', 'paste(x)']);
	});

	it('of megabytes takes linear time', () => {
		const inputs: Input[] = [];
		const decoder = createDecoder(input => inputs.push(input));
		const chunk = Buffer.from('SELECT \x1b[2 1;\r\n'.repeat(300));
		const started = performance.now();
		decoder.write(Buffer.from('\x1b[200~'));
		for (let sent = 0; sent < 8_000_000; sent += chunk.length) {
			decoder.write(chunk);
		}

		decoder.write(Buffer.from('\x1b[201~'));
		decoder.end();
		expect(inputs).toHaveLength(1);
		expect(performance.now() - started).toBeLessThan(3000);
	});

	it('that does not end is given after a pause', async () => {
		const inputs = await inputsOf(['\x1b[200~one', '\rtwo\x1b[20'], {pauseMs: 20});
		expect(inputs).toEqual([{kind: 'paste', text: 'one\ntwo'}]);
	});
});

describe('time', () => {
	it('makes an escape the key', async () => {
		expect(await inputsOf(['\x1b'], {escapeMs: 10})).toEqual([{kind: 'key', name: 'escape', text: ''}]);
	});

	it('drops a sequence that was begun, and nothing after it', () => {
		vi.useFakeTimers();
		try {
			const inputs: Input[] = [];
			const decoder = createDecoder(input => inputs.push(input));
			decoder.write(Buffer.from('\x1b[1;'));
			vi.advanceTimersByTime(999);
			decoder.write(Buffer.from('5D\x1b[1;'));
			vi.advanceTimersByTime(1001);
			decoder.write(Buffer.from('x'));
			expect(inputs.map(input => input.kind === 'key' && input.name)).toEqual(['ctrl+left', 'x']);
		} finally {
			vi.useRealTimers();
		}
	});

	it('lets the rest of a sequence come first where the program was busy', async () => {
		const inputs: Input[] = [];
		const decoder = createDecoder(input => inputs.push(input), {escapeMs: 1});
		decoder.write(Buffer.from('\x1b'));
		const {port1, port2} = new MessageChannel();
		port2.once('message', () => {
			decoder.write(Buffer.from('[A'));
			port2.close();
		});
		port1.postMessage('the rest');
		for (const until = performance.now() + 20; performance.now() < until; ) {
			// Busy.
		}

		await expect.poll(() => inputs).toEqual([{kind: 'key', name: 'up', text: ''}]);
	});
});

function inputsOf(chunks: string[], options: {escapeMs?: number; pauseMs?: number}): Promise<Input[]> {
	return new Promise(resolve => {
		const decoder = createDecoder(input => resolve([input]), options);
		for (const chunk of chunks) {
			decoder.write(Buffer.from(chunk));
		}
	});
}

describe('whatever comes', () => {
	const telling = fc.constantFrom(
		'\x1b',
		'[',
		'\x1b[',
		'\x1b[200~',
		'\x1b[201~',
		'\x1bO',
		'\x1b]0;',
		'M',
		'\r',
		';',
		'1',
	);
	const chunk = fc.oneof(
		fc.uint8Array({maxLength: 12}).map(bytes => Buffer.from(bytes)),
		telling.map(text => Buffer.from(text)),
		fc.string({unit: 'grapheme', maxLength: 6}).map(text => Buffer.from(text)),
	);

	it('nothing throws, and no text has control characters', () => {
		fc.assert(
			fc.property(fc.array(chunk, {maxLength: 12}), chunks => {
				for (const input of decode(...chunks)) {
					const text = input.kind === 'paste' ? input.text.replaceAll(/[\n\t]/g, '') : input.text;
					expect(text).not.toMatch(/[\0-\x1f\x7f-\x9f]/);
					expect(input.kind === 'paste' || !/[\0-\x1f\x7f-\x9f]/.test(input.name)).toBe(true);
				}
			}),
			{numRuns: 2000},
		);
	});

	it('means the same however it is cut', () => {
		fc.assert(
			fc.property(fc.array(chunk, {maxLength: 8}), fc.integer({min: 1, max: 7}), (chunks, size) => {
				const whole = Buffer.concat(chunks);
				const pieces: Buffer[] = [];
				for (let at = 0; at < whole.length; at += size) {
					pieces.push(whole.subarray(at, at + size));
				}

				const written = (inputs: Input[]) => inputs.map(({text}) => text).join('');
				expect(written(decode(...pieces))).toBe(written(decode(whole)));
			}),
			{numRuns: 2000},
		);
	});
});
