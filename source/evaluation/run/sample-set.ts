/** Some of the samples of a run, a bit for each: what is known of a run is as large at its beginning as at its end. */
import type {RunPlan} from './run.js';

export type SampleSet = {
	has(question: number, sample: number): boolean;
	add(question: number, sample: number): void;
};

/** An empty one, with room for the samples of a plan; a question is named by its item's index. */
export function openSampleSet({items, votes}: Pick<RunPlan, 'items' | 'votes'>): SampleSet {
	const last = items.reduce((last, {index}) => Math.max(last, index), -1);
	const bits = new Uint8Array(Math.ceil(((last + 1) * votes) / 8));
	return {
		has(question, sample) {
			const at = question * votes + sample;
			return ((bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
		},
		add(question, sample) {
			const at = question * votes + sample;
			bits[at >> 3]! |= 1 << (at & 7);
		},
	};
}
