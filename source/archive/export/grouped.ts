/** Trajectories one after the other, and which of them are of one question. */
import type {Trajectory} from '../../agent/trajectory.js';
import {forkWords} from './document.js';

export type Grouped = {
	trajectory: Trajectory;
	/** From 1. */
	number: number;
	/** What tells it from the others of its question: `Sample 2`, or what it is a fork of; null: it is alone. */
	label: string | null;
	/** Whether its question begins with it. */
	isFirst: boolean;
	/** Whether there is no other at all. */
	isOnly: boolean;
};

/** Those of one question are those that follow each other with the same prompt; each waits until the next is known. */
export async function* grouped(
	trajectories: AsyncIterable<Trajectory> | Iterable<Trajectory>,
): AsyncGenerator<Grouped> {
	let held: Trajectory | null = null;
	let before: Trajectory | null = null;
	let number = 0;
	let samples = 0;
	const place = (trajectory: Trajectory, next: Trajectory | null): Grouped => {
		const isFirst = !before || !isSameQuestion(before, trajectory);
		const isAlone = isFirst && !(next && isSameQuestion(trajectory, next));
		samples = (isFirst ? 0 : samples) + (trajectory.parent ? 0 : 1);
		before = trajectory;
		number++;
		const label = trajectory.parent ? sentence(forkWords(trajectory.parent)) : `Sample ${samples}`;
		return {trajectory, number, label: isAlone ? null : label, isFirst, isOnly: number === 1 && !next};
	};

	for await (const next of trajectories) {
		if (held) {
			yield place(held, next);
		}

		held = next;
	}

	if (held) {
		yield place(held, null);
	}
}

function isSameQuestion(one: Trajectory, other: Trajectory): boolean {
	return (
		one.question === other.question &&
		one.prompt.system === other.prompt.system &&
		one.database?.path === other.database?.path
	);
}

function sentence(words: string): string {
	return `${words[0]!.toUpperCase()}${words.slice(1)}`;
}
