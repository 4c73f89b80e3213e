/**
 * What trainers take, from their documentation and code: TRL (docs/source/dataset_formats.md, sft_trainer.md,
 * dpo_trainer.md), ms-swift (docs/source_en/Customization/Custom-dataset.md) and LLaMA-Factory (data/README.md, the
 * openai form and the preference form of sharegpt; `SharegptDatasetConverter`).
 */
import * as z from 'zod';

const message = z.object({role: z.enum(['system', 'user', 'assistant']), content: z.string()});
const assistant = message.extend({role: z.literal('assistant')});

type Chat = Array<z.infer<typeof message>>;

/** LLaMA-Factory skips what does not alternate, beginning with the user behind an optional system message. */
function alternates(chat: Chat): boolean {
	const turns = chat[0]?.role === 'system' ? chat.slice(1) : chat;
	return turns.length > 0 && turns.every(({role}, at) => role === (at % 2 === 0 ? 'user' : 'assistant'));
}

const whole = z.array(message).refine(chat => alternates(chat) && chat.at(-1)!.role === 'assistant');
const open = z.array(message).refine(chat => alternates(chat) && chat.at(-1)!.role === 'user');

/** ms-swift: `loss` is a boolean, and stands at assistants. */
const marks = z.array(
	z.union([
		assistant.extend({loss: z.boolean()}).strict(),
		message.extend({role: z.enum(['system', 'user'])}).strict(),
	]),
);

/** ms-swift renames or takes these columns for something else. */
const noOthers = (line: object) =>
	!['label', 'channel', 'margin', 'tools', 'objects', 'images', 'image', 'system', 'conversation'].some(
		name => name in line,
	);

export const sftForms = {
	'TRL, ms-swift and LLaMA-Factory': z
		.looseObject({messages: z.intersection(whole, marks)})
		.refine(noOthers)
		// TRL takes a line with both of these for a prompt and its completion.
		.refine(line => 'prompt' in line === 'completion' in line),
	'TRL, a prompt and its completion': z.looseObject({prompt: open, completion: z.tuple([assistant])}),
};

/** A completion begins with a reply and ends with one. */
const completion = z
	.array(message)
	.refine(chat => chat.every(({role}, at) => role === (at % 2 === 0 ? 'assistant' : 'user')))
	.refine(chat => chat.length % 2 === 1);

export const pairForms = {
	TRL: z.looseObject({prompt: open, chosen: completion, rejected: completion}),
	'ms-swift': z
		.looseObject({
			messages: z.intersection(whole, marks),
			rejected_messages: z.intersection(whole, marks),
		})
		.refine(noOthers),
	'LLaMA-Factory': z.looseObject({prompt: open, chosen_reply: assistant, rejected_reply: assistant}),
};

export const rlForms = {
	/** Columns become arguments of the reward function, beside these of its own. */
	TRL: z
		.looseObject({prompt: open})
		.refine(
			line => !['completions', 'prompts', 'completion_ids', 'trainer_state'].some(name => name in line),
		),
	'ms-swift': z.looseObject({messages: open}).refine(noOthers),
};
