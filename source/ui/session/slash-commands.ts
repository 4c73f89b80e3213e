/** What can be written after a `/` in the composer, once: dispatch, completion and help read this table. */
export const SLASH_COMMANDS = {
	evidence: {
		usage: '/evidence [text | file <path> | none]',
		help: 'a hint for the model, in force until it is changed',
	},
	approve: {usage: '/approve manual|auto', help: 'judge each probe yourself, or let all reading ones run'},
	vote: {
		usage: '/vote [k | off]',
		help: 'ask the next question k times at once, 8 unless said otherwise, and let the answers vote',
	},
	schema: {usage: '/schema', help: 'tables, columns, keys, row counts, first rows'},
	tables: {usage: '/tables', help: 'choose which tables the model is shown'},
	sql: {usage: '/sql <query>', help: 'run a query of your own, read-only'},
	model: {
		usage: '/model [name | address | path]',
		help: 'another model for this session: of the server, at an address, in a GGUF file; alone, choose',
	},
	history: {usage: '/history [words]', help: 'the questions of all sessions: search, open, ask again'},
	forget: {
		usage: '/forget question|session|everything',
		help: 'remove the last question, this session or all there is from the archive, for good',
	},
	help: {usage: '/help', help: 'all keys and commands'},
	quit: {usage: '/quit', help: 'end the session'},
} as const;

export type SlashCommand = keyof typeof SLASH_COMMANDS;

/** A command as it was written, or null if the text is a question: a path, as `/usr/lib`, is no command. */
export function readSlashCommand(
	text: string,
): {name: SlashCommand; rest: string} | {unknown: string} | null {
	const match = /^\/([^\s/]*)(?:\s+([\s\S]*))?$/.exec(text.trim());
	if (!match) {
		return null;
	}

	const name = match[1]!.toLowerCase();
	return Object.hasOwn(SLASH_COMMANDS, name)
		? {name: name as SlashCommand, rest: (match[2] ?? '').trim()}
		: {unknown: `/${name}`};
}
