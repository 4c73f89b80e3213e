/** What can happen to a debugger, and what it wants done. */
import type {ForkPlan} from '../../agent/fork.js';
import type {Rerun, Until} from '../../agent/rerun.js';
import type {Trajectory} from '../../agent/trajectory.js';
import type {Catalogue} from '../../archive/book.js';
import type {ExportFormat} from '../../archive/export.js';
import type {Judgement, Verdict} from '../../evaluation/judge.js';
import type {Input} from '../input.js';
import type {Side} from './compare-view.js';
import type {Debugger, Task} from './debugger.js';
import type {Node} from './tree.js';
import type {RecordedVerdicts, Whose} from './verdicts.js';

export type DebuggerEvent =
	| {kind: 'input'; input: Input}
	/** The book has changed. */
	| {kind: 'catalogue'; catalogue: Catalogue}
	/** What the person wanted to be read again has begun anew. */
	| {kind: 'reloaded'; catalogue: Catalogue}
	/** A further part of the book can be looked at. */
	| {kind: 'look-on'}
	| {kind: 'opened'; place: number; trajectory: Trajectory}
	| {kind: 'not-opened'; place: number; reason: string}
	/** A recorded query has run again. */
	| {kind: 'reran'; trajectory: Whose; rerun: Rerun}
	/** Forks that have made a step or are known of; `begun`: the person has just made them. */
	| {kind: 'forks'; forks: readonly Trajectory[]; begun: boolean}
	/** `isTyped`: by a gold query of the person's. */
	| {kind: 'judged'; trajectory: Whose; judgement: Judgement; isTyped: boolean}
	/** Of many: only what was found, not why. */
	| {kind: 'verdicts'; verdicts: ReadonlyArray<readonly [trajectory: Whose, verdict: Verdict]>}
	/** What the runs of the book have recorded, by the file of their trajectories; `gold`: queries that they have. */
	| {kind: 'recorded'; runs: ReadonlyMap<string, RecordedVerdicts>; gold: number; notes: readonly string[]}
	/** How far what runs is; null: it has ended. */
	| {kind: 'task'; task: Task | null}
	/** Both sides of a comparison are in hand. */
	| {kind: 'compared'; left: Side; right: Side}
	| {kind: 'written'; text: string}
	/** A trajectory is in a file. */
	| {kind: 'exported'; file: string}
	| {kind: 'notice'; text: string};

/** A trajectory, or where in the book it is. */
export type Target = {node: Node; trajectory: Trajectory | null};

/** `file`: as in `Whose`. */
export type FiledTarget = Target & {file: string};

/** `name`: what it is called beside the other. */
export type NamedTarget = Target & {name: string};

export type Request =
	| {kind: 'open'; place: number}
	/** Wants a `look-on` when keys have had their turn. */
	| {kind: 'look-on'}
	| {kind: 'rerun'; trajectory: Trajectory; file: string; from: number; until: Until}
	/** `model`: its name among those that there are. */
	| {kind: 'fork'; parent: Trajectory; plan: ForkPlan; model: string}
	/** `gold`: typed for this question; null: from the file of gold queries, or the run. */
	| {kind: 'judge'; trajectory: Trajectory; file: string; gold: string | null}
	| {kind: 'judge-all'; targets: readonly FiledTarget[]}
	| {kind: 'compare'; left: NamedTarget; right: NamedTarget}
	| {kind: 'export'; trajectory: Trajectory; format: ExportFormat; file: string}
	/** Stops what runs. */
	| {kind: 'stop'}
	| {kind: 'reload'}
	/** Wants what the runs of the book have recorded. */
	| {kind: 'read-runs'}
	| {kind: 'write-externally'; text: string}
	| {kind: 'close'};

export type DebuggerStep = {debugger: Debugger; requests: Request[]};
