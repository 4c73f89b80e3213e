import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Trajectory} from '../../source/agent/trajectory.js';
import {trajectoryFromJson} from '../../source/agent/trajectory-schema.js';
import {type ExportFormat, exported} from '../../source/archive/export.js';
import type {Cell} from '../../source/database/cell.js';
import {lineOf, madeTrajectory} from '../support/made-trajectory.js';
import {trajectories} from '../support/trajectories.js';

async function text(format: ExportFormat, given: Trajectory[], title = 'The title'): Promise<string> {
	const pieces: string[] = [];
	for await (const piece of exported({title, trajectories: given}, format)) {
		pieces.push(piece);
	}

	return pieces.join('');
}

const MADE = madeTrajectory('a');

/** The made trajectory with other rows in its answer. */
function withRows(columns: string[], rows: Cell[][], rowCount = rows.length): Trajectory {
	return madeTrajectory('a', {
		answer: {
			sql: 'SELECT 1',
			by: 'model',
			outcome: {elapsedMs: 1, table: {columns, rows, rowCount, truncated: false}},
		},
	});
}

describe('json and jsonl', () => {
	it('are one object, a list, a line each', async () => {
		const other = madeTrajectory('b');
		expect(await text('json', [MADE])).toBe(`${lineOf(MADE)}\n`);
		expect(JSON.parse(await text('json', [MADE, other]))).toEqual(
			[MADE, other].map(one => JSON.parse(lineOf(one))),
		);
		expect(await text('json', [])).toBe('[]\n');
		expect(await text('jsonl', [MADE, other])).toBe(`${lineOf(MADE)}\n${lineOf(other)}\n`);
		expect(await text('jsonl', [])).toBe('');
	});

	it('are read back as they were', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(trajectories, {maxLength: 3}), async given => {
				const lines = (await text('jsonl', given)).split('\n').slice(0, -1);
				const read = lines.map(line => trajectoryFromJson(JSON.parse(line)));
				expect(await text('jsonl', read)).toBe(lines.map(line => `${line}\n`).join(''));
				expect(read).toHaveLength(given.length);
			}),
		);
	});
});

