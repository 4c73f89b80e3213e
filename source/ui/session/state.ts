/**
 * The session as data: what a person is doing, what runs, what stands in the scrollback. A pure reducer makes
 * it from events; the screen is drawn from it and from nothing else.
 */
import type {Trajectory, Verdict} from '../../agent/trajectory.js';
import type {ArchivedVote} from '../../archive/archive.js';
import type {QueryOutcome, Table} from '../../database/cell.js';
import type {CopyReason, DatabaseRef} from '../../database/file.js';
import type {SchemaWarning} from '../../database/messages.js';
import type {ModelFailureKind} from '../../errors.js';
import type {LoadedModel, ModelRef, Sampling} from '../../model/model.js';
import type {Schema} from '../../protocol/schema.js';
import type {RowFormat} from '../../rows/row-writer.js';
import type {Ballot} from '../../vote/ballot.js';
import type {Calibration} from '../../vote/calibration.js';
import type {Board} from '../board/board.js';
import type {ClusterView} from '../board/cluster-view.js';
import type {DifferencesView} from '../board/differences-view.js';
import type {Debugger} from '../debugger/debugger.js';
import type {Request} from '../debugger/event.js';
import type {Completion} from '../editor/completion.js';
import type {Editor} from '../editor/editor.js';
import type {History} from '../editor/history.js';
import type {Size} from '../input.js';
import type {Grid} from '../screens/grid.js';
import type {HelpView} from '../screens/help-view.js';
import type {HistoryView} from '../screens/history-view.js';
import type {Menu} from '../screens/menu.js';
import type {SchemaView} from '../screens/schema-view.js';
import type {TablesView} from '../screens/tables-view.js';
import type {Wanted} from './find-place.js';
import type {Wait} from './readiness-words.js';

export type Session = {
	size: Size;
	database: Opened;
	/** Null until one is chosen. */
	model: ModelRef | null;
	/** How far a model that runs here is; null where there is nothing to prepare. */
	readiness: Readiness | null;
	/** Tokens that the model takes, where that is known. */
	contextTokens: number | null;
	/** What is offered where a server's address is typed; it holds no password. */
	address: string;
	sampling: Sampling;
	/** Names of the models that the config has by name. */
	profiles: readonly string[];
	/** How often votes of models were right, where that was measured. */
	calibrations: readonly Calibration[];
	maxSteps: number;
	/** Stays in force until it is changed; stored with each trajectory. */
	evidence: string;
	/** The next question is a vote of so many samples; null: it is asked once. */
	votes: number | null;
	/** Whether a person judges each probe. */
	approve: 'manual' | 'auto';
	/** The tables and views that the model is shown; null: all. */
	chosen: ReadonlySet<string> | null;
	/** What is written and not sent; kept whatever happens meanwhile. */
	composer: Composer;
	history: History;
	/** Questions that an empty composer offers, until one is asked. */
	suggestions: readonly string[];
	phase: Phase;
	/** What a session that is continued was broken off in: it goes on when the first frame is drawn. */
	unfinished: Unfinished | null;
	/** The newest answer or result: what the letters act on. */
	shown: Shown | null;
	/** Full-screen views, the last on top; none: the session itself is seen. */
	views: View[];
	/** Everything that went into the scrollback, in order; it only grows. */
	printed: Printed[];
	/** A line for the person, until the next key. */
	notice: string;
	/** When Ctrl-C was pressed last: once more soon after quits. */
	interruptedAt: number | null;
	/** Milliseconds since 1970, as of the last event that tells. */
	now: number;
};

/** A question that was on its way when its session ended. */
export type Unfinished =
	| {kind: 'question'; trajectory: Trajectory}
	| {kind: 'vote'; poll: Poll; before: Ballot};

/** The database that is open. */
export type Opened = {
	ref: DatabaseRef;
	copied: CopyReason | null;
	schema: Schema;
	warnings: SchemaWarning[];
};

/** A model that runs here, on its way to be asked. `loaded` is null until its file is read. */
export type Readiness = {step: ReadinessStep; loaded: LoadedModel | null};

export type ReadinessStep =
	/** Bytes of its file; a total of 0 is not known yet. */
	| {kind: 'loading'; done: number; total: number}
	/** Tokens of what all chats begin with. */
	| {kind: 'reading'; done: number; total: number}
	/** Ready, and not asked anything yet. */
	| {kind: 'ready'}
	| {kind: 'asked'}
	| {kind: 'failed'; failure: ModelFailureKind};

export type Composer = {
	editor: Editor;
	completion: Completion | null;
	/** The search through the history, while it goes on. */
	search: {query: Editor; match: number} | null;
};

/** A question on its way. */
export type Asked = {
	trajectory: Trajectory;
	startedAt: number;
	/** The reply that is being written. */
	stream: Stream;
	/** Turns whose thought is unfolded, by index. */
	unfolded: ReadonlySet<number>;
	/** The person has approved the rest of this question. */
	trusted: boolean;
	/** A reasoning parser was seen and told of. */
	warned: boolean;
};

/** `wait` is why nothing comes yet, if there is a reason. */
export type Stream = {text: string; reasoning: string; startedAt: number; wait: Wait | null};

