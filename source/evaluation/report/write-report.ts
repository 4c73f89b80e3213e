/** The files of a report, beside the run that it tells of. */
import path from 'node:path';
import {messageOf, UsageError} from '../../errors.js';
import {replaceFile} from '../../new-file.js';
import type {Run} from '../run/run.js';
import {reportOf} from './report.js';
import {reportToJson} from './report-json.js';
import {reportMarkdown} from './report-markdown.js';
import {reportPage} from './report-page.js';

/**
 * Writes `report.json`, `report.md` and `report.html` into a folder and gives their paths. Each takes the place of an
 * older one when it is whole. Throws a UsageError where it cannot be written.
 *
 * @param report of that run, where it is made already: that takes seconds of a large one.
 */
export async function writeReport(folder: string, run: Run, report = reportOf(run)): Promise<string[]> {
	const files: Array<[name: string, text: string]> = [
		['report.json', `${JSON.stringify(reportToJson(report), null, '\t')}\n`],
		['report.md', reportMarkdown(report)],
		['report.html', reportPage(report)],
	];
	const paths: string[] = [];
	for (const [name, text] of files) {
		const target = path.join(folder, name);
		await replace(target, text);
		paths.push(target);
	}

	return paths;
}

async function replace(target: string, text: string): Promise<void> {
	try {
		await replaceFile(target, text);
	} catch (error) {
		throw new UsageError(
			`the report cannot be written: ${messageOf(error)}`,
			'The run itself is kept. Make room or the folder writable, and give the same command again.',
		);
	}
}
