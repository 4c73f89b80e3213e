/** A session on the terminal, from its first frame to its end. */
import {randomUUID} from 'node:crypto';
import type {Archive, ArchivedSession, SessionRef} from '../archive/archive.js';
import {openRecorder, type Recorder, type RecorderOptions} from '../archive/recorder.js';
import type {Reader} from '../database/reader.js';
import {parseAddress} from '../model/address.js';
import type {ModelPlace} from '../model/model-place.js';
import {vote} from '../vote/run-vote.js';
import type {ModelSurroundings} from './session/asked-model.js';
import {beginSession} from './session/begin-session.js';
import {type Core, startCore} from './session/core.js';
import {failureWords} from './session/failure-words.js';
import {startKeeping} from './session/keeping.js';
import {resumeSession} from './session/resume-session.js';
import {sessionScene} from './session/session-scene.js';
import type {Opened, Session} from './session/state.js';
import {openStage, type Stage} from './stage.js';
import {copySequence} from './terminal/clipboard.js';
import {editExternally} from './terminal/external-editor.js';
import {type Terminal, takeTerminal} from './terminal/modes.js';
import {loadHighlighter} from './theme.js';

export type SessionOptions = Pick<
	Session,
	'sampling' | 'maxSteps' | 'chosen' | 'suggestions' | 'calibrations'
> &
	Omit<ModelSurroundings, 'first' | 'sampling'> & {
		/** Opens the archive, once, after the first frame; null: nothing is kept. */
		archive: () => Promise<Archive | null>;
		/** What it is to the archive, where it is a new one. */
		session: SessionRef;
		/** The session of the archive that goes on; null: a new one. */
		continued: ArchivedSession | null;
		reader: Reader;
		database: Opened;
		/** Where the model is that is asked first; null: the person chooses one. */
		place: ModelPlace | null;
		queryTimeoutMs: number;
		screenReader: boolean;
		environment: NodeJS.ProcessEnv;
	};

/**
 * Resolves when the person has quit; the terminal is given back and no model runs. `isWhole`: all that was to be kept is. stdin and stdout must be
 * terminals. Throws what `modelAt` throws for the first place, before anything is drawn.
 */
export async function runSession(options: SessionOptions): Promise<{isWhole: boolean}> {
	const {stdin, stdout} = process;
	const {place, modelAt, database, sampling, maxSteps, chosen, suggestions, profiles} = options;
	const first = place && {place, model: modelAt(place)};
	const terminal = takeTerminal({stdin, stdout});
	const begun = beginSession({
		size: terminal.size(),
		database,
		sampling,
		maxSteps,
		chosen,
		suggestions,
		profiles: profiles.map(({name}) => name),
		calibrations: options.calibrations,
		model: first && {ref: first.model.ref, runsHere: first.model.prepare !== undefined},
		address: shownAddress(options.server.baseUrl),
		now: Date.now(),
	});
	const {continued} = options;
	const start = continued ? resumeSession(begun, continued) : begun;
	const told: Omit<RecorderOptions, 'session' | 'open'> = {
		onFailure: error => core.dispatch({kind: 'note', text: failureWords(error), tone: 'bad'}),
		onRecovered: () => core.dispatch({kind: 'note', text: KEPT_AGAIN, tone: 'plain'}),
	};
	const recorder = openRecorder({
		...told,
		session: continued ?? options.session,
		// The driver is loaded with it: that waits for the first frame.
		open: async () => {
			await stage.drawn;
			return options.archive();
		},
		onNote: text => core.dispatch({kind: 'note', text, tone: 'bad'}),
	});
	const forks = openRecorder({
		...told,
		session: {...options.session, id: randomUUID(), kind: 'replay'},
		// It is the other's to close.
		open: async () => {
			const archive = await recorder.archive();
			return archive && {...archive, close() {}};
		},
	});
	const core = startCore(start, {
		...options,
		keeping: startKeeping({session: recorder, forks}, (continued ?? options.session).id, continued),
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
	void stage.drawn.then(() => remember(core, recorder, database.ref.path));
	listen(core, stage, terminal);
	await core.finished;
	const closed = core.close();
	await stage.close();
	terminal.restore();
	await closed;
	const owed = (await forks.close()) + (await recorder.close());
	return {isWhole: owed === 0};
}

const KEPT_AGAIN = 'The archive can be written again: nothing is missing in it.';

/** Questions of earlier sessions that the composer leads back to. */
const REMEMBERED = 1000;

/** What was asked of this database before is led back to from an empty composer. */
async function remember(core: Core, recorder: Recorder, databasePath: string): Promise<void> {
	try {
		const archive = await recorder.archive();
		const entries = archive?.history({text: '', databasePath, limit: REMEMBERED}) ?? [];
		core.dispatch({kind: 'remembered', questions: entries.map(({question}) => question).reverse()});
	} catch (error) {
		core.dispatch({kind: 'note', text: failureWords(error), tone: 'bad'});
	}
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
