/** The session as the stage draws it. */
import type {Scene} from '../stage.js';
import {viewLines} from '../view-lines.js';
import {liveLines} from './live-lines.js';
import {printedLines} from './printed-lines.js';
import type {Session} from './state.js';

export function sessionScene(session: Session): Scene {
	const {views, size, printed} = session;
	const view = views.at(-1);
	return {
		size,
		view: view ? room => viewLines(view, room) : null,
		live: () => liveLines(session),
		printed: {count: printed.length, lines: (index, width) => printedLines(printed[index]!, width)},
	};
}
