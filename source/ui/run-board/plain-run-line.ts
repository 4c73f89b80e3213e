/** A run where there is no terminal: a line now and then. */
import {
	courseWords,
	failureWords,
	intervalWords,
	number,
	percent,
	progressWords,
	type RunBoardState,
	rateWords,
} from './run-board-words.js';

/** Said when both have passed since the last time: so long, and a twentieth of the samples. */
const LEAST_MS = 10_000;
const LEAST_PART = 20;

/** All of how it stands in one line. */
export function plainRunLine(state: RunBoardState): string {
	const {figures, endpoints} = state;
	const {samples, pass1, vote, votes} = figures;
	const down = endpoints.filter(({state}) => state === 'down').length;
	return [
		`${number(samples.done)} of ${number(samples.of)} samples (${progressWords(figures)})`,
		...(pass1.share === null ? [] : [`pass@1 ${percent(pass1.share)} (${intervalWords(pass1.interval)})`]),
		...(votes === 1 || vote.share === null
			? []
			: [
					`vote@${votes} ${percent(vote.share)} (${intervalWords(vote.interval)}, ${number(vote.n)} questions)`,
				]),
		...[rateWords(figures), courseWords(state)].filter(words => words !== ''),
		...(down > 0 ? [`${down} of ${endpoints.length} servers down`] : []),
		...(figures.failures.length > 0 ? [`not right: ${failureWords(figures).join(', ')}`] : []),
	].join(' · ');
}

/** Says which of the states are worth a line. */
export function plainRunPace(): (state: RunBoardState) => boolean {
	let last: {elapsedMs: number; done: number} | null = null;
	return ({elapsedMs, figures: {samples}}) => {
		const {done, of} = samples;
		// What was there before this program began is no progress of it.
		last ??= {elapsedMs, done};
		if (elapsedMs - last.elapsedMs < LEAST_MS || (done - last.done) * LEAST_PART < of) {
			return false;
		}

		last = {elapsedMs, done};
		return true;
	};
}
