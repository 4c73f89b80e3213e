/** What tells a trajectory from its neighbours in a list. */
import type {Entry, Fault} from '../../archive/book.js';
import {oneLine} from '../screens/frame.js';
import {type Debugger, entryAt} from './debugger.js';
import type {Node} from './tree.js';

/**
 * The question. A fork has that of its parent, below which it stands: where it goes another way tells more. Where
 * neighbours have the same question, as the samples of a vote have, what tells them apart comes first. Those of a run
 * have the id that its report calls them by.
 */
export function nodeText(given: Debugger, node: Node, index: number): string {
	const entry = entryAt(given, node);
	if (!entry) {
		return '';
	}

	if (entry.kind === 'fault') {
		return oneLine(entry.reason);
	}

	const question = oneLine(entry.question) || '(no question)';
	if (entry.forkedAt !== null) {
		const isBelow = (given.tree.depths.get(node) ?? 0) > 0;
		const words = [`fork at turn ${entry.forkedAt + 1}`, ...seedWords(entry), ...(isBelow ? [] : [question])];
		return words.join(' · ');
	}

	if (given.verdicts.recorded?.has(given.catalogue.fileOf(node))) {
		return `${oneLine(entry.id)} · ${question}`;
	}

	const {nodes} = given.tree;
	const isOneOfMany = [nodes[index - 1], nodes[index + 1]].some(
		other => other !== undefined && isAlike(entry, entryAt(given, other)),
	);
	return [...(isOneOfMany ? sampleWords(given, node, entry) : []), question].join(' · ');
}

function isAlike(entry: Entry, other: Entry | Fault | undefined): boolean {
	return (
		other?.kind === 'trajectory' &&
		other.forkedAt === null &&
		other.question === entry.question &&
		other.database === entry.database
	);
}

/** Its place among the samples of a vote where that is known, else its seed. */
function sampleWords({catalogue}: Debugger, node: Node, entry: Entry): string[] {
	const [, sample] = /(?:, sample |^vote@\d+:)(\d+)$/.exec(catalogue.nameOf(node)) ?? [];
	return sample === undefined ? seedWords(entry) : [`sample ${sample}`];
}

function seedWords({seed}: Entry): string[] {
	return seed === null ? [] : [`seed ${seed}`];
}
