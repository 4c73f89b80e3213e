/** A draft, written in the editor of the person's choice. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {codeOf, messageOf} from '../../errors.js';
import type {ExternalRun, Terminal} from './modes.js';

export type ExternalEditing = {
	/** Of the file's name, which editors know a language by: `.sql`. */
	extension: string;
	terminal: Pick<Terminal, 'runExternal'>;
	environment: NodeJS.ProcessEnv;
};

/**
 * Edits a text in `$VISUAL`, `$EDITOR` or vi, and waits for it. What goes wrong is told in words, and the
 * draft is as it was. What draws has stopped before, as for `runExternal`.
 */
export function editExternally(
	text: string,
	{extension, terminal, environment}: ExternalEditing,
): {text: string} | {error: string} {
	const {variable, command} = editorOf(environment);
	const [program = '', ...options] = splitCommand(command);
	let folder: string | undefined;
	try {
		// mkdtemp makes a folder that nobody else may look into.
		folder = mkdtempSync(path.join(tmpdir(), 'sqrl-tui-'));
		const file = path.join(folder, `draft${extension}`);
		// A file of text ends with a line break; an editor would add the one that is missing.
		writeFileSync(file, `${text}\n`, {mode: 0o600, flag: 'wx'});
		const failure = failureOf(terminal.runExternal(program, [...options, file]), program, variable);
		if (failure !== null) {
			return {error: `${failure}; the draft is as it was`};
		}

		return {text: readFileSync(file, 'utf8').replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')};
	} catch (error) {
		return {error: `the draft cannot be edited in a file: ${messageOf(error)}`};
	} finally {
		if (folder !== undefined) {
			rmSync(folder, {recursive: true, force: true});
		}
	}
}

function editorOf(environment: NodeJS.ProcessEnv): {variable: string; command: string} {
	for (const variable of ['VISUAL', 'EDITOR']) {
		const command = environment[variable]?.trim();
		if (command) {
			return {variable: `$${variable}`, command};
		}
	}

	return {variable: '', command: 'vi'};
}

function failureOf({status, signal, error}: ExternalRun, program: string, variable: string): string | null {
	const named = variable === '' ? program : `${program} (${variable})`;
	if (error) {
		const why = codeOf(error) === 'ENOENT' ? 'it is not there' : messageOf(error);
		const advice = variable === '' ? '; $EDITOR can name another editor' : '';
		return `${named} cannot be started: ${why}${advice}`;
	}

	if (signal !== null) {
		return `${named} was ended by ${signal}`;
	}

	return status === 0 ? null : `${named} ended with ${status}`;
}

/**
 * The words of a command line, as a shell splits them: quotes keep words together, a backslash keeps the next
 * character; nothing is expanded.
 */
export function splitCommand(command: string): string[] {
	const words: string[] = [];
	let word: string | null = null;
	let quote = '';
	for (let at = 0; at < command.length; at++) {
		const character = command[at]!;
		if (quote !== '' && character === quote) {
			quote = '';
		} else if (quote === '' && (character === '"' || character === "'")) {
			quote = character;
			word ??= '';
		} else if (character === '\\' && quote !== "'" && at + 1 < command.length) {
			at++;
			word = (word ?? '') + command[at];
		} else if (quote === '' && /\s/.test(character)) {
			if (word !== null) {
				words.push(word);
			}

			word = null;
		} else {
			word = (word ?? '') + character;
		}
	}

	return word === null ? words : [...words, word];
}
