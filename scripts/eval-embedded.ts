/**
 * Measures the model in the box on questions with known answers: `npm run eval:embedded -- --database
 * <chinook.sqlite>`. The tables for its card go to stdout, how it goes to stderr.
 */
import {setMaxListeners} from 'node:events';
import {readFileSync} from 'node:fs';
import {availableParallelism, cpus} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {modelAt, samplingOf} from '../source/commands/open-model.js';
import {openReader} from '../source/database/reader.js';
import {DatabaseError, SqrlError} from '../source/errors.js';
import {isChinook} from '../source/model/model-place.js';
import {packageRoot} from '../source/package-root.js';
import {dumpSchema} from '../source/protocol/schema.js';
import {defaultSettings} from '../source/settings.js';
import {askSet, type SetResult, withGold} from './eval/ask-questions.js';
import {measureSpeed} from './eval/measure-speed.js';
import {type EvalOptions, readOptions, USAGE} from './eval/options.js';
import {questionsOf, readQuestions} from './eval/questions.js';
import {report} from './eval/report.js';
import {eightChats} from './eval/speed.js';

/** Of the samples, in turn: as many as a vote has. */
const SEEDS = Array.from({length: 8}, (_, at) => 1 + at);

/** Samples that are written at once; the mean is that of the first so many. */
const AT_ONCE = 4;

/** How speed is measured, and how it is tried out where a limit says that nobody wants figures. */
const MEASURED = {rounds: 5, longest: 48};
const TRIED = {rounds: 1, longest: 4};

const INTERRUPTED = 130;

/** The tables. Throws a SqrlError; after an abort the signal's reason. `say` gets lines on how it goes. */
export async function evaluate(
	{database, sets, limit}: EvalOptions,
	say: (line: string) => void,
	signal: AbortSignal,
): Promise<string> {
	setMaxListeners(0, signal);
	const settings = defaultSettings();
	const {temperature, topP, maxTokens} = samplingOf(settings);
	const maxSteps = settings.values['max-steps'];
	const queryTimeoutMs = settings.values['query-timeout'] * 1000;
	const open = () => modelAt({kind: 'embedded'}, settings, {});
	const reader = await openReader(database, {concurrency: AT_ONCE});
	try {
		const schema = await chinookDump(reader, database, signal);
		const questions = readQuestions();
		const asked = await Promise.all(
			sets.map(set => withGold(questionsOf(questions, set, limit), {reader, queryTimeoutMs, signal})),
		);
		const model = open();
		const results: SetResult[] = [];
		try {
			const asking = {model, reader, schema, sampling: {topP, maxTokens}, maxSteps, queryTimeoutMs, signal};
			for (const [at, set] of sets.entries()) {
				const drawing = {temperature, seeds: SEEDS, atOnce: AT_ONCE};
				results.push(await askSet(set, asked[at]!, drawing, {...asking, onDone: say}));
			}
		} finally {
			await model.close();
		}

		say('speed and memory');
		const effort = {...(limit === null ? MEASURED : TRIED), signal};
		const speed = await measureSpeed(open, eightChats(schema, maxSteps), effort);
		const trial = limit === null ? '' : `Tried out with --limit ${limit}: these are no figures.\n\n`;
		const tables = report(results, speed, {
			temperature,
			topP,
			maxSteps,
			seeds: SEEDS,
			meanOf: AT_ONCE,
			...surroundings(),
		});
		return trial + tables;
	} finally {
		await reader.close();
	}
}

/** The schema's dump. Throws a DatabaseError where it is another schema: the questions are on Chinook's. */
async function chinookDump(
	reader: Awaited<ReturnType<typeof openReader>>,
	database: string,
	signal: AbortSignal,
): Promise<string> {
	const {schema} = await reader.schema({signal}).catch(error => {
		signal.throwIfAborted();
		throw error;
	});
	if (!isChinook(schema)) {
		throw new DatabaseError(`${database} is not Chinook: it has other tables or columns`, USAGE);
	}

	return dumpSchema(schema);
}

function surroundings(): {engine: string; machine: string} {
	const {devDependencies} = JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8'));
	const processor = cpus()[0]?.model.trim() || process.arch;
	return {
		engine: `node-llama-cpp ${devDependencies['node-llama-cpp']}`,
		machine: `${availableParallelism()} cores (${processor})`,
	};
}

async function main(): Promise<number> {
	const controller = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM'] as const) {
		process.on(name, () => controller.abort(new Error('interrupted')));
	}

	const say = (line: string) => process.stderr.write(`${line}\n`);
	try {
		process.stdout.write(await evaluate(readOptions(process.argv.slice(2)), say, controller.signal));
		return 0;
	} catch (error) {
		if (controller.signal.aborted) {
			say('Interrupted.');
			return INTERRUPTED;
		}

		if (error instanceof SqrlError) {
			say(`eval:embedded: ${error.message}\n${error.advice}`);
			return error.exitCode;
		}

		throw error;
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	process.exitCode = await main();
}
