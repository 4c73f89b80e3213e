import {describe, expect, it} from 'vitest';
import {ModelError} from '../../../source/errors.js';
import {faultOf} from '../../../source/evaluation/run/model-faults.js';
import {serverModel} from '../../../source/model/openai.js';
import {startScriptedServer} from '../../support/scripted-server.js';

const sampling = {temperature: 0.7, topP: 0.95, maxTokens: 100, seed: 1};

/** What a server's answer is to a run, as the client tells of it. */
async function faultOfStatus(status: number, message = 'no') {
	const server = await startScriptedServer(() => ({status, body: {error: {message}}}));
	try {
		const model = serverModel({baseUrl: server.baseUrl, name: 'sqrl-4b', idleTimeoutMs: 10_000});
		for await (const _ of model.reply([{role: 'user', content: 'Question: 1'}], sampling)) {
			// It never comes.
		}
	} catch (error) {
		return faultOf(error as ModelError);
	} finally {
		await server.close();
	}

	return null;
}

describe('the fault behind a failure', () => {
	it.each([
		[400, 'refused'],
		[413, 'refused'],
		[422, 'refused'],
		[401, 'gone'],
		[404, 'gone'],
		[402, 'doubtful'],
		[302, 'gone'],
	])('of an answer with status %i is %s', async (status, fault) => {
		expect(await faultOfStatus(status)).toBe(fault);
	});

	it('of a prompt beyond the context is its own', async () => {
		const words = "This model's maximum context length is 4096 tokens, you requested 9000";
		expect(await faultOfStatus(400, words)).toBe('own');
	});

	it('of a server that fails is seen from other chats', () => {
		const cause = Object.assign(new Error('502 Bad Gateway'), {status: 502});
		// The client wraps what it was told, so that no key stands in its words.
		const told = new ModelError('refused', 'it failed', '', {cause});
		expect(faultOf(new ModelError('refused', 'it failed', '', {cause: told}))).toBe('doubtful');
		expect(faultOf(new ModelError('refused', 'it failed', ''))).toBe('doubtful');
	});
});
