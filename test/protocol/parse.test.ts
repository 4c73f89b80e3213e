import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type Action, contentOf, contentWithSql, parseReply} from '../../source/protocol/parse.js';

const sql = (sql: string): Action => ({kind: 'sql', sql});
const answer = (sql: string): Action => ({kind: 'answer', sql});
const none = (reason: 'no-block' | 'empty-block' | 'cut-off'): Action => ({kind: 'none', reason});

/** What is expected of a reply; thinking is '', content the trimmed reply and the summary '' unless given. */
type Case = [name: string, reply: string, Action, {thinking?: string; content?: string; summary?: string}?];

const BLOCKS: Case[] = [
	['an answer', '<answer> SELECT 1 </answer>', answer('SELECT 1')],
	['a probe', '<sql> SELECT 1 </sql>', sql('SELECT 1')],
	['a summary', 'Plan.\n\n<sql>SELECT 1</sql>', sql('SELECT 1'), {summary: 'Plan.'}],
	['white space around', '\n\n  Plan. <sql>\tSELECT 1\r\n</sql>\n ', sql('SELECT 1'), {summary: 'Plan.'}],
	['several lines', '<sql>\nSELECT a,\n  b\nFROM t\n</sql>', sql('SELECT a,\n  b\nFROM t')],
	['tags in capitals', '<SQL>SELECT 1</SQL>', sql('SELECT 1')],
	['tags in mixed case', '<Answer>SELECT 1</aNSWER>', answer('SELECT 1')],
	[
		'the last of two answers',
		'A <answer>1</answer> B <answer>2</answer>',
		answer('2'),
		{summary: 'A <answer>1</answer> B'},
	],
	['the last of two probes', '<sql>1</sql><sql>2</sql>', sql('2'), {summary: '<sql>1</sql>'}],
	['an answer before a probe', '<answer>1</answer> <sql>2</sql>', answer('1')],
	['an answer after a probe', '<sql>1</sql> <answer>2</answer>', answer('2'), {summary: '<sql>1</sql>'}],
	['text after the block', '<answer>SELECT 1</answer> That is it.', answer('SELECT 1')],
	[
		'tags in prose, which count as in the loop of the card',
		'I give <sql> and </sql> first.',
		sql('and'),
		{summary: 'I give'},
	],
	[
		'an opening tag in prose, from which the block starts',
		'I end with <answer> now: <answer>SELECT 1</answer>',
		answer('now: <answer>SELECT 1'),
		{summary: 'I end with'},
	],
	['a probe inside an answer', '<answer><sql>SELECT 1</sql></answer>', answer('<sql>SELECT 1</sql>')],
	['an answer inside a probe', '<sql>a <answer>b</answer></sql>', answer('b'), {summary: '<sql>a'}],
	[
		'entities, which are not decoded',
		'<sql>SELECT 1 &lt; 2 AND &#39;x&#39;</sql>',
		sql('SELECT 1 &lt; 2 AND &#39;x&#39;'),
	],
	['signs of comparison', '<sql>SELECT a<b AND c>d</sql>', sql('SELECT a<b AND c>d')],
	['letters of any script', "<sql>SELECT '日本 \u{1f600} ß'</sql>", sql("SELECT '日本 \u{1f600} ß'")],
	['letters whose lower case is longer', "İİ <SQL>SELECT 'İ'</SQL>", sql("SELECT 'İ'"), {summary: 'İİ'}],
	['a blank probe', '<sql> \n\t </sql>', none('empty-block')],
	[
		'a blank answer after a probe',
		'<sql>SELECT 1</sql><answer></answer>',
		none('empty-block'),
		{summary: '<sql>SELECT 1</sql>'},
	],
	['nothing', '', none('no-block')],
	['white space only', ' \n ', none('no-block')],
	['prose only', 'I do not know.', none('no-block'), {summary: 'I do not know.'}],
	[
		'a tag that is not closed',
		'Plan. <answer>SELECT 1',
		none('no-block'),
		{summary: 'Plan. <answer>SELECT 1'},
	],
	['a tag that is not opened', 'SELECT 1</answer>', none('no-block'), {summary: 'SELECT 1</answer>'}],
	['tags that do not fit', '<sql>SELECT 1</answer>', none('no-block'), {summary: '<sql>SELECT 1</answer>'}],
	['a tag with a space', '<sql >SELECT 1</sql>', none('no-block'), {summary: '<sql >SELECT 1</sql>'}],
	[
		'another tag that starts alike',
		'<sqlite>SELECT 1</sqlite>',
		none('no-block'),
		{summary: '<sqlite>SELECT 1</sqlite>'},
	],
	['an answer that is not closed after a probe', '<sql>SELECT 1</sql> <answer>SELECT 2', sql('SELECT 1')],
];

