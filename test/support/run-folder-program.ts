/**
 * A program that writes a run, to be killed or to have no room: it prints the id of each sample when its trajectory and
 * its verdict are written, and what goes wrong in the words for a person.
 */
import {writeSync} from 'node:fs';
import {SqrlError} from '../../source/errors.js';
import {sampleId} from '../../source/evaluation/run/run.js';
import {openRunFolder} from '../../source/evaluation/run/run-folder.js';
import {madeTrajectory} from './made-trajectory.js';
import {item, plan, verdict} from './run-folders.js';

const QUESTIONS = 2000;

/** What it runs. */
export const LONG_PLAN = plan({
	questions: {file: 'dev.json', sha256: 'cd'.repeat(32), count: QUESTIONS},
	items: Array.from({length: QUESTIONS}, (_, index) => item(index)),
});

async function run(folder: string): Promise<void> {
	const opened = await openRunFolder(folder, LONG_PLAN);
	print('open');
	try {
		for (const {index} of LONG_PLAN.items) {
			for (let sample = 0; sample < LONG_PLAN.votes; sample++) {
				const id = sampleId(index, sample);
				await opened.addTrajectory(madeTrajectory(id));
				await opened.addVerdict(verdict(index, sample));
				print(id);
			}
		}
	} finally {
		await opened.close();
	}
}

/** At once, before anything else happens. */
function print(line: string): void {
	writeSync(1, `${line}\n`);
}

const [program, folder] = process.argv.slice(1);
if (program?.includes('run-folder-program') && folder) {
	await run(folder).catch((error: unknown) => {
		if (!(error instanceof SqrlError)) {
			throw error;
		}

		print(`${error.exitCode}|${error.message}|${error.advice}`);
	});
}
