/** A session: the screen on one database. */
import {setTimeout as sleep} from 'node:timers/promises';
import {readConfig} from '../config.js';
import {UsageError} from '../errors.js';
import {SUGGESTED_QUESTIONS} from '../sample/suggested-questions.js';
import {usableCalibrations} from './calibrations.js';
import {chosenPlace, serverPlace} from './chosen-place.js';
import {chosenNames} from './chosen-tables.js';
import type {Command} from './command.js';
import {continuedSession} from './continued-session.js';
import {keepChoice} from './keep-choice.js';
import {letInkDraw, wantsScreenReader} from './on-screen.js';
import {openedArchive, sessionOf} from './open-archive.js';
import {openDatabase, VOTE_QUERIES} from './open-database.js';
import {modelAt, samplingOf} from './open-model.js';
import {sessionProfiles} from './profiles.js';
import {shellWord} from './shell-word.js';

const READER_START_MS = 5;

export const session: Command = async invocation => {
	const {operands, flags, settings, environment, notes, signal} = invocation;
	const isContinued = flags.continue === true || flags.resume === true;
	const given = flags.sample ? '--sample' : operands[0] && shellWord(operands[0]);
	if (given === undefined && !isContinued) {
		throw new UsageError('no database is named', 'Name a SQLite file, or see sqrl-tui --help.');
	}

	if (!process.stdin.isTTY || !process.stdout.isTTY) {
		throw new UsageError(
			'a session needs a terminal for input and output',
			`Without one, ask one question at a time: sqrl-tui ask ${given ?? '<database>'} "<question>"`,
		);
	}

	letInkDraw();
	const {values} = settings;
	const place = chosenPlace(settings);
	const profiles = sessionProfiles(settings, await readConfig(environment));
	if (place) {
		// A bad address or key is said before the screen takes the terminal.
		modelAt(place, settings, environment);
	}

	const continued = await continuedSession(invocation);
	if (continued?.session === null) {
		return 0;
	}

	const database = operands[0] ?? continued?.session.database?.path;
	// What draws is loaded while the database is opened. Loading keeps this process busy, so the reader's process
	// gets a moment to be started before.
	const opening = openDatabase(database, flags, {...notes, line: () => {}}, VOTE_QUERIES);
	const reading = usableCalibrations(environment, notes.line);
	const started = Promise.race([opening, sleep(READER_START_MS)]);
	const [{reader}, calibrations, {runSession}] = await Promise.all([
		opening,
		reading,
		started.then(() => import('../ui/run-session.js')),
	]);
	try {
		const {schema, warnings} = await reader.schema({signal});
		const {isWhole} = await runSession({
			reader,
			database: {ref: reader.database, copied: reader.copied, schema, warnings},
			place,
			modelAt: place => modelAt(place, settings, environment),
			keepChoice: place => keepChoice(place, environment),
			server: serverPlace(settings),
			profiles,
			calibrations,
			suggestions: flags.sample ? SUGGESTED_QUESTIONS : [],
			sampling: samplingOf(settings),
			maxSteps: values['max-steps'],
			queryTimeoutMs: values['query-timeout'] * 1000,
			chosen: flags.tables ? chosenNames(schema, flags.tables as string[]) : null,
			screenReader: wantsScreenReader(invocation),
			archive: async () => continued?.archive ?? openedArchive(settings, environment),
			session: sessionOf('session', reader.database),
			continued: continued?.session ?? null,
			environment,
		});
		if (!isWhole) {
			notes.line('Not all of this session could be kept: some of it is not in the archive.');
		}

		return 0;
	} finally {
		await reader.close();
		continued?.archive.close();
	}
};
