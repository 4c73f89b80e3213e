import {expect, it} from 'vitest';
import {getAModel} from '../../source/model/get-a-model.js';

const text = getAModel('http://127.0.0.1:8000/v1');

it('fits a small terminal, with what went wrong above it', () => {
	const lines = text.split('\n');
	expect(lines.length).toBeLessThanOrEqual(24 - 3);
	expect(Math.max(...lines.map(line => line.length))).toBeLessThan(80);
});

it.each([
	'http://127.0.0.1:8000/v1',
	'--base-url',
	'--model-file',
	'--embedded',
	'vllm serve',
	'llama-server',
])('names %s', words => {
	expect(text).toContain(words);
});
