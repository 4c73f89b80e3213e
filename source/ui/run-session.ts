/** A session on the terminal, from its first frame to its end. */
import type {Reader} from '../database/reader.js';
import type {ServerModel} from '../model/openai.js';
import {emptyEditor} from './editor/editor.js';
import {emptyHistory} from './editor/history.js';
import {type Core, startCore} from './session/core.js';
import type {Opened, Session} from './session/state.js';
import {openStage, type Stage} from './stage.js';
import {copySequence} from './terminal/clipboard.js';
import {editExternally} from './terminal/external-editor.js';
import {type Terminal, takeTerminal} from './terminal/modes.js';
import {loadHighlighter} from './theme.js';

export type SessionOptions = Pick<Session, 'sampling' | 'maxSteps' | 'chosen'> & {
	reader: Reader;
	database: Opened;
	model: ServerModel;
	modelNamed: (name: string) => ServerModel;
	queryTimeoutMs: number;
	screenReader: boolean;
	environment: NodeJS.ProcessEnv;
};

/** Resolves when the person has quit; the terminal is given back. stdin and stdout must be terminals. */
export async function runSession(options: SessionOptions): Promise<void> {
	const {stdin, stdout} = process;
	const terminal = takeTerminal({stdin, stdout});
	const core = startCore(initialState(options, terminal), {
		...options,
		model: {
			...options.model,
			// The client is loaded when a model is first asked: that waits for the first frame.
			contextLength: async signal => {
				await null;
				await stage.drawn;
				return options.model.contextLength(signal);
			},
		},
		clock: Date.now,
		copy: text => {
			const {sequence, cut} = copySequence(text, options.environment);
			stdout.write(sequence);
			return {cut};
		},
		editExternally: text =>
			stage.outside(() =>
				editExternally(text, {extension: '.sql', terminal, environment: options.environment}),
			),
		suspend: () => stage.outside(() => terminal.suspend()),
	});
	const stage: Stage = openStage(core, terminal, options);
	void stage.drawn.then(loadHighlighter);
	listen(core, stage, terminal);
	await core.finished;
	core.close();
	await stage.close();
	terminal.restore();
}

function listen(core: Core, stage: Stage, terminal: Terminal): void {
	terminal.onInput(input => core.dispatch({kind: 'input', input, at: Date.now()}));
	terminal.onResize(size => core.dispatch({kind: 'resized', size}));
	terminal.onRestore(() => stage.abandon());
}

function initialState(options: SessionOptions, terminal: Terminal): Session {
	const {database, model, sampling, maxSteps, chosen} = options;
	return {
		size: terminal.size(),
		database,
		model: model.ref,
		sampling,
		maxSteps,
		contextTokens: null,
		evidence: '',
		approve: 'manual',
		chosen,
		composer: {editor: emptyEditor(), completion: null, search: null},
		history: emptyHistory(),
		phase: {kind: 'composing'},
		shown: null,
		views: [],
		printed: [{kind: 'welcome', database, model: model.ref}],
		notice: '',
		interruptedAt: null,
		now: Date.now(),
	};
}
