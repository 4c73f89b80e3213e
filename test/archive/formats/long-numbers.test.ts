import fc from 'fast-check';
import {expect, it} from 'vitest';
import {inexactNumbers} from '../../../source/archive/formats/long-numbers.js';
import {lookAt} from '../../../source/archive/formats/look.js';

const LONG = '12345678901234567890';

const numbersIn = (text: string) => inexactNumbers(Buffer.from(text));

it.each<[string, string[]]>([
	[LONG, [LONG]],
	[`{"a":${LONG},"b":-${LONG}}`, [LONG, `-${LONG}`]],
	['[9007199254740991,9007199254740993]', ['9007199254740993']],
	[`["${LONG}","a \\" ${LONG}, ${LONG}"]`, []],
	[`["\\\\",${LONG}]`, [LONG]],
	[`[0.${LONG},${LONG}.5,${LONG}e2]`, []],
	['{"a":"1".2}', []],
	[`[${'9'.repeat(400)}]`, ['9'.repeat(400)]],
])('in %s', (text, expected) => {
	expect(numbersIn(text)).toEqual(expected);
});

it('finds all that are read as others, wherever they stand', () => {
	const value = fc.letrec(tie => ({
		any: fc.oneof(
			{depthSize: 'small'},
			fc.bigInt({min: -(2n ** 70n), max: 2n ** 70n}).map(String),
			fc.string({unit: 'binary'}).map(text => JSON.stringify(text)),
			fc.constantFrom(`"${LONG}"`, `"\\"${LONG}"`, '1.5', '1234567890123456789e3'),
			fc.array(tie('any')).map(items => `[ ${items.join(' ,')}]`),
		),
	})).any as fc.Arbitrary<string>;
	fc.assert(
		fc.property(value, text => {
			const tokens = text.match(/"(?:[^"\\]|\\.)*"|[^\s,[\]]+/gs) ?? [];
			const whole = tokens.filter(token => /^-?\d+$/.test(token));
			expect(numbersIn(text)).toEqual(whole.filter(token => String(Number(token)) !== token));
		}),
		{numRuns: 500},
	);
});

it('is told of a trajectory that has such a number', () => {
	const messages = [
		{role: 'user', content: 'Question: How many?'},
		{role: 'assistant', content: `<answer>SELECT ${LONG}</answer>`},
	];
	const text = JSON.stringify({messages, trace: 0}).replace('"trace":0', `"trace":${LONG}`);
	expect(lookAt({bytes: Buffer.from(text), offset: 0, number: 0}).notes).toEqual([
		`the number ${LONG} is not kept to its last digit: it is read as 12345678901234567000`,
	]);
});
