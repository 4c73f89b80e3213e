import type {VoteEvent} from '../../vote/run-vote.js';

/**
 * Of a vote's events those that change its board: every step and every wait, but of a text that is written only
 * that it comes after a wait, and of thinking that comes apart from the text only the first.
 */
export async function* boardEvents(events: AsyncIterable<VoteEvent>): AsyncGenerator<VoteEvent> {
	const waiting = new Set<number>();
	let isWarned = false;
	function isNews({sample, chunk}: Extract<VoteEvent, {kind: 'chunk'}>): boolean {
		if (chunk.kind === 'waiting' || chunk.kind === 'progress') {
			waiting.add(sample);
			return true;
		}

		const isWarning = chunk.kind === 'reasoning' && !isWarned;
		isWarned ||= isWarning;
		return waiting.delete(sample) || isWarning;
	}

	for await (const event of events) {
		if (event.kind !== 'chunk' || isNews(event)) {
			yield event;
		}
	}
}
