/** Of `doctor`: the server, its model, how long a chat may be, and where the thinking goes. */
import {performance} from 'node:perf_hooks';
import {ModelError} from '../errors.js';
import type {Model} from '../model/model.js';
import type {ServedModel} from '../model/openai.js';
import {apiKey} from '../settings.js';
import {chosenPlace, serverPlace} from './chosen-place.js';
import type {Invocation} from './command.js';
import {type Finding, faultOf, type Report, TRIAL_TOKENS, type TrialPrompt} from './finding.js';
import {serverAt} from './open-model.js';

export async function examineServer(
	{settings, environment, signal}: Invocation,
	prompt: TrialPrompt | null,
	report: Report,
): Promise<void> {
	const {values, sources} = settings;
	const place = serverPlace(settings);
	const start = performance.now();
	let model: ReturnType<typeof serverAt>;
	let served: ServedModel[];
	try {
		model = serverAt(place, settings, environment);
		served = await model.models(signal);
	} catch (error) {
		const fault = faultOf('server', error);
		const nothingNamed =
			error instanceof ModelError && error.kind === 'unreachable' && chosenPlace(settings) === null;
		await report(nothingNamed ? {...fault, advice: THREE_WAYS} : fault);
		return;
	}

	const ms = Math.round(performance.now() - start);
	const from = sources['base-url'].kind === 'default' ? 'the default' : `from ${sources['base-url'].name}`;
	const withKey = apiKey(place.baseUrl, settings, environment) ? ', with a key' : ', without a key';
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

const THREE_WAYS =
	'Start a server there or name its address (--base-url <url>), name a GGUF file (--model-file <path>), or take ' +
	'the model that comes with sqrl-tui (--embedded).';

/** The context has to hold the prompt and the longest reply that is asked for. */
function examineContext(context: number | null, prompt: TrialPrompt | null, maxTokens: number): Finding {
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
	model: Model,
	{system, user}: TrialPrompt,
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
		return faultOf(topic, error);
	}
}
