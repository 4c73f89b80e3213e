/** `doctor`: what works, what does not, and what to do about it. */
import {performance} from 'node:perf_hooks';
import wrapAnsi from 'wrap-ansi';
import {PromptSize} from '../agent/prompt-size.js';
import {begin} from '../agent/trajectory.js';
import {messageOf, SqrlError} from '../errors.js';
import type {ServedModel, ServerModel} from '../model/openai.js';
import {dumpSchema} from '../protocol/schema.js';
import {apiKey} from '../settings.js';
import {visible} from '../visible.js';
import type {Command, Invocation} from './command.js';
import {openDatabase} from './open-database.js';
import {openModel} from './open-model.js';

/** One thing that was looked at. A fault makes the exit code 1. */
type Finding = {topic: string; state: 'ok' | 'note' | 'fault'; words: string; advice?: string};

const SIGNS = {ok: '✓', note: '·', fault: '✗'};

/** Tokens of the reply that shows where the server puts the thinking; it is broken off at its first word. */
const TRIAL_TOKENS = 64;

export const doctor: Command = async invocation => {
	const findings: Finding[] = [];
	const report = async (finding: Finding) => {
		// What an interruption broke off is no finding.
		invocation.signal.throwIfAborted();
		findings.push(finding);
		const {topic, state, words, advice} = finding;
		const {output} = invocation;
		const indent = ' '.repeat(14);
		const lines = [words, ...(advice ? [advice] : [])].flatMap(text =>
			output.columns === undefined
				? [visible(text)]
				: wrapAnsi(visible(text), Math.max(20, output.columns - indent.length), {hard: true}).split('\n'),
		);
		const start = `${SIGNS[state]} ${topic.padEnd(11)} `;
		await output.write(`${start}${lines.join(`\n${indent}`)}\n`);
	};
	const prompt = await examineDatabase(invocation, report);
	await examineServer(invocation, prompt, report);
	for (const finding of examineTerminal(invocation)) {
		await report(finding);
	}

	const faults = findings.filter(({state}) => state === 'fault').length;
	await invocation.output.write(
		faults === 0 ? 'All is well.\n' : `${faults === 1 ? '1 fault' : `${faults} faults`}.\n`,
	);
	return faults === 0 ? 0 : 1;
};

type Report = (finding: Finding) => Promise<void>;

type Prompt = {system: string; user: string; tokens: number; advice: string};

async function examineDatabase(invocation: Invocation, report: Report): Promise<Prompt | null> {
	const {operands, flags, notes, settings} = invocation;
	const topic = 'database';
	// Without a database the sample shows that the reader works here.
	const sample = operands.length === 0;
	try {
		const {reader} = await openDatabase(operands[0], sample ? {...flags, sample: true} : flags, notes);
		try {
			const {schema, warnings} = await reader.schema();
			const start = begin({
				id: 'doctor',
				question: 'How many rows has the first table?',
				evidence: '',
				database: reader.database,
				model: {name: settings.values.model},
				sampling: {temperature: 0, topP: 1, maxTokens: TRIAL_TOKENS, seed: null},
				maxSteps: settings.values['max-steps'],
				schema: dumpSchema(schema),
			});
			const size = new PromptSize(start, schema);
			const name = sample ? 'the sample (name another to have it checked)' : reader.database.path;
			const counts = `${schema.tables.length} tables, ${schema.views.length} views`;
			const tokens = `its prompt has about ${size.tokens.toLocaleString('en-US')} tokens`;
			await report({
				topic,
				state: 'ok',
				words: `${name}: ${counts}, ${tokens} · SQLite ${reader.sqliteVersion}`,
			});
			for (const {name, message} of warnings) {
				await report({
					topic,
					state: 'note',
					words: `${name} cannot be read and is not shown to the model: ${message}`,
				});
			}

			return {...start.prompt, tokens: size.tokens, advice: size.advice};
		} finally {
			await reader.close();
		}
	} catch (error) {
		await report({topic, state: 'fault', words: messageOf(error), advice: adviceOf(error)});
		return null;
	}
}

