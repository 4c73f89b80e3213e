import {expect, it} from 'vitest';
import {onDatabase, parentDatabaseWords} from '../../source/agent/fork-database.js';
import {forked} from '../../source/agent/trajectory.js';
import {question} from '../support/agent-doubles.js';

const PARENT = question();
const FORK = forked(PARENT, 0, 'fork');
const DATABASE = {path: '/music.sqlite', name: 'music', version: '1-2-3'};

it.each([
	['the same', DATABASE, ''],
	['a changed', {...DATABASE, version: '4-5-6'}, "another version than its parent's"],
	['another', {...DATABASE, path: '/else.sqlite'}, "another than its parent's"],
])('is told of a fork on %s database', (_, database, words) => {
	expect(parentDatabaseWords(onDatabase(FORK, database))).toBe(words);
});

it('does not go on to the forks of a fork', () => {
	const changed = {...DATABASE, version: '4-5-6'};
	const fork = onDatabase(FORK, changed);
	expect(onDatabase(forked(fork, 0, 'next'), changed).extra).toBeUndefined();
});

it('is not told where the record tells no version', () => {
	const imported = {...FORK, database: {path: '', name: 'music', version: ''}};
	expect(parentDatabaseWords(onDatabase(imported, DATABASE))).toBe('');
});
