/** What a run has measured of votes, as a session says it. */
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {answer} from '../support/ask-program.js';
import {type Pty, ptyUnavailable} from '../support/pty.js';
import type {Script} from '../support/scripted-server.js';
import {openSession, quit, send, transcript} from '../support/session.js';
import {temporaryFolder} from '../support/temporary-folder.js';

/** Every sample counts the same, in words of its own. */
const UNANIMOUS: Script = ({seed}) => {
	const {text} = answer('SELECT count(*) AS customers FROM Customer');
	return {text: text.replace('Easy', `Easy, as ${seed} says`)};
};

async function sessionWith(calibrations: string): Promise<Pty> {
	const home = temporaryFolder();
	writeFileSync(path.join(home, 'calibrations.json'), calibrations);
	const {pty} = await openSession(UNANIMOUS, {environment: {SQRL_TUI_HOME: home, SQRL_SEED: '100'}});
	return pty;
}

const words = (pty: Pty) => transcript(pty).join(' ').replaceAll(/\s+/g, ' ');

async function vote(pty: Pty): Promise<void> {
	send(pty, '/vote 8');
	await pty.waitFor('vote@8: probes run by');
	send(pty, 'How many are there?');
	await pty.waitFor('unanimous: 8 of 8 agree');
}

describe.skipIf(ptyUnavailable !== null)(`a session ${ptyUnavailable ?? ''}`, () => {
	it('says what was measured of its model', async () => {
		const group = {n: 473, right: 412};
		const pty = await sessionWith(
			JSON.stringify({
				format: 'sqrl-calibrations/1',
				calibrations: [
					{
						model: 'sqrl-4b',
						dataset: 'bird',
						rule: 'bird',
						k: 8,
						n: 473,
						agreeing: [{size: 8, ...group}],
						confidence: [{word: 'unanimous', ...group}],
						date: '2026-01-31',
					},
				],
			}),
		);
		await vote(pty);
		await pty.waitFor('412 of 473');
		expect(words(pty)).toContain('measured on bird: 412 of 473 votes with 8 of 8 were right (87 %)');
		expect(words(pty)).not.toContain('by the card');
		await quit(pty);
	});

	it('warns once of a file that it cannot use, and has the card', async () => {
		const pty = await sessionWith('{"format"');
		expect(words(pty).match(/calibrations\.json cannot be used/g)).toHaveLength(1);
		await vote(pty);
		expect(words(pty)).toContain('by the card of sqrl-4b');
		await quit(pty);
	});
});
