import {describe, expect, it} from 'vitest';
import {
	type Candidates,
	type Completion,
	complete,
	completeNext,
} from '../../../source/ui/editor/completion.js';
import {insertText} from '../../../source/ui/editor/editor.js';
import {at, press, shown} from './support.js';

const candidates = {
	commands: ['/evidence', '/schema', '/sql', '/tables'],
	names: ['Customer', 'CustomerId', 'Order Details', 'order', 'FirstName', 'LastName', 'Größe', '日本'],
};

function options(marked: string, given: Candidates = candidates) {
	const {text, cursor} = at(marked);
	const found = complete(text, cursor, given);
	return found && [text.slice(found.start, found.end), ...found.options];
}

describe('complete', () => {
	it.each([
		['commands', '/|', ['/', '/evidence', '/schema', '/sql', '/tables']],
		['a command', '/s|', ['/s', '/schema', '/sql', '/tables']],
		['a command in capitals', '/SC|', ['/SC', '/schema']],
		['what is inside a command', '/dence|', ['/dence', '/evidence']],
		['no command within a text', 'a /sc|', null],
		['no command that is written', '/schema|', null],
		['a name', 'the cust|', ['cust', 'Customer', 'CustomerId']],
		['a name within a text', 'cu|, please', ['cu', 'Customer', 'CustomerId']],
		['what is inside a name', 'name|', ['name', 'FirstName', 'LastName']],
		['what begins before what is inside', 'o|', ['o', 'Order Details', 'order', 'Customer', 'CustomerId']],
		['other letters', 'grö|', ['grö', 'Größe']],
		['other scripts', '日|', ['日', '日本']],
		['no name without a letter', '1|', null],
		['nothing', 'a |', null],
		['nothing in nothing', '|', null],
		['no name that is not there', 'xyz|', null],
		['a name that goes on', 'Customer|', ['Customer', 'CustomerId']],
		['a name after a dot', '/sql SELECT c.cust|', ['cust', 'Customer', 'CustomerId']],
		['quoted in SQL only', '/sql order|', ['order', '`Order Details`', '`order`']],
		['not quoted in a command', '/tables order|', ['order', 'Order Details']],
		['an open backtick', '/sql SELECT `order d|', ['`order d', '`Order Details`']],
		['both backticks', '/sql SELECT `order d|` FROM', ['`order d`', '`Order Details`']],
		['no backtick where none is needed', '/sql SELECT `cust|', ['`cust', 'Customer', 'CustomerId']],
		['after closed backticks', '/sql SELECT `a` + cust|', ['cust', 'Customer', 'CustomerId']],
		['in spite of a backtick in a string', "/sql SELECT 'it`s', cust|", ['cust', 'Customer', 'CustomerId']],
	])('completes %s: %j', (_, text, expected) => {
		expect(options(text)).toEqual(expected);
	});

	it('offers texts where nothing is written, and only there', () => {
		const given = {...candidates, texts: ['How many?', 'How much?']};
		expect(options('|', given)).toEqual(['', 'How many?', 'How much?']);
		expect(options('How|', given)).toBeNull();
	});

	it('gives at most 12 options, each once', () => {
		const names = ['Name', 'Name', ...Array.from({length: 20}, (_, index) => `Name${index}`)];
		expect(options('nam|', {commands: [], names})).toHaveLength(13);
		expect(options('nam|', {commands: [], names})?.filter(name => name === 'Name')).toHaveLength(1);
	});
});

describe('completeNext', () => {
	function tabs(marked: string, count: number, given: Candidates = candidates): string[] {
		let editor = at(marked);
		let completion: Completion | null = null;
		const seen: string[] = [];
		for (let index = 0; index < count; index++) {
			const next = completeNext(editor, completion, given);
			editor = next?.editor ?? editor;
			completion = next?.completion ?? null;
			seen.push(shown(editor));
		}

		return seen;
	}

	it('writes what all options begin with, then one after the other', () => {
		expect(tabs('a cus| b', 4)).toEqual([
			'a Customer| b',
			'a Customer| b',
			'a CustomerId| b',
			'a Customer| b',
		]);
	});

	it('writes the first option where they begin alike no further', () => {
		expect(tabs('name|', 3)).toEqual(['FirstName|', 'LastName|', 'FirstName|']);
	});

	it('writes the only option, and stays', () => {
		expect(tabs('/ev|', 2)).toEqual(['/evidence|', '/evidence|']);
	});

	it('writes whole texts where nothing is written, one after the other', () => {
		const given = {...candidates, texts: ['How many?', 'How much?']};
		expect(tabs('|', 3, given)).toEqual(['How many?|', 'How much?|', 'How many?|']);
	});

	it('has nothing to write', () => {
		expect(completeNext(at('xyz|'), null, candidates)).toBeNull();
	});

	it('begins anew once something else is written', () => {
		const first = completeNext(at('name|'), null, candidates)!;
		const further = insertText(first.editor, ' la');
		expect(completeNext(further, first.completion, candidates)?.editor.text).toBe('FirstName LastName');
	});

	it('is undone as one step', () => {
		const {editor} = completeNext(at('a cus| b'), null, candidates)!;
		expect(shown(press(editor, 'ctrl+_'))).toBe('a cus| b');
	});
});
