import {describe, expect, it} from 'vitest';
import {liveLines} from '../../../source/ui/session/live-lines.js';
import type {Session} from '../../../source/ui/session/state.js';
import {seen} from '../screens/support.js';
import {happened, phaseOf, press, session, voted} from './support.js';

describe('a vote that is put to another model', () => {
	const ended = (profiles: string[]): Session => ({...voted('AAB'), profiles});

	it('offers the profiles, and esc goes back to the board', () => {
		const choosing = press(ended(['big', 'huge']), 'E').session;
		expect(phaseOf(choosing, 'choosing').menu.options.map(({label}) => label)).toEqual(['big', 'huge']);
		expect(press(choosing, 'escape').session.phase.kind).toBe('voting');
	});

	it('is printed as it came out, and asked again of the profile that is taken', () => {
		const step = press(ended(['big', 'huge']), 'E', '2');
		expect(step.session.printed.at(-1)).toMatchObject({kind: 'question'});
		expect(step.effects).toEqual([
			expect.objectContaining({kind: 'keep-vote'}),
			{kind: 'use-model', wanted: {kind: 'profile', name: 'huge'}},
			{kind: 'vote', question: expect.any(String), k: 3},
		]);
	});

	it('says how a model gets a name where none has one, and does not offer the key', () => {
		const none = ended([]);
		expect(press(none, 'E').session.notice).toContain('sqrl-tui config profile.');
		expect(seen(liveLines(none))).not.toContain('another model');
		expect(seen(liveLines(ended(['big'])))).toContain('another model');
	});
});

describe('/model', () => {
	it('offers profiles by their names', () => {
		const state = happened({...session(), profiles: ['big']}, {kind: 'models', names: []}).session;
		expect(phaseOf(state, 'choosing').menu.options[0]).toMatchObject({label: 'big', note: 'a profile'});
		expect(press(state, '1').effects).toEqual([{kind: 'use-model', wanted: {kind: 'profile', name: 'big'}}]);
	});
});
