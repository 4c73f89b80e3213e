/** Changes of a text as plain data: how they are made, joined and taken back. */

/** At `start`, `removed` gave way to `inserted`; the cursor was at `before` and then at `after`. */
export type Change = {start: number; removed: string; inserted: string; before: number; after: number};

/** What a run of keys does, where several make one step of undo. */
export type Run = 'typing' | 'erasing' | 'killing';

export function apply(text: string, {start, removed, inserted}: Change): string {
	return text.slice(0, start) + inserted + text.slice(start + removed.length);
}

export function takeBack(text: string, {start, removed, inserted}: Change): string {
	return text.slice(0, start) + removed + text.slice(start + inserted.length);
}

/** Two changes of one run as one, or null where the second begins a step of its own: at the next word. */
export function join(first: Change, second: Change, run: Run): Change | null {
	if (run === 'typing') {
		const goesOn = second.removed === '' && second.start === first.start + first.inserted.length;
		return goesOn && !isNextWord(first.inserted.at(-1), second.inserted[0])
			? {...first, inserted: first.inserted + second.inserted, after: second.after}
			: null;
	}

	if (run !== 'erasing' || first.inserted !== '' || second.inserted !== '') {
		return null;
	}

	if (second.start + second.removed.length === first.start) {
		return isNextWord(first.removed[0], second.removed.at(-1))
			? null
			: {...second, removed: second.removed + first.removed, before: first.before};
	}

	return second.start === first.start && !isNextWord(first.removed.at(-1), second.removed[0])
		? {...first, removed: first.removed + second.removed, after: second.after}
		: null;
}

/** Scripts without spaces end at least their sentences. */
function isNextWord(last: string | undefined, next: string | undefined): boolean {
	return last !== undefined && next !== undefined && /[\s。、，！？；：]/.test(last) && !/\s/.test(next);
}

/** The same text, on its own: a slice would keep the whole text that it is cut from in memory. */
export function detached(text: string): string {
	return Buffer.from(text, 'utf16le').toString('utf16le');
}