const FENCES: Case[] = [
	['with a language', '<sql>\n```sql\nSELECT 1\n```\n</sql>', sql('SELECT 1')],
	['with another language', '<sql>```sqlite\nSELECT 1\n```</sql>', sql('SELECT 1')],
	['with a language in capitals', '<sql>```SQL\nSELECT 1\n```</sql>', sql('SELECT 1')],
	['without a language', '<answer>```\nSELECT 1\n```</answer>', answer('SELECT 1')],
	['with CRLF', '<sql>\r\n```sql\r\nSELECT 1\r\nFROM t\r\n```\r\n</sql>', sql('SELECT 1\r\nFROM t')],
	['on one line', '<sql>```SELECT 1```</sql>', sql('SELECT 1')],
	['on one line with a language', '<sql>```sql SELECT 1```</sql>', sql('SELECT 1')],
	['around several lines', '<sql>```sql\nSELECT a,\n\n  b\n```</sql>', sql('SELECT a,\n\n  b')],
	['without a line break before the SQL', '<sql>```SELECT\n  a FROM t```</sql>', sql('SELECT\n  a FROM t')],
	['around nothing', '<sql>```sql\n```</sql>', none('empty-block')],
	['around nothing on one line', '<sql>``````</sql>', none('empty-block')],
	[
		'that does not surround the whole',
		'<sql>```sql\nSELECT 1\n```\nDone.</sql>',
		sql('```sql\nSELECT 1\n```\nDone.'),
	],
	['that is not closed', '<sql>```sql\nSELECT 1</sql>', sql('```sql\nSELECT 1')],
	[
		'twice, of which none surrounds',
		'<sql>```\nSELECT 1\n```\n```\nSELECT 2\n```</sql>',
		sql('```\nSELECT 1\n```\n```\nSELECT 2\n```'),
	],
	['and backticks of names', '<sql>```sql\nSELECT `a b` FROM `c`\n```</sql>', sql('SELECT `a b` FROM `c`')],
	['outside the block', '```sql\n<sql>SELECT 1</sql>\n```', sql('SELECT 1'), {summary: '```sql'}],
];

const THOUGHTS: Case[] = [
	[
		'one',
		'<think>\nHm.\n</think>\n\nPlan. <sql>1</sql>',
		sql('1'),
		{thinking: 'Hm.', content: 'Plan. <sql>1</sql>', summary: 'Plan.'},
	],
	['an empty one', '<think>\n\n</think>\n\n<sql>1</sql>', sql('1'), {content: '<sql>1</sql>'}],
	[
		'an opening tag that is missing',
		'Hm.</think><sql>1</sql>',
		sql('1'),
		{thinking: 'Hm.', content: '<sql>1</sql>'},
	],
	[
		'several, of which the last counts',
		'<think>a</think> b <think>c</think> <sql>1</sql>',
		sql('1'),
		{thinking: 'a</think> b <think>c', content: '<sql>1</sql>'},
	],
	[
		'tags in capitals',
		'<THINK>Hm.</Think><sql>1</sql>',
		sql('1'),
		{thinking: 'Hm.', content: '<sql>1</sql>'},
	],
	[
		'a probe in it, which does not count',
		'<think>Try <sql>1</sql></think>Plan.',
		none('no-block'),
		{thinking: 'Try <sql>1</sql>', content: 'Plan.', summary: 'Plan.'},
	],
	[
		'an answer in it, which does not beat the probe after it',
		'<think><answer>1</answer></think><sql>2</sql>',
		sql('2'),
		{thinking: '<answer>1</answer>', content: '<sql>2</sql>'},
	],
	[
		'one that ends after the block',
		'<sql>1</sql></think>',
		none('no-block'),
		{thinking: '<sql>1</sql>', content: ''},
	],
	['one that is not closed', '<think>Hm. <sql>1</sql>', sql('1'), {summary: '<think>Hm.'}],
	['nothing after it', '<think>Hm.</think>', none('no-block'), {thinking: 'Hm.', content: ''}],
];

const AT_THE_LIMIT: Case[] = [
	['an open answer', 'Plan. <answer>SELECT 1', none('cut-off')],
	['an open probe', '<sql>SELECT 1 FROM', none('cut-off')],
	['an open probe in capitals', '<SQL>SELECT 1 FROM', none('cut-off')],
	['a closing tag that is not whole', '<sql>SELECT 1</sq', none('cut-off')],
	['an open thought', '<think>Hm', none('cut-off')],
	['an open thought with a probe in it', '<think>Try <sql>1</sql> and', none('cut-off')],
	[
		'a second thought, open',
		'<think>a</think> <sql>1</sql> <think>b',
		none('cut-off'),
		{thinking: 'a', content: '<sql>1</sql> <think>b'},
	],
	['an open answer after a probe', '<sql>1</sql> <answer>SELECT', none('cut-off')],
	['an open probe after an answer', '<answer>1</answer> <sql>SELECT', none('cut-off')],
	[
		'a thought whose tag is missing, and an open block',
		'Hm.</think><answer>SEL',
		none('cut-off'),
		{thinking: 'Hm.', content: '<answer>SEL'},
	],
	['a block that is whole', 'Plan. <answer>SELECT 1</answer>', answer('SELECT 1'), {summary: 'Plan.'}],
	['a block that is whole, and prose', '<sql>SELECT 1</sql> Then', sql('SELECT 1')],
	[
		'a whole thought and a whole block',
		'<think>a</think><sql>1</sql>',
		sql('1'),
		{thinking: 'a', content: '<sql>1</sql>'},
	],
	['prose', 'I do not kn', none('no-block'), {summary: 'I do not kn'}],
	['a blank block', '<sql></sql>', none('empty-block')],
];

