import {render} from 'ink-testing-library';
import {createElement} from 'react';
import {expect, it} from 'vitest';
import {SessionScreen} from '../../source/ui/session-screen.js';
import {ViewScreen} from '../../source/ui/view-screen.js';

it('prints what is finished once, above what can still change', () => {
	const {frames, lastFrame, rerender, unmount} = render(
		createElement(SessionScreen, {finished: ['first\n  block'], live: ['> typing']}),
	);
	expect(lastFrame()).toBe('first\n  block\n> typing');
	rerender(
		createElement(SessionScreen, {finished: ['first\n  block', 'second'], live: ['> typing on', 'keys']}),
	);
	expect(lastFrame()).toBe('first\n  block\nsecond\n> typing on\nkeys');
	expect(frames.every(frame => frame.split('first').length === 2)).toBe(true);
	unmount();
});

it('draws a view line by line, blank ones too', () => {
	const {lastFrame, unmount} = render(createElement(ViewScreen, {lines: ['title', '', 'body']}));
	expect(lastFrame()).toBe('title\n\nbody');
	unmount();
});
