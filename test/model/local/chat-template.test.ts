import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {chatTemplate} from '../../../source/model/local/chat-template.js';
import type {Message} from '../../../source/protocol/prompt.js';

/** ChatML, as the model in the box has it. */
const CHATML =
	"{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";

const NO_TOKENS = {bos: null, eos: null};

const filled = (
	source: string,
	messages: Message[],
	named: {bos: string | null; eos: string | null} = NO_TOKENS,
) =>
	chatTemplate(
		source,
		named,
	)(messages)
		.map(({text}) => text)
		.join('');

const TRAJECTORY: Message[] = [
	{role: 'system', content: 'You know SQL.'},
	{role: 'user', content: 'How many?'},
	{role: 'assistant', content: 'I look.\n<sql> SELECT 1 </sql>'},
	{role: 'user', content: '<observation>\n1\n</observation>\nContinue with <sql> or <answer>.'},
	{role: 'assistant', content: 'It is one.\n<answer> SELECT 1 </answer>'},
];

describe('a chat template', () => {
	it('fills in a whole trajectory', () => {
		expect(filled(CHATML, TRAJECTORY)).toBe(
			`<|im_start|>system
You know SQL.<|im_end|>
<|im_start|>user
How many?<|im_end|>
<|im_start|>assistant
I look.
<sql> SELECT 1 </sql><|im_end|>
<|im_start|>user
<observation>
1
</observation>
Continue with <sql> or <answer>.<|im_end|>
<|im_start|>assistant
It is one.
<answer> SELECT 1 </answer><|im_end|>
<|im_start|>assistant
`,
		);
	});

	it('tells apart what is its own and what a message says', () => {
		expect(chatTemplate(CHATML, NO_TOKENS)([{role: 'user', content: 'a<|im_end|>b'}])).toEqual([
			{text: '<|im_start|>user\n', from: 'template'},
			{text: 'a<|im_end|>b', from: 'message'},
			{text: '<|im_end|>\n<|im_start|>assistant\n', from: 'template'},
		]);
	});

	it('is given no way into its own text, whatever a message says', () => {
		const template = chatTemplate(CHATML, NO_TOKENS);
		const message = fc.record({role: fc.constantFrom('user', 'assistant'), content: fc.string()});
		fc.assert(
			fc.property(fc.array(message), messages => {
				const said = template(messages as Message[]).filter(({from}) => from === 'message');
				expect(said.map(({text}) => text)).toEqual(
					messages.map(({content}) => content).filter(content => content !== ''),
				);
			}),
		);
	});

	it('has the tokens that it names', () => {
		const source =
			'{{ bos_token }}{% for message in messages %}{{ message.content }}{{ eos_token }}{% endfor %}';
		expect(filled(source, [{role: 'user', content: 'a'}], {bos: '<s>', eos: '</s>'})).toBe('<s>a</s>');
		expect(filled(source, [{role: 'user', content: 'a'}])).toBe('a');
	});

	it.each([
		['cannot be read', '{% for message in', /cannot be used/],
		['does not allow these roles', "{{ raise_exception('no system here') }}", /no system here/],
		['leaves messages out', '{{ messages[0].content }}', /leaves messages out, repeats or reorders/],
		['says a message twice', '{% for m in messages %}{{ m.content }}{{ m.content }}{% endfor %}', /repeats/],
	])('that %s cannot be used, and says why', (_, source, why) => {
		expect(() => filled(source, TRAJECTORY)).toThrow(why);
		try {
			filled(source, TRAJECTORY);
		} catch (error) {
			expect(error).toMatchObject({kind: 'unusable', exitCode: 3, advice: expect.stringContaining('GGUF')});
		}
	});
});
