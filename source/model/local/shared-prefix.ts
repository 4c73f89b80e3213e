/**
 * What all chats of a context begin with, evaluated once: the engine cannot copy a sequence into another, but writes
 * its state to a file and reads it back, within one context.
 */
import {randomUUID} from 'node:crypto';
import {rm} from 'node:fs/promises';
import path from 'node:path';
import type {Token} from 'node-llama-cpp';
import {BATCH} from './load-gguf.js';
import {openLock} from './lock.js';
import {type GatedSequence, keepFirst, type Read, readTokens} from './read-tokens.js';

/**
 * Brings a sequence to hold exactly these tokens: copied, where the last chat before began with them, else evaluated
 * and kept for the next. After an abort the signal's reason is thrown, once the batch in flight is done.
 */
export type SharedPrefix = (
	slot: GatedSequence,
	tokens: readonly Token[],
	signal: AbortSignal,
) => AsyncGenerator<Read, void, void>;

/** @param folder a private one, for one file; null: nothing can be kept, and each sequence evaluates for itself. */
export function sharedPrefix(folder: string | null): SharedPrefix {
	const enter = openLock();
	let kept: {tokens: readonly Token[]; file: string} | null = null;

	const copyTo = async ({sequence, gate}: GatedSequence, file: string): Promise<boolean> => {
		try {
			await gate.exclusively(async () => {
				// The risk is a file of another model; this one was written here.
				await sequence.loadStateFromFile(file, {acceptRisk: true});
				await sequence.takeCheckpoint();
			});
			return true;
		} catch {
			return false;
		}
	};

	const keep = async ({sequence, gate}: GatedSequence, tokens: readonly Token[]) => {
		if (folder === null) {
			return;
		}

		if (kept) {
			await rm(kept.file, {force: true});
		}

		const file = path.join(folder, randomUUID());
		try {
			await gate.exclusively(() => sequence.saveStateToFile(file));
			kept = {tokens, file};
		} catch {
			// A full disk.
			kept = null;
			await rm(file, {force: true});
		}
	};

	return async function* (slot, tokens, signal) {
		// Who comes while it is evaluated waits, and copies it.
		const leave = await enter(signal);
		try {
			if (kept && sameTokens(kept.tokens, tokens) && (await copyTo(slot, kept.file))) {
				return;
			}

			// Numbers differ in their last digits with how tokens are cut into batches: the cut is the same each time.
			const alike = slot.sequence.compareContextTokens([...tokens]).firstDifferentIndex;
			await keepFirst(slot, Math.floor(alike / BATCH) * BATCH);
			yield* readTokens(slot, tokens, signal);
			await keep(slot, tokens);
		} finally {
			leave();
		}
	};
}

function sameTokens(left: readonly Token[], right: readonly Token[]): boolean {
	return left.length === right.length && left.every((token, index) => token === right[index]);
}
