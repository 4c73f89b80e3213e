import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {readmeFile, withGeneratedParts} from '../../scripts/readme.js';

it('has the tables that the program reads', () => {
	const readme = readFileSync(readmeFile(), 'utf8');
	expect(withGeneratedParts(readme)).toBe(readme);
	// The parts are there: without its marks, a part would go unnoticed.
	for (const part of ['`--evidence-file <file>`', '`query-timeout`', 'sqrl-tui ask <database>']) {
		expect(readme).toContain(part);
	}
});
