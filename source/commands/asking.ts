import type {Recorder} from '../archive/recorder.js';
import type {Reader} from '../database/reader.js';
import type {Model} from '../model/model.js';
import type {Calibration} from '../vote/calibration.js';

/**
 * Whom a question is put to, of which database, where what comes of it is kept, and what is known of votes: nothing
 * where there is none.
 */
export type Asking = {
	model: Model;
	reader: Reader;
	recorder: Recorder;
	calibrations: readonly Calibration[];
};
