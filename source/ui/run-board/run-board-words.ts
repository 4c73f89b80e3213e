/** What is said of a run while it goes on, in few words. */
import type {RunFigures, Share} from '../../evaluation/run/run-tally.js';
import type {EndpointHealth} from '../../model/endpoints.js';
import {oneLine} from '../screens/frame.js';

/** A run as it is shown. */
export type RunBoardState = {
	/** What is run, in a few words: model, questions, rule. */
	title: string;
	figures: RunFigures;
	/** How each server is doing; of a model that runs here there is none. */
	endpoints: readonly EndpointHealth[];
	/** Samples that are under way. */
	underWay: number;
	/** Since this program began, in milliseconds. */
	elapsedMs: number;
	course: 'running' | 'stopping' | 'ended';
};

/** `3,204` */
export function number(count: number): string {
	return Math.round(count).toLocaleString('en-US');
}

/** `64.2 %`; `–` of nothing. */
export function percent(share: number | null): string {
	return share === null ? '–' : `${(100 * share).toFixed(1)} %`;
}

/** `61.0–67.3`: the bounds in per cent. */
export function intervalWords(interval: Share['interval']): string {
	return interval.map(bound => (100 * bound).toFixed(1)).join('–');
}

/** `38 %`: as much as is there for sure, so that all is not said before it is. */
export function progressWords({samples: {done, of}}: RunFigures): string {
	return of === 0 ? '100 %' : `${Math.floor((100 * done) / of)} %`;
}

/** `48 s`, `12 min`, `3 h 05 min`, `2 d 4 h`. */
export function durationWords(ms: number): string {
	const seconds = Math.max(0, Math.round(ms / 1000));
	if (seconds < 60) {
		return `${seconds} s`;
	}

	const minutes = Math.round(seconds / 60);
	if (minutes < 60) {
		return `${minutes} min`;
	}

	const hours = Math.floor(minutes / 60);
	return hours < 48
		? `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
		: `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** `118 samples a minute`, `40 samples an hour`; '' where all samples were there and none has ended here. */
export function rateWords({perMinute, samples}: RunFigures): string {
	if (perMinute === null) {
		return samples.done === samples.of ? '' : 'no sample has ended yet';
	}

	return perMinute >= 1
		? `${perMinute < 10 ? perMinute.toFixed(1) : number(perMinute)} samples a minute`
		: `${(perMinute * 60).toFixed(1)} samples an hour`;
}

/** `43 min left`, what it waits for while it ends, or how long it took. */
export function courseWords({figures, course, underWay, elapsedMs}: RunBoardState): string {
	const {msLeft, samples} = figures;
	switch (course) {
		case 'running':
			return msLeft === null ? '' : `${durationWords(msLeft)} left`;
		case 'stopping':
			return `stops · ${number(underWay)} under way`;
		case 'ended':
			return samples.done === samples.of
				? `done in ${durationWords(elapsedMs)}`
				: `stopped after ${durationWords(elapsedMs)}`;
	}
}

/** `wrong 812`, the most frequent first. */
export function failureWords({failures}: RunFigures): string[] {
	return failures.map(({kind, count}) => `${kind} ${number(count)}`);
}

/** An address without what all addresses have. */
export function placeWords({place}: EndpointHealth): string {
	return oneLine(place.replace(/^https?:\/\//, '').replace(/\/v1$/, ''));
}

/** `8.1 s`, `230 ms`; `–` before the first reply. */
export function meanWords({meanMs}: EndpointHealth): string {
	if (meanMs === null) {
		return '–';
	}

	return meanMs < 1000 ? `${Math.round(meanMs)} ms` : `${(meanMs / 1000).toFixed(1)} s`;
}
