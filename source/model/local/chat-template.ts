/** A chat as the text that a model was trained on: the template comes from the model's file. */
import {randomBytes} from 'node:crypto';
import {Template} from '@huggingface/jinja';
import {ModelError, messageOf} from '../../errors.js';
import type {Message} from '../../protocol/prompt.js';

/** A part of a chat: the template's own text, in which special tokens are meant, or what a message says. */
export type ChatPiece = {text: string; from: 'template' | 'message'};

export type ChatTemplate = (messages: readonly Message[]) => ChatPiece[];

/** Texts of special tokens that templates put in by name. */
export type NamedTokens = {bos: string | null; eos: string | null};

/**
 * Reads a template in Jinja. What a message says never meets the template's text: a mark takes its place while
 * the template is filled, so that a cell which says `<|im_end|>` stays a text. The last piece is where the reply
 * begins. Both the reading and the filling throw a ModelError.
 */
export function chatTemplate(source: string, {bos, eos}: NamedTokens): ChatTemplate {
	const template = orUnusable(() => new Template(source));
	return messages => {
		// Nothing that a message says can hold it, for nobody knows it before.
		const nonce = randomBytes(8).toString('hex');
		const filled = orUnusable(() =>
			template.render({
				messages: messages.map(({role}, index) => ({role, content: `${nonce}.${index}.`})),
				add_generation_prompt: true,
				bos_token: bos ?? '',
				eos_token: eos ?? '',
			}),
		);
		const parts = filled.split(new RegExp(`${nonce}\\.(\\d+)\\.`));
		const order = parts.filter((_, index) => index % 2 === 1).map(Number);
		if (order.length !== messages.length || order.some((message, index) => message !== index)) {
			throw unusable('it leaves messages out, repeats or reorders them');
		}

		return parts
			.map(
				(part, index): ChatPiece =>
					index % 2 === 0
						? {text: part, from: 'template'}
						: {text: messages[Number(part)]!.content, from: 'message'},
			)
			.filter(({text}) => text !== '');
	};
}

function orUnusable<T>(work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw unusable(messageOf(error), error);
	}
}

function unusable(why: string, cause?: unknown): ModelError {
	return new ModelError(
		'unusable',
		`the chat template in the model's file cannot be used: ${why}`,
		'Take a file of a chat model, such as a GGUF of sqrl-4b.',
		{cause},
	);
}
