import type {ChosenModel} from '../../model/chosen-model.js';
import type {ModelPlace} from '../../model/model-place.js';

/** A model and where it was asked for. */
export type Held = {place: ModelPlace; model: ChosenModel};

/** The one owner of the session's models: each is closed here, when another takes over or at the end. */
export type HeldModel = {
	readonly current: Held | null;
	/**
	 * Takes the place of the one before, whose end is not waited for. Throws what `modelAt` throws; the one before
	 * is then kept.
	 */
	take(place: ModelPlace): ChosenModel;
	/** Resolves when all that were given up have ended: until then they take their memory. */
	readonly vacated: Promise<void>;
	/** Ends the last one, too; resolves when nothing runs. */
	close(): Promise<void>;
};

/** @param report is told what goes wrong in ending a model. */
export function holdModel(
	first: Held | null,
	modelAt: (place: ModelPlace) => ChosenModel,
	report: (error: unknown) => void,
): HeldModel {
	let current = first;
	let vacated = Promise.resolve();
	function giveUp(): void {
		const before = current;
		if (before) {
			vacated = Promise.all([vacated, before.model.close()]).then(() => {}, report);
		}
	}

	return {
		get current() {
			return current;
		},
		take(place) {
			const model = modelAt(place);
			giveUp();
			current = {place, model};
			return model;
		},
		get vacated() {
			return vacated;
		},
		close() {
			giveUp();
			current = null;
			return vacated;
		},
	};
}
