/** What is said of a vote when it has ended. */
import type {ModelRef} from '../model/model.js';
import {EMBEDDED_NAME} from '../model/model-place.js';
import type {Ballot} from './ballot.js';
import {type Calibration, calibrationOf, type Tallied} from './calibration.js';
import {tally} from './tally.js';
import type {Confidence} from './vote-results.js';

/** What is said, as a line of its own. */
export function sentence(words: string): string {
	return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
}

/** How an answer was chosen, and by how many: `chosen by 5 of 8, 3 ahead of the next answer: majority`. */
export function chosenWords(ballot: Ballot): string {
	const {k, finished, failed, cancelled, clusters, winner, margin, confidence} = tally(ballot);
	const others = [
		...(failed > 0 ? [`${failed} failed`] : []),
		...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
	];
	const without = others.length > 0 ? ` (${others.join(', ')})` : '';
	if (winner === null) {
		const who = k === 1 ? 'the one sample has no rows' : `none of ${k} samples has rows`;
		return `no winner: ${who} to vote with${without}`;
	}

	if (confidence === null) {
		return 'a vote of one sample: nothing to agree with';
	}

	const size = clusters[winner]!.samples.length;
	const lead =
		size === finished
			? ''
			: margin === 0
				? ', tied with the next answer'
				: `, ${margin} ahead of the next answer`;
	return `chosen by ${size} of ${k}${without}${lead}: ${confidence}`;
}

/**
 * How often such votes are right, where that was measured; else null. A calibration of this model and this number of
 * samples counts instead of the card.
 */
export function shareWords(
	model: ModelRef,
	ballot: Ballot,
	calibrations: readonly Calibration[],
): string | null {
	const {k, confidence, cancelled, clusters} = tally(ballot);
	const calibration = calibrationOf(calibrations, model, k);
	if (!calibration) {
		return cardWords(model, k, confidence);
	}

	// Who stopped a vote does not know what it would have come to.
	if (confidence === null || confidence === 'none' || (cancelled > 0 && !ballot.stoppedEarly)) {
		return null;
	}

	// What an early stop has left out is missing among those that agree; the word is what it would be.
	const size = clusters[0]!.samples.length;
	const alike = calibration.agreeing.find(group => group.size === size);
	if (confidence !== 'narrow' && cancelled === 0 && alike) {
		return measuredWords(calibration, alike, `with ${size} of ${k}`);
	}

	const group = calibration.confidence.find(({word}) => word === confidence);
	return group ? measuredWords(calibration, group, `that ended ${confidence}`) : null;
}

function cardWords(model: ModelRef, k: number, confidence: Confidence | null): string | null {
	if (k !== MEASURED_K || !/^sqrl-/.test(model.name) || model.name === EMBEDDED_NAME) {
		return null;
	}

	switch (confidence) {
		case 'unanimous':
			return 'by the card of sqrl-4b an answer of 8 of 8 is right about 87 % of the time';
		case 'narrow':
			return 'by the card of sqrl-4b the answer of a narrow or tied vote is right 19–43 % of the time';
		default:
			return null;
	}
}

/** The votes whose shares are in the model's card. */
const MEASURED_K = 8;

/** Of fewer votes a share would say more than is known. */
const FEWEST = 10;

/** `measured on bird: 412 of 473 votes with 8 of 8 were right (87 %)`. */
function measuredWords({dataset}: Calibration, {n, right}: Tallied, which: string): string {
	const [votes, were] = n === 1 ? ['vote', 'was'] : ['votes', 'were'];
	const share = n < FEWEST ? '' : ` (${Math.round((100 * right) / n)} %)`;
	return `measured on ${dataset}: ${right} of ${n} ${votes} ${which} ${were} right${share}`;
}

/** What an early stop has saved, or null where there was none. */
export function savedWords(ballot: Ballot): string | null {
	const {cancelled, k} = tally(ballot);
	return ballot.stoppedEarly && cancelled > 0
		? `stopped early, ${cancelled} of ${k} samples saved: neither the winner nor the word could change any more`
		: null;
}
