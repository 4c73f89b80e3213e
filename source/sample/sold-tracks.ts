import {apportion} from './apportion.js';
import type {Catalogue} from './catalogue.js';
import {type Random, shuffled} from './random.js';
import {isVideo} from './recordings.js';

/** How often a track may sell that is not a planned hit; a film's price counts double, so it sells less. */
const MOST_AUDIO_SALES = 4;
const MOST_VIDEO_SALES = 2;

/**
 * How often each track is sold, in the order of their ids: by plan for the hits, else by its album's size and
 * its act's appeal. The sales add up to the number of lines.
 */
export function countSales(random: Random, {albums, drafts}: Catalogue, lines: number): number[] {
	const sales = drafts.map(draft => draft.sales);
	const planned = sales.reduce((left, right) => left + right, 0);
	const tracksOf = albums.map((): number[] => []);
	for (const [index, draft] of drafts.entries()) {
		if (draft.sales === 0) tracksOf[draft.album - 1]!.push(index);
	}
	const weights = tracksOf.map(tracks => tracks.length * drafts[tracks[0]!]!.act.appeal);
	for (const [album, count] of apportion(lines - planned, weights).entries()) {
		const tracks = shuffled(random, tracksOf[album]!);
		const limit = isVideo(drafts[tracks[0]!]!.genre) ? MOST_VIDEO_SALES : MOST_AUDIO_SALES;
		for (let left = count; left > 0; ) {
			// A product of two leans towards the start of the list, so that some tracks are much liked.
			const track = tracks[Math.floor(random() * random() * tracks.length)]!;
			if (sales[track]! >= limit) continue;
			sales[track]! += 1;
			left -= 1;
		}
	}
	return sales;
}
