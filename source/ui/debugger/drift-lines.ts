/** What a recorded query gives now, beside what it gave then. */
import type {Rerun} from '../../agent/rerun.js';
import type {Table} from '../../database/cell.js';
import {visibleLines} from '../../visible.js';
import {wrapText} from '../screens/text.js';
import {theme} from '../theme.js';

/** @param recorded what the query gave when it was recorded, where that was kept. */
export function driftLines({drift, observation}: Rerun, _recorded: Table | null, width: number): string[] {
	const title = drift ? 'drifted: the database answers otherwise now' : 'the database answers the same now';
	return [
		...wrapText(title, width).map(line => theme.strong(line)),
		...(drift ? wrapText(visibleLines(observation), width) : []),
	];
}