function check(
	[, reply, action, {thinking = '', content = reply.trim(), summary = ''} = {}]: Case,
	reason: string,
) {
	const parsed = parseReply(reply, reason);
	expect(parsed).toEqual({
		thinking,
		content,
		// Of a reply that is cut off there is no chosen block for the summary to end at.
		summary: action.kind === 'none' && action.reason === 'cut-off' ? expect.any(String) : summary,
		action,
	});
	expect(contentOf(reply)).toBe(content);
}

describe('parseReply', () => {
	it.each(BLOCKS)('a block: %s', (...given) => check(given, 'stop'));

	it.each(FENCES)('a code fence: %s', (...given) => check(given, 'stop'));

	it.each(THOUGHTS)('a thought: %s', (...given) => check(given, 'stop'));

	it.each(AT_THE_LIMIT)('at the token limit: %s', (...given) => check(given, 'length'));

	it.each(['stop', undefined])('finds no cut-off where the reason is %s', reason => {
		expect(parseReply('<think>a <sql>SELECT 1</sql> <answer>', reason).action).toEqual(sql('SELECT 1'));
	});

	it('finds the SQL that the loop of the card finds', () => {
		const words = fc.stringMatching(/^[a-z .,\n'"&;$é日]{0,20}$/);
		const inside = words.map(text => `${text}x`);
		const blocks = fc
			.tuple(fc.constantFrom('sql', 'answer'), inside)
			.map(([tag, text]) => `<${tag}>${text}</${tag}>`);
		const thoughts = fc.oneof(
			fc.constant(''),
			words.map(text => `<think>${text}</think>`),
		);
		const replies = fc
			.tuple(thoughts, fc.array(fc.oneof(words, blocks), {maxLength: 5}))
			.map(([thought, parts]) => thought + parts.join(' '));
		fc.assert(
			fc.property(replies, reply => {
				const {action} = parseReply(reply);
				expect(action.kind === 'none' ? null : action).toEqual(cardAction(reply));
			}),
			{numRuns: 500},
		);
	});
});

/** The loop of the model's card, line by line. */
function cardAction(reply: string): Action | null {
	const content = reply.includes('</think>') ? reply.split('</think>').at(-1)!.trim() : reply;
	const answers = [...content.matchAll(/<answer>(.*?)<\/answer>/gs)];
	const probes = [...content.matchAll(/<sql>(.*?)<\/sql>/gs)];
	const kind = answers.length > 0 ? 'answer' : 'sql';
	const last = (answers.length > 0 ? answers : probes).at(-1);
	return last ? {kind, sql: last[1]!.trim()} : null;
}

describe('contentWithSql', () => {
	it.each([
		['Plan. <sql>SELECT 1</sql>', 'SELECT 2', 'Plan. <sql> SELECT 2 </sql>'],
		['<think>a</think>Plan. <sql> SELECT 1 </sql> End.', 'SELECT 2', 'Plan. <sql> SELECT 2 </sql> End.'],
		['<SQL>SELECT 1</Sql>', 'SELECT 2', '<SQL> SELECT 2 </Sql>'],
		['<sql>1</sql> <sql>1</sql>', '2', '<sql>1</sql> <sql> 2 </sql>'],
		['<sql>1</sql> <answer>1</answer>', '2', '<sql>1</sql> <answer> 2 </answer>'],
		['<sql>```sql\nSELECT 1\n```</sql>', 'SELECT 2', '<sql> SELECT 2 </sql>'],
		['<sql>1</sql>', "SELECT '$&$1$`$$'", "<sql> SELECT '$&$1$`$$' </sql>"],
		['<sql>1</sql>', 'SELECT 1,\n  2', '<sql> SELECT 1,\n  2 </sql>'],
		['<sql></sql>', '2', '<sql> 2 </sql>'],
		['Nothing here.', 'SELECT 2', 'Nothing here.'],
	])('%j with %j', (reply, edited, content) => {
		expect(contentWithSql(reply, edited)).toBe(content);
	});

	it('gives a content from which the edited SQL is read back', () => {
		const edits = fc.string({unit: 'grapheme', minLength: 1}).filter(text => !/[<`]|^\s|\s$/.test(text));
		fc.assert(
			fc.property(edits, edited => {
				const content = contentWithSql('<think>a</think>Plan.\n<sql> SELECT 1 </sql>', edited);
				expect(parseReply(content).action).toEqual(sql(edited));
			}),
		);
	});
});
