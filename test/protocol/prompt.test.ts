import {describe, expect, it} from 'vitest';
import {
	CONTINUE_TURN,
	estimateTokens,
	FINISH_TURN,
	firstUserTurn,
	observationTurn,
	systemPrompt,
} from '../../source/protocol/prompt.js';
import {FIRST_USER_TURN, SYSTEM_PROMPT} from '../../source/protocol/texts.js';
import {golden} from '../support/golden.js';

const [beforeSchema = '', afterSchema = ''] = golden('system-prompt.txt').split('{schema}');
const [beforeEvidence = '', afterEvidence = ''] = afterSchema.split('{evidence}');
const [beforeSteps = '', afterSteps = ''] = afterEvidence.split('{max_steps}');

/** The golden prompt, filled by hand. */
function filled(schema: string, evidence: string, maxSteps: string): string {
	return beforeSchema + schema + beforeEvidence + evidence + beforeSteps + maxSteps + afterSteps;
}

const AWKWARD = [
	"$&$1$`$'$$",
	'{evidence}',
	'{schema} {max_steps} {question}',
	'a\r\nb\n\n',
	'日本 \u{1f600}',
	'\\n',
];

describe('the texts of the protocol', () => {
	it.each([
		['system-prompt.txt', SYSTEM_PROMPT],
		['first-user-turn.txt', FIRST_USER_TURN],
		['observation-turn.txt', observationTurn('{tab-separated result rows, or the error message}')],
		['finish-turn.txt', FINISH_TURN],
	])('%s is the same byte for byte', (file, text) => {
		expect(Buffer.from(text)).toEqual(Buffer.from(golden(file)));
	});

	it('goes on with the last line of an observation', () => {
		expect(CONTINUE_TURN).toBe(golden('observation-turn.txt').split('\n').at(-1));
	});
});

describe('systemPrompt', () => {
	it('fills each placeholder once', () => {
		const schema = golden('chinook-schema.txt');
		expect(systemPrompt({schema, evidence: 'A hint.', maxSteps: 5})).toBe(filled(schema, 'A hint.', '5'));
	});

	it.each(AWKWARD)('leaves %j in a schema as it is', text => {
		expect(systemPrompt({schema: text, evidence: 'e', maxSteps: 0})).toBe(filled(text, 'e', '0'));
	});

	it.each(AWKWARD)('leaves %j in an evidence as it is', text => {
		expect(systemPrompt({schema: 's', evidence: text, maxSteps: 12})).toBe(filled('s', text, '12'));
	});

	it.each(['', ' ', '\n\t \r\n', '\u00a0'])('says that the evidence %j is none', blank => {
		expect(systemPrompt({schema: 's', evidence: blank, maxSteps: 5})).toBe(
			filled('s', '(none provided)', '5'),
		);
	});
});

describe('firstUserTurn', () => {
	it.each(['How many tracks?', ...AWKWARD])('holds the question %j as it is', question => {
		expect(firstUserTurn(question)).toBe(golden('first-user-turn.txt').split('{question}').join(question));
	});
});

describe('observationTurn', () => {
	it.each(['1\t2\n3\t4', '</observation>', ...AWKWARD])('holds %j as it is between the tags', text => {
		expect(observationTurn(text)).toBe(
			`<observation>\n${text}\n</observation>\nContinue with <sql> or <answer>.`,
		);
	});
});

describe('estimateTokens', () => {
	it.each([
		['', 0],
		['abc', 1],
		['abcd', 1],
		['abcde', 2],
		// Bytes count, not characters: three each.
		['日本', 2],
	])('counts four bytes of %j as a token', (text, tokens) => {
		expect(estimateTokens(text)).toBe(tokens);
	});
});
