import {UsageError} from '../errors.js';
import type {Command} from './command.js';

export const evaluate: Command = async () => {
	throw new UsageError('it is not built yet');
};
