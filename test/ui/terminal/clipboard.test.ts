import {expect, it} from 'vitest';
import {copySequence} from '../../../source/ui/terminal/clipboard.js';

function payloadOf(sequence: string): string {
	return Buffer.from(/^\x1b\]52;c;([A-Za-z\d+/=]*)\x07$/.exec(sequence)![1]!, 'base64').toString();
}

it('asks the terminal', () => {
	expect(copySequence('SELECT "é" -- 漢', {})).toEqual({
		sequence: '\x1b]52;c;U0VMRUNUICLDqSIgLS0g5ryi\x07',
		cut: false,
		characters: 15,
	});
});

it('goes through tmux, its escapes doubled, and to tmux itself', () => {
	expect(copySequence('a', {TMUX: '/tmp/tmux-0/default,1,0'}).sequence).toBe(
		'\x1bPtmux;\x1b\x1b]52;c;YQ==\x07\x1b\\\x1b]52;c;YQ==\x07',
	);
});

it('goes through GNU screen in pieces that it takes', () => {
	const text = 'x'.repeat(5000);
	const {sequence} = copySequence(text, {STY: '1.pts-0'});
	const pieces = sequence.split('\x1b\\').slice(0, -1);
	expect(pieces.length).toBeGreaterThan(10);
	for (const piece of pieces) {
		expect(piece.startsWith('\x1bP')).toBe(true);
		expect(piece.length).toBeLessThan(700);
	}

	expect(payloadOf(pieces.map(piece => piece.slice(2)).join(''))).toBe(text);
});

it.each([
	['fits', 75_000, 75_000, false],
	['is too long', 75_001, 75_000, true],
	['is much too long', 2_000_000, 75_000, true],
])('says how much is copied of a text that %s', (_, length, characters, cut) => {
	const copy = copySequence('x'.repeat(length), {});
	expect(copy).toMatchObject({characters, cut});
	expect(copy.sequence.length).toBeLessThanOrEqual(100_010);
});

it('cuts between characters', () => {
	const {sequence, characters, cut} = copySequence(`x${'😀'.repeat(30_000)}`, {});
	expect({characters, cut}).toEqual({characters: 18_750, cut: true});
	expect(payloadOf(sequence)).toBe(`x${'😀'.repeat(18_749)}`);
});
