/** The debugger on the terminal, from its first frame to its end. */
import {randomUUID} from 'node:crypto';
import type {Trajectory} from '../agent/trajectory.js';
import type {Book} from '../archive/book.js';
import type {Gold} from '../evaluation/gold.js';
import type {RuleName} from '../evaluation/judge.js';
import {openDebugger, openDebuggerAt} from './debugger/debugger.js';
import {type DeskOptions, type ForkModels, type RunRecord, startDesk} from './debugger/desk.js';
import type {Readers} from './debugger/readers.js';
import {startReplay} from './debugger/replay-core.js';
import {writeExport} from './debugger/write-export.js';
import {openStage, type Stage} from './stage.js';
import {editExternally} from './terminal/external-editor.js';
import {takeTerminal} from './terminal/modes.js';
import {loadHighlighter} from './theme.js';

export type ReplayOptions = Pick<DeskOptions, 'forkQuestion' | 'forksOf'> & {
	book: Book;
	/** The first trajectory of the book, where it is in hand. */
	first: Trajectory | null;
	/** The names of the files, where there are two. */
	runs: readonly [string, string] | null;
	/** The runs that its files are of. */
	records: readonly RunRecord[];
	readers: Readers;
	models: ForkModels;
	gold: Gold | null;
	rule: RuleName;
	queryTimeoutMs: number;
	screenReader: boolean;
	environment: NodeJS.ProcessEnv;
};

/**
 * Resolves when the person has left, and the terminal is given back. stdin and stdout must be terminals. Book, readers
 * and models are the caller's to close.
 */
export async function runReplay(options: ReplayOptions): Promise<void> {
	const {book, first, runs, records, gold, rule, models, environment} = options;
	const {stdin, stdout} = process;
	const terminal = takeTerminal({stdin, stdout});
	const beginning = {
		title: book.title,
		runs,
		catalogue: book.catalogue(),
		rule,
		gold: gold?.count ?? null,
		models: models.names,
		isRecorded: records.length > 0,
	};
	const start = first ? openDebuggerAt(beginning, 0, first) : openDebugger(beginning);
	const core = startReplay(start, terminal.size(), {
		desk: ({dispatch, leave}) =>
			startDesk(
				{
					...options,
					clock: Date.now,
					newId: randomUUID,
					editExternally: text =>
						stage.outside(() => editExternally(text, {extension: '.sql', terminal, environment})),
					write: writeExport,
					leave,
				},
				dispatch,
			),
		suspend: () => stage.outside(() => terminal.suspend()),
	});
	const stage: Stage = openStage(core, terminal, options);
	void stage.drawn.then(loadHighlighter);
	terminal.onInput(input => core.press(input, Date.now()));
	terminal.onResize(size => core.resize(size));
	terminal.onRestore(() => stage.abandon());
	await core.finished;
	core.close();
	await stage.close();
	terminal.restore();
}
