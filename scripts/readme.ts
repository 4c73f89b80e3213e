/**
 * Writes the generated parts of README.md, between `<!-- name -->` and `<!-- /name -->`, from the tables that
 * the program reads: `npm run readme`. A test compares them.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {COMMANDS, type CommandName} from '../source/command-line.js';
import {flagDefinitions} from '../source/help.js';
import {packageRoot} from '../source/package-root.js';
import {SETTING_NAMES, SETTINGS} from '../source/settings.js';

/** The README with its generated parts as they should be. */
export function withGeneratedParts(readme: string): string {
	return Object.entries({commands: commands(), flags: flags(), settings: settings()}).reduce(
		(text, [name, part]) =>
			text.replace(
				new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`),
				(_, start: string, end: string) => `${start}${part}${end}`,
			),
		readme,
	);
}

export function readmeFile(): string {
	return path.join(packageRoot(), 'README.md');
}

function commands(): string {
	const lines = Object.values(COMMANDS).map(({usage, help}) => `| \`${cell(usage)}\` | ${cell(help)} |`);
	return `| Command | What it does |\n| --- | --- |\n${lines.join('\n')}\n`;
}

function flags(): string {
	const names = (Object.keys(COMMANDS) as CommandName[]).filter(name => name !== 'session');
	const lines = names.flatMap(name =>
		flagDefinitions(name).map(([flag, help]) => `| \`${name}\` | \`${cell(flag)}\` | ${cell(help)} |`),
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

function cell(text: string): string {
	return text.replaceAll('|', '\\|');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	writeFileSync(readmeFile(), withGeneratedParts(readFileSync(readmeFile(), 'utf8')));
}
