import fc from 'fast-check';
import {expect, it} from 'vitest';
import {jsonPieces} from '../source/json-pieces.js';

it('gives what JSON.stringify gives', () => {
	fc.assert(
		fc.property(fc.jsonValue(), value => {
			expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
		}),
	);
});

it('leaves out what is undefined', () => {
	expect([...jsonPieces({a: undefined, b: [undefined, 1]})].join('')).toBe('{"b":[null,1]}');
});

it('comes in pieces, none much longer than its longest text', () => {
	const pieces = [...jsonPieces(Array.from({length: 100_000}, (_, index) => index))];
	expect(pieces.length).toBeGreaterThan(5);
	expect(Math.max(...pieces.map(piece => piece.length))).toBeLessThan(100_000);
});