describe('Markdown', () => {
	it('reads well', async () => {
		expect(await text('md', [MADE])).toBe(`# How many genres are there?

music · sqrl-4b · answered · 2 turns · 1.6 s · seed 7 · 2026-01-01 00:00 UTC

**Evidence:** A genre has a name.

## Turn 1: probe · 0.8 s · 57 tokens

<details><summary>Thought</summary>

Which genres?

</details>

I look at the names.

\`\`\`sql
SELECT Name FROM Genre
\`\`\`

| Name |
| --- |
| Jazz |
| Rock |

2 rows · 1.5 ms

## Turn 2: answer · 0.8 s

They are counted.

## Answer

\`\`\`sql
SELECT count(*) AS n FROM Genre
\`\`\`

| n |
| --- |
| 2 |

1 row · 0.4 ms

`);
	});

	it('shows the first rows, and how many there are', async () => {
		const rows = Array.from({length: 25}, (_, at) => [`row ${at}`]);
		const shown = await text('md', [withRows(['a'], rows, 1000)]);
		expect(shown).toContain('| row 19 |\n\nthe first 20 of 1,000 rows · 1.0 ms');
		expect(shown).not.toContain('row 20');
	});

	it('cuts what nobody reads', async () => {
		const wide = Array.from({length: 60}, (_, at) => `c${at}`);
		const shown = await text('md', [
			{
				...withRows(wide, [wide.map(() => 'x'.repeat(1e6))]),
				evidence: 'y'.repeat(30_000),
			},
		]);
		expect(shown.length).toBeLessThan(50_000);
		expect(shown).toContain(`| ${'x'.repeat(200)}… |`);
		expect(shown).toContain('| c39 | … 20 more columns |');
		expect(shown).toContain('… 10,000 more characters');
	});

	it.each<[string, Partial<Trajectory>, string]>([
		[
			'a failure',
			{ending: 'failed', extra: {failure: {kind: 'busy', message: 'no room'}}},
			'**⚠** Failed: no room',
		],
		['no answer', {ending: 'no-answer'}, '**⚠** The model gave no answer.'],
		['what was stopped', {ending: 'aborted', extra: {unfinished: 'I lo'}}, '**⚠** Stopped by a person.'],
		[
			'what came of a reply',
			{ending: 'aborted', extra: {unfinished: 'I lo'}},
			'broken off</summary>\n\nI lo\n',
		],
		[
			'a fork',
			{parent: {id: '4f0c9a52-7a0e-4d6e-9c55-0d9f2a5a3c11', turn: 1}},
			' · fork of 4f0c9a52 at turn 2',
		],
		[
			"a query's failure",
			{
				answer: {
					sql: 'SELECT x',
					by: 'person',
					outcome: {elapsedMs: 1, error: {kind: 'sql', message: 'no such column: x'}},
				},
			},
			'## Answer, edited by a person\n\n```sql\nSELECT x\n```\n\n**⚠** no such column: x\n',
		],
		['a question of several lines', {question: 'Who?\nAnd why?'}, '# Who? And why?\n\nWho?  \nAnd why?\n\n'],
	])('tells of %s', async (_, change, expected) => {
		expect(await text('md', [madeTrajectory('a', change)])).toContain(expected);
	});

	it.each<[string, Partial<Trajectory['turns'][number]>, string]>([
		[
			'an edit',
			{verdict: {kind: 'edited', sql: 'SELECT 3'}},
			'A person edited it, and this ran:\n\n```sql\nSELECT 3\n```\n',
		],
		[
			'a rejection',
			{verdict: {kind: 'rejected', note: 'Too slow.'}},
			'**Rejected by a person:** Too slow.\n',
		],
		[
			'an observation that is not what the database said',
			{
				response: {
					kind: 'observation',
					text: '<observation>\n7\n</observation>\nContinue with <sql> or <answer>.',
				},
			},
			'The model was told instead:\n\n```\n7\n```\n',
		],
		[
			'an imported observation',
			{
				outcome: undefined as never,
				response: {kind: 'observation', text: '<observation>\n7\n</observation>\nGo on.'},
			},
			'The model was told:\n\n```\n7\n```\n',
		],
		[
			'no action',
			{action: {kind: 'none', reason: 'no-block'}},
			'**⚠** The reply has neither a probe nor an answer.',
		],
		[
			'the end of the budget',
			{verdict: {kind: 'finish', by: 'budget'}},
			'Not run: all steps of the budget were used.',
		],
	])('tells of %s in a turn', async (_, change, expected) => {
		const [first, ...rest] = MADE.turns;
		expect(await text('md', [{...MADE, turns: [{...first!, ...change}, ...rest]}])).toContain(expected);
	});

	it('has nothing in its text that is markup', async () => {
		const summary =
			'# A\n- b\n1. c\n> d\n<script>alert(1)</script>\n*e* `code_x` [f](javascript:x) ``` \n---\n</details>';
		const [first, ...rest] = MADE.turns;
		const shown = await text('md', [{...MADE, turns: [{...first!, summary, thinking: summary}, ...rest]}]);
		const expected = [
			'\\# A',
			'\\- b',
			'1\\. c',
			'\\> d',
			'&lt;script>alert(1)&lt;/script>',
			'\\*e\\* `code_x` \\[f\\](javascript:x) \\`\\`\\`',
			'\\---',
			'&lt;/details>',
		].join('  \n');
		expect(shown.split(expected)).toHaveLength(3);
	});

	it('has fences longer than those in a query', async () => {
		const shown = await text('md', [madeTrajectory('a', {answer: {sql: "SELECT '\n````\n'", by: 'vote'}})]);
		expect(shown).toContain("`````sql\nSELECT '\n````\n'\n`````\n");
	});

	it('escapes cells, and tells NULL', async () => {
		expect(await text('md', [withRows(['a|b'], [['x|y\n<b>'], [null], ['\u001b[31m\u202e']])])).toContain(
			'| a\\|b |\n| --- |\n| x\\|y<br>&lt;b> |\n| NULL |\n| ␛\\[31m‹202E› |\n',
		);
	});

	it('of several has a title, questions and their samples', async () => {
		const other = madeTrajectory('c', {question: 'Another?'});
		const shown = await text('md', [
			MADE,
			madeTrajectory('b'),
			madeTrajectory('f', {parent: {id: 'a', turn: 0}}),
			other,
		]);
		expect(shown.match(/^#{1,3} .*$/gm)!.filter(line => !/Turn|Answer/.test(line))).toEqual([
			'# The title',
			'## How many genres are there?',
			'### Sample 1',
			'### Sample 2',
			'### Fork of a at turn 1',
			'## Another?',
		]);
	});
});

/** All tags of a page, and its text, as a browser cuts it: none of this is known to the export. */
function cutUp(page: string): {tags: Array<{name: string; attributes: string}>; text: string} {
	const tags: Array<{name: string; attributes: string}> = [];
	const text = page.replaceAll(
		/<(?:!--[\s\S]*?-->|(\/?[a-z!][^\s>]*)([^>]*)>)/gi,
		(_, name = '!--', attributes = '') => {
			tags.push({name, attributes});
			return '';
		},
	);
	return {tags, text};
}

const ALLOWED =
	/^(?:!doctype|\/?(?:html|head|title|style|body|header|nav|ul|li|a|span|article|h[1-4]|p|b|pre|code|details|summary|div|table|thead|tbody|tr|th|td)|meta)$/;

