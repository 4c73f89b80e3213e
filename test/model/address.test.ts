import {describe, expect, it} from 'vitest';
import {UsageError} from '../../source/errors.js';
import {parseAddress} from '../../source/model/address.js';

describe('parseAddress', () => {
	it.each([
		['http://127.0.0.1:8000/v1', 'http://127.0.0.1:8000/v1'],
		['http://127.0.0.1:8000/v1///', 'http://127.0.0.1:8000/v1'],
		['HTTPS://Example.org', 'https://example.org'],
		['http://[::1]:8000/v1', 'http://[::1]:8000/v1'],
	])('reads %s', (given, url) => {
		expect(parseAddress(given)).toEqual({url});
	});

	it.each([
		['http://ann:pass@host/v1', 'ann:pass'],
		['http://ann@host/v1', 'ann:'],
		['http://:pass@host/v1', ':pass'],
		['http://a%40b:50%25%zz@host/v1', 'a@b:50%%zz'],
	])('takes user and password out of %s', (given, pair) => {
		expect(parseAddress(given)).toEqual({
			url: 'http://host/v1',
			authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
		});
	});

	it.each(['', 'host:8000', 'localhost', 'ftp://host/v1', 'http://', 'http://ho st/', 'file:///etc/passwd'])(
		'turns down %j',
		given => {
			expect(() => parseAddress(given)).toThrow(UsageError);
		},
	);

	it.each(['http://ann:hunter22@host/v1?x=1', 'http://ann:hunter22@host/v1#x', 'http://ann:hunter22@ho st/'])(
		'turns down %s without telling the password',
		given => {
			expect(() => parseAddress(given)).toThrow(
				expect.objectContaining({
					message: expect.not.stringContaining('hunter22'),
					advice: expect.not.stringContaining('hunter22'),
				}),
			);
		},
	);
});
