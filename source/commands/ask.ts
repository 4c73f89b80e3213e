/** `ask`: one question, no screen. Rows on stdout, how they came about on stderr. */
import {randomUUID} from 'node:crypto';
import {explained} from '../agent/explained.js';
import {PromptSize} from '../agent/prompt-size.js';
import {approveAll} from '../agent/review.js';
import {solve} from '../agent/solve.js';
import {begin, failed, type Trajectory} from '../agent/trajectory.js';
import {keptSolving} from '../archive/kept.js';
import {openRecorder} from '../archive/recorder.js';
import {QueryFailure, type Reader} from '../database/reader.js';
import {type ModelError, SqrlError, sentences, UsageError} from '../errors.js';
import {jsonPieces} from '../json-pieces.js';
import type {Model} from '../model/model.js';
import {isChinook, isEmbedded} from '../model/model-place.js';
import {dumpSchema} from '../protocol/schema.js';
import {counted} from '../rows/outcome-words.js';
import {ROW_FORMATS, type RowFormat, rowWriter} from '../rows/row-writer.js';
import type {Ballot} from '../vote/ballot.js';
import type {Escalated} from '../vote/escalated.js';
import {askProgress} from './ask-progress.js';
import {askedVotes} from './asked-votes.js';
import type {Asking} from './asking.js';
import {usableCalibrations} from './calibrations.js';
import {chosenPlace, serverPlace} from './chosen-place.js';
import {chosenTables} from './chosen-tables.js';
import type {Command, Invocation} from './command.js';
import {OTHER_SCHEMA_WORDS, placeWords} from './model-words.js';
import {openedArchive, sessionOf} from './open-archive.js';
import {openDatabase, VOTE_QUERIES} from './open-database.js';
import {openEscalation} from './open-escalation.js';
import {modelAt, preload, samplingOf} from './open-model.js';
import {readStream, readTextFile} from './read-text.js';
import {unfitness} from './unfit.js';

const NO_ANSWER = 1;
const INTERRUPTED = 130;

export const ask: Command = async invocation => {
	const {operands, flags, settings, environment, notes, signal} = invocation;
	const format = chosenFormat(invocation);
	const votes = askedVotes(flags);
	const question = await readQuestion(operands.at(-1)!, signal);
	const evidence = await readEvidence(flags, signal);
	// Nobody is there to choose: without a choice the default server is tried, never a model that runs here.
	const place = chosenPlace(settings) ?? serverPlace(settings);
	const model = modelAt(place, settings, environment);
	const escalation = votes?.escalate ? await openEscalation(votes.escalate, invocation) : null;
	// The client or engine is loaded while the database is opened.
	const [{reader}, calibrations] = await Promise.all([
		openDatabase(flags.sample ? undefined : operands[0], flags, notes, votes ? VOTE_QUERIES : {}),
		votes ? usableCalibrations(environment, notes.line) : [],
		preload(place),
	]);
	const recorder = openRecorder({
		session: sessionOf('ask', reader.database),
		open: () => openedArchive(settings, environment),
		onFailure: error => notes.line(`Warning: ${sentences(error)}`),
		onNote: notes.line,
	});
	const asking = {model, reader, recorder, calibrations};
	try {
		const {start, size} = await prepare({question, evidence}, model, reader, invocation);
		const unfit = await unfitness(start, size, model, invocation);
		const asked: Asked = unfit
			? {trajectory: failed(start, unfit), error: unfit}
			: votes
				? await (await import('./escalation.js')).askEscalating(
						{start, size, votes, escalation},
						asking,
						invocation,
					)
				: await solved(start, asking, invocation);
		await print(asked, reader, format, invocation);
		if (asked.error) {
			throw explained(asked.error, size, model.ref.baseUrl ?? '');
		}

		return exitCode(asked, invocation);
	} finally {
		await Promise.all([reader.close(), model.close(), escalation?.model.close(), recorder.close()]);
	}
};

/** The trajectory before its first reply, from the schema as far as it can be read and is wanted. */
async function prepare(
	asked: {question: string; evidence: string},
	model: Model,
	reader: Reader,
	{flags, settings, notes, signal}: Invocation,
): Promise<{start: Trajectory; size: PromptSize}> {
	const {schema: whole, warnings} = await reader.schema({signal});
	for (const {name, message} of warnings) {
		notes.line(`The model is not shown ${name}, which cannot be read: ${message}`);
	}

	const schema = chosenTables(whole, flags.tables as string[] | undefined);
	const start = begin({
		...asked,
		id: randomUUID(),
		database: reader.database,
		model: model.ref,
		sampling: samplingOf(settings),
		maxSteps: settings.values['max-steps'],
		schema: dumpSchema(schema),
	});
	const size = new PromptSize(start, schema);
	const objects = schema.tables.length + schema.views.length;
	const count = counted(objects, 'table');
	const tokens = `about ${size.tokens.toLocaleString('en-US')} tokens of prompt`;
	notes.line(`${reader.database.name} · ${count}, ${tokens} · ${placeWords(model.ref)}`);
	if (isEmbedded(model.ref) && !isChinook(whole)) {
		notes.line(`Warning: ${OTHER_SCHEMA_WORDS}`);
	}

	return {start, size};
}

