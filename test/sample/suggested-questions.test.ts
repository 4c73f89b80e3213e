import {randomUUID} from 'node:crypto';
import {describe, expect, it} from 'vitest';
import {approveAll} from '../../source/agent/review.js';
import {solve} from '../../source/agent/solve.js';
import {begin, type Trajectory} from '../../source/agent/trajectory.js';
import type {Reader} from '../../source/database/reader.js';
import type {Model} from '../../source/model/model.js';
import {isChinook} from '../../source/model/model-place.js';
import {builtFile} from '../../source/package-root.js';
import {dumpSchema} from '../../source/protocol/schema.js';
import {SUGGESTED_QUESTIONS} from '../../source/sample/suggested-questions.js';
import {embedded, GREEDY} from '../support/local-model.js';
import {tableOf, testReader} from '../support/test-reader.js';

/** What each question asks for, in the order of the questions. */
const RIGHT = [
	'SELECT count(TrackId) FROM Track',
	'SELECT count(*) FROM Track WHERE Milliseconds > 5 * 60 * 1000',
	"SELECT count(*) FROM Customer WHERE Country = 'USA'",
	"SELECT count(*) FROM Customer WHERE City = 'São Paulo'",
	`SELECT Name FROM Genre WHERE GenreId IN
		(SELECT GenreId FROM Track GROUP BY GenreId HAVING count(*) =
			(SELECT max(n) FROM (SELECT count(*) n FROM Track GROUP BY GenreId)))`,
	`SELECT Name FROM Artist WHERE ArtistId IN
		(SELECT ArtistId FROM Album GROUP BY ArtistId HAVING count(*) =
			(SELECT max(n) FROM (SELECT count(*) n FROM Album GROUP BY ArtistId)))`,
	`SELECT FirstName, LastName, (SELECT round(sum(Total), 2) FROM Invoice i WHERE i.CustomerId = c.CustomerId) AS Spent
		FROM Customer c ORDER BY Spent DESC LIMIT 3`,
	`SELECT g.Name FROM Genre g ORDER BY
		(SELECT sum(l.UnitPrice * l.Quantity) FROM InvoiceLine l, Track t
			WHERE l.TrackId = t.TrackId AND t.GenreId = g.GenreId) DESC LIMIT 1`,
];

describe('the suggested questions', () => {
	it('are eight, of which one is a join of three tables, and have one right answer each', async () => {
		expect(SUGGESTED_QUESTIONS).toHaveLength(8);
		const reader = await testReader(builtFile('sample.sqlite'));
		expect(isChinook((await reader.schema()).schema)).toBe(true);
		// Nobody shares a first place, and the third in the list is not as good as the fourth.
		const ties = [
			'SELECT count(*) n FROM Track GROUP BY GenreId ORDER BY n DESC LIMIT 2',
			'SELECT count(*) n FROM Album GROUP BY ArtistId ORDER BY n DESC LIMIT 2',
			'SELECT round(sum(Total), 2) n FROM Invoice GROUP BY CustomerId ORDER BY n DESC LIMIT 2, 2',
			`SELECT round(sum(l.UnitPrice * l.Quantity), 2) n FROM InvoiceLine l JOIN Track USING (TrackId)
				GROUP BY GenreId ORDER BY n DESC LIMIT 2`,
		];
		for (const sql of ties) {
			const [[first], [second]] = tableOf(await reader.query(sql)).rows as [[bigint], [bigint]];
			expect(Number(first)).toBeGreaterThan(Number(second));
		}
	});

	it('are answered right by the model in the box, and one of them after a probe', async () => {
		const reader = await testReader(builtFile('sample.sqlite'));
		const model = embedded();
		const probes: number[] = [];
		for (const [index, question] of SUGGESTED_QUESTIONS.entries()) {
			const {answer, turns} = await answered(question, model, reader);
			const wanted = await reader.query(RIGHT[index]!, {digest: true});
			const found = await reader.query(answer!.sql, {digest: true});
			expect(tableOf(found).digest, `${question}\n${answer!.sql}`).toBe(tableOf(wanted).digest);
			expect(tableOf(answer!.outcome!).rows.length).toBeGreaterThan(0);
			probes.push(turns.length - 1);
		}

		expect(probes).toEqual([0, 0, 0, 1, 0, 0, 0, 0]);
	});
});

async function answered(question: string, model: Model, reader: Reader): Promise<Trajectory> {
	const start = begin({
		id: randomUUID(),
		question,
		evidence: '',
		database: reader.database,
		model: model.ref,
		sampling: GREEDY,
		maxSteps: 5,
		schema: dumpSchema((await reader.schema()).schema),
	});
	const events = solve(start, {model, reader, review: approveAll, clock: Date.now, queryTimeoutMs: 10_000});
	for await (const event of events) {
		if (event.kind === 'ended') {
			return event.trajectory;
		}
	}

	throw new Error('the trajectory has no end');
}
