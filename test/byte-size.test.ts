import {expect, it} from 'vitest';
import {byteSize} from '../source/byte-size.js';

it.each([
	[0, '0 bytes'],
	[999, '999 bytes'],
	[1000, '1 kB'],
	[1536, '1.54 kB'],
	[29_912_736, '29.9 MB'],
	[100e6, '100 MB'],
	[120e6, '120 MB'],
	[999_600_000, '1 GB'],
	[4.28e9, '4.28 GB'],
	[1234e9, '1230 GB'],
])('names %d bytes', (bytes, words) => {
	expect(byteSize(bytes)).toBe(words);
});