const ATTRIBUTES =
	/^(?: (?:lang="en"|charset="utf-8"|class="(?:facts|failure|sql|wide|null|number|group)"|id="t\d+"|href="#t\d+"|html|http-equiv="Content-Security-Policy"|content="[^"]*"|name="(?:viewport|referrer)"))*$/;

function expectSafe(page: string): void {
	const {tags, text} = cutUp(page.replace(/<style>[\s\S]*?<\/style>/, ''));
	expect(text).not.toContain('<');
	for (const {name, attributes} of tags) {
		expect(name).toMatch(ALLOWED);
		expect(attributes).toMatch(ATTRIBUTES);
	}

	const open: string[] = [];
	for (const {name} of tags.filter(({name}) => !/^(?:!doctype|meta)$/.test(name))) {
		if (name.startsWith('/')) {
			expect(open.pop()).toBe(name.slice(1));
		} else {
			open.push(name);
		}
	}

	expect(open).toEqual([]);
	// Nothing that acts on a terminal or turns text round: line feeds alone are as they are.
	expect(page).not.toMatch(
		/[\0-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u,
	);
}

const NASTY = [
	'</style><script>alert(1)</script>',
	'--><img src=x onerror=alert(1)>',
	'"><a href="javascript:alert(1)">x</a>',
	"' onmouseover='alert(1)",
	'<!--',
	'<![CDATA[',
	'&lt;script&gt;',
	'</textarea></title></pre></details></article></body>',
	'\u001b]52;c;eA==\u0007\u202e\u2028\0',
	'<meta http-equiv="refresh" content="0;url=https://example.com">',
];

describe('HTML', () => {
	it('is one page that fetches nothing and runs nothing', async () => {
		const page = await text('html', [MADE]);
		expect(page).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n/);
		expect(page).toContain(
			`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
		);
		expect(page).not.toMatch(/<script|<link|<img|<iframe|url\(|@import|https?:|\son\w+=/i);
		expect(page).toContain('<title>How many genres are there?</title>');
		expect(page).toContain('<pre class="sql"><code>SELECT Name FROM Genre</code></pre>');
		expect(page).toContain('<details><summary>Thought</summary>\n<p>Which genres?</p>\n</details>');
		expect(page).toContain('<tr><td class="number">2</td></tr>');
		expect(page).not.toContain('<nav>');
		expectSafe(page);
	});

	it.each(NASTY)('is safe with %j anywhere', async nasty => {
		const [turn] = MADE.turns;
		const given = madeTrajectory('a', {
			id: nasty,
			question: nasty,
			evidence: nasty,
			database: {path: nasty, name: nasty, version: nasty},
			model: {name: nasty},
			parent: {id: nasty, turn: 0},
			ending: 'failed',
			extra: {failure: {message: nasty}, unfinished: nasty},
			turns: [
				{
					...turn!,
					summary: nasty,
					thinking: nasty,
					action: {kind: 'sql', sql: nasty},
					verdict: {kind: 'rejected', note: nasty},
					response: {kind: 'imported', text: nasty},
					outcome: {elapsedMs: 1, error: {kind: 'sql', message: nasty}, readAsText: [nasty]},
					startedAt: nasty,
				},
			],
			answer: {
				sql: nasty,
				by: 'model',
				outcome: {elapsedMs: 1, table: {columns: [nasty], rows: [[nasty]], rowCount: 1, truncated: false}},
			},
		});
		expectSafe(await text('html', [given]));
		expectSafe(await text('html', [given, given, MADE], nasty));
	});

	it('is safe with any trajectory', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(trajectories, {maxLength: 3}), fc.string(), async (given, title) => {
				expectSafe(await text('html', given, title));
			}),
		);
	});

	it('of several has a list of them, with links, samples under their question', async () => {
		const page = await text('html', [MADE, madeTrajectory('b'), madeTrajectory('c', {question: 'Another?'})]);
		const nav = /<nav>([\s\S]*)<\/nav>/.exec(page)![1]!;
		expect(nav.match(/<li class="group">[^<]*|<a [^>]*>[^<]*/g)).toEqual([
			'<li class="group">How many genres are there?',
			'<a href="#t1">Sample 1',
			'<a href="#t2">Sample 2',
			'<a href="#t3">Another?',
		]);
		expect(page.match(/<article id="\w+">/g)).toEqual([
			'<article id="t1">',
			'<article id="t2">',
			'<article id="t3">',
		]);
		expect(page.match(/<h[12]>[^<]*/g)).toEqual([
			'<h1>The title',
			'<h2>How many genres are there?',
			'<h2>Another?',
		]);
	});

	it('of none is a page', async () => {
		expectSafe(await text('html', []));
	});
});
