import type {Printed} from './state.js';

/** Printed where a server sends the thinking apart from the text. */
export const REASONING_PARSER: Printed = {
	kind: 'note',
	text:
		'The server sends the thinking apart from the text: a reasoning parser is on, which costs sqrl-4b about ' +
		'12 points of accuracy. Start vLLM without --reasoning-parser.',
	tone: 'bad',
};
