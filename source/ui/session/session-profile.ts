import type {Sampling} from '../../model/model.js';
import type {ModelPlace} from '../../model/model-place.js';

/** A model that has a name in the config: where it is, and how its replies are drawn. */
export type SessionProfile = {name: string; place: ModelPlace; sampling: Sampling};
