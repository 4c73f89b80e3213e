/** What goes wrong with the files of a run, in words. */
import {codeOf, messageOf, SqrlError} from '../../errors.js';

/** The files of a run cannot be written or read. What was written counts, and the run can be gone on with. */
export class RunFolderError extends SqrlError {
	override name = 'RunFolderError';

	constructor(folder: string, why: string, advice: string, options?: {cause?: unknown}) {
		super(`the run in ${folder} ${why}`, advice, 1, options);
	}
}

const GO_ON = 'What was written stays: the same command goes on from there.';

/** In words for whoever ran it. */
export function writingFault(folder: string, error: unknown): RunFolderError {
	const words: Record<string, [why: string, advice: string]> = {
		ENOSPC: ['the disk is full', 'Free some space.'],
		EDQUOT: ['your share of the disk is full', 'Free some space.'],
		EFBIG: ['the file would be larger than is allowed here (ulimit -f)', 'Raise that limit.'],
		ENOENT: ['its folder is gone', 'Put it back, or begin a new run.'],
		ENOTDIR: ['it is no folder', 'Name another one with --out.'],
		EACCES: ['you have no permission to write there', 'Name another folder with --out, or change that.'],
		EPERM: ['you have no permission to write there', 'Name another folder with --out, or change that.'],
		EROFS: ['the disk is read-only', 'Name a folder on another disk with --out, or change that.'],
		EIO: ['the disk has a fault', 'See the log of the system.'],
	};
	const [why, advice] = words[codeOf(error)] ?? [messageOf(error).replace(/, \w+( '.*)?$/s, ''), ''];
	return new RunFolderError(folder, `cannot be written: ${why}`, `${advice} ${GO_ON}`.trim(), {
		cause: error,
	});
}
