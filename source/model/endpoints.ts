/** Several servers of one model as one model: each reply is asked of the one that has the least to do. */
import {setTimeout as sleep} from 'node:timers/promises';
import {
	type Endpoint,
	type EndpointHealth,
	freeRoom,
	hasRoom,
	healthOf,
	isAtWork,
	isOfEndpoint,
	newEndpoint,
	noteDone,
	noteFailure,
	noteTaken,
	noteTurnedDown,
} from './endpoint.js';
import type {Model, ReplyChunk} from './model.js';

export type {EndpointHealth};

export type Endpoints = Model & {
	/** How each is doing, in the order in which they were given. */
	health(): EndpointHealth[];
};

export type EndpointsOptions = {
	/** Milliseconds that only go forward. */
	now?: () => number;
	/** Resolves after so many milliseconds; rejects when it is aborted. */
	delay?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

/**
 * A reply of which nothing has come may be asked of another server: where one is not there, has no room, stalls or fails.
 * One that is not there is tried again after 1 s, and then after twice as long each time, 30 s at most. One that has no
 * room for more gets the next request when it has. What fails at all of them is thrown as the last one said it. A key,
 * a model or an address that is wrong takes a server away for good.
 */
export function endpoints(models: readonly Model[], options: EndpointsOptions = {}): Endpoints {
	const {now = () => performance.now(), delay = (ms, signal) => sleep(ms, undefined, {signal})} = options;
	const all = models.map(newEndpoint);
	const [first] = models;
	if (!first) {
		throw new RangeError('a model needs a server');
	}

	/** Where the search for the one that is asked next begins. */
	let turn = 0;
	/** Requests that wait for room, the oldest first. */
	const waiting = new Set<Waiting>();
	/** Requests that have ended. */
	let ends = 0;
	/** As many go on as there is room for: with hundreds of them, to ask all each time would be most of the work. */
	const goOn = () => {
		ends++;
		let free = all.reduce((sum, endpoint) => sum + freeRoom(endpoint, now()), 0);
		for (const {state, wake} of waiting) {
			const now = state();
			if (now === 'hopeless' || (now === 'room' && free > 0)) {
				free -= now === 'room' ? 1 : 0;
				wake();
			}
		}
	};

	/** Those that a request may go to, the one with the least to do first; of equals the next in turn. */
	function choose(may: (endpoint: Endpoint) => boolean): Endpoint | null {
		let chosen: number | null = null;
		for (let step = 0; step < all.length; step++) {
			const at = (turn + step) % all.length;
			if (may(all[at]!) && (chosen === null || all[at]!.underWay < all[chosen]!.underWay)) {
				chosen = at;
			}
		}

		if (chosen === null) {
			return null;
		}

		turn = (chosen + 1) % all.length;
		return all[chosen]!;
	}

	const isElsewhere = (endpoint: Endpoint) => all.some(other => other !== endpoint && hasRoom(other, now()));

	/** Resolves when the request need not wait, or one that is set aside may be tried again. */
	async function untilThereMayBeRoom(
		state: Waiting['state'],
		endsBefore: number,
		signal: AbortSignal | undefined,
	): Promise<void> {
		if (ends > endsBefore) {
			return;
		}

		const next = Math.min(...all.map(({lost, retryAt}) => (lost || retryAt <= now() ? Infinity : retryAt)));
		const timer = Number.isFinite(next) ? new AbortController() : null;
		await new Promise<void>(resolve => {
			const entry: Waiting = {
				state,
				wake() {
					waiting.delete(entry);
					signal?.removeEventListener('abort', entry.wake);
					timer?.abort();
					resolve();
				},
			};
			waiting.add(entry);
			signal?.addEventListener('abort', entry.wake, {once: true});
			if (timer) {
				delay(next - now(), timer.signal).then(entry.wake, () => {});
			}
		});
		signal?.throwIfAborted();
	}

	/** Gives the chunks of one server. Ends without an `end` where another is to be asked instead. */
	async function* attempt(
		endpoint: Endpoint,
		...[messages, sampling, signal]: Parameters<Model['reply']>
	): AsyncGenerator<ReplyChunk, void, void> {
		const startedAt = now();
		let course: 'asked' | 'resting' | 'taken' | 'ended' = 'asked';
		const become = (next: typeof course) => {
			endpoint.resting += Number(next === 'resting') - Number(course === 'resting');
			endpoint.underWay -= next === 'ended' && course !== 'ended' ? 1 : 0;
			course = next;
		};
		const isTaken = () => course === 'taken';
		endpoint.underWay++;
		try {
			for await (const chunk of endpoint.model.reply(messages, sampling, signal)) {
				if (chunk.kind !== 'waiting' && !isTaken()) {
					become('taken');
					noteTaken(endpoint);
				} else if (chunk.kind === 'waiting' && !isTaken()) {
					become('resting');
					noteTurnedDown(endpoint, chunk.reason, now());
					if (isElsewhere(endpoint)) {
						return;
					}
				}

				if (chunk.kind === 'end') {
					noteDone(endpoint, now() - startedAt);
				}

				yield chunk;
			}
		} catch (error) {
			const hadBegun = isTaken();
			become('ended');
			if (!signal?.aborted) {
				noteFailure(endpoint, error, now());
			}

			throw hadBegun ? new Begun(error) : error;
		} finally {
			become('ended');
			goOn();
		}
	}

	async function* reply(...request: Parameters<Model['reply']>): AsyncGenerator<ReplyChunk, void, void> {
		const [, , signal] = request;
		/** Those that have failed at this request, with what had come through there by then. */
		const failedAt = new Map<Endpoint, number>();
		let last: unknown = null;
		let hasToldOfWaiting = false;
		const isOpen = (endpoint: Endpoint) =>
			!endpoint.lost && (!failedAt.has(endpoint) || failedAt.get(endpoint)! < endpoint.done);
		const state = () => {
			if (all.some(one => isOpen(one) && hasRoom(one, now()))) {
				return 'room';
			}

			return all.some(one => isAtWork(one) && failedAt.get(one) !== Infinity) ? 'wait' : 'hopeless';
		};
		for (;;) {
			signal?.throwIfAborted();
			const endsBefore = ends;
			if (state() === 'wait') {
				if (!hasToldOfWaiting) {
					hasToldOfWaiting = true;
					yield {kind: 'waiting', reason: all.map(({lastError}) => lastError).find(Boolean) ?? ''};
				}

				await untilThereMayBeRoom(state, endsBefore, signal);
				continue;
			}

			// Where nothing goes on that could make room, one that is set aside is asked all the same.
			const endpoint = choose(one => isOpen(one) && hasRoom(one, now())) ?? choose(isOpen);
			if (!endpoint) {
				throw last ?? all.find(({lost}) => lost)?.lost;
			}

			let isWhole = false;
			try {
				for await (const chunk of attempt(endpoint, ...request)) {
					isWhole = chunk.kind === 'end';
					yield chunk;
				}

				if (isWhole) {
					return;
				}
			} catch (error) {
				if (error instanceof Begun) {
					throw error.cause;
				}

				if (!isOfEndpoint(error) || signal?.aborted) {
					throw error;
				}

				last = error;
				// One that was busy may take it when others have come through.
				failedAt.set(endpoint, error.kind === 'busy' ? endpoint.done : Infinity);
			}
		}
	}

	return {
		...(all.length === 1 && first),
		ref: all.length === 1 ? first.ref : {name: first.ref.name},
		reply,
		async contextLength(signal) {
			const lengths = await Promise.all(models.map(model => model.contextLength(signal)));
			const known = lengths.filter(length => length !== null);
			return known.length === 0 ? null : Math.min(...known);
		},
		health: () => all.map(healthOf),
	};
}

type Waiting = {
	/** Whether there is room for it now, or none can be hoped for. */
	state: () => 'room' | 'wait' | 'hopeless';
	wake: () => void;
};

/** A reply that broke off after something of it had come: nobody else is asked for it. */
class Begun extends Error {
	constructor(cause: unknown) {
		super('a reply that had begun', {cause});
	}
}
