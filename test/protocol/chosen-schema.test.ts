import {expect, it} from 'vitest';
import {chosenSchema} from '../../source/protocol/chosen-schema.js';
import {dumpSchema} from '../../source/protocol/schema.js';
import {SCHEMA} from '../ui/screens/support.js';

const names = (...chosen: string[]) => {
	const {tables, views} = chosenSchema(SCHEMA, new Set(chosen));
	return [...tables, ...views].map(({name}) => name);
};

it('is all of the schema where nothing is chosen', () => {
	expect(chosenSchema(SCHEMA, null)).toBe(SCHEMA);
});

it.each<[string[], string[]]>([
	[
		['Best', 'PlaylistTrack', 'Customer'],
		['Customer', 'PlaylistTrack', 'Best'],
	],
	[['PlaylistTrack'], ['PlaylistTrack']],
	[['Best'], ['Best']],
	[[], []],
	[['nothing', 'customer'], []],
])('of %j has %j, in the order of the schema', (chosen, expected) => {
	expect(names(...chosen)).toEqual(expected);
});

it('leaves the tables themselves as they are', () => {
	expect(chosenSchema(SCHEMA, new Set(['Customer'])).tables[0]).toBe(SCHEMA.tables[0]);
	const dump = dumpSchema(chosenSchema(SCHEMA, new Set(['Customer'])));
	expect(dump).toContain('REFERENCES Employee');
	expect(dump).not.toContain('PlaylistTrack');
});
