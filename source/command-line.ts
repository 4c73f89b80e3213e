/** What can be typed: each command with its flags, once. The parser, `--help` and the README read it. */
import {parseArgs} from 'node:util';
import {messageOf, UsageError} from './errors.js';
import {SETTING_NAMES, SETTINGS, type SettingName, type SettingTexts} from './settings.js';

export type Flag = {
	/** What stands for the value in help; a flag without one is a switch. */
	value?: string;
	repeatable?: boolean;
	help: string;
};

export type CommandName =
	| 'session'
	| 'ask'
	| 'replay'
	| 'eval'
	| 'score'
	| 'compare'
	| 'export'
	| 'doctor'
	| 'config';

export type CommandSpec = {
	usage: string;
	/** Another usage, by the flag that makes it so. */
	usageWith?: Record<string, string>;
	help: string;
	flags: Record<string, Flag>;
	/** The settings that are flags of this command. */
	settings: readonly SettingName[];
	/** Arguments it takes, the fewest and the most; `--sample` stands for the first. */
	operands: {from: number; to: number};
};

const SAMPLE: Flag = {help: 'Read the sample database that comes with sqrl-tui, a music store'};

const TABLES: Flag = {
	value: 'a,b',
	repeatable: true,
	help: 'Show the model only these tables and views',
};

const PROFILE: Flag = {
	value: 'name',
	help: 'Use this profile of the config; flags beat it, and it beats variables and the other settings',
};

