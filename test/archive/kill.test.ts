import {mkdirSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, it} from 'vitest';
import type {Archive} from '../../source/archive/archive.js';
import {openArchive} from '../../source/archive/store.js';
import {digestOf, nextOf, type ProgramLine} from '../support/archive-program.js';
import {archiveFile, integrityOf} from '../support/archived.js';
import {buildArchiveProgram, runArchiveProgram} from '../support/run-archive-program.js';

const program = await buildArchiveProgram();

const ROUNDS = 100;

/** A program that stores without end, killed a moment after it has printed so many lines. */
async function killed(args: string[], afterLines: number, moment: number): Promise<ProgramLine[]> {
	let count = 0;
	const child = runArchiveProgram(program, args, {
		onLine: () => {
			count++;
			if (count === afterLines) {
				void sleep(moment).then(() => child.process.kill('SIGKILL'));
			}
		},
	});
	await child.ended;
	expect(child.process.signalCode).toBe('SIGKILL');
	return child.lines;
}

type Step = Extract<ProgramLine, {kind: 'storing' | 'stored'}>;

/** Every trajectory of a round is as it was reported last, or one step further where that was not reported any more. */
async function expectReported(archive: Archive, lines: ProgramLine[]): Promise<Map<string, Step>> {
	const kept = new Map<string, Step>();
	for (const id of new Set(lines.flatMap(line => ('id' in line ? line.id : [])))) {
		const steps = lines.filter((line): line is Step => 'step' in line && line.id === id);
		const reported = steps.findLast(({kind}) => kind === 'stored');
		const attempted = steps.at(-1);
		const trajectory = await archive.trajectory(id);
		const digest = trajectory && digestOf(trajectory);
		const step = [reported, attempted].find(step => step && step.digest === digest);
		if (step) {
			expect(nextOf(trajectory!)).toBe(step.next);
			kept.set(id, step);
		} else {
			// Nothing of it was reported: it is as it was before the round, or not there.
			expect(reported).toBeUndefined();
			expect(trajectory?.ending ?? 'open').toBe('open');
		}
	}

	return kept;
}

it('a program that is killed at any moment has lost nothing that it had stored, and goes on where it was', async () => {
	const file = archiveFile();
	const all = new Map<string, Step>();
	const waits = new Set<string>();
	let running: {id: string; digest: string} | null = null;
	let resumed = 0;
	for (let round = 0; round < ROUNDS; round++) {
		const args: string[] = [file, `round-${round}`, '0', ...(running ? [running.id] : [])];
		const lines = await killed(args, 2 + Math.floor(Math.random() * 80), Math.random() * 4);
		const first = lines[1];
		if (running && first) {
			expect(first).toEqual({kind: 'resumed', ...running});
			resumed++;
		}

		const archive = openArchive(file);
		expect(archive.notes).toEqual([]);
		for (const [id, step] of await expectReported(archive, lines)) {
			all.set(id, step);
		}

		const last: Step | undefined = [...all.values()].at(-1);
		const trajectory = last && (await archive.trajectory(last.id));
		const isOpen = trajectory?.ending === 'open';
		if (isOpen) {
			waits.add(JSON.parse(last!.next).kind);
		}

		// Not each time: a program that reads a trajectory back takes twice as long to start.
		running = isOpen && round % 3 === 0 ? {id: trajectory.id, digest: digestOf(trajectory)} : null;

		archive.close();
		expect(integrityOf(file)).toBe('ok');
	}

	const archive = openArchive(file);
	for (const [id, {digest}] of all) {
		expect(digestOf((await archive.trajectory(id))!)).toBe(digest);
	}

	archive.close();
	// The kills did hit trajectories that were under way, at reviews among others.
	expect(all.size).toBeGreaterThan(ROUNDS);
	expect(resumed).toBeGreaterThan(ROUNDS / 8);
	expect([...waits]).toEqual(expect.arrayContaining(['judge', 'run', 'reply']));
}, 240_000);

it('a program that is killed while it makes the archive leaves one that opens', async () => {
	const folder = path.dirname(archiveFile());
	mkdirSync(folder);
	for (let round = 0; round < 20; round++) {
		const file = path.join(folder, String(round), 'archive.sqlite');
		const lines = await killed([file, 'p', '0'], 1, Math.random() * 25);
		const archive = openArchive(file);
		expect(archive.notes).toEqual([]);
		await expectReported(archive, lines);
		archive.close();
		expect(integrityOf(file)).toBe('ok');
	}
});
