import type {Model} from './model.js';
import type {ServedModel} from './openai.js';

/** A model that a person has chosen and may give up again. */
export type ChosenModel = Model & {
	/** The models of its server. Throws a ModelError. A model that runs here has none. */
	models?(signal?: AbortSignal): Promise<ServedModel[]>;
	/** Ends what it runs; of a server's model nothing. It may not be asked afterwards. */
	close(): Promise<void>;
};
