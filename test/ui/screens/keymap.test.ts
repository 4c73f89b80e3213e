import {expect, it} from 'vitest';
import {actionFor, type Binding, type Context, KEYMAP} from '../../../source/ui/keymap.js';
import {key} from './support.js';

const contexts = Object.keys(KEYMAP) as Context[];

it.each(contexts)('no two actions of %s share a key, and each key leads to its action', context => {
	const bindings = Object.entries(KEYMAP[context] as Record<string, Binding>);
	const keys = bindings.flatMap(([, {keys}]) => keys);
	expect(new Set(keys).size).toBe(keys.length);
	for (const [action, {keys}] of bindings) {
		expect(keys.map(name => actionFor(context, key(name)))).toEqual(keys.map(() => action));
	}
});

it('a paste is no key', () => {
	expect(actionFor('view', {kind: 'paste', text: 'q'})).toBeNull();
});
