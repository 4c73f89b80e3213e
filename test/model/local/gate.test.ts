import {describe, expect, it} from 'vitest';
import {openGate} from '../../../source/model/local/gate.js';

const settled = () => new Promise(resolve => setImmediate(resolve));

describe('a gate', () => {
	it('is passed while nobody needs all, and not while anybody does', async () => {
		const gate = openGate();
		await gate.passed();
		const ends: Array<() => void> = [];
		const works = [1, 2].map(number =>
			gate.exclusively(() => new Promise<number>(resolve => ends.push(() => resolve(number)))),
		);
		let passed = false;
		const passing = gate.passed().then(() => {
			passed = true;
		});
		ends[0]!();
		expect(await works[0]).toBe(1);
		await settled();
		expect(passed).toBe(false);
		ends[1]!();
		expect(await works[1]).toBe(2);
		await passing;
		expect(passed).toBe(true);
	});

	it('opens again after what fails', async () => {
		const gate = openGate();
		await expect(gate.exclusively(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
		await gate.passed();
	});
});
