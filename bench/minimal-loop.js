/**
 * The model card's minimal driver loop, in plain JavaScript on openai and better-sqlite3: the baseline that
 * `ask` is measured against. No limits, no gate, no second process.
 *
 * Usage: node bench/minimal-loop.js <base url> <database> <schema dump> <question> [file]
 *
 * With a file its messages are dumped into it at the end, as people keep them.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import Database from 'better-sqlite3';
import OpenAI from 'openai';

const [baseURL = '', file = '', dump = '', question = '', log] = process.argv.slice(2);
const texts = new URL('../test/protocol/golden/', import.meta.url);
/** @param {string} name */
const text = name => readFileSync(new URL(name, texts), 'utf8');
const system = text('system-prompt.txt')
	.replace('{schema}', () => readFileSync(dump, 'utf8'))
	.replace('{evidence}', '(none provided)')
	.replace('{max_steps}', '5');
const db = new Database(file, {readonly: true});
const client = new OpenAI({baseURL, apiKey: 'EMPTY'});
/** @type {OpenAI.ChatCompletionMessageParam[]} */
const messages = [
	{role: 'system', content: system},
	{role: 'user', content: text('first-user-turn.txt').replace('{question}', () => question)},
];
/** @param {string} sql */
const run = sql => {
	try {
		const rows = /** @type {unknown[][]} */ (db.prepare(sql).raw().all());
		return rows.map(row => row.join('\t')).join('\n');
	} catch (error) {
		return `Error: ${/** @type {Error} */ (error).message}`;
	}
};

for (let step = 0; step < 6; step++) {
	const reply = await client.chat.completions.create({
		model: 'sqrl-4b',
		messages,
		temperature: 0.7,
		top_p: 0.95,
		max_tokens: 8192,
	});
	const content = String(reply.choices[0]?.message.content).split('</think>').at(-1)?.trim() ?? '';
	messages.push({role: 'assistant', content});
	const answer = [...content.matchAll(/<answer>(.*?)<\/answer>/gs)].at(-1);
	if (answer) {
		console.log(run(String(answer[1]).trim()));
		break;
	}

	const probe = [...content.matchAll(/<sql>(.*?)<\/sql>/gs)].at(-1);
	if (!probe) {
		break;
	}

	messages.push({
		role: 'user',
		content: `<observation>\n${run(String(probe[1]).trim())}\n</observation>\nContinue with <sql> or <answer>.`,
	});
}

if (log !== undefined) {
	writeFileSync(log, JSON.stringify(messages));
}
