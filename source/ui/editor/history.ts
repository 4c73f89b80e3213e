/** The questions of a session, and the way back through them, as plain data. */

export type History = {
	/** Oldest first. */
	readonly entries: readonly string[];
	/** The entry that is recalled; as many as there are entries where none is. */
	readonly place: number;
	/** What was written in the place of an entry, and at the end: the draft. */
	readonly drafts: Readonly<Record<number, string>>;
};

const MOST = 1000;
const LONGEST = 100_000;

export function emptyHistory(): History {
	return {entries: [], place: 0, drafts: {}};
}

/** With a text as the newest entry, unless it is empty, the newest already, or too long; none is recalled. */
export function remember({entries}: History, text: string): History {
	const isLeftOut = text.trim() === '' || text.length > LONGEST || text === entries.at(-1);
	const kept = isLeftOut ? entries : [...entries, text].slice(-MOST);
	return {entries: kept, place: kept.length, drafts: {}};
}

/** With questions of earlier sessions, oldest first, before its own. */
export function withEarlier({entries, place, drafts}: History, earlier: readonly string[]): History {
	const by = earlier.length;
	const moved = Object.entries(drafts).map(([at, text]) => [Number(at) + by, text] as const);
	return {entries: [...earlier, ...entries], place: place + by, drafts: Object.fromEntries(moved)};
}

/** Without these entries; none is recalled. */
export function without({entries}: History, texts: ReadonlySet<string>): History {
	const left = entries.filter(entry => !texts.has(entry));
	return {entries: left, place: left.length, drafts: {}};
}

/**
 * The entry before the one that is recalled, or null. What is written now is kept: `newer` leads back to it.
 *
 * @param written the text in the editor.
 */
export function older(history: History, written: string): {history: History; text: string} | null {
	return recall(history, written, history.place - 1);
}

/** The entry after the one that is recalled, at last the draft, or null. */
export function newer(history: History, written: string): {history: History; text: string} | null {
	return recall(history, written, history.place + 1);
}

function recall(history: History, written: string, place: number): {history: History; text: string} | null {
	const {entries} = history;
	if (place < 0 || place > entries.length) {
		return null;
	}

	const drafts = {...history.drafts, [history.place]: written};
	return {history: {entries, place, drafts}, text: drafts[place] ?? entries[place] ?? ''};
}

/** The entries in which every word of the query occurs, newest first, each once; case does not matter. */
export function searchHistory({entries}: History, query: string): string[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	const matches = entries.filter(entry => {
		const lower = entry.toLowerCase();
		return words.every(word => lower.includes(word));
	});
	return [...new Set(matches.reverse())];
}
