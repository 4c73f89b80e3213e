import {describe, expect, it} from 'vitest';
import {readinessWords, waitWords} from '../../../source/ui/session/readiness-words.js';
import type {ReadinessStep} from '../../../source/ui/session/state.js';
import {EMBEDDED, LOADED} from './support.js';

const half: ReadinessStep = {kind: 'loading', done: 1.25e9, total: 2.5e9};
const reading: ReadinessStep = {kind: 'reading', done: 300, total: 1270};

describe('of a model', () => {
	it.each<[ReadinessStep, number, string]>([
		[{kind: 'loading', done: 0, total: 0}, 79, 'loading sqrl-tiny'],
		[half, 79, 'loading sqrl-tiny 50 % of 2.5 GB'],
		[half, 31, 'loading sqrl-tiny 50 %'],
		[half, 19, 'loading 50 %'],
		[reading, 79, 'reading the schema 300 of 1,270 tokens'],
		[reading, 37, 'reading the schema 300 of 1,270'],
		[reading, 20, 'schema 300 of 1,270'],
		[{kind: 'ready'}, 79, 'sqrl-tiny · 29.9 MB · context 4,096 · 203 MB of memory'],
		[{kind: 'ready'}, 39, 'sqrl-tiny · 29.9 MB · context 4,096'],
		[{kind: 'ready'}, 19, 'sqrl-tiny · 29.9 MB'],
		[{kind: 'asked'}, 79, ''],
		[{kind: 'failed', failure: 'unusable'}, 79, 'sqrl-tiny cannot run: see /model'],
		[{kind: 'failed', failure: 'unusable'}, 24, 'cannot run: see /model'],
		[{kind: 'failed', failure: 'context'}, 39, 'the prompt is too long for sqrl-tiny'],
	])('%j in %i columns', (step, width, words) => {
		expect(readinessWords(EMBEDDED, {step, loaded: LOADED}, width)).toBe(words);
	});

	it('that is ready without having told what it is', () => {
		expect(readinessWords(EMBEDDED, {step: {kind: 'ready'}, loaded: null}, 79)).toBe('sqrl-tiny · ready');
	});
});

describe('of a reply', () => {
	it.each([
		[{kind: 'progress' as const, done: 512, total: 1311}, 79, 'reading the prompt 512 of 1,311 tokens'],
		[{kind: 'progress' as const, done: 512, total: 1311}, 31, 'reading the prompt 512 of 1,311'],
		[{kind: 'waiting' as const, reason: 'busy\u001b'}, 79, 'waiting: busy␛'],
	])('%j in %i columns', (wait, width, words) => {
		expect(waitWords(wait, width)).toBe(words);
	});
});
