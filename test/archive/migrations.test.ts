import {readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {MIGRATIONS, type Migration} from '../../source/archive/migrations.js';
import {openArchive} from '../../source/archive/store.js';
import {ArchiveError} from '../../source/errors.js';
import {question} from '../support/agent-doubles.js';
import {archiveFile, integrityOf, placeOf, plainly, testArchive} from '../support/archived.js';

/** Two made-up versions after the present one. */
const LATER: Migration[] = [
	db => db.exec('ALTER TABLE session ADD COLUMN note TEXT'),
	db => db.exec("UPDATE session SET note = 'from ' || id"),
];
const ALL = [...MIGRATIONS, ...LATER];
const PRESENT = MIGRATIONS.length;

function oldArchive(): string {
	const file = archiveFile();
	const archive = openArchive(file);
	archive.store(question(), placeOf(1));
	archive.close();
	return file;
}

function versionOf(file: string): unknown {
	return plainly(file, db => db.pragma('user_version', {simple: true}));
}

it('an older archive is brought to the present version, with a copy before each step', async () => {
	const file = oldArchive();
	const archive = testArchive(file, {migrations: ALL});
	expect(await archive.trajectory(question().id)).toEqual(question());
	expect(versionOf(file)).toBe(PRESENT + 2);
	expect(plainly(file, db => db.prepare('SELECT note FROM session').pluck().all())).toEqual([
		'from session-1',
	]);
	const folder = path.dirname(file);
	for (const version of [PRESENT, PRESENT + 1]) {
		const backup = path.join(folder, `archive.v${version}.backup.sqlite`);
		expect((statSync(backup).mode & 0o777).toString(8)).toBe('600');
		expect(versionOf(backup)).toBe(version);
		expect(integrityOf(backup)).toBe('ok');
		expect(plainly(backup, db => db.prepare('SELECT id FROM trajectory').pluck().all())).toEqual([
			question().id,
		]);
	}
});

it('a backup can be put in the place of the archive', async () => {
	const file = oldArchive();
	openArchive(file, {migrations: ALL}).close();
	const archive = testArchive(path.join(path.dirname(file), `archive.v${PRESENT}.backup.sqlite`));
	expect(await archive.trajectory(question().id)).toEqual(question());
	expect(archive.history({text: 'tracks', limit: 5})).toHaveLength(1);
});

it('an archive of the present version is left as it is, and a new one needs no copy', () => {
	const file = oldArchive();
	openArchive(file).close();
	openArchive(path.join(path.dirname(file), 'new', 'archive.sqlite'), {migrations: ALL}).close();
	expect(readdirSync(path.dirname(file)).sort()).toEqual(['archive.sqlite', 'new']);
	expect(readdirSync(path.join(path.dirname(file), 'new'))).toEqual(['archive.sqlite']);
});

it('an archive of a newer version is refused in words, and not touched', () => {
	const file = oldArchive();
	openArchive(file, {migrations: ALL}).close();
	expect(() => openArchive(file)).toThrow(ArchiveError);
	expect(() => openArchive(file)).toThrow(
		`is of a newer sqrl-tui: it has version ${PRESENT + 2}, this program knows ${PRESENT}`,
	);
	expect(versionOf(file)).toBe(PRESENT + 2);
	expect(readdirSync(path.dirname(file)).some(name => name.includes('damaged'))).toBe(false);
});

it('a program that runs while a newer one migrates its archive stores nothing more in it', () => {
	const file = oldArchive();
	const old = testArchive(file);
	openArchive(file, {migrations: ALL}).close();
	expect(() => old.store(question({id: 'late'}), placeOf(2))).toThrow('is of a newer sqrl-tui');
});

it('a migration that fails leaves the archive as it was', async () => {
	const file = oldArchive();
	const failing: Migration = db => {
		db.exec('DELETE FROM trajectory');
		throw new Error('no way');
	};
	const attempt = () => openArchive(file, {migrations: [...MIGRATIONS, failing]});
	expect(attempt).toThrow(ArchiveError);
	expect(attempt).toThrow('(no way); it is as it was');
	expect(versionOf(file)).toBe(PRESENT);
	expect(await testArchive(file).trajectory(question().id)).toEqual(question());
});

it('a migration is not run twice where another program is faster', () => {
	const file = oldArchive();
	const runs: string[] = [];
	const counted = (name: string): Migration[] => [
		...MIGRATIONS,
		db => {
			runs.push(name);
			db.exec('ALTER TABLE session ADD COLUMN note TEXT');
		},
	];
	openArchive(file, {migrations: counted('first')}).close();
	openArchive(file, {migrations: counted('second')}).close();
	expect(runs).toEqual(['first']);
});
