import type {SolveEvent} from '../../agent/solve.js';
import type {Trajectory} from '../../agent/trajectory.js';
import type {ArchivedQuestion, HistoryEntry} from '../../archive/archive.js';
import type {QueryOutcome, Table} from '../../database/cell.js';
import type {ModelRef, Sampling} from '../../model/model.js';
import type {Ballot} from '../../vote/ballot.js';
import type {VoteEvent} from '../../vote/run-vote.js';
import type {DebuggerEvent} from '../debugger/event.js';
import type {Input, Size} from '../input.js';
import type {PreparerEvent} from './preparer.js';
import type {Doomed, Opened, Poll} from './state.js';

/** Everything that can happen to a session. `at` is in milliseconds since 1970. */
export type SessionEvent =
	| {kind: 'input'; input: Input; at: number}
	| {kind: 'resized'; size: Size}
	| {kind: 'tick'; at: number}
	/** The first frame is on the terminal. */
	| {kind: 'drawn'}
	/** A trajectory has begun, or goes on. */
	| {kind: 'started'; trajectory: Trajectory; at: number}
	/** A probe waits for a verdict. */
	| {kind: 'review'; turn: number; sql: string; at: number}
	| {kind: 'solve'; event: SolveEvent; at: number}
	/** A vote has begun, or goes on with more samples. */
	| {kind: 'polled'; poll: Poll; at: number}
	| {kind: 'vote'; event: VoteEvent; at: number}
	/** The vote cannot go on: what it was before counts, and nothing else. */
	| {kind: 'void'; before: Ballot | null; at: number}
	| {kind: 'queried'; outcome: QueryOutcome}
	| {kind: 'planned'; sql: string; outcome: QueryOutcome}
	| {kind: 'schema-answer'; table: string; count?: bigint | string; rows?: Table | string}
	| {kind: 'evidence'; text: string}
	/** What the archive has for a search, or why it cannot be searched. */
	| {kind: 'history'; text: string; offset: number; entries: HistoryEntry[] | string}
	/** The questions that were asked of this database before, oldest first. */
	| {kind: 'remembered'; questions: string[]}
	/** A question of the archive is to be looked at. */
	| {kind: 'opened'; question: ArchivedQuestion; before: Trajectory[]}
	/** `texts`: what was asked and is nowhere in the archive any more. */
	| {kind: 'forgotten'; what: Doomed; questions: number; texts: ReadonlySet<string>}
	| {kind: 'models'; names: string[]}
	/** Another model is asked from now on; one that runs here has to be prepared. */
	| {kind: 'model'; model: ModelRef; sampling: Sampling; runsHere: boolean}
	/** The tokens that the server takes, as far as it says. */
	| {kind: 'context'; tokens: number | null}
	/** Of a model that runs here. */
	| PreparerEvent
	| {kind: 'written'; text: string}
	/** To the debugger, if it is still open. */
	| {kind: 'debugger'; event: DebuggerEvent}
	/** The file under the database's name is another one, or has another schema. */
	| {kind: 'database'; database: Opened}
	/** What an effect says when it is done, or cannot be done. */
	| {kind: 'note'; text: string; tone: 'plain' | 'good' | 'bad'}
	| {kind: 'notice'; text: string};
