import {describe, expect, it} from 'vitest';
import {reportOf} from '../../../source/evaluation/report/report.js';
import {reportMarkdown} from '../../../source/evaluation/report/report-markdown.js';
import {reportPage} from '../../../source/evaluation/report/report-page.js';
import type {Run} from '../../../source/evaluation/run/run.js';
import {madeItem, madePlan, madeSample, soundGold} from '../../support/made-run.js';

const HOSTILE = `</pre></style><script>alert("1")</script><img src=x onerror='alert(2)'>&\u202e\u001b[31m`;

const hostile: Run = {
	plan: madePlan(
		[
			madeItem(0, {
				question: HOSTILE,
				evidence: HOSTILE,
				database: HOSTILE,
				gold: HOSTILE,
				difficulty: HOSTILE,
				questionId: HOSTILE,
			}),
		],
		{votes: 2, model: {name: HOSTILE}, questions: {file: HOSTILE, sha256: 'b'.repeat(64), count: 1}},
	),
	golds: new Map([[0, soundGold(0, {reason: HOSTILE, nondeterministic: HOSTILE})]]),
	samples: new Map([
		[0, [0, 1].map(sample => madeSample(0, sample, {verdict: 'wrong', sql: HOSTILE, reason: HOSTILE}))],
	]),
};

describe('the page of a hostile run', () => {
	const page = reportPage(reportOf(hostile));

	it('has no markup but its own', () => {
		const names = new Set([...page.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name!.toLowerCase()));
		const own =
			'html head meta title style body header main section article figure figcaption nav ul li dl dt dd div p b br a span h1 h2 h3 pre code table thead tbody tr th td svg desc path rect circle line polyline text';
		expect([...names].filter(name => !own.split(' ').includes(name))).toEqual([]);
		expect(page.match(/<style>/g)).toHaveLength(1);
		expect(page).not.toMatch(/<[^>]*\son[a-z]+=/i);
	});

	it('has nothing from elsewhere, and nothing that acts on a screen', () => {
		expect(page).toContain("default-src 'none'");
		expect(page).not.toMatch(/<[^>]*\b(?:src|href)="(?!#)/);
		expect(page).not.toContain('\u202e');
		expect(page).not.toContain('\u001b');
	});

	it('has a section for each question that is linked to', () => {
		const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
		expect(links).toContain('q0');
		for (const id of links) {
			expect(page).toContain(`id="${id}"`);
		}
	});

	it('tells in words what a plot shows', () => {
		for (const [plot] of page.matchAll(/<svg class="chart".*?<\/svg>/gs)) {
			expect(plot).toMatch(/role="img".*<title.*<desc/s);
		}

		expect(page.match(/<svg class="chart"/g)).toHaveLength(3);
	});
});

it('is Markdown without markup from a dataset', () => {
	const text = reportMarkdown(reportOf(hostile));
	expect(text).not.toMatch(/<(?!\/?(?:details|summary)>)/);
	expect(text.split('\n').filter(line => line.startsWith('# '))).toHaveLength(1);
});

it('shows the first questions of a kind, and says how many more there are', () => {
	const items = Array.from({length: 30}, (_, index) => madeItem(index));
	const report = reportOf({
		plan: madePlan(items, {votes: 1}),
		golds: new Map(),
		samples: new Map(
			items.map(({index}) => [index, [madeSample(index, 0, {verdict: 'timeout', key: null})]]),
		),
	});
	const page = reportPage(report);
	expect(page.match(/<article /g)).toHaveLength(20);
	expect(page).toContain('… 10 more in report.json');
});
