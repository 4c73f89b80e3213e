import {UsageError} from '../errors.js';
import type {Command} from './command.js';

export const compareRuns: Command = async () => {
	throw new UsageError('it is not built yet');
};
