/** The runs whose trajectories are opened: what they have recorded beside them, unless a person has said otherwise. */
import {existsSync} from 'node:fs';
import path from 'node:path';
import type {FileBook} from '../archive/file-book.js';
import {messageOf} from '../errors.js';
import type {RuleName} from '../evaluation/judge.js';
import {type RecordedRun, readRecordedRun} from '../evaluation/run/recorded-run.js';
import {RUN_FILE, TRAJECTORIES_FILE} from '../evaluation/run/stored-run.js';
import type {RunRecord} from '../ui/debugger/desk.js';

/** What a person has named: gold queries, and a rule. */
export type Named = {gold: boolean; rule: RuleName | null};

/**
 * Gold queries that were named count before those of a run, and a rule before its own: verdicts by others are left out,
 * which is noted. What is damaged is a note, too.
 */
export function runRecords(book: Pick<FileBook, 'files' | 'paths'>, named: Named): RunRecord[] {
	const names = book.files();
	return book.paths().flatMap((file, at): RunRecord[] => {
		const folder = path.dirname(file);
		const isOfRun = path.basename(file) === TRAJECTORIES_FILE && existsSync(path.join(folder, RUN_FILE));
		return isOfRun ? [{file: names[at]!, read: signal => readRun(shortPath(folder), named, signal)}] : [];
	});
}

async function readRun(folder: string, named: Named, signal: AbortSignal) {
	if (named.gold) {
		return {run: null, notes: ['judged by --gold, and not as the run has it']};
	}

	let run: RecordedRun;
	try {
		run = await readRecordedRun(folder, signal);
	} catch (error) {
		signal.throwIfAborted();
		return {run: null, notes: [`nothing is known of the run: ${messageOf(error)}`]};
	}

	const notes = run.fault ? [`not all verdicts could be read: ${run.fault.message}`] : [];
	return named.rule === null || named.rule === run.rule
		? {run, notes}
		: {
				run: {...run, verdicts: new Map()},
				notes: [...notes, `judged by --rule ${named.rule}: the run has verdicts by ${run.rule}`],
			};
}

/** As a person would write it, where that is shorter. */
function shortPath(folder: string): string {
	const relative = path.relative('', folder) || '.';
	return relative.length < folder.length ? relative : folder;
}
