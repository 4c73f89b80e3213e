/**
 * Asks the questions of a run, as many samples at a time as are wanted, and judges what comes. It knows no folder:
 * whoever pulls its events stores each before the next, so that a run that is killed loses only what was under way.
 */
import {setMaxListeners} from 'node:events';
import type {Trajectory} from '../../agent/trajectory.js';
import {untilAborted} from '../../agent/until-aborted.js';
import type {BulkReader} from '../../database/bulk-reader.js';
import type {SchemaWarning} from '../../database/messages.js';
import {ModelError} from '../../errors.js';
import {openInbox} from '../../inbox.js';
import type {Model} from '../../model/model.js';
import {type AskedSample, askSample, isAnswered} from './ask-sample.js';
import {askedQuestion, type QuestionOptions} from './asked-question.js';
import {type GoldFinding, type RunItem, type SampleVerdict, sampleId, samplePlace} from './run.js';
import {openSchemaDumps} from './schema-dumps.js';
import {openSlots} from './slots.js';
import {openUnchanged} from './unchanged.js';
import {type Work, type WorkOptions, workOf} from './work.js';

export type RunnerOptions = Omit<QuestionOptions, 'bulk' | 'schemas' | 'unchanged' | 'inspectGold'> &
	Pick<WorkOptions, 'done' | 'unjudged'> & {
		/** Its time limit is that of the plan, and the files were added to it. */
		bulk: Pick<BulkReader, 'run' | 'observe' | 'schema'>;
		/** What it throws is the last word: it has tried again, and elsewhere, by itself. */
		model: Model;
		/**
		 * Requests that the model has at once, over all questions. A sample that waits for its database leaves its place
		 * to another; twice as many samples are under way at most. A kill costs these, and at most eight more.
		 */
		concurrency: number;
		/** Milliseconds since 1970; never goes back. */
		clock: () => number;
		signal?: AbortSignal | undefined;
		/** Why another result of a gold query in a file would be as right, or null. */
		inspectGold?: QuestionOptions['inspectGold'];
	};

/** `question` is an item's index. */
export type RunEvent =
	| {kind: 'begun'; question: number; sample: number}
	/** Objects of a file that cannot be read, and so stand in no prompt; told once. */
	| {kind: 'warned'; file: string; warnings: SchemaWarning[]}
	| {kind: 'gold'; finding: GoldFinding}
	/** The model failed over a sample. It goes on where it was; or it is dropped, and a later run will ask it. */
	| {kind: 'broken'; question: number; sample: number; error: ModelError; goesOn: boolean}
	/** The trajectory of a sample, whole; its verdict follows. */
	| {kind: 'ended'; question: number; sample: number; trajectory: Trajectory}
	| {kind: 'judged'; verdict: SampleVerdict};

/**
 * So many verdicts and gold queries may be under way for each request that the model has at once, and so many more: on a
 * fast server each takes as long as several replies, and gold queries may be slow.
 */
const [FOUND_FOR_EACH, MORE_FOUND] = [4, 64];

/** On a fast server some samples have ended and wait to be stored: more than these are not begun meanwhile. */
const MORE_UNSTORED = 8;

/** Chats that are asked again to see whether the model is there: one of them may be one that it fails over. */
const MOST_KNOWN = 3;

type Sample = Extract<Work, {kind: 'sample'}>;

/** What has come of the work that goes on beside the generator. */
type Report =
	| {kind: 'event'; event: RunEvent}
	/** A slot is free. */
	| {kind: 'room'}
	| ({kind: 'asked'; work: Sample} & AskedSample)
	/** A sample over which the model had failed, and then it replied to another. */
	| {kind: 'believed'; work: Sample; trajectory: Trajectory}
	/** A verdict, or what there is to know of a gold query. */
	| {kind: 'found'; event: RunEvent}
	| {kind: 'lost'; work: Work; error: unknown};

/**
 * Does what is not done yet: sample after sample of question after question. A slot that is free takes the next one,
 * whatever question it is of; the gold query of a question runs beside its first sample.
 *
 * A sample that fails is one that has failed. Where no chat is answered any more (a ModelError), or a database has
 * changed or cannot be read (a DatabaseError), nothing new is begun, what is under way comes to its end, and the error
 * is thrown: a later run does what is missing. An abort ends it at once, without an error; samples under way are
 * dropped.
 */