/** What came of a question. Of a vote the trajectory is the one that it chose. */
type Asked = {trajectory: Trajectory; ballot?: Ballot; escalated?: Escalated; error?: ModelError};

/** Solves, and tells of each step. */
async function solved(
	start: Trajectory,
	{model, reader, recorder}: Asking,
	{settings, notes, signal}: Invocation,
): Promise<Asked> {
	const progress = askProgress(notes);
	const solving = solve(start, {
		model,
		reader,
		review: approveAll,
		clock: Date.now,
		queryTimeoutMs: settings.values['query-timeout'] * 1000,
		signal,
	});
	for await (const event of keptSolving(recorder.question(), start, solving)) {
		await progress(event);
		if (event.kind === 'ended') {
			return event;
		}
	}

	throw new Error('the trajectory has no end');
}

function chosenFormat({flags, output}: Invocation): RowFormat | 'trajectory' | 'sql' {
	const given = ['format', 'json', 'sql'].filter(name => flags[name] !== undefined);
	if (given.length > 1) {
		throw new UsageError(
			`${given.map(name => `--${name}`).join(' and ')} exclude each other`,
			'Give one of them.',
		);
	}

	if (flags.json) {
		return 'trajectory';
	}

	if (flags.sql) {
		return 'sql';
	}

	const format = flags.format ?? (output.isTerminal ? 'table' : 'tsv');
	const known = ROW_FORMATS.find(name => name === format);
	if (!known) {
		throw new UsageError(
			`--format: there is no form "${String(format)}"`,
			`There is: ${ROW_FORMATS.join(', ')}`,
		);
	}

	return known;
}

async function readQuestion(operand: string, signal: AbortSignal): Promise<string> {
	const text = operand === '-' ? await readStream(process.stdin, 'the question', signal) : operand;
	const question = text.trim();
	if (question === '') {
		throw new UsageError(
			'the question is empty',
			'Write it after the database, in quotes; - reads it from stdin.',
		);
	}

	return checkText(question, 'the question');
}

async function readEvidence(flags: Invocation['flags'], signal: AbortSignal): Promise<string> {
	const file = flags['evidence-file'];
	if (file === undefined) {
		return checkText(String(flags.evidence ?? ''), 'the evidence');
	}

	if (flags.evidence !== undefined) {
		throw new UsageError('--evidence and --evidence-file exclude each other', 'Give one of them.');
	}

	const text = await readTextFile(String(file), 'the evidence', signal);
	return checkText(text.trim(), 'the evidence');
}

/** Bytes that are no text, read as UTF-8, leave U+FFFD or NUL. */
function checkText(text: string, what: string): string {
	if (/[\0\ufffd]/.test(text)) {
		throw new UsageError(`${what} is not text in UTF-8`, 'Convert it first, for instance with iconv.');
	}

	return text;
}

function exitCode(asked: Asked, {signal}: Invocation): number {
	const {trajectory} = asked;
	if (trajectory.ending === 'aborted' || wasBrokenOff(asked, signal)) {
		return INTERRUPTED;
	}

	return trajectory.answer?.outcome && 'table' in trajectory.answer.outcome ? 0 : NO_ANSWER;
}

/** Whether a person has ended a vote before its samples had. */
function wasBrokenOff({ballot, escalated}: Asked, signal: AbortSignal): boolean {
	const samples = [ballot, escalated?.ballot].flatMap(ballot => ballot?.samples ?? []);
	return signal.aborted && samples.some(({state}) => state.kind === 'cancelled');
}

async function print(
	asked: Asked,
	reader: Reader,
	format: ReturnType<typeof chosenFormat>,
	{output, settings, signal}: Invocation,
): Promise<void> {
	const {trajectory, ballot, escalated} = asked;
	const write = output.write;
	if (format === 'trajectory') {
		const json = ballot
			? (await import('../vote/vote-json.js')).voteToJson(ballot, escalated)
			: (await import('../agent/trajectory-json.js')).trajectoryToJson(trajectory);
		for (const piece of jsonPieces(json)) {
			await write(piece);
		}

		await write('\n');
		return;
	}

	if (wasBrokenOff(asked, signal)) {
		return;
	}

	const {answer} = trajectory;
	if (!answer) {
		return;
	}

	if (format === 'sql') {
		await write(`${answer.sql}\n`);
		return;
	}

	if (!answer.outcome || 'error' in answer.outcome) {
		return;
	}

	const {table} = answer.outcome;
	const writer = await rowWriter(format, output.columns);
	if (!table.truncated) {
		await write(writer.begin(table.columns) + writer.rows(table.rows) + writer.end());
		return;
	}

	// More rows than a trajectory keeps: the query runs once more, and none of its rows is held.
	try {
		const timeoutMs = settings.values['query-timeout'] * 1000;
		const {columns, batches} = await reader.stream(answer.sql, {signal, timeoutMs});
		await write(writer.begin(columns));
		for await (const batch of batches) {
			await write(writer.rows(batch));
		}

		await write(writer.end());
	} catch (error) {
		throw error instanceof QueryFailure
			? new SqrlError(
					`the rows above are not all: ${error.message}`,
					'Give the query longer with --query-timeout, or take it with --sql.',
					NO_ANSWER,
				)
			: error;
	}
}
