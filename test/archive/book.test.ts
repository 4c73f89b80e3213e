import {execFileSync} from 'node:child_process';
import {appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {Trajectory} from '../../source/agent/trajectory.js';
import type {Book} from '../../source/archive/book.js';
import {openBook} from '../../source/archive/file-book.js';
import {memoryBook} from '../../source/archive/memory-book.js';
import {UsageError} from '../../source/errors.js';
import {lineOf, madeTrajectory} from '../support/made-trajectory.js';
import {temporaryFolder} from '../support/temporary-folder.js';

function fileOf(text: string | Uint8Array, name = 'run.jsonl'): string {
	const file = path.join(temporaryFolder(), name);
	writeFileSync(file, text);
	return file;
}

async function opened(...paths: string[]) {
	const book = await openBook(paths);
	onTestFinished(() => book.close());
	await whole(book);
	return book;
}

/** Resolves when the book has been looked through. */
async function whole(book: Book): Promise<void> {
	await new Promise<void>(resolve => {
		const look = () => {
			if (book.catalogue().progress === null) {
				stop();
				resolve();
			}
		};
		const stop = book.subscribe(look);
		look();
	});
}

/** The ids of a book, of what is no trajectory its reason. */
function idsOf(book: Book): string[] {
	const {entries, count} = book.catalogue();
	return Array.from({length: count}, (_, place) => {
		const entry = entries[place];
		return !entry ? 'unknown' : entry.kind === 'fault' ? entry.reason : entry.id;
	});
}

const some = (count: number, prefix = 't') =>
	Array.from({length: count}, (_, at) => madeTrajectory(`${prefix}${at}`, {question: `Question ${at}?`}));

const jsonl = (trajectories: Trajectory[]) => trajectories.map(one => `${lineOf(one)}\n`).join('');

describe('a book has the trajectories of a file, whatever its form', () => {
	const given = some(5);
	const values = given.map(one => JSON.parse(lineOf(one)));
	it.each<[string, string]>([
		['lines', jsonl(given)],
		['lines without an end', jsonl(given).trimEnd()],
		['lines with CRLF, blank ones between', jsonl(given).replaceAll('\n', '\r\n \r\n')],
		['a byte order mark', `\ufeff${jsonl(given)}`],
		['a list', JSON.stringify(values)],
		['a list over several lines', JSON.stringify(values, null, 2)],
		['values over several lines', values.map(value => JSON.stringify(value, null, '\t')).join('\n')],
		['a vote', JSON.stringify({...values[0], samples: values})],
	])('%s', async (_, text) => {
		const book = await opened(fileOf(text, 'x.json'));
		expect(idsOf(book)).toEqual(['t0', 't1', 't2', 't3', 't4']);
		expect(await Promise.all(given.map((_, place) => book.open(place)))).toEqual(given);
		expect(book.catalogue().notes).toEqual([]);
		expect(book.title).toBe('x.json');
	});

	it('one object is one', async () => {
		const book = await opened(fileOf(JSON.stringify(values[0], null, 2), 'one.jsonl'));
		expect(idsOf(book)).toEqual(['t0']);
		expect(book.catalogue().nameOf(0)).toBe('one.jsonl');
	});

	it('chats have ids that stay', async () => {
		const chat = JSON.parse(lineOf(given[0]!)).messages;
		const text = `${JSON.stringify(chat)}\n${JSON.stringify({messages: chat, gold: 1})}\n`;
		const [first, second] = [await opened(fileOf(text)), await opened(fileOf(text, 'other.jsonl'))];
		expect(idsOf(first)).toEqual(idsOf(second));
		expect(new Set(idsOf(first)).size).toBe(2);
		expect((await first.open(1)).id).toBe(idsOf(first)[1]);
	});

	it('says where each is from', async () => {
		const lines = await opened(fileOf(`\n${jsonl(given)}`));
		expect(lines.catalogue().nameOf(1)).toBe('run.jsonl:3');
		const list = await opened(fileOf(JSON.stringify(values), 'list.json'));
		expect(list.catalogue().nameOf(1)).toBe('list.json[1]');
		const vote = await opened(
			fileOf(`${lineOf(given[0]!)}\n${JSON.stringify({...values[0], samples: values})}\n`),
		);
		expect(vote.catalogue().nameOf(0)).toBe('run.jsonl:1');
		expect(vote.catalogue().nameOf(2)).toBe('run.jsonl:2, sample 2');
	});

	it('has each in few words', async () => {
		const failed = madeTrajectory('f', {
			ending: 'failed',
			extra: {failure: {kind: 'busy', message: 'no room'}},
		});
		const {answer: _, ...unanswered} = failed;
		const long = madeTrajectory('l', {question: 'x'.repeat(10_000), parent: {id: 'p', turn: 1}});
		const book = await opened(fileOf(jsonl([given[0]!, unanswered, long])));
		const [first, second, third] = book.catalogue().entries;
		expect(first).toEqual({
			kind: 'trajectory',
			id: 't0',
			question: 'Question 0?',
			database: 'music',
			model: 'sqrl-4b',
			ending: 'answered',
			turns: 2,
			error: '',
			answer: 'd2',
			parent: null,
			forkedAt: null,
			seed: 7,
		});
		expect(second).toMatchObject({ending: 'failed', error: 'no room', answer: ''});
		expect(third).toMatchObject({question: `${'x'.repeat(499)}…`, parent: 'p'});
	});
});

describe('what is damaged stands in its place, and the rest is read', () => {
	const [a, b] = some(2);

	it('a line', async () => {
		const book = await opened(fileOf(`${lineOf(a!)}\n{"format":\n${lineOf(b!)}\n`));
		expect(idsOf(book)).toEqual(['t0', expect.stringContaining('it is not JSON'), 't1']);
		const refused = book.open(1);
		await expect(refused).rejects.toThrow(UsageError);
		await expect(refused).rejects.toThrow('run.jsonl:2: it is not JSON');
		expect(await book.open(2)).toEqual(b);
	});

	it('a line that is something else', async () => {
		const book = await opened(fileOf(`${lineOf(a!)}\n{"a":1}\n5\n`));
		expect(idsOf(book).slice(1)).toEqual([
			'this is no trajectory: it has neither format nor messages, but a',
			'this is no trajectory: it is no object',
		]);
	});

	it('bytes that are no UTF-8, which are named', async () => {
		const line = Buffer.from(lineOf(b!).replace('Question', 'Qu\u00e9stion'));
		const at = line.indexOf('\u00e9');
		line[at] = 0xff;
		const start = Buffer.from(`${lineOf(a!)}\n`);
		const book = await opened(fileOf(Buffer.concat([start, line, Buffer.from('\n')])));
		expect(idsOf(book)[1]).toBe(
			`it is not UTF-8: byte ${(start.length + at).toLocaleString('en-US')} of the file`,
		);
	});

	it('a last line that is cut off is told of', async () => {
		const book = await opened(fileOf(`${lineOf(a!)}\n${lineOf(b!).slice(0, -5)}`));
		expect(idsOf(book)).toEqual(['t0']);
		const at = (Buffer.byteLength(lineOf(a!)) + 1).toLocaleString('en-US');
		const note = `line 2, its last, is cut off (from byte ${at} on); what stands before it was read`;
		expect(book.catalogue().notes).toEqual([note]);
		expect(book.losses()).toEqual([note]);
	});

	it('a list that is cut off', async () => {
		const text = JSON.stringify([JSON.parse(lineOf(a!)), JSON.parse(lineOf(b!))], null, 2);
		const book = await opened(fileOf(text.slice(0, -20), 'x.json'));
		expect(idsOf(book)).toEqual(['t0']);
		expect(book.losses()).toEqual([expect.stringContaining('its end is cut off')]);
	});

	it('an end of NUL bytes, as a crash leaves it', async () => {
		const book = await opened(fileOf(`${lineOf(a!)}\n${'\0'.repeat(1000)}`));
		expect(idsOf(book)).toEqual(['t0']);
		expect(book.losses()).toHaveLength(1);
	});

	it('what nests too deep to be read', async () => {
		const deep = `{"messages":[],"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
		const book = await opened(fileOf(`${deep}\n${lineOf(a!)}\n`));
		expect(idsOf(book)[1]).toBe('t0');
		expect(book.catalogue().entries[0]?.kind).toBe('fault');
	});

	it('ids that are there more than once are told of, and all are shown', async () => {
		const book = await opened(fileOf(jsonl([a!, b!, a!])));
		expect(idsOf(book)).toEqual(['t0', 't1', 't0']);
		expect(book.catalogue().notes).toEqual(['the id t0 is there 2 times; all are shown']);
		expect(book.losses()).toEqual([]);
	});

	it('what is not kept is told of, and how often', async () => {
		const odd = JSON.stringify({...JSON.parse(lineOf(a!)), prompt: {...a!.prompt, x: 1}});
		const book = await opened(fileOf(`${odd}\n${odd.replace('"t0"', '"t1"')}\n`));
		expect(book.catalogue().notes).toEqual([
			'prompt.x is not kept: it is no field of sqrl-trajectory/1 (2 times)',
		]);
	});
});

describe('large files', () => {
	it('a line of 50 MB', async () => {
		const [a, b] = some(2);
		const large = {...a!, evidence: 'x'.repeat(50 * 2 ** 20)};
		const book = await opened(fileOf(jsonl([b!, large, b!])));
		expect(idsOf(book)).toEqual(['t1', 't0', 't1']);
		expect((await book.open(1)).evidence).toHaveLength(50 * 2 ** 20);
	});

	it('a line longer than the longest text says so', async () => {
		const file = fileOf(jsonl(some(1)));
		appendFileSync(file, '{"messages":');
		// A hole: such a file takes no room.
		truncateSync(file, 600e6);
		const book = await opened(file);
		expect(idsOf(book)).toEqual([
			't0',
			expect.stringMatching(/^it is 600 MB long, and more than 537 MB cannot be read as one$/),
		]);
	});

	it('a line of more parts than fit into memory says so', async () => {
		const file = fileOf(`{"messages":[],"x":[${'{},'.repeat(2 ** 20)}`);
		for (let time = 0; time < 70; time++) {
			appendFileSync(file, '{},'.repeat(2 ** 20));
		}

		appendFileSync(file, `1]}\n${lineOf(some(1)[0]!)}\n`);
		const book = await opened(file);
		expect(idsOf(book)).toEqual([
			expect.stringMatching(/^its 223 MB are 148,\d{3},\d{3} parts, more than fit into memory$/),
			't0',
		]);
	});

	it('two hundred turns', async () => {
		const [a] = some(1);
		const turns = Array.from({length: 200}, () => a!.turns[0]!);
		const book = await opened(fileOf(jsonl([{...a!, turns}])));
		expect(book.catalogue().entries[0]).toMatchObject({turns: 200});
		expect((await book.open(0)).turns).toHaveLength(200);
	});

	it('ten thousand trajectories, the first of them at once', async () => {
		const file = fileOf(jsonl(some(10_000)));
		const book = await openBook([file]);
		onTestFinished(() => book.close());
		expect(book.catalogue().entries[0]).toMatchObject({id: 't0'});
		await whole(book);
		expect(idsOf(book)).toEqual(Array.from({length: 10_000}, (_, at) => `t${at}`));
		expect((await book.open(9_999)).question).toBe('Question 9999?');
	});

	it('a large one is indexed before it is looked through: its end can be opened at once', async () => {
		const [a, last] = some(2);
		const large = jsonl([{...a!, evidence: 'x'.repeat(2 ** 20)}]);
		const book = await openBook([fileOf(large.repeat(80) + jsonl([last!]))]);
		onTestFinished(() => book.close());
		await new Promise<void>(resolve => {
			const stop = book.subscribe(() => {
				if (book.catalogue().count === 81) {
					stop();
					resolve();
				}
			});
		});
		expect(book.catalogue().entries[80]).toBeUndefined();
		expect(await book.open(80)).toEqual(last);
		const {progress} = book.catalogue();
		expect(progress!.done).toBeLessThan(progress!.total);
		await whole(book);
		expect(book.catalogue().entries[80]).toMatchObject({id: 't1'});
	});
});

describe('folders and several files', () => {
	it('of two run folders, whose files have one name, are told apart', async () => {
		const folders = [temporaryFolder(), temporaryFolder()];
		for (const folder of folders) {
			writeFileSync(path.join(folder, 'trajectories.jsonl'), jsonl(some(2, path.basename(folder))));
		}

		const book = await opened(...folders);
		expect(book.files().map(name => path.resolve(name))).toEqual(
			folders.map(folder => path.join(folder, 'trajectories.jsonl')),
		);
		const names = [0, 1, 2, 3].map(place => book.catalogue().nameOf(place));
		expect(names).toEqual(book.files().flatMap(name => [`${name}:1`, `${name}:2`]));
	});

	it('of a run are its trajectories', async () => {
		const folder = temporaryFolder();
		writeFileSync(path.join(folder, 'trajectories.jsonl'), jsonl(some(2)));
		writeFileSync(path.join(folder, 'run.json'), '{}');
		const book = await opened(folder);
		expect(idsOf(book)).toEqual(['t0', 't1']);
		expect(book.title).toBe(path.basename(folder));
		expect(book.catalogue().notes).toEqual([`in ${path.basename(folder)}: trajectories.jsonl`]);
	});

	it('are the files of trajectories in them, by their names', async () => {
		const folder = temporaryFolder();
		writeFileSync(path.join(folder, 'b.json'), JSON.stringify(JSON.parse(lineOf(some(1)[0]!)), null, 2));
		writeFileSync(path.join(folder, 'a.jsonl'), jsonl(some(2, 'a')));
		writeFileSync(path.join(folder, 'c.json'), gzipSync('{}'));
		writeFileSync(path.join(folder, 'notes.txt'), 'x');
		mkdirSync(path.join(folder, 'd.json'));
		const book = await opened(folder);
		expect(idsOf(book)).toEqual([
			'a0',
			'a1',
			't0',
			'it is compressed with gzip',
			'it cannot be read: it is no ordinary file',
		]);
		const {nameOf, notes} = book.catalogue();
		expect([0, 1, 2].map(nameOf)).toEqual(['a.jsonl:1', 'a.jsonl:2', 'b.json']);
		expect(notes).toEqual([`in ${path.basename(folder)}: 4 files`]);
	});

	it('are one book', async () => {
		const book = await opened(fileOf(jsonl(some(1, 'a'))), fileOf(jsonl(some(2, 'b')), 'other.jsonl'));
		expect(idsOf(book)).toEqual(['a0', 'b0', 'b1']);
		expect(book.title).toBe('2 files');
	});
});

describe('what is no file of trajectories is refused in words', () => {
	it.each<[string, string, () => string]>([
		['missing', 'there is no such file', () => path.join(temporaryFolder(), 'nope')],
		['empty', 'is empty (0 bytes)', () => fileOf('')],
		['gzip', 'is compressed with gzip', () => fileOf(gzipSync(jsonl(some(1))), 'run.jsonl.gz')],
		['a database', 'is a SQLite database', () => fileOf('SQLite format 3\0xxxx')],
		['text', 'holds no JSON', () => fileOf('id,name\n1,x\n')],
		['an empty folder', 'is a folder without trajectories.jsonl', () => temporaryFolder()],
		[
			'a pipe that nobody writes to',
			'is no ordinary file (a pipe, socket or device)',
			() => {
				const file = path.join(temporaryFolder(), 'pipe');
				execFileSync('mkfifo', [file]);
				return file;
			},
		],
		['without a name', 'no file is named', () => ''],
	])('%s', async (_, why, make) => {
		const refused = openBook([make()]);
		await expect(refused).rejects.toThrow(UsageError);
		await expect(refused).rejects.toThrow(why);
	});
});

describe('a file that changes while it is open', () => {
	it('grows: what was there can be opened, and is where it was when it is looked at anew', async () => {
		const given = some(4);
		const file = fileOf(jsonl(given.slice(0, 2)));
		const book = await opened(file);
		appendFileSync(file, lineOf(given[2]!).slice(0, 50));
		expect(await book.open(1)).toEqual(given[1]);
		await book.reload();
		await whole(book);
		expect(idsOf(book)).toEqual(['t0', 't1']);
		expect(book.losses()).toHaveLength(1);
		appendFileSync(file, `${lineOf(given[2]!).slice(50)}\n${lineOf(given[3]!)}\n`);
		await book.reload();
		await whole(book);
		expect(idsOf(book)).toEqual(['t0', 't1', 't2', 't3']);
		expect(book.losses()).toEqual([]);
		expect(await book.open(3)).toEqual(given[3]);
	});

	it('becomes another: no line is taken for the one that was there', async () => {
		const file = fileOf(jsonl(some(3)));
		const book = await opened(file);
		const [other] = some(1, 'n');
		writeFileSync(file, jsonl([other!]));
		for (const place of [0, 2]) {
			await expect(book.open(place)).rejects.toThrow(
				`run.jsonl:${place + 1} is no longer what it was: the file has changed`,
			);
		}

		await book.reload();
		await whole(book);
		expect(await book.open(0)).toEqual(other);
		expect(idsOf(book)).toEqual(['n0', 'it is no longer in run.jsonl', 'it is no longer in run.jsonl']);
		await expect(book.open(1)).rejects.toThrow('it is no longer in run.jsonl');
	});

	it('is gone, and comes back', async () => {
		const given = some(2);
		const file = fileOf(jsonl(given));
		const book = await opened(file);
		renameSync(file, `${file}.away`);
		await expect(book.open(0)).rejects.toThrow('run.jsonl:1: the file is no longer there');
		await expect(book.reload()).rejects.toThrow('there is no such file');
		expect(idsOf(book)).toEqual(['t0', 't1']);
		renameSync(`${file}.away`, file);
		await book.reload();
		expect(await book.open(0)).toEqual(given[0]);
	});

	it('keeps the places of others, in a folder', async () => {
		const folder = temporaryFolder();
		const write = (name: string, trajectories: Trajectory[]) =>
			writeFileSync(path.join(folder, name), jsonl(trajectories));
		write('b.jsonl', some(2, 'b'));
		write('c.jsonl', some(1, 'c'));
		const book = await opened(folder);
		write('a.jsonl', some(1, 'a'));
		write('b.jsonl', some(3, 'b'));
		rmSync(path.join(folder, 'c.jsonl'));
		await book.reload();
		await whole(book);
		expect(idsOf(book)).toEqual(['b0', 'b1', 'it is no longer in c.jsonl', 'a0', 'b2']);
		expect((await book.open(3)).id).toBe('a0');
	});

	it('tells those who listen, until they stop', async () => {
		const file = fileOf(jsonl(some(1)));
		const book = await opened(file);
		let told = 0;
		const stop = book.subscribe(() => {
			told++;
		});
		const before = book.catalogue();
		expect(book.catalogue()).toBe(before);
		appendFileSync(file, jsonl(some(1, 'x')));
		await book.reload();
		await whole(book);
		expect(told).toBeGreaterThan(0);
		expect(book.catalogue()).not.toBe(before);
		stop();
		const then = told;
		await book.reload();
		expect(told).toBe(then);
	});
});

it('a book in memory has what it was given', async () => {
	const given = some(2);
	const book = memoryBook('this question', given);
	expect(idsOf(book)).toEqual(['t0', 't1']);
	expect(await book.open(1)).toBe(given[1]);
	expect(book.catalogue().nameOf(1)).toBe('this question:2');
	await expect(book.open(2)).rejects.toThrow(UsageError);
	await book.reload();
	await book.close();
});
