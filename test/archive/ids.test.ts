import {expect, it} from 'vitest';
import {answeredWith, archiveFile, placeOf, plainly, SESSION, testArchive} from '../support/archived.js';

it('ids are found by how they begin, of trajectories, questions and sessions', () => {
	const archive = testArchive();
	for (const [at, id] of ['ab12', 'ab13', 'b', 'AB12', 'ab%', 'ab1\u{1f600}'].entries()) {
		archive.store(answeredWith(id, 'How many?', 'SELECT 1'), placeOf(at));
	}

	expect(archive.idsFrom('ab1')).toEqual(['ab12', 'ab13', 'ab1\u{1f600}']);
	expect(archive.idsFrom('ab%')).toEqual(['ab%']);
	expect(archive.idsFrom('ab12')).toEqual(['ab12']);
	expect(archive.idsFrom('question-')).toHaveLength(6);
	expect(archive.idsFrom('sess')).toEqual([SESSION.id]);
	expect(archive.idsFrom('c')).toEqual([]);
});

it('ids are looked up in indexes', () => {
	const file = archiveFile();
	testArchive(file);
	for (const table of ['trajectory', 'question', 'session']) {
		const plan = plainly(file, db =>
			db.prepare(`EXPLAIN QUERY PLAN SELECT id FROM ${table} WHERE id >= 'a' AND id < 'b'`).all(),
		);
		expect(JSON.stringify(plan)).toMatch(/SEARCH \w+ USING COVERING INDEX/);
	}
});
