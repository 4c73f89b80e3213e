/** The line above the keys: it is always there, so that nothing moves when it has something to say. */
import {visible} from '../../visible.js';
import {filterLine} from '../screens/filter.js';
import {fitText} from '../screens/text.js';
import {theme} from '../theme.js';
import type {Debugger, Task} from './debugger.js';
import {onlyWords} from './reduce-menu.js';
import {isNarrowed, lookedThrough} from './selection.js';
import {ORDER_WORDS} from './words.js';

/** One line, the most pressing first: what is typed, what was just said, what runs, how far the book is read. */
export function statusLine(given: Debugger, width: number): string {
	const {mode, task, selection, catalogue, runNotes} = given;
	if (mode.kind === 'finding') {
		const found = ` ${progressWords(given) || `${given.tree.nodes.length.toLocaleString('en-US')} found`}`;
		const line = filterLine({text: selection.wanted.text, typing: true}, Math.max(1, width - found.length));
		return line + theme.quiet(fitText(found, Math.max(0, width - 2)));
	}

	if (task) {
		return theme.strong(fitText(`${taskWords(task)} · esc stops`, width));
	}

	const notes = [...runNotes, ...catalogue.notes].map(visible);
	const words = [progressWords(given), narrowedWords(given), ...notes].filter(Boolean);
	return theme.quiet(fitText(words.join(' · '), width));
}

export function taskWords(task: Task): string {
	switch (task.kind) {
		case 'rerunning':
			return 'running the recorded queries again';
		case 'forking':
			return `continuing live: ${task.done} of ${task.of} ended`;
		case 'judging':
			return `judging: ${task.done.toLocaleString('en-US')} of ${task.of.toLocaleString('en-US')}`;
		case 'exporting':
			return 'exporting';
	}
}

function progressWords({selection, catalogue, verdicts}: Debugger): string {
	const {progress, count} = catalogue;
	const looked = lookedThrough(selection, catalogue);
	const indexing =
		progress && progress.total > 0 ? `indexing ${Math.floor((progress.done / progress.total) * 100)} %` : '';
	const looking =
		looked === null
			? ''
			: `looked through ${looked.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}`;
	const judging = verdicts.recorded === null ? 'reading verdicts' : '';
	return [indexing, looking, judging].filter(Boolean).join(' · ');
}

/** What of the book is listed, and how. */
function narrowedWords({selection}: Debugger): string {
	const {wanted} = selection;
	const {text, order} = wanted;
	const words = [
		text === '' ? '' : `/${visible(text)}`,
		wanted.outcome === null && wanted.verdict === null ? '' : `only ${onlyWords(wanted)}`,
		order === 'file' ? '' : ORDER_WORDS[order],
	].filter(Boolean);
	return isNarrowed(wanted) ? `${words.join(' · ')} · esc shows all` : words.join(' · ');
}
