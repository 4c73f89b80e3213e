import type {Run} from '../../../source/evaluation/run/run.js';
import {sampleId} from '../../../source/evaluation/run/run.js';
import {readRun} from '../../../source/evaluation/run/stored-run.js';
import {newTally, type Tally} from '../../../source/evaluation/training/tally.js';
import {
	openTrajectoryLines,
	type TrajectoryLines,
} from '../../../source/evaluation/training/trajectory-lines.js';

export const ALL = {perQuestion: null, perDatabase: null, skipNondeterministic: false};

/** What is exported of a run, and what is left out. */
export async function exported<Line>(
	folder: string,
	linesOf: (run: Run, given: {lines: TrajectoryLines; tally: Tally}) => AsyncIterable<Line>,
): Promise<{lines: Line[]; leftOut: Record<string, number>}> {
	const run = await readRun(folder);
	const samples = [...run.samples.values()].flat();
	const wanted = new Set(samples.map(({question, sample}) => sampleId(question, sample)));
	const lines = await openTrajectoryLines(folder, run.plan, {wanted});
	try {
		const tally = newTally();
		const found: Line[] = [];
		for await (const line of linesOf(run, {lines, tally})) {
			found.push(line);
		}

		const counts = tally.counts().map(({reason, samples}) => [reason, samples] as const);
		return {lines: found, leftOut: Object.fromEntries(counts)};
	} finally {
		await lines.close();
	}
}
