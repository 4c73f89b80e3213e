/** One of several servers of a model: what is under way there, how it does, and when it may be asked. */
import {ModelError, type ModelFailureKind, messageOf} from '../errors.js';
import type {Model} from './model.js';

export type EndpointHealth = {
	/** Its address, or the model's name or file where it has none. */
	place: string;
	/** Replies that it has been asked for and that have not ended. */
	underWay: number;
	/** Replies that were whole, and requests that failed. */
	done: number;
	failed: number;
	/** `waiting`: it has no room for more at the moment. `down`: it is set aside, for a while or for good. */
	state: 'up' | 'waiting' | 'down';
	/** What it failed with last, or ''. */
	lastError: string;
	/** Milliseconds that a reply has taken in the mean; null before the first. */
	meanMs: number | null;
};

export type Endpoint = {
	model: Model;
	underWay: number;
	/** Of these, the ones that were turned down and are going to ask again by themselves. */
	resting: number;
	/** How many it takes at once: it is found out when it turns one down, and may grow again. */
	room: number;
	/** Replies that have come through since it had no room. */
	sinceFull: number;
	done: number;
	failed: number;
	doneMs: number;
	/** Times that it failed, without a sign of life in between. */
	misses: number;
	/** It is not asked before, but where there is no other. */
	retryAt: number;
	isBusy: boolean;
	/** What it failed with for good, or null. */
	lost: ModelError | null;
	lastError: string;
};

export function newEndpoint(model: Model): Endpoint {
	return {
		model,
		underWay: 0,
		resting: 0,
		room: Number.POSITIVE_INFINITY,
		sinceFull: 0,
		done: 0,
		failed: 0,
		doneMs: 0,
		misses: 0,
		retryAt: Number.NEGATIVE_INFINITY,
		isBusy: false,
		lost: null,
		lastError: '',
	};
}

/** What no waiting will mend: there is a key, a name or an address to change. */
const FOR_GOOD: readonly ModelFailureKind[] = ['unauthorized', 'not-found', 'not-a-model', 'unusable'];

const AT_ANOTHER: readonly ModelFailureKind[] = ['unreachable', 'busy', 'stalled', 'cut', ...FOR_GOOD];

/** Whether another server may do better with the same request; what is wrong with the request itself it cannot mend. */
export function isOfEndpoint(error: unknown): error is ModelError {
	return error instanceof ModelError && (AT_ANOTHER.includes(error.kind) || isServerFault(error));
}

/** A status from 500 on, which stands in what the error was made of. */
function isServerFault(error: Error): boolean {
	for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
		const {status} = cause as {status?: unknown};
		if (typeof status === 'number') {
			return status >= 500;
		}
	}

	return false;
}

/** How many requests it may be asked now. One that has failed is tried with one at a time. */
export function freeRoom({lost, retryAt, misses, underWay, room}: Endpoint, now: number): number {
	return lost || now < retryAt ? 0 : Math.max(0, (misses > 0 ? 1 : room) - underWay);
}

export function hasRoom(endpoint: Endpoint, now: number): boolean {
	return freeRoom(endpoint, now) > 0;
}

/** Whether something may still come of what it was asked. */
export function isAtWork({lost, underWay, resting}: Endpoint): boolean {
	return !lost && underWay > resting;
}

/** Something of a reply has come. How much room there is now is not known of one that was set aside. */
export function noteTaken(endpoint: Endpoint): void {
	if (endpoint.misses > 0) {
		endpoint.room = Number.POSITIVE_INFINITY;
		endpoint.sinceFull = 0;
	}

	endpoint.misses = 0;
	endpoint.retryAt = Number.NEGATIVE_INFINITY;
	endpoint.isBusy = false;
}

/** When as many have come through as there was room for, it may have room for more: a quarter more is tried. */
const GROWTH = 1.25;

/** A reply is whole. */
export function noteDone(endpoint: Endpoint, elapsedMs: number): void {
	endpoint.done++;
	endpoint.doneMs += elapsedMs;
	endpoint.sinceFull++;
	if (endpoint.sinceFull >= endpoint.room) {
		endpoint.room = Math.ceil(endpoint.room * GROWTH);
		endpoint.sinceFull = 0;
	}
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** A request has failed, and is no longer under way. What many fail with at once is one miss. */
export function noteFailure(endpoint: Endpoint, error: unknown, now: number): void {
	endpoint.failed++;
	endpoint.lastError = messageOf(error);
	if (!isOfEndpoint(error)) {
		return;
	}

	if (FOR_GOOD.includes(error.kind)) {
		endpoint.lost = error;
		return;
	}

	endpoint.isBusy = error.kind === 'busy';
	if (endpoint.isBusy) {
		noteFull(endpoint, now);
	} else if (!isAtWork(endpoint) || !isServerFault(error)) {
		// A server that fails at one request while it writes others is there.
		setAside(endpoint, now);
	}
}

/** A request was turned down, and is going to ask again by itself: it is resting. */
export function noteTurnedDown(endpoint: Endpoint, reason: string, now: number): void {
	endpoint.lastError = reason;
	noteFull(endpoint, now);
}

/** A server that is at work on others has no room for more; one that takes none at all is set aside. */
function noteFull(endpoint: Endpoint, now: number): void {
	if (isAtWork(endpoint)) {
		endpoint.room = Math.min(endpoint.room, endpoint.underWay - endpoint.resting);
		endpoint.sinceFull = 0;
	} else {
		setAside(endpoint, now);
	}
}

function setAside(endpoint: Endpoint, now: number): void {
	if (now >= endpoint.retryAt) {
		endpoint.misses++;
		endpoint.retryAt = now + Math.min(FIRST_WAIT_MS * 2 ** (endpoint.misses - 1), LONGEST_WAIT_MS);
	}
}

export function healthOf(endpoint: Endpoint): EndpointHealth {
	const {model, underWay, done, failed, doneMs, lastError} = endpoint;
	return {
		place: model.ref.baseUrl ?? model.ref.file ?? model.ref.name,
		underWay,
		done,
		failed,
		state: stateOf(endpoint),
		lastError,
		meanMs: done === 0 ? null : doneMs / done,
	};
}

function stateOf({lost, misses, isBusy, underWay, room}: Endpoint): EndpointHealth['state'] {
	if (lost || (misses > 0 && !isBusy)) {
		return 'down';
	}

	return misses > 0 || underWay >= room ? 'waiting' : 'up';
}
