/** The debugger: steps through recorded trajectories. */
import {existsSync} from 'node:fs';
import {familyOf} from '../archive/family.js';
import {openBook} from '../archive/file-book.js';
import {openRecorder} from '../archive/recorder.js';
import {checkFile} from '../database/file.js';
import {openReader} from '../database/reader.js';
import {sentences, UsageError} from '../errors.js';
import {readGold} from '../evaluation/gold.js';
import {RULE_NAMES, type RuleName} from '../evaluation/rules.js';
import {expandHome} from '../home.js';
import {holdReaders} from '../ui/debugger/readers.js';
import type {Command} from './command.js';
import {forkModels} from './fork-models.js';
import {letInkDraw, wantsScreenReader} from './on-screen.js';
import {openedArchive, sessionOf} from './open-archive.js';
import {VOTE_QUERIES} from './open-database.js';
import {runRecords} from './run-records.js';
import {shellWord} from './shell-word.js';

export const replay: Command = async ({operands, flags, settings, environment, notes}) => {
	refuseIds(operands);
	if (!process.stdin.isTTY || !process.stdout.isTTY) {
		throw new UsageError(
			'the debugger needs a terminal for input and output',
			`Without one, print what is in the file: sqrl-tui export ${shellWord(operands[0]!)} --format md`,
		);
	}

	letInkDraw();
	const named = flags.rule === undefined ? null : ruleNamed(String(flags.rule));
	// Before a thread looks through the files.
	const database = flags.database === undefined ? null : await checkFile(expandHome(String(flags.database)));
	const [{book, first}, models, gold, {runReplay}] = await Promise.all([
		openFirst(operands),
		forkModels(settings, environment),
		flags.gold === undefined ? null : readGold(String(flags.gold)),
		import('../ui/run-replay.js'),
	]);
	const readers = holdReaders({given: database, open: file => openReader(file, VOTE_QUERIES)});
	const recorder = openRecorder({
		session: sessionOf('replay', null),
		open: () => openedArchive(settings, environment),
		// The debugger has the terminal: what is not kept is said when it gives it back.
		onFailure: error => troubles.push(sentences(error)),
		onNote: note => troubles.push(note),
	});
	const troubles: string[] = [];
	try {
		await runReplay({
			book,
			first,
			runs: runsOf(book.files()),
			records: runRecords(book, {gold: gold !== null, rule: named}),
			readers,
			models,
			gold,
			rule: named ?? 'bird',
			queryTimeoutMs: settings.values['query-timeout'] * 1000,
			forkQuestion: () => recorder.question(),
			forksOf: async id => familyOf(await recorder.archive(), id),
			screenReader: wantsScreenReader({flags, environment}),
			environment,
		});
		return 0;
	} finally {
		await Promise.all([book.close(), readers.close(), models.close(), recorder.close()]);
		for (const trouble of troubles) {
			notes.line(trouble);
		}
	}
};

/** What is no file and looks like an id of the archive, or its beginning, is shown elsewhere. Throws a UsageError. */
function refuseIds(operands: readonly string[]): void {
	const id = operands.find(one => /^[0-9a-f]{4,8}(?:-[0-9a-f-]{0,27})?$/i.test(one) && !existsSync(one));
	if (id !== undefined) {
		throw new UsageError(
			`there is no file ${id}`,
			`If it is an id of the archive, print it: sqrl-tui export ${id}. Or open it with /history in a session.`,
		);
	}
}

/** The book, and its first trajectory, which is read while the screen is loaded; null: it is none. */
async function openFirst(paths: readonly string[]) {
	const book = await openBook(paths);
	return {book, first: await book.open(0).catch(() => null)};
}

/** Two files, or the files of two run folders, are two runs. */
function runsOf([one, other, more]: readonly string[]): readonly [string, string] | null {
	return one !== undefined && other !== undefined && more === undefined ? [one, other] : null;
}

function ruleNamed(name: string): RuleName {
	const rule = RULE_NAMES.find(one => one === name);
	if (!rule) {
		throw new UsageError(`there is no rule "${name}"`, `The rules are: ${RULE_NAMES.join(', ')}.`);
	}

	return rule;
}
