/**
 * Which trajectories of a book are listed, and in which order. A book of a hundred thousand is looked through in
 * parts, so that no key waits for it.
 */
import type {Ending} from '../../agent/trajectory.js';
import type {Catalogue, Entry, Fault} from '../../archive/book.js';
import {type AnyVerdict, rightness} from '../../evaluation/any-verdict.js';
import {type Verdicts, verdictOf} from './verdicts.js';

/** As in the file; the one with most turns first; those without rows first, then those that are wrong; questions that are answered in several ways first. */
export const ORDERS = ['file', 'turns', 'errors', 'disagreement'] as const;

export type Order = (typeof ORDERS)[number];

/** How a trajectory ended; `error`: its answer has no rows to show; `fault`: it is none. */
export type Outcome = Ending | 'error' | 'fault';

export type Wanted = {
	/** What the question, the database or the model holds, or the id begins with; '' is in all. */
	text: string;
	outcome: Outcome | null;
	verdict: AnyVerdict | 'not-judged' | null;
	order: Order;
};

export const EVERYTHING: Wanted = {text: '', outcome: null, verdict: null, order: 'file'};

export type Selection = {
	wanted: Wanted;
	/** Places in the book, as they are listed. While it is looked through for another order: those of before. */
	places: readonly number[];
	/** Null where all is listed, and nothing needs to be looked at. */
	work: Work | null;
};

export type Work =
	/** For the order by disagreement: the questions and what they were answered with. */
	{kind: 'grouping'; looked: number; groups: Groups} | Choosing;

/** Places under the number that they are sorted by; done where all were looked at. */
type Choosing = {
	kind: 'choosing';
	looked: number;
	upTo: number;
	found: ReadonlyMap<number, readonly number[]>;
	groups: Groups;
};

/** By question: the answers that there are. It grows in place, as the catalogue does. */
export type Groups = {looked: number; answers: Map<string, {first: string; differ: boolean}>};

/** Entries that are looked at before a key is: some ten milliseconds. */
export const PART = 10_000;

export function isNarrowed({text, outcome, verdict}: Wanted): boolean {
	return text !== '' || outcome !== null || verdict !== null;
}

/** Whether other verdicts may make another list. */
export function goesByVerdicts({verdict, order}: Wanted): boolean {
	return verdict !== null || order === 'errors';
}

/** Looks for something else, from the beginning. */
export function lookFor(selection: Selection, wanted: Wanted, catalogue: Catalogue): Selection {
	if (isAll(wanted)) {
		return {wanted, places: upTo(catalogue.count), work: null};
	}

	const places = wanted.order === 'file' ? [] : selection.places;
	return {wanted, places, work: begin(wanted, catalogue, noGroups())};
}

/** The book has grown, or is another one. */
export function grown(selection: Selection, before: Catalogue, catalogue: Catalogue): Selection {
	const {wanted, work, places} = selection;
	if (isAll(wanted)) {
		return places.length === catalogue.count ? selection : {...selection, places: upTo(catalogue.count)};
	}

	return work && catalogue.entries === before.entries ? selection : lookFor(selection, wanted, catalogue);
}

/** How many were looked at, while there are more to look at; else null. */
export function lookedThrough({work}: Selection, {count}: Catalogue): number | null {
	return work && !(isDone(work) && work.upTo === count) ? work.looked : null;
}

/** Whether a further part can be looked at now: the book itself may not be known so far. */
export function canGoOn({work}: Selection, {entries, count}: Catalogue): boolean {
	if (!work) {
		return false;
	}

	return isDone(work) ? work.upTo < count : entries[work.looked] !== undefined || work.looked === count;
}

/** A further part; what was found is listed as soon as its place is certain. */
export function lookOn(selection: Selection, catalogue: Catalogue, verdicts: Verdicts): Selection {
	const {wanted} = selection;
	const work = selection.work && followed(selection.work, wanted, catalogue);
	if (!work) {
		return selection;
	}

	return work.kind === 'grouping'
		? {...selection, work: groupOn(work, catalogue)}
		: chooseOn({...selection, work}, work, catalogue, verdicts);
}

function groupOn(work: Extract<Work, {kind: 'grouping'}>, {entries, count}: Catalogue): Work {
	const {groups} = work;
	const end = Math.min(work.looked + PART, count);
	let {looked} = work;
	for (; looked < end && entries[looked]; looked++) {
		group(groups, entries[looked]!);
	}

	groups.looked = looked;
	return looked === count || entries[looked] === undefined ? choose(looked, groups) : {...work, looked};
}

