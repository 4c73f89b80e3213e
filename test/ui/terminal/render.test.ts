import {Box, Static, Text} from 'ink';
import {createElement as h} from 'react';
import {expect, it} from 'vitest';
import {renderOnScreen} from '../../support/render.js';

it('shows what Ink draws on a screen of a size, frame by frame', async () => {
	const children = (item: unknown) => h(Text, {key: String(item)}, String(item));
	const printed = (items: string[]) => ({items, children});
	const view = (items: string[], live: string) =>
		h(Box, {flexDirection: 'column'}, h(Static, printed(items)), h(Text, null, live));
	const rendered = renderOnScreen(view(['one'], 'live'), {columns: 10, rows: 5});
	await rendered.waitFor('live');
	rendered.rerender(view(['one', 'two'], 'a line of fifteen'));
	await rendered.waitFor('fifteen');
	expect(rendered.lastFrame()).toBe('one\ntwo\na line of\nfifteen');
	rendered.resize({columns: 20, rows: 5});
	await rendered.waitFor('a line of fifteen');
	expect(rendered.screen.raw).not.toContain('\x1b[3J');
	await rendered.unmount();
	expect(rendered.frames[0]).toBe('one\nlive');
});