export const COMMANDS: Record<CommandName, CommandSpec> = {
	session: {
		usage: 'sqrl-tui <database>',
		help: 'A session on a database: ask, judge each probe, look at results, ask on',
		flags: {
			sample: SAMPLE,
			continue: {help: 'Go on with the newest session, of that database if one is named'},
			resume: {help: 'Choose the session to go on with'},
			tables: TABLES,
			profile: PROFILE,
			'screen-reader': {help: 'Draw for a screen reader: nothing moves, nothing is drawn twice'},
		},
		settings: SETTING_NAMES,
		operands: {from: 0, to: 1},
	},
	ask: {
		usage: 'sqrl-tui ask <database> <question|->',
		help: 'Ask one question: the rows of the answer on stdout, how it came about on stderr',
		flags: {
			sample: SAMPLE,
			format: {value: 'form', help: 'table, tsv, csv, json, md or insert; table on a terminal, else tsv'},
			votes: {
				value: 'k|auto',
				help: 'Ask so many samples at once, 1 to 64, and take the answer that most agree on; auto: 4, up to 16',
			},
			escalate: {
				value: 'profile',
				help: "Vote again with this profile's model where the vote ends narrow or without a winner",
			},
			'no-early-stop': {help: 'Let all samples end, also when nothing can change any more'},
			json: {help: 'Print the trajectory as JSON (sqrl-trajectory/1) instead of rows'},
			sql: {help: 'Print the query instead of its rows'},
			evidence: {value: 'text', help: 'A hint for the model: what a word means, how a value is stored'},
			'evidence-file': {value: 'file', help: 'The same from a file'},
			tables: TABLES,
			profile: PROFILE,
		},
		settings: SETTING_NAMES,
		operands: {from: 2, to: 2},
	},
	replay: {
		usage: 'sqrl-tui replay <file…>',
		help: 'Step through recorded trajectories: run their queries again, fork, judge, compare',
		flags: {
			database: {value: 'file', help: 'Ask this database, instead of the one that each trajectory names'},
			gold: {
				value: 'file',
				help: "Judge answers by these gold queries: a file of BIRD's or Spider's, or one query",
			},
			rule: {value: 'name', help: 'What counts as right: bird, bag or exact; bird unless given'},
			profile: PROFILE,
			'screen-reader': {help: 'Draw for a screen reader: nothing moves, nothing is drawn twice'},
		},
		settings: SETTING_NAMES,
		operands: {from: 1, to: 100},
	},
	eval: {
		usage: 'sqrl-tui eval <questions> --databases <folder> --dataset <name> --out <folder>',
		usageWith: {merge: 'sqrl-tui eval --merge <run…> --out <folder>'},
		help: 'Run a benchmark: ask every question several times, score, vote, report; the same command goes on where it stopped. With --merge: put runs together',
		flags: {
			databases: {value: 'folder', help: 'Where the databases are: <folder>/<db_id>/<db_id>.sqlite'},
			dataset: {
				value: 'name',
				help: 'The form of the questions, and the rule unless one is named: bird or spider',
			},
			out: {value: 'folder', help: 'The run: a new folder, or one to go on with'},
			votes: {value: 'k', help: 'Samples of each question, 1 to 64; 8 unless given'},
			concurrency: {
				value: 'n',
				help: 'Requests that the model has at once, over all questions; 16 for each server unless given, 1 for a model that runs here',
			},
			patience: {
				value: 's',
				help: 'Seconds to wait for a server that was there and is away, or that has no room; 600 unless given',
			},
			'base-url': {
				value: 'url',
				repeatable: true,
				help: 'Address of a server of the model; several share the work',
			},
			rule: {value: 'name', help: "What counts as right, if not the dataset's own: see score"},
			'no-evidence': {help: "Do not tell the model the dataset's evidence"},
			limit: {value: 'n', help: 'Ask the first n questions only'},
			shard: {
				value: 'i/n',
				help: 'Ask the i-th of n parts of the questions; --merge puts the parts together',
			},
			merge: {
				help: 'Put the runs that are named together into a new one, and report it; with --rule judged anew by that',
			},
			'fresh-gold': {help: 'Run all gold queries, also those whose results a run before has kept'},
			'save-calibration': {
				help: 'Keep how often votes of this model are right: sessions then show it instead of the card',
			},
			profile: PROFILE,
		},
		settings: SETTING_NAMES.filter(name => name !== 'base-url' && name !== 'no-archive'),
		operands: {from: 1, to: 100},
	},
	score: {
		usage: 'sqrl-tui score <predictions…>',
		help: 'Score files of predictions by gold queries, without a model; several are compared, and may vote',
		flags: {
			gold: {
				value: 'file',
				help: "The gold queries: BIRD's or Spider's JSON, or lines of SQL, a tab and db_id",
			},
			databases: {value: 'folder', help: 'Where the databases are: <folder>/<db_id>/<db_id>.sqlite'},
			rule: {
				value: 'name',
				help: 'What counts as right: bird, spider, spider-keep-distinct, bird-soft-f1 or bird-r-ves; always named',
			},
			timeout: {value: 's', help: 'Seconds that a query may take; 30 unless given'},
			vote: {help: 'Score the majority vote of the files as well'},
			'check-gold': {
				help: 'Score the gold queries themselves, the most that predictions can get, and name those with more than one right result',
			},
			'fresh-gold': {help: 'Run all gold queries, also those whose results a run before has kept'},
			json: {help: 'Print every verdict as JSON'},
		},
		settings: [],
		operands: {from: 0, to: 100},
	},
	compare: {
		usage: 'sqrl-tui compare <run…>',
		help: 'Put runs side by side: pass@1 and vote@k of each, and whether they differ by more than chance',
		flags: {
			json: {help: 'Print the figures as JSON'},
		},
		settings: [],
		operands: {from: 1, to: 20},
	},
	export: {
		usage: 'sqrl-tui export [sft|rl|pairs] <file|folder|id>',
		help: 'Print trajectories for people or programs: of a file, of a folder, or by the id of a trajectory, question or session of the archive. With sft, rl or pairs: what a run (of eval) has to learn from',
		flags: {
			format: {value: 'form', help: 'md, html, json or jsonl; md unless given'},
			output: {value: 'file', help: 'Write them into this new file instead of stdout'},
			'per-question': {value: 'n', help: 'sft, pairs: at most n for a question'},
			'per-database': {value: 'n', help: 'sft, pairs: at most n for a database'},
			thinking: {
				help: 'sft: a line for each reply, with its thinking; pairs --one-reply: the replies with it',
			},
			'one-reply': {help: 'pairs: only those that differ in their last reply alone'},
			group: {value: 'n', help: 'rl: samples of a group; 8 unless given'},
			'skip-nondeterministic': {
				help: 'sft, rl, pairs: without questions whose gold query has more than one right result',
			},
		},
		settings: [],
		operands: {from: 1, to: 2},
	},
	doctor: {
		usage: 'sqrl-tui doctor [database]',
		help: 'Check the ways to a model, the database and the terminal, and say what to do',
		flags: {sample: SAMPLE, profile: PROFILE},
		settings: SETTING_NAMES.filter(name => name !== 'no-archive'),
		operands: {from: 0, to: 1},
	},
	config: {
		usage: 'sqrl-tui config [setting] [value]',
		help: 'Print the settings and where each comes from; print, set or (--unset) remove one, or one of a profile: profile.big.model',
		flags: {unset: {help: 'Remove the setting from the config'}},
		settings: [],
		operands: {from: 0, to: 2},
	},
};

