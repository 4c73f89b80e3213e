/**
 * Writes the generated parts of README.md, between `<!-- name -->` and `<!-- /name -->`, from the tables that
 * the program reads: `npm run readme`. A test compares them.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {COMMANDS, type CommandName} from '../source/command-line.js';
import {METRIC_NAMES, METRICS} from '../source/evaluation/metrics.js';
import {flagDefinitions} from '../source/help.js';
import {packageRoot} from '../source/package-root.js';
import {SETTING_NAMES, SETTINGS} from '../source/settings.js';
import {type Binding, type Context, KEYMAP, keyLabel} from '../source/ui/keymap.js';
import {CONTEXT_TITLES} from '../source/ui/screens/help-view.js';
import {SLASH_COMMANDS} from '../source/ui/session/slash-commands.js';

/** The README with its generated parts as they should be; the screen's is written by `picture.ts`. */
export function withGeneratedParts(readme: string): string {
	const parts = {commands, flags, settings, 'slash-commands': slashCommands, keys, rules};
	return Object.entries(parts).reduce((text, [name, part]) => withPart(text, name, part()), readme);
}

/** The README with one part as it should be. A part without its marks is an error: it would go stale unseen. */
export function withPart(readme: string, name: string, part: string): string {
	const marked = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
	if (!marked.test(readme)) {
		throw new Error(`README.md has no part <!-- ${name} -->`);
	}

	return readme.replace(marked, (_, start: string, end: string) => `${start}${part}${end}`);
}

export function readmeFile(): string {
	return path.join(packageRoot(), 'README.md');
}

function commands(): string {
	const lines = Object.values(COMMANDS).map(({usage, help}) => `| \`${cell(usage)}\` | ${cell(help)} |`);
	return `| Command | What it does |\n| --- | --- |\n${lines.join('\n')}\n`;
}

function flags(): string {
	const names = Object.keys(COMMANDS) as CommandName[];
	const lines = names.flatMap(name =>
		flagDefinitions(name).map(
			([flag, help]) =>
				`| ${name === 'session' ? 'a session' : `\`${name}\``} | \`${cell(flag)}\` | ${cell(help)} |`,
		),
	);
	return `| Command | Flag | What it does |\n| --- | --- | --- |\n${lines.join('\n')}\n`;
}

function settings(): string {
	const lines = SETTING_NAMES.map(name => {
		const {help, environment, default: fallback} = SETTINGS[name];
		const variables = environment.map(variable => `\`${variable}\``).join(', ');
		return `| \`${name}\` | ${variables} | ${fallback === null ? 'none' : `\`${fallback}\``} | ${cell(help)} |`;
	});
	return `| Setting | Variable | Default | What it is |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`;
}

function slashCommands(): string {
	const lines = Object.values(SLASH_COMMANDS).map(
		({usage, help}) => `| \`${cell(usage)}\` | ${cell(help)} |`,
	);
	return `| Command | What it does |\n| --- | --- |\n${lines.join('\n')}\n`;
}

/** A row for each thing that can be done, the contexts one after the other as `?` lists them. */
function keys(): string {
	const lines = (Object.keys(CONTEXT_TITLES) as Context[]).flatMap(context =>
		Object.values(KEYMAP[context] as Record<string, Binding>).map(({keys, label}, at) => {
			const chords = keys.map(key => `\`${cell(keyLabel(key))}\``).join(', ');
			return `| ${at === 0 ? cell(CONTEXT_TITLES[context]) : ''} | ${chords} | ${cell(label)} |`;
		}),
	);
	return `| When | Keys | What they do |\n| --- | --- | --- |\n${lines.join('\n')}\n`;
}

function rules(): string {
	const lines = METRIC_NAMES.map(name => `| \`${name}\` | ${cell(METRICS[name].help)} |`);
	return `| Rule | What is right |\n| --- | --- |\n${lines.join('\n')}\n`;
}

function cell(text: string): string {
	return text.replaceAll('|', '\\|');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	writeFileSync(readmeFile(), withGeneratedParts(readFileSync(readmeFile(), 'utf8')));
}
