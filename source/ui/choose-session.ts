/** The choice of a session to go on with, on the terminal: before there is a database, so it is no session itself. */
import type {SessionEntry} from '../archive/archive.js';
import type {Input, Size} from './input.js';
import {actionFor} from './keymap.js';
import {openSessions, reduceSessions, type SessionsView, sessionsLines} from './screens/sessions-view.js';
import {openStage} from './stage.js';
import {takeTerminal} from './terminal/modes.js';

/** The id of the one that the person takes, or null. The terminal is given back. */
export async function chooseSession(
	sessions: readonly SessionEntry[],
	options: {screenReader: boolean; environment: NodeJS.ProcessEnv},
): Promise<string | null> {
	const {stdin, stdout} = process;
	const terminal = takeTerminal({stdin, stdout});
	let view: SessionsView = openSessions(sessions);
	let size: Size = terminal.size();
	let tell = () => {};
	let choose = (_: string | null) => {};
	const chosen = new Promise<string | null>(resolve => {
		choose = resolve;
	});
	const stage = openStage(
		{
			scene: () => ({
				size,
				view: room => sessionsLines(view, room),
				live: () => [],
				printed: {count: 0, lines: () => []},
			}),
			subscribe(listener) {
				tell = listener;
				return () => {};
			},
		},
		terminal,
		options,
	);

	function take(input: Input): void {
		const always = actionFor('always', input);
		if (always === 'suspend') {
			void stage.outside(() => terminal.suspend());
			return;
		}

		const next = always === 'interrupt' ? 'close' : reduceSessions(view, input, size);
		if (next === 'close') {
			choose(null);
		} else if ('taken' in next) {
			choose(next.taken);
		} else {
			view = next;
			tell();
		}
	}

	terminal.onInput(take);
	terminal.onResize(next => {
		size = next;
		tell();
	});
	terminal.onRestore(() => stage.abandon());
	const id = await chosen;
	await stage.close();
	terminal.restore();
	return id;
}
