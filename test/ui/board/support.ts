/** Votes in memory: a ballot from one word for each sample. */
import type {Trajectory} from '../../../source/agent/trajectory.js';
import type {Table} from '../../../source/database/cell.js';
import {type Board, openBoard, withBallot} from '../../../source/ui/board/board.js';
import type {Ballot, Sample, SampleState} from '../../../source/vote/ballot.js';
import {START, table, trajectory, turn} from '../screens/support.js';

export const QUESTION = 'Which genre has the most tracks?';

export const STARTED: Trajectory = trajectory({question: QUESTION});

/** The rows of each cluster that a word may name. */
const TABLES: Record<string, Table> = {
	A: table(['Name'], [['Rock']]),
	B: table(
		['Name', 'n'],
		[
			['Metal', 374n],
			['Jazz', 130n],
		],
	),
	C: table(['n'], []),
};

const QUERIES: Record<string, string> = {
	A: 'SELECT g.Name FROM Genre g JOIN Track t ON t.GenreId = g.GenreId GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
	B: 'SELECT Name, n FROM Genre ORDER BY n',
	C: 'SELECT 1 WHERE 0',
};

/**
 * A letter is an answer of that cluster; `.` writes, `?` runs a probe, `!` runs its answer, `x` failed, `-` was
 * cancelled. A digit after a letter is how many turns it took.
 */
export function ballot(words: string, change: Partial<Ballot> = {}): Ballot {
	const samples = [...words.matchAll(/([^\d\s])(\d?)/g)].map(([, word, turns], index) =>
		sample(word!, index, Number(turns || 1)),
	);
	const open = samples.filter(({state}) => state.kind === 'thinking' || state.kind === 'probing').length;
	return {samples, open, stoppedEarly: false, probeCacheHits: 0, ...change};
}

const PROBE = turn({action: {kind: 'sql', sql: 'SELECT 1'}, verdict: {kind: 'approved', by: 'policy'}});

function sample(word: string, index: number, turns: number): Sample {
	const start = {...STARTED, id: `sample-${index}`};
	const of = (state: SampleState, change: Partial<Trajectory> = {}): Sample => ({
		index,
		trajectory: {...start, ...change},
		state,
		elapsedMs: state.kind === 'thinking' || state.kind === 'probing' ? null : 1000,
	});
	switch (word) {
		case '.':
			return of({kind: 'thinking'});
		case '?':
			return of({kind: 'probing'}, {turns: [PROBE]});
		case '!':
			return of({kind: 'probing'}, {turns: [turn({action: {kind: 'answer', sql: 'SELECT 1'}})]});
		case 'x':
			return of({kind: 'failed', reason: 'no such column: nope'}, {ending: 'failed'});
		case '-':
			return of({kind: 'cancelled'}, {ending: 'aborted'});
		default: {
			const sql = QUERIES[word] ?? `SELECT '${word}'`;
			const rows = TABLES[word] ?? table(['v'], [[word]]);
			const key = `key-${word}`;
			const answer = {
				sql,
				by: 'model' as const,
				outcome: {elapsedMs: 1.2, table: {...rows, digest: key}},
			};
			const last = turn({reply: `sample ${index}: ${sql}`, action: {kind: 'answer', sql}});
			const probes = Array.from({length: turns - 1}, () => ({...PROBE, reply: `sample ${index}`}));
			const all = [...probes, last];
			return of({kind: 'finished', key}, {turns: all, ending: 'answered', answer});
		}
	}
}

/** A board whose samples are as the words say, in the order in which they come. */
export function board(words: string, change: Partial<Board> = {}): Board {
	const shown = ballot(words);
	const opened = openBoard({start: STARTED, k: shown.samples.length, seedBase: 7, calibrations: []}, START);
	return {...withBallot(opened, shown), ...change};
}

export function endedBoard(words: string, change: Partial<Board> = {}): Board {
	return board(words, {course: {kind: 'ended', elapsedMs: 12_400}, ...change});
}
