import {describe, expect, it} from 'vitest';
import {COMMANDS, readCommandLine} from '../source/command-line.js';
import {UsageError} from '../source/errors.js';
import {SETTING_NAMES, SETTINGS, type SettingName} from '../source/settings.js';

type Expected = {command: string; operands?: string[]; flags?: object; settings?: object};

describe('readCommandLine', () => {
	it.each<[string[], Expected]>([
		[[], {command: 'session'}],
		[['music.db'], {command: 'session', operands: ['music.db']}],
		[['--sample'], {command: 'session', flags: {sample: true}}],
		// A database that is named like a command is written with its folder.
		[['./ask'], {command: 'session', operands: ['./ask']}],
		[['session'], {command: 'session', operands: ['session']}],
		[['constructor'], {command: 'session', operands: ['constructor']}],
		[['ask', 'music.db', 'How many?'], {command: 'ask', operands: ['music.db', 'How many?']}],
		[['ask', 'ask', 'ask'], {command: 'ask', operands: ['ask', 'ask']}],
		[['ask', 'music.db', '-'], {command: 'ask', operands: ['music.db', '-']}],
		[['ask', '--sample', 'How many?'], {command: 'ask', operands: ['How many?'], flags: {sample: true}}],
		[
			['ask', 'a.db', 'q', '--format', 'json', '--evidence=x = y', '--sql'],
			{command: 'ask', operands: ['a.db', 'q'], flags: {format: 'json', evidence: 'x = y', sql: true}},
		],
		[
			['ask', 'a.db', 'q', '--tables', 'a,b', '--tables', 'c'],
			{command: 'ask', operands: ['a.db', 'q'], flags: {tables: ['a,b', 'c']}},
		],
		[
			['ask', '--seed', '7', 'a.db', '--temperature=0', 'q'],
			{command: 'ask', operands: ['a.db', 'q'], settings: {seed: '7', temperature: '0'}},
		],
		[['ask', 'a.db', '--', '--how many?'], {command: 'ask', operands: ['a.db', '--how many?']}],
		[['--model', 'ask', 'a.db'], {command: 'session', operands: ['a.db'], settings: {model: 'ask'}}],
		[['--sample', '--embedded'], {command: 'session', flags: {sample: true}, settings: {embedded: 'true'}}],
		// A switch takes no value: what follows is the database.
		[
			['ask', '--embedded', 'a.db', 'q', '--model-file', 'x.gguf'],
			{command: 'ask', operands: ['a.db', 'q'], settings: {embedded: 'true', 'model-file': 'x.gguf'}},
		],
		[['doctor'], {command: 'doctor'}],
		[
			['doctor', 'a.db', '--base-url', 'http://a/v1'],
			{command: 'doctor', operands: ['a.db'], settings: {'base-url': 'http://a/v1'}},
		],
		[['doctor', '--sample'], {command: 'doctor', flags: {sample: true}}],
		[['config'], {command: 'config'}],
		[['config', 'seed', '7'], {command: 'config', operands: ['seed', '7']}],
		[['config', '--unset', 'seed'], {command: 'config', operands: ['seed'], flags: {unset: true}}],
	])('%j', (argv, {command, operands = [], flags = {}, settings = {}}) => {
		expect(readCommandLine(argv)).toEqual({command, operands, flags, settings});
	});

	it.each([
		[['--help'], {help: null}],
		[['-h'], {help: null}],
		[['a.db', '--help'], {help: null}],
		[['ask', '--help'], {help: 'ask'}],
		[['ask', 'one', 'too', 'many', '-h'], {help: 'ask'}],
		[['config', '-h'], {help: 'config'}],
		[['--version'], {version: true}],
		[['-v'], {version: true}],
		[['ask', '-v'], {version: true}],
	])('%j asks for something else', (argv, request) => {
		expect(readCommandLine(argv)).toEqual(request);
	});

	it.each([
		[['a.db', 'b.db'], 'there is more than expected: "b.db"'],
		[['--sample', 'a.db'], 'there is more than expected: "a.db"'],
		[['ask'], 'a database and a question are missing'],
		[['ask', 'a.db'], 'a question is missing'],
		[['ask', '--sample'], 'a question is missing'],
		[['replay'], 'a file is missing'],
		[['export'], 'a file, a folder or an id is missing'],
		[['ask', 'a.db', 'how', 'many?'], 'there is more than expected: "many?"'],
		[['ask', '--sample', 'a.db', 'q'], 'there is more than expected: "q"'],
		[['doctor', 'a.db', 'b.db'], 'there is more than expected: "b.db"'],
		[['config', 'seed', '7', '8'], 'there is more than expected: "8"'],
		[['--unknown'], '--unknown'],
		[['ask', 'a.db', 'q', '--unset'], '--unset'],
		[['config', '--seed', '7'], '--seed'],
		[['ask', 'a.db', 'q', '--seed'], '--seed'],
		[['ask', 'a.db', 'q', '--sql=yes'], '--sql'],
		[['ask', 'a.db', 'q', '--embedded=false'], '--embedded'],
		[['ask', 'a.db', 'q', '--model-file'], '--model-file'],
		[['-x'], '-x'],
	])('%j is wrong', (argv, words) => {
		const attempt = () => readCommandLine(argv);
		expect(attempt).toThrow(UsageError);
		expect(attempt).toThrow(words);
	});

	it.each(Object.entries(COMMANDS).filter(([, {settings}]) => settings.length > 0))(
		'%s takes its settings as flags',
		(command, {operands, settings}) => {
			const given = Array.from({length: operands.from}, (_, index) => `operand ${index}`);
			const isSwitch = (name: SettingName) => SETTINGS[name].value === undefined;
			const flags = settings.map(name => `--${name}${isSwitch(name) ? '' : '=x'}`);
			expect(
				readCommandLine([...(command === 'session' ? [] : [command]), ...given, ...flags]),
			).toMatchObject({
				command,
				operands: given,
				settings: Object.fromEntries(settings.map(name => [name, isSwitch(name) ? 'true' : 'x'])),
			});
		},
	);

	it('has every setting as a flag where it means something', () => {
		const without = (command: keyof typeof COMMANDS) =>
			SETTING_NAMES.filter(name => !COMMANDS[command].settings.includes(name));
		expect((['session', 'ask', 'replay'] as const).flatMap(without)).toEqual([]);
		expect(without('doctor')).toEqual(['no-archive']);
		// It takes several addresses, and keeps what it asks in the folder of the run.
		expect(without('eval')).toEqual(['base-url', 'no-archive']);
		expect(() => readCommandLine(['eval', 'dev.json', '--no-archive'])).toThrow(UsageError);
		const addresses = ['--base-url', 'http://a/v1', '--base-url=http://b/v1'];
		expect(readCommandLine(['eval', 'dev.json', ...addresses])).toMatchObject({
			flags: {'base-url': ['http://a/v1', 'http://b/v1']},
			settings: {},
		});
	});

	it('says what is missing', () => {
		expect(() => readCommandLine(['eval'])).toThrow(/^questions are missing$/);
		expect(() => readCommandLine(['eval', '--merge', '--out', 'x'])).toThrow(/^a run is missing$/);
		expect(() => readCommandLine(['compare'])).toThrow('a run is missing');
	});
});
