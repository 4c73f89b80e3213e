import type {Recorder} from '../archive/recorder.js';
import type {Reader} from '../database/reader.js';
import type {Model} from '../model/model.js';

/** Whom a question is put to, of which database, and where what comes of it is kept. */
export type Asking = {model: Model; reader: Reader; recorder: Recorder};
