import {describe, expect, it} from 'vitest';
import {UsageError} from '../../source/errors.js';
import {parsePredictions} from '../../source/evaluation/prediction-forms.js';

describe('predictions', () => {
	it.each<[name: string, text: string, predictions: string[]]>([
		['in lines', 'SELECT 1\nSELECT 2\n', ['SELECT 1', 'SELECT 2']],
		['in lines without an end, with CRLF', '\ufeffSELECT 1\r\nSELECT 2', ['SELECT 1', 'SELECT 2']],
		['with an empty one', '\nSELECT 2\n', ['', 'SELECT 2']],
		['with an empty one at the end', 'SELECT 1\n\n', ['SELECT 1', '']],
		['with more line breaks at the end', 'SELECT 1\nSELECT 2\n\n\n', ['SELECT 1', 'SELECT 2']],
		['with something after a tab', 'SELECT 1\tshop\n SELECT 2 \t0.5\n', ['SELECT 1', 'SELECT 2']],
		[
			"in BIRD's form, in any order",
			'{"1": "SELECT 2\\n\\t----- bird -----\\tshop", "0": "SELECT\\t1\\t----- bird -----\\tshop"}',
			['SELECT\t1', 'SELECT 2'],
		],
		["in BIRD's form without the mark, and what is no text", '{"0": "SELECT 1", "1": 7}', ['SELECT 1', '']],
		["in BIRD's form, one missing", '{"1": "SELECT 2"}', ['', 'SELECT 2']],
		['in an array', '["SELECT 1", "SELECT\\n2"]', ['SELECT 1', 'SELECT\n2']],
		['in objects', '[{"sql": "SELECT 1"}, {"question": "?", "SQL": "SELECT 2"}]', ['SELECT 1', 'SELECT 2']],
		['in objects without a query', '[{}, null]', ['', '']],
	])('%s', (_, text, predictions) => {
		expect(parsePredictions(text, 2)).toEqual(predictions);
	});

	it.each<[text: string, words: string]>([
		['SELECT 1\n', 'there are 1 predictions for 2 gold queries'],
		['a\nb\nc\n', 'there are 3 predictions for 2 gold queries'],
		['["SELECT 1"]', 'there are 1 predictions for 2 gold queries'],
		['', 'there are 1 predictions for 2 gold queries'],
		['{"2": "SELECT 1"}', 'there is a prediction 2, and the last gold query is 1'],
		['{"first": "SELECT 1"}', '"first" is no number of a prediction'],
		['{"0": ', 'the predictions are no JSON'],
	])('%j is refused', (text, words) => {
		expect(() => parsePredictions(text, 2)).toThrow(UsageError);
		expect(() => parsePredictions(text, 2)).toThrow(words);
	});
});