export type Phase =
	| {kind: 'composing'}
	/** The model writes. */
	| {kind: 'thinking'; asked: Asked}
	/** A probe waits for the person; keys count from `since` and a little. */
	| {kind: 'reviewing'; asked: Asked; turn: number; sql: string; since: number; way: ReviewWay}
	/** A probe or the answer runs. */
	| {kind: 'running'; asked: Asked}
	/** The person's own query runs: after `/sql`, or an edited answer. */
	| {kind: 'querying'; sql: string; startedAt: number; trajectory: Trajectory | null}
	/** Samples of one question are on their way, or have ended and an answer is chosen. */
	| {kind: 'voting'; board: Board}
	/** Nothing runs; letters are keys that act on `shown`. */
	| {kind: 'answered'}
	/** The answer is edited. */
	| {kind: 'editing'; editor: Editor}
	/** A choice is open. */
	| Choosing
	/** The address of a server or the path of a file is typed; `from` is the choice that led here. */
	| {kind: 'locating'; way: 'server' | 'file'; editor: Editor; from: Choosing}
	/** The file of an export is named. */
	| {kind: 'naming'; format: RowFormat; editor: Editor}
	| {kind: 'quit'};

export type ReviewWay =
	| {kind: 'choosing'}
	| {kind: 'editing'; editor: Editor}
	| {kind: 'noting'; editor: Editor};

export type Choosing = {kind: 'choosing'; menu: Menu; choice: Choice};

export type Choice =
	| {kind: 'format'; formats: RowFormat[]}
	| {kind: 'model'; offers: readonly ModelOffer[]}
	/** How many samples this question is voted on with. */
	| {kind: 'vote'; question: string; sizes: readonly number[]}
	/** Whether it is forgotten: the second says yes. */
	| {kind: 'forget'; what: Doomed}
	/** Which profile's model a vote is put to that does not decide. */
	| {kind: 'escalate'; board: Board};

/** A model of the server that is asked, or a way to another one. */
export type ModelOffer =
	| {kind: 'named'; name: string}
	| {kind: 'server'}
	| {kind: 'file'}
	| {kind: 'embedded'}
	| {kind: 'profile'; name: string};

/** A query with its outcome, and the trajectory that led to it if one did. */
export type Shown = {sql: string; outcome: QueryOutcome | null; trajectory: Trajectory | null};

export type View =
	| {kind: 'grid'; grid: Grid}
	/** By their place in its book. */
	| {kind: 'debugger'; view: Debugger; trajectories: readonly Trajectory[]}
	| {kind: 'schema'; view: SchemaView}
	| {kind: 'tables'; view: TablesView}
	| {kind: 'cluster'; view: ClusterView}
	| {kind: 'differences'; view: DifferencesView}
	| {kind: 'history'; view: HistoryView}
	| {kind: 'help'; view: HelpView};

/** What stands in the scrollback, as data: it is made into lines when it is printed, and never again. */
export type Printed =
	| {kind: 'welcome'; database: Opened; model: ModelRef | null}
	/** The embedded model is asked about a schema that it does not know. */
	| {kind: 'unfamiliar'}
	/** `chosenBy`: of a vote, how its answer was chosen and by how many. */
	| {kind: 'question'; trajectory: Trajectory; elapsedMs: number; chosenBy?: string}
	| {kind: 'result'; sql: string; outcome: QueryOutcome; edited: boolean}
	| {kind: 'bars'; table: Table}
	| {kind: 'plan'; sql: string; outcome: QueryOutcome}
	| {kind: 'note'; text: string; tone: 'plain' | 'good' | 'bad'};

/** What the reducer wants done: the core does it, and tells what came of it as an event. */
export type Effect =
	| {kind: 'ask'; question: string}
	/** Asks it k times at once. */
	| {kind: 'vote'; question: string; k: number}
	/** Goes on with a vote that has ended, to k samples. */
	| {kind: 'vote-on'; poll: Poll; before: Ballot}
	/** Carries a trajectory on. */
	| {kind: 'resume'; trajectory: Trajectory}
	/** Answers again from before the last reply. */
	| {kind: 'regenerate'; trajectory: Trajectory}
	| {kind: 'judge'; turn: number; verdict: Verdict}
	/** Stops what runs. */
	| {kind: 'stop'}
	| {kind: 'query'; sql: string}
	| {kind: 'plan'; sql: string}
	| {kind: 'count' | 'first-rows'; table: string}
	| {kind: 'copy'; what: 'query' | 'rows'; text: string}
	| {kind: 'export'; format: RowFormat; file: string; sql: string}
	| {kind: 'read-evidence'; file: string}
	| {kind: 'find-history'; text: string; offset: number}
	/** Opens a question of the archive. */
	| {kind: 'open-question'; id: string}
	/** Those that the archive has of these, by their ids. */
	| {kind: 'find-forks'; trajectories: readonly string[]}
	| {kind: 'forget'; what: Doomed}
	/** A trajectory that a person has changed. */
	| {kind: 'keep'; trajectory: Trajectory}
	| {kind: 'keep-vote'; start: Trajectory; vote: ArchivedVote}
	| {kind: 'list-models'}
	| {kind: 'use-model'; wanted: Wanted}
	/** The model is asked what it takes; one that runs here is loaded and reads the prompt ahead. */
	| {kind: 'get-ready'}
	/** Opens $EDITOR; what is written comes back to where it is from. */
	| {kind: 'write-externally'; text: string}
	/** What the debugger wants done, until it is closed. */
	| {kind: 'debug'; request: Request}
	| {kind: 'debug-end'}
	| {kind: 'suspend'}
	| {kind: 'quit'};

/** What is to be removed from the archive: a question by its id or by a trajectory of it, or more. */
export type Doomed =
	| {kind: 'question'; id: string}
	| {kind: 'question-of'; trajectory: string}
	| {kind: 'session' | 'everything'};

/** What a vote is asked with. */
export type Poll = Pick<Board, 'start' | 'k' | 'seedBase'>;

export type Step = {session: Session; effects: Effect[]};
