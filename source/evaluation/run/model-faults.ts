/** What a model's failure means to a run: is it the sample's, or is the service gone? */
import type {ModelError} from '../../errors.js';

/**
 * `own`: this chat cannot be answered, and another attempt would end the same way. `refused`: the same, of a server that
 * answers others; one that never did may refuse what all of them have, such as a parameter that it does not know.
 * `broken`: a reply broke off, and may come whole the next time. `doubtful`: the server failed over this chat, which says
 * nothing yet of the others. `gone`: no chat is answered any more.
 */
export type Fault = 'own' | 'refused' | 'broken' | 'doubtful' | 'gone';

/** Of what is sent these say that it is no request, is too large, or cannot be processed. */
const OF_THE_CHAT = [400, 413, 422];

export function faultOf(error: ModelError): Fault {
	switch (error.kind) {
		case 'context':
			return 'own';
		case 'refused':
			return OF_THE_CHAT.includes(statusOf(error) ?? 0) ? 'refused' : 'doubtful';

		case 'cut':
		case 'stalled':
			return 'broken';
		default:
			return 'gone';
	}
}

/** The HTTP status that a server has answered with, or null. */
function statusOf(error: unknown): number | null {
	for (let at = error; at instanceof Error; at = at.cause) {
		const {status} = at as {status?: unknown};
		if (typeof status === 'number') {
			return status;
		}
	}

	return null;
}