export async function* runBenchmark(options: RunnerOptions): AsyncGenerator<RunEvent, void, void> {
	const {plan, clock, concurrency, signal: given, inspectGold = async () => null} = options;
	const stop = new AbortController();
	const signal = given ? AbortSignal.any([given, stop.signal]) : stop.signal;
	setMaxListeners(0, signal);
	const inbox = openInbox<Report>(signal);
	const reports = inbox[Symbol.asyncIterator]();
	const tell = (event: RunEvent) => inbox.put({kind: 'event', event});
	const schemas = openSchemaDumps(options.bulk, (file, warnings) => tell({kind: 'warned', file, warnings}));
	const slots = openSlots(options.model, concurrency, () => inbox.put({kind: 'room'}));
	const unchanged = openUnchanged(options.versions);
	const open = (item: RunItem) => askedQuestion(item, {...options, schemas, unchanged, inspectGold});
	const works = workOf(options, open);

	const going = new Set<Promise<void>>();
	/** What is under way: samples, verdicts and gold queries, and samples that are to be judged after all. */
	const counts = {asked: 0, found: 0, believed: 0};
	/** Samples that were begun and are not yet where a kill does not reach them: ids. */
	const unstored = new Set<string>();
	/** Why the run cannot go on. */
	let end: {error: unknown} | null = null;
	/** Samples that the model has failed over since it last replied to any. */
	const doubted: Array<Extract<Report, {kind: 'asked'}>> = [];
	let hasReplied = false;
	const hasAnswered = () => hasReplied || options.done.verdicts.size > 0;

	const believe = () => {
		for (const {work, trajectory} of doubted.splice(0)) {
			counts.believed++;
			inbox.put({kind: 'believed', work, trajectory});
		}
	};

	const start = (work: Work, task: () => Promise<Report>, onEnd = () => {}) => {
		counts[work.kind === 'sample' ? 'asked' : 'found']++;
		const running: Promise<void> = task()
			.catch((error: unknown): Report => ({kind: 'lost', work, error}))
			.then(report => {
				going.delete(running);
				inbox.put(report);
				onEnd();
			});
		going.add(running);
	};

	const ask = (work: Sample) => {
		const {question, sample} = work;
		const {model, release} = slots.take();
		unstored.add(idOf(work));
		const task = async (): Promise<Report> => {
			const asked = await askSample(question, sample, {
				model,
				clock,
				signal,
				hasAnswered,
				onReply() {
					hasReplied = true;
					believe();
				},
				onBroken: error => tell({kind: 'broken', question: question.item.index, sample, error, goesOn: true}),
			});
			return {kind: 'asked', work, ...asked};
		};
		// That it was in vain is heard before its slot is given to another.
		start(work, task, release);
	};

	const find = (work: Exclude<Work, Sample>, before = async () => {}) => {
		const {question} = work;
		start(work, async () => {
			await before();
			const event: RunEvent =
				work.kind === 'gold'
					? {kind: 'gold', finding: await untilAborted(question.gold(), signal)}
					: {
							kind: 'judged',
							verdict: await untilAborted(question.judge(work.sample, work.trajectory), signal),
						};
			await question.check();
			return {kind: 'found', event};
		});
	};

	/** What was answered from another version of the database is not told of. */
	const judge = ({question, sample}: Sample, trajectory: Trajectory) =>
		find({kind: 'judge', question, sample, trajectory}, async () => {
			await question.check();
			tell({kind: 'ended', question: question.item.index, sample, trajectory});
		});

	/** Whether the model answers a chat that it has answered before: then what it fails over now is not its own. */
	const answersAgain = async (): Promise<boolean> => {
		for (const id of [...options.done.verdicts].slice(0, MOST_KNOWN)) {
			const {question, sample} = samplePlace(id);
			const known = plan.items.find(({index}) => index === question);
			if (known && (await isAnswered(open(known), sample, {model: options.model, signal}))) {
				return true;
			}
		}

		return false;
	};

	const hasRoom = ({kind}: Work) =>
		counts.found < FOUND_FOR_EACH * concurrency + MORE_FOUND &&
		(kind !== 'sample' ||
			(slots.hasRoom && counts.asked < 2 * concurrency && unstored.size < 2 * concurrency + MORE_UNSTORED));

	/** A question whose database has no file ends the run as one that cannot be read. */
	const nextWork = (): IteratorResult<Work, void> => {
		try {
			return works.next();
		} catch (error) {
			end ??= {error};
			return {done: true, value: undefined};
		}
	};

	try {
		signal.throwIfAborted();
		let work = nextWork();
		for (;;) {
			while (!end && !work.done && hasRoom(work.value)) {
				const {value} = work;
				if (value.kind === 'sample') {
					yield {kind: 'begun', question: value.question.item.index, sample: value.sample};
					ask(value);
				} else {
					// The sooner a change is seen, the less is asked in vain.
					find(value, () => value.question.check());
				}

				work = nextWork();
			}

			if (counts.asked + counts.found + counts.believed === 0) {
				if (end || doubted.length === 0) {
					break;
				}

				if (!hasReplied && !(await answersAgain())) {
					end = {error: doubted[0]!.doubt};
					break;
				}

				believe();
			}

			const {value: report} = await reports.next();
			switch (report.kind) {
				case 'room':
					break;
				case 'event':
					yield report.event;
					if (report.event.kind === 'ended') {
						unstored.delete(sampleId(report.event.question, report.event.sample));
					}

					break;
				case 'asked':
					counts.asked--;
					if (report.doubt) {
						unstored.delete(idOf(report.work));
						doubted.push(report);
						end ??= doubted.length > plan.votes + concurrency ? {error: report.doubt} : null;
						break;
					}

					judge(report.work, report.trajectory);
					break;
				case 'believed':
					counts.believed--;
					unstored.add(idOf(report.work));
					judge(report.work, report.trajectory);
					break;
				case 'found':
					counts.found--;
					yield report.event;
					break;
				case 'lost':
					counts[report.work.kind === 'sample' ? 'asked' : 'found']--;
					end ??= {error: report.error};
					if (report.work.kind !== 'gold') {
						unstored.delete(idOf(report.work));
					}

					if (report.work.kind === 'sample' && report.error instanceof ModelError) {
						yield droppedOf(report.work, report.error);
					}
			}
		}

		for (const {work, doubt} of doubted) {
			yield droppedOf(work, doubt!);
		}
	} catch (error) {
		if (!given?.aborted) {
			throw error;
		}

		return;
	} finally {
		stop.abort();
		await reports.return?.();
		await Promise.all(going);
	}

	if (end) {
		throw end.error;
	}
}

function idOf({question, sample}: Exclude<Work, {kind: 'gold'}>): string {
	return sampleId(question.item.index, sample);
}

function droppedOf({question, sample}: Sample, error: ModelError): RunEvent {
	return {kind: 'broken', question: question.item.index, sample, error, goesOn: false};
}
