/** What `--help` prints, from the tables of commands and settings. */
import wrapAnsi from 'wrap-ansi';
import {COMMANDS, type CommandName} from './command-line.js';
import {SETTING_NAMES, SETTINGS, type SettingName} from './settings.js';

const WIDTH = 80;

/** The text of `--help`, of the whole or of one command. */
export function helpText(command: CommandName | null): string {
	const parts =
		command === null
			? [
					'Ask questions of a SQLite database with sqrl-4b, and see every probe it makes.',
					`Usage\n${definitions(Object.values(COMMANDS).map(({usage, help}) => [usage, help]))}`,
					'--sample in place of a database reads the one that comes with sqrl-tui.\nA database that is named like a command is written ./ask.\nFlags of one command: sqrl-tui ask --help. The version: sqrl-tui --version',
				]
			: [
					`${COMMANDS[command].help}.`,
					`Usage\n${usages(command)
						.map(usage => `  ${usage}`)
						.join('\n')}`,
					`Flags\n${definitions(flagDefinitions(command))}`,
				];
	const settings = command === null ? SETTING_NAMES : COMMANDS[command].settings;
	if (settings.length > 0) {
		parts.push(
			`Settings, as flag, variable or in the config\n${definitions(settings.map(settingDefinition))}`,
		);
	}

	parts.push(
		'Exit codes\n  0 done · 1 no answer, or faults found · 2 usage · 3 model · 4 database\n  130 interrupted',
	);
	return `${parts.join('\n\n')}\n`;
}

function usages(command: CommandName): string[] {
	const {usage, usageWith = {}} = COMMANDS[command];
	return [usage, ...Object.values(usageWith)];
}

/** The flags of a command, each as it is typed and what it does. */
export function flagDefinitions(command: CommandName): Array<[string, string]> {
	return Object.entries(COMMANDS[command].flags).map(([name, {value, help}]) => [typed(name, value), help]);
}

/** A setting as a flag, with what else sets it. */
function settingDefinition(name: SettingName): [string, string] {
	const {value, help, environment, default: fallback} = SETTINGS[name];
	const note = [environment.join(', '), ...(fallback === null ? [] : [`default ${fallback}`])].join('; ');
	return [typed(name, value), `${help} (${note})`];
}

/** A flag as it is typed; a switch has no value. */
function typed(name: string, value: string | undefined): string {
	return value === undefined ? `--${name}` : `--${name} <${value}>`;
}

/** Terms with their texts, in two columns where the terms are short. */
function definitions(pairs: Array<[string, string]>): string {
	const longest = Math.max(...pairs.map(([term]) => term.length));
	const indent = longest > 26 ? 6 : longest + 4;
	return pairs
		.map(([term, text]) => {
			const lines = wrapAnsi(text, WIDTH - indent).split('\n');
			const start = longest > 26 ? `  ${term}\n${' '.repeat(indent)}` : `  ${term.padEnd(longest)}  `;
			return start + lines.join(`\n${' '.repeat(indent)}`);
		})
		.join('\n');
}
