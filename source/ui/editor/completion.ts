/** What `tab` writes in the composer: commands, and the names of tables and columns. */
import {identifier} from '../../protocol/schema.js';
import {type Editor, replaceRange} from './editor.js';

export type Candidates = {
	/** With their `/`. */
	commands: readonly string[];
	/** Of tables and columns, as they are in the database. */
	names: readonly string[];
	/** What an empty text may become. */
	texts?: readonly string[];
};

/** What may stand in a text between two indices. */
export type Options = {start: number; end: number; options: string[]};

/** Options of which one was written, `written`: `chosen` is its index, or -1 for what they all begin with. */
export type Completion = Options & {chosen: number; written: string};

const MOST = 12;

/** Longer words are no names, and a regular expression would look at all of a long line. */
const LONGEST = 200;

/**
 * What the word before the cursor may become, or null; of an empty text all of it. A `/` at the beginning of the text is a command, a
 * word with a letter a name. What begins with the word comes before what has it inside; case does not matter.
 * After `/sql` a name stands in backticks where it does so in the dump, and may be begun with one.
 */
export function complete(
	text: string,
	cursor: number,
	{commands, names, texts = []}: Candidates,
): Options | null {
	if (text === '') {
		return optionsOf(text, 0, 0, [...texts]);
	}

	if (/^\/\S*$/.test(text.slice(0, cursor))) {
		const typed = text.slice(1, cursor);
		const ranked = rank(
			commands.map(command => command.replace(/^\//, '')),
			typed,
		);
		return optionsOf(
			text,
			0,
			cursor,
			ranked.map(command => `/${command}`),
		);
	}

	const inSql = /^\/sql\s/i.test(text);
	const written = inSql ? identifier : (name: string) => name;
	const quote = inSql ? openBacktick(text, cursor) : -1;
	if (quote !== -1) {
		const end = text[cursor] === '`' ? cursor + 1 : cursor;
		const quoted = optionsOf(text, quote, end, named(names, text.slice(quote + 1, cursor)).map(written));
		if (quoted) {
			return quoted;
		}
	}

	const near = text.slice(Math.max(0, cursor - LONGEST), cursor);
	const word = /[\p{L}\p{M}\p{N}_$]+$/u.exec(near)?.[0] ?? '';
	return optionsOf(text, cursor - word.length, cursor, named(names, word).map(written));
}

/**
 * Completes at the cursor: first what all options begin with, where that is more than what is written; then
 * one option after the other, and again the first. Null where there is nothing to complete.
 *
 * @param completion what the last call gave. It goes on as long as what it wrote is before the cursor.
 */
export function completeNext(
	editor: Editor,
	completion: Completion | null,
	candidates: Candidates,
): {editor: Editor; completion: Completion} | null {
	const {text, cursor} = editor;
	if (completion && goesOn(completion, editor)) {
		return write(editor, completion, (completion.chosen + 1) % completion.options.length);
	}

	const found = complete(text, cursor, candidates);
	if (!found) {
		return null;
	}

	const typed = text.slice(found.start, cursor);
	const common = found.options.reduce(commonStart);
	const isMore =
		typed !== '' && common.length > typed.length && common.toLowerCase().startsWith(typed.toLowerCase());
	return write(editor, found, isMore && found.options.length > 1 ? -1 : 0, common);
}

function goesOn({start, end, written}: Completion, {text, cursor}: Editor): boolean {
	return cursor === end && text.slice(start, end) === written;
}

function write(editor: Editor, {start, end, options}: Options, chosen: number, common = '') {
	const written = chosen === -1 ? common : options[chosen]!;
	return {
		editor: replaceRange(editor, start, end, written),
		completion: {start, end: start + written.length, options, chosen, written},
	};
}

function optionsOf(text: string, start: number, end: number, options: string[]): Options | null {
	const typed = text.slice(start, end);
	const others = [...new Set(options)].filter(option => option !== typed).slice(0, MOST);
	return others.length > 0 ? {start, end, options: others} : null;
}

function named(names: readonly string[], typed: string): string[] {
	return /\p{L}/u.test(typed) ? rank(names, typed) : [];
}

function rank(names: readonly string[], typed: string): string[] {
	const wanted = typed.toLowerCase();
	const lower = names.map(name => ({name, at: name.toLowerCase().indexOf(wanted)}));
	return [...lower.filter(({at}) => at === 0), ...lower.filter(({at}) => at > 0)].map(({name}) => name);
}

/** The backtick before the cursor that is not closed before it, or -1. */
function openBacktick(text: string, cursor: number): number {
	const before = text.slice(0, cursor);
	return before.split('`').length % 2 === 0 ? before.lastIndexOf('`') : -1;
}

function commonStart(left: string, right: string): string {
	const others = [...right];
	const characters = [...left];
	const end = characters.findIndex((character, index) => character !== others[index]);
	return end === -1 ? left : characters.slice(0, end).join('');
}
