/** A session on the terminal, from its first frame to its end. */
import type {Reader} from '../database/reader.js';
import {parseAddress} from '../model/address.js';
import type {ModelPlace} from '../model/model-place.js';
import {vote} from '../vote/run-vote.js';
import type {ModelSurroundings} from './session/asked-model.js';
import {beginSession} from './session/begin-session.js';
import {type Core, startCore} from './session/core.js';
import {sessionScene} from './session/session-scene.js';
import type {Opened, Session} from './session/state.js';
import {openStage, type Stage} from './stage.js';
import {copySequence} from './terminal/clipboard.js';
import {editExternally} from './terminal/external-editor.js';
import {type Terminal, takeTerminal} from './terminal/modes.js';
import {loadHighlighter} from './theme.js';

export type SessionOptions = Pick<Session, 'sampling' | 'maxSteps' | 'chosen' | 'suggestions'> &
	Omit<ModelSurroundings, 'first' | 'sampling'> & {
		reader: Reader;
		database: Opened;
		/** Where the model is that is asked first; null: the person chooses one. */
		place: ModelPlace | null;
		queryTimeoutMs: number;
		screenReader: boolean;
		environment: NodeJS.ProcessEnv;
	};

/**
 * Resolves when the person has quit; the terminal is given back and no model runs. stdin and stdout must be
 * terminals. Throws what `modelAt` throws for the first place, before anything is drawn.
 */
export async function runSession(options: SessionOptions): Promise<void> {
	const {stdin, stdout} = process;
	const {place, modelAt, database, sampling, maxSteps, chosen, suggestions, profiles} = options;
	const first = place && {place, model: modelAt(place)};
	const terminal = takeTerminal({stdin, stdout});
	const start = beginSession({
		size: terminal.size(),
		database,
		sampling,
		maxSteps,
		chosen,
		suggestions,
		profiles: profiles.map(({name}) => name),
		model: first && {ref: first.model.ref, runsHere: first.model.prepare !== undefined},
		address: shownAddress(options.server.baseUrl),
		now: Date.now(),
	});
	const core = startCore(start, {
		...options,
		first,
		vote,
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
	const stage: Stage = openStage(
		{scene: () => sessionScene(core.session), subscribe: core.subscribe},
		terminal,
		options,
	);
	void stage.drawn.then(loadHighlighter);
	// What a model needs is loaded when it is first asked something: that waits for the first frame.
	void stage.drawn.then(() => core.dispatch({kind: 'drawn'}));
	listen(core, stage, terminal);
	await core.finished;
	const closed = core.close();
	await stage.close();
	terminal.restore();
	await closed;
}

/** An address without its password; '' where it is none. */
function shownAddress(baseUrl: string): string {
	try {
		return parseAddress(baseUrl).url;
	} catch {
		return '';
	}
}

function listen(core: Core, stage: Stage, terminal: Terminal): void {
	terminal.onInput(input => core.dispatch({kind: 'input', input, at: Date.now()}));
	terminal.onResize(size => core.dispatch({kind: 'resized', size}));
	terminal.onRestore(() => stage.abandon());
}