export type CommandLine = {
	command: CommandName;
	operands: string[];
	/** Values of the flags that are given, by name; of a switch `true`. */
	flags: Record<string, string | true | string[]>;
	settings: SettingTexts;
};

/** What `--help` and `--version` ask for, instead of a command. */
export type Request = CommandLine | {help: CommandName | null} | {version: true};

/** Reads the arguments after the program's name. Throws a UsageError. */
export function readCommandLine(argv: readonly string[]): Request {
	const [first] = argv;
	const named = first !== undefined && first !== 'session' && Object.hasOwn(COMMANDS, first);
	const command = named ? (first as CommandName) : 'session';
	const spec = COMMANDS[command];
	const {values, positionals} = parse(spec, named ? argv.slice(1) : argv);
	if (values.help) {
		return {help: named ? command : null};
	}

	if (values.version) {
		return {version: true};
	}

	const flags: CommandLine['flags'] = {};
	const settings: SettingTexts = {};
	for (const [name, value] of Object.entries(values)) {
		const setting = spec.settings.find(setting => setting === name);
		if (setting) {
			settings[setting] = String(value);
		} else if (value !== undefined && value !== false) {
			flags[name] = value as string | true | string[];
		}
	}

	checkOperands(spec, positionals, flags);
	return {command, operands: positionals, flags, settings};
}

function parse({flags, settings}: CommandSpec, args: readonly string[]) {
	const options: Record<string, {type: 'string' | 'boolean'; multiple?: boolean; short?: string}> = {
		help: {type: 'boolean', short: 'h'},
		version: {type: 'boolean', short: 'v'},
	};
	const taken: Record<string, Pick<Flag, 'value' | 'repeatable'>> = {
		...flags,
		...Object.fromEntries(settings.map(name => [name, SETTINGS[name]])),
	};
	for (const [name, {value, repeatable = false}] of Object.entries(taken)) {
		options[name] = {type: value === undefined ? 'boolean' : 'string', multiple: repeatable};
	}

	try {
		return parseArgs({args: [...args], options, allowPositionals: true, strict: true});
	} catch (error) {
		// The parser's advice on `--` comes after its first sentence.
		throw new UsageError(messageOf(error).split('. ')[0]!);
	}
}

function checkOperands(spec: CommandSpec, given: string[], flags: CommandLine['flags']): void {
	const {operands, usageWith = {}} = spec;
	const usage = Object.entries(usageWith).find(([flag]) => flags[flag])?.[1] ?? spec.usage;
	const sample = flags.sample ? 1 : 0;
	const from = Math.max(0, operands.from - sample);
	const to = operands.to - sample;
	if (given.length < from) {
		throw new UsageError(missingWords(usage, sample + given.length, operands.from), `Usage: ${usage}`);
	}

	if (given.length > to) {
		const extra = given.slice(to).map(text => `"${text}"`);
		const command = Object.keys(COMMANDS).find(name => given.includes(name));
		const advice = command
			? `Write the command first: sqrl-tui ${command} … `
			: sample
				? '--sample stands for the database. '
				: 'Put a question in quotes. ';
		throw new UsageError(`there is more than expected: ${extra.join(' ')}`, `${advice}Usage: ${usage}`);
	}
}

/** `a database and a question are missing`: what stands in the usage after so many operands, before its flags' values. */
function missingWords(usage: string, given: number, needed: number): string {
	const missing = [...usage.matchAll(/<([^>]+)>/g)].slice(given, needed).map(([, names = '']) => {
		const words = names.match(/[a-z]+/g) ?? [];
		return listWords(words.map(withArticle), 'or');
	});
	const areSeveral = missing.length > 1 || /s$/.test(missing[0] ?? '');
	return `${listWords(missing, 'and')} ${areSeveral ? 'are' : 'is'} missing`;
}

function withArticle(word: string): string {
	return word.endsWith('s') ? word : `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

function listWords(items: readonly string[], last: 'and' | 'or'): string {
	return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}
