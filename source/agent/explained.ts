import {ModelError} from '../errors.js';
import {getAModel} from '../model/get-a-model.js';
import {contextError, type PromptSize} from './prompt-size.js';

/**
 * A model's failure with what only the asking side knows to advise: what to shorten, how to get a model.
 *
 * @param baseUrl the address that was asked; '' of a model that runs here.
 */
export function explained(failure: ModelError, size: PromptSize, baseUrl: string): ModelError {
	switch (failure.kind) {
		case 'context':
			return failure.advice === '' ? contextError(size, failure) : failure;
		case 'unreachable':
			return baseUrl === ''
				? failure
				: new ModelError(failure.kind, failure.message, `\n${getAModel(baseUrl)}`, {cause: failure});
		default:
			return failure;
	}
}
