/** `doctor`: what works, what does not, and what to do about it. */
import wrapAnsi from 'wrap-ansi';
import {PromptSize} from '../agent/prompt-size.js';
import {begin} from '../agent/trajectory.js';
import {isChinook} from '../model/model-place.js';
import {dumpSchema} from '../protocol/schema.js';
import {visible} from '../visible.js';
import {chosenPlace} from './chosen-place.js';
import type {Command, Invocation} from './command.js';
import {examineEmbedded, examineModelFile} from './doctor-local.js';
import {examineServer} from './doctor-server.js';
import {type Finding, faultOf, type Report, reportOf, TRIAL_TOKENS, type TrialPrompt} from './finding.js';
import {openDatabase} from './open-database.js';

const SIGNS = {ok: '✓', note: '·', fault: '✗'};

export const doctor: Command = async invocation => {
	const findings: Finding[] = [];
	const report: Report = async finding => {
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
	const chosen = chosenPlace(invocation.settings);
	const prompt = await examineDatabase(invocation, report);
	await examineServer(invocation, prompt, reportOf('server', chosen, report));
	await examineModelFile(invocation, prompt, reportOf('file', chosen, report));
	await examineEmbedded(invocation, prompt, reportOf('embedded', chosen, report));
	for (const finding of examineTerminal(invocation)) {
		await report(finding);
	}

	const faults = findings.filter(({state}) => state === 'fault').length;
	await invocation.output.write(
		faults === 0 ? 'All is well.\n' : `${faults === 1 ? '1 fault' : `${faults} faults`}.\n`,
	);
	return faults === 0 ? 0 : 1;
};

async function examineDatabase(invocation: Invocation, report: Report): Promise<TrialPrompt | null> {
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

			return {
				...start.prompt,
				tokens: size.tokens,
				advice: size.advice,
				isChinook: isChinook(schema),
			};
		} finally {
			await reader.close();
		}
	} catch (error) {
		await report(faultOf(topic, error));
		return null;
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
