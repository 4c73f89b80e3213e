/**
 * A right and a wrong trajectory of one question, to prefer the one to the other (DPO and its relatives): `prompt`,
 * `chosen` and `rejected` as TRL reads them, `messages` and `rejected_messages` as ms-swift does. LLaMA-Factory takes
 * one reply after a common beginning, `chosen_reply` and `rejected_reply`, which only such pairs have.
 */
import {messages} from '../../agent/trajectory.js';
import type {Message} from '../../protocol/prompt.js';
import type {Run} from '../run/run.js';
import {type MarkedMessage, marked, withThinking} from './chat.js';
import {
	byLength,
	type Candidate,
	type Caps,
	candidatesOf,
	capped,
	distinct,
	usableQuestions,
} from './samples.js';
import type {Tally} from './tally.js';
import type {TrajectoryLines} from './trajectory-lines.js';

export type PairsOptions = Caps & {
	skipNondeterministic: boolean;
	/** Only pairs that differ in their last reply alone. */
	oneReply: boolean;
};

export type Pair = {chosen: Candidate; rejected: Candidate};

export type PairLine = {
	/** The chosen sample's and the rejected one's: `3-0/3-4`. */
	id: string;
	database: string;
	question: string;
	chosen_sql: string;
	rejected_sql: string;
	/** What both begin with. */
	prompt: Message[];
	chosen: Message[];
	rejected: Message[];
	/** Both whole; replies that both begin with are not to be learned. */
	messages: MarkedMessage[];
	rejected_messages: MarkedMessage[];
	chosen_reply?: Message;
	rejected_reply?: Message;
};

/**
 * The shortest right one against the shortest of the largest cluster of wrong ones, and on until each is in a pair, the
 * fewer of the two from the beginning again. Wrong ones without rows come last; a sample without an answer is in none.
 */
export function choosePairs(
	run: Run,
	{lines, tally, oneReply, ...options}: PairsOptions & {lines: TrajectoryLines; tally: Tally},
): Pair[] {
	const questions: Pair[][] = [];
	for (const {item, samples} of usableQuestions(run, tally, options)) {
		const answered = samples.filter(({ending, sql}) => ending === 'answered' && sql !== null);
		const failed = samples.filter(({ending}) => ending === 'failed').length;
		tally.count('failed', failed);
		tally.count('no-answer', samples.length - answered.length - failed);
		const found = candidatesOf(item, answered, {lines, tally});
		const isRight = ({sample}: Candidate) => sample.verdict === 'right';
		const good = found.filter(candidate => isRight(candidate) && candidate.facts.keepsProtocol);
		tally.count('protocol', found.filter(isRight).length - good.length);
		const right = distinct(good, tally);
		const wrong = distinct(
			found.filter(candidate => !isRight(candidate)),
			tally,
		).sort(byCluster(found));
		const rings = oneReply ? sharedBeginnings(right, wrong) : [{right, wrong}];
		const pairs = rings.flatMap(ring => pairsOf(ring.right, ring.wrong));
		const used = new Set(pairs.flatMap(({chosen, rejected}) => [chosen, rejected]));
		tally.count('no-opponent', right.length + wrong.length - used.size);
		questions.push(pairs);
	}

	return capped(questions, {caps: options, tally, candidateOf: ({chosen}) => chosen});
}

/** Those of the largest cluster first; in a cluster, and where there is none, the shortest. */
function byCluster(all: readonly Candidate[]): (a: Candidate, b: Candidate) => number {
	const sizes = new Map<string, number>();
	for (const {sample} of all) {
		if (sample.key !== null) {
			sizes.set(sample.key, (sizes.get(sample.key) ?? 0) + 1);
		}
	}

	const size = ({sample}: Candidate) => (sample.key === null ? 0 : sizes.get(sample.key)!);
	return (a, b) => size(b) - size(a) || byLength(a, b);
}

function pairsOf(right: readonly Candidate[], wrong: readonly Candidate[]): Pair[] {
	const count = right.length === 0 || wrong.length === 0 ? 0 : Math.max(right.length, wrong.length);
	return Array.from({length: count}, (_, at) => ({
		chosen: right[at % right.length]!,
		rejected: wrong[at % wrong.length]!,
	}));
}

/** The same by what stands before the last reply, in the order of the right ones. */
function sharedBeginnings(right: readonly Candidate[], wrong: readonly Candidate[]) {
	const of = (candidates: readonly Candidate[], beginning: string) =>
		candidates.filter(({facts}) => facts.beginning === beginning);
	return [...new Set(right.map(({facts}) => facts.beginning))].map(beginning => ({
		right: of(right, beginning),
		wrong: of(wrong, beginning),
	}));
}

/** @param thinking the last reply of each with its thinking; for pairs that differ in it alone. */
export async function* pairLines(
	pairs: readonly Pair[],
	{lines, oneReply, thinking}: {lines: TrajectoryLines; oneReply: boolean; thinking: boolean},
): AsyncGenerator<PairLine> {
	for (const {chosen, rejected} of pairs) {
		const [good, bad] = [await chatOf(chosen, lines, thinking), await chatOf(rejected, lines, thinking)];
		const shared = sharedLength(good, bad);
		yield {
			id: `${chosen.id}/${rejected.id}`,
			database: chosen.item.database,
			question: chosen.item.question,
			chosen_sql: chosen.sample.sql!,
			rejected_sql: rejected.sample.sql!,
			prompt: good.slice(0, shared),
			chosen: good.slice(shared),
			rejected: bad.slice(shared),
			messages: marked(good, shared),
			rejected_messages: marked(bad, shared),
			...(oneReply && {chosen_reply: good.at(-1)!, rejected_reply: bad.at(-1)!}),
		};
	}
}

async function chatOf({id}: Candidate, lines: TrajectoryLines, thinking: boolean): Promise<Message[]> {
	const trajectory = await lines.read(id);
	const chat = messages(trajectory);
	return thinking
		? [...chat.slice(0, -1), {role: 'assistant', content: withThinking(trajectory.turns.at(-1)!)}]
		: chat;
}

/** How many messages two chats begin with in common; what follows begins with a reply. */
function sharedLength(one: readonly Message[], other: readonly Message[]): number {
	let length = 0;
	while (
		length < one.length - 1 &&
		length < other.length - 1 &&
		one[length]!.content === other[length]!.content
	) {
		length++;
	}

	while (one[length]!.role !== 'assistant') {
		length--;
	}

	return length;
}