function chooseOn(selection: Selection, work: Choosing, catalogue: Catalogue, verdicts: Verdicts): Selection {
	const {entries} = catalogue;
	const {wanted} = selection;
	// Looked up only where it matters: nothing may be known of any.
	const isAsked = goesByVerdicts(wanted);
	const part = new Map<number, number[]>();
	const end = Math.min(work.looked + PART, work.upTo);
	let {looked} = work;
	for (; looked < end && entries[looked]; looked++) {
		const entry = entries[looked]!;
		const verdict =
			isAsked && entry.kind === 'trajectory'
				? verdictOf(verdicts, {file: catalogue.fileOf(looked), id: entry.id})
				: undefined;
		if (isWanted(wanted, entry, verdict)) {
			const key = sortKey(wanted.order, entry, verdict, work.groups);
			const bucket = part.get(key);
			if (bucket) {
				bucket.push(looked);
			} else {
				part.set(key, [looked]);
			}
		}
	}

	const found = joined(work.found, part);
	const next: Work = {...work, looked, found};
	// In the order of the file what comes later stands later.
	return isDone(next) || wanted.order === 'file'
		? {...selection, places: listed(found), work: next}
		: {...selection, work: next};
}

function isAll(wanted: Wanted): boolean {
	return !isNarrowed(wanted) && wanted.order === 'file';
}

function isDone(work: Work): work is Choosing {
	return work.kind === 'choosing' && work.looked === work.upTo;
}

function begin({order}: Wanted, {count}: Catalogue, groups: Groups): Work {
	return order === 'disagreement' ? {kind: 'grouping', looked: groups.looked, groups} : choose(count, groups);
}

function choose(upTo: number, groups: Groups): Work {
	return {kind: 'choosing', looked: 0, upTo, found: new Map(), groups};
}

/** Of what is new in the book: whether it makes questions differ is told first, with all others again. */
function followed(work: Work, wanted: Wanted, catalogue: Catalogue): Work {
	if (!isDone(work) || work.upTo === catalogue.count) {
		return work;
	}

	return wanted.order === 'disagreement'
		? begin(wanted, catalogue, work.groups)
		: {...work, upTo: catalogue.count};
}

function noGroups(): Groups {
	return {looked: 0, answers: new Map()};
}

function group({answers}: Groups, entry: Entry | Fault): void {
	if (entry.kind === 'fault' || entry.answer === '') {
		return;
	}

	const key = groupKey(entry);
	const known = answers.get(key);
	if (!known) {
		answers.set(key, {first: entry.answer, differ: false});
	} else if (known.first !== entry.answer) {
		known.differ = true;
	}
}

function groupKey({database, question}: Entry): string {
	return `${database}\n${question}`;
}

/** The lowest comes first. */
function sortKey(
	order: Order,
	entry: Entry | Fault,
	verdict: AnyVerdict | undefined,
	{answers}: Groups,
): number {
	switch (order) {
		case 'file':
			return 0;
		case 'turns':
			return entry.kind === 'fault' ? 0 : -entry.turns;
		case 'errors':
			return errorKey(entry, verdict);
		case 'disagreement':
			return entry.kind !== 'fault' && answers.get(groupKey(entry))?.differ ? 0 : 1;
	}
}

const ERRORS: ReadonlySet<Outcome> = new Set(['fault', 'failed', 'error', 'no-answer', 'aborted']);

/** What has no rows to compare comes first, then what is wrong with its rows. */
function errorKey(entry: Entry | Fault, verdict: AnyVerdict | undefined): number {
	if (outcomesOf(entry).some(outcome => ERRORS.has(outcome))) {
		return 0;
	}

	return verdict === undefined || rightness(verdict) !== false ? 2 : verdict === 'wrong' ? 1 : 0;
}

/** What it ended as, and that its answer has no rows where that is so. */
function outcomesOf(entry: Entry | Fault): Outcome[] {
	return entry.kind === 'fault' ? ['fault'] : entry.error === '' ? [entry.ending] : [entry.ending, 'error'];
}

function isWanted(
	{text, outcome, verdict}: Wanted,
	entry: Entry | Fault,
	given: AnyVerdict | undefined,
): boolean {
	if (outcome !== null && !outcomesOf(entry).includes(outcome)) {
		return false;
	}

	if (verdict !== null) {
		if (verdict === 'not-judged' ? entry.kind === 'fault' || given !== undefined : given !== verdict) {
			return false;
		}
	}

	const wanted = text.toLowerCase();
	return textOf(entry).toLowerCase().includes(wanted) || beginsId(entry, wanted);
}

/** In the middle of an id every short text stands somewhere. */
function beginsId(entry: Entry | Fault, text: string): boolean {
	return entry.kind !== 'fault' && entry.id.toLowerCase().startsWith(text);
}

function textOf(entry: Entry | Fault): string {
	return entry.kind === 'fault' ? entry.reason : `${entry.question}\n${entry.database}\n${entry.model}`;
}

function joined(
	found: ReadonlyMap<number, readonly number[]>,
	part: ReadonlyMap<number, readonly number[]>,
): ReadonlyMap<number, readonly number[]> {
	return new Map([
		...found,
		...[...part].map(([key, places]) => [key, [...(found.get(key) ?? []), ...places]] as const),
	]);
}

function listed(found: ReadonlyMap<number, readonly number[]>): number[] {
	return [...found].sort(([a], [b]) => a - b).flatMap(([, places]) => places);
}

function upTo(count: number): number[] {
	return Array.from({length: count}, (_, place) => place);
}
