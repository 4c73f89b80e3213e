import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {ptyUnavailable, startInPty} from '../../support/pty.js';

const program = fileURLToPath(new URL('fixtures/ink-program.ts', import.meta.url));
const script = `echo before; '${process.execPath}' --import tsx '${program}' || echo "status $?."`;

const ITEMS = Array.from({length: 30}, (_, item) => `item ${item}`);
const LIVE = [0, 1, 2, 3].map(row => `live ${row} tick N`);
const ERROR = [
	'sqrl-tui: this should not have happened: thrown on purpose',
	'Run it again with SQRL_DEBUG=1 for the details of a report.',
];

describe.skipIf(ptyUnavailable !== null)(`a program that draws with Ink ${ptyUnavailable ?? ''}`, () => {
	it.each([
		['an error is thrown', 't', [...LIVE, ...ERROR, 'status 1.']],
		['an error is thrown in the full screen', 'ft', [...ERROR, 'status 1.']],
		['it exits', 'x', [...LIVE, 'status 7.']],
		['it exits in the full screen', 'fx', ['status 7.']],
	])('leaves what it printed, and no more, when %s', async (_, keys, expected) => {
		const pty = startInPty(['sh', '-c', script]);
		await pty.waitFor(/live 3 tick \d\d/);
		for (const key of keys) {
			pty.type(key);
			await pty.waitFor(key === 'f' ? /live 22 tick \d\d/ : /status \d\./);
		}

		await pty.exit;
		expect(pty.bytes).not.toContain('\x1b[3J');
		const lines = pty.screen.scrollback().map(line => line.replace(/tick \d+/, 'tick N'));
		expect(lines.join('\n').trimEnd().split('\n')).toEqual(['before', ...ITEMS, ...expected]);
	});
});
