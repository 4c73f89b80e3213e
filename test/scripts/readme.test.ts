import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {readmeFile, withGeneratedParts, withPart} from '../../scripts/readme.js';

const readme = readFileSync(readmeFile(), 'utf8');

describe('README.md', () => {
	it('has the tables that the program reads', () => {
		expect(withGeneratedParts(readme)).toBe(readme);
	});

	it.each([
		['commands', 'sqrl-tui ask <database>'],
		['flags', '`--evidence-file <file>`'],
		['flags', '`--screen-reader`'],
		['settings', '`query-timeout`'],
		['slash-commands', '`/approve manual\\|auto`'],
		['keys', '`alt+enter`'],
		['keys', 'run this and the rest of this question'],
		['rules', '`spider-keep-distinct`'],
	])('has in the part %s: %s', (name, text) => {
		const [, part] = new RegExp(`<!-- ${name} -->\n([\\s\\S]*?)<!-- /${name} -->`).exec(readme)!;
		expect(part).toContain(text);
	});

	it.each(['commands', 'flags', 'settings', 'slash-commands', 'keys', 'rules'])(
		'is stale with another part %s',
		name => {
			expect(withGeneratedParts(withPart(readme, name, 'old\n'))).toBe(readme);
			expect(withPart(readme, name, 'old\n')).not.toBe(readme);
		},
	);

	it('is told of where a part has lost its marks', () => {
		expect(() => withGeneratedParts(readme.replace('<!-- /keys -->', ''))).toThrow('<!-- keys -->');
	});
});