async function examineServer(invocation: Invocation, prompt: Prompt | null, report: Report): Promise<void> {
	const {settings, environment, signal} = invocation;
	const {values, sources} = settings;
	const key = apiKey(settings, environment);
	const model = await openModel(settings, environment);
	const start = performance.now();
	let served: ServedModel[];
	try {
		served = await model.models(signal);
	} catch (error) {
		await report({topic: 'server', state: 'fault', words: messageOf(error), advice: adviceOf(error)});
		return;
	}

	const ms = Math.round(performance.now() - start);
	const from = sources['base-url'].kind === 'default' ? 'the default' : `from ${sources['base-url'].name}`;
	const withKey = key ? ', with a key' : ', without a key';
	await report({
		topic: 'server',
		state: 'ok',
		words: `${model.ref.baseUrl} (${from}${withKey}) answers in ${ms} ms`,
	});

	const own = served.find(({id}) => id === values.model);
	if (!own) {
		await report({
			topic: 'model',
			state: 'fault',
			words: `the server has no model "${values.model}"`,
			advice: `Name one it has with --model: ${served.map(({id}) => id).join(', ') || '(it lists none)'}`,
		});
		return;
	}

	await report({topic: 'model', state: 'ok', words: own.id});
	await report(examineContext(own.contextLength, prompt, values['max-tokens']));
	if (prompt) {
		await report(await examineThinking(model, prompt, signal));
	}
}

/** The context has to hold the prompt and the longest reply that is asked for. */
function examineContext(context: number | null, prompt: Prompt | null, maxTokens: number): Finding {
	const topic = 'context';
	if (context === null) {
		return {topic, state: 'note', words: 'the server does not say how long a chat may be'};
	}

	const words = `${context.toLocaleString('en-US')} tokens`;
	if (prompt && prompt.tokens > context) {
		return {topic, state: 'fault', words: `${words}, less than the prompt has`, advice: prompt.advice};
	}

	if (prompt && prompt.tokens + maxTokens > context) {
		const reply = `less than the prompt and a reply of --max-tokens ${maxTokens} have`;
		const room = context - prompt.tokens;
		const smaller = `give --max-tokens ${Math.max(1, Math.floor(room / 2))} or so`;
		const larger = context < 32_768 ? 'serve with --max-model-len 32768, or ' : '';
		const advice = `${larger}${smaller}.`.replace(/^./, letter => letter.toUpperCase());
		return {topic, state: 'fault', words: `${words}, ${reply}`, advice};
	}

	return {topic, state: 'ok', words};
}

/** Whether the think block stays in the text, where the protocol has it. */
async function examineThinking(
	model: ServerModel,
	{system, user}: Prompt,
	signal: AbortSignal,
): Promise<Finding> {
	const topic = 'think block';
	const sampling = {temperature: 0, topP: 1, maxTokens: TRIAL_TOKENS, seed: null};
	const chat = [
		{role: 'system' as const, content: system},
		{role: 'user' as const, content: user},
	];
	try {
		for await (const {kind} of model.reply(chat, sampling, signal)) {
			if (kind === 'reasoning') {
				return {
					topic,
					state: 'fault',
					words: 'the server sends the thinking apart from the text (about 12 points of accuracy lost)',
					advice: 'A reasoning parser is on: start vLLM without --reasoning-parser.',
				};
			}

			if (kind === 'text') {
				return {topic, state: 'ok', words: 'the thinking stays in the text'};
			}
		}

		return {topic, state: 'fault', words: 'the model wrote nothing', advice: 'See the log of the server.'};
	} catch (error) {
		return {topic, state: 'fault', words: messageOf(error), advice: adviceOf(error)};
	}
}

function examineTerminal({output, notes, environment}: Invocation): Finding[] {
	const size = output.columns ? `${output.columns} columns` : 'stdout is no terminal';
	const colours = notes.colours ? 'colours' : 'no colours';
	const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
	const words = `${size}, ${colours}, TERM=${environment.TERM ?? '(not set)'}, Node.js ${process.versions.node}`;
	const terminal: Finding = {topic: 'terminal', state: 'ok', words};
	return output.isTerminal && !/utf-?8/i.test(locale)
		? [
				terminal,
				{
					topic: 'terminal',
					state: 'note',
					words: `the locale is "${locale}": signs beyond ASCII may look wrong`,
					advice: 'Set LANG to a UTF-8 locale, such as C.UTF-8.',
				},
			]
		: [terminal];
}

function adviceOf(error: unknown): string {
	return error instanceof SqrlError ? error.advice : '';
}
