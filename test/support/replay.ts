/** The debugger as a person has it: the program as it is built, under a shell, on recorded trajectories. */
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished} from 'vitest';
import {solve} from '../../source/agent/solve.js';
import {begin, type Trajectory} from '../../source/agent/trajectory.js';
import {trajectoryToJson} from '../../source/agent/trajectory-json.js';
import {openReader} from '../../source/database/reader.js';
import {packageRoot} from '../../source/package-root.js';
import {dumpSchema} from '../../source/protocol/schema.js';
import {modelDouble} from './agent-doubles.js';
import {type Pty, type PtyOptions, startInPty} from './pty.js';
import {type Script, type ScriptedServer, startScriptedServer} from './scripted-server.js';
import {temporaryFolder} from './temporary-folder.js';
import {makeDatabase} from './test-reader.js';

/** A question with the queries that were written for it: the last is the answer. */
export type Recording = {question: string; queries: readonly string[]};

export type TestReplay = {
	pty: Pty;
	server: ScriptedServer;
	folder: string;
	database: string;
	/** The first file. */
	file: string;
};

export type ReplayTestOptions = PtyOptions & {
	recordings?: readonly Recording[];
	/** Lines that are added at the end of the file. */
	more?: readonly string[];
	/** Of a second file. */
	others?: readonly Recording[];
	/** Changes the database after it was recorded. */
	change?: (database: string) => void;
	args?: readonly string[];
	/** What the server replies to forks. */
	script?: Script;
	before?: string;
	after?: string;
};

const SHOP = `CREATE TABLE Customer (CustomerId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Country TEXT);
	INSERT INTO Customer VALUES (1, 'Ana', 'Chile'), (2, 'Bo', 'USA'), (3, 'Cy', 'USA'), (4, 'Flo', 'Norway');`;

export const BY_COUNTRY: Recording = {
	question: 'How many customers in each country?',
	queries: [
		'SELECT DISTINCT Country FROM Customer ORDER BY 1',
		'SELECT nope FROM Customer',
		'SELECT Country, count(*) AS n FROM Customer GROUP BY Country ORDER BY Country',
	],
};

export const NAMES: Recording = {
	question: 'Who lives in the USA?',
	queries: ["SELECT Name FROM Customer WHERE Country = 'USA' ORDER BY Name"],
};

/** Records trajectories on a small database. */
export async function recordRun({
	recordings = [BY_COUNTRY, NAMES],
	more = [],
	others,
	change,
}: Pick<ReplayTestOptions, 'recordings' | 'more' | 'others' | 'change'> = {}) {
	const folder = temporaryFolder();
	const database = makeDatabase(folder, 'shop.sqlite', SHOP);
	const file = path.join(folder, 'run.jsonl');
	writeFileSync(file, [...(await record(database, recordings, 'run')), ...more, ''].join('\n'));
	const files = [file];
	if (others) {
		const other = path.join(folder, 'other.jsonl');
		writeFileSync(other, [...(await record(database, others, 'other')), ''].join('\n'));
		files.push(other);
	}

	change?.(database);
	return {folder, database, file, files};
}

/** Starts the debugger on what was recorded. */
export async function startReplay(options: ReplayTestOptions = {}): Promise<TestReplay> {
	const {args = [], before = ':', after = ':'} = options;
	const {folder, database, file, files} = await recordRun(options);
	const server = await startScriptedServer(options.script ?? []);
	onTestFinished(server.close);
	const line = `${before}; "$0" "$@"; code=$?; ${after}; echo "status $code."`;
	const words = [
		process.execPath,
		path.join(packageRoot(), 'bin', 'sqrl-tui.js'),
		'replay',
		...files,
		'--base-url',
		server.baseUrl,
		...args,
	];
	onTestFinished(() => expect(pty.bytes, 'what wipes the scrollback').not.toContain('\x1b[3J'));
	const pty = startInPty(['sh', '-c', `trap : INT QUIT; ${line}`, ...words], {cwd: folder, ...options});
	return {pty, server, folder, database, file};
}

/** Their lines in a file. */
async function record(database: string, recordings: readonly Recording[], run: string): Promise<string[]> {
	const reader = await openReader(database);
	try {
		const {schema} = await reader.schema();
		const lines: string[] = [];
		for (const [index, {question, queries}] of recordings.entries()) {
			const model = modelDouble(turn => {
				const kind = turn === queries.length - 1 ? 'answer' : 'sql';
				return {
					text: `<think>\nThought ${turn + 1}.\n</think>\n\nSummary ${turn + 1}.\n<${kind}> ${queries[turn]} </${kind}>`,
				};
			});
			let last: Trajectory = begin({
				id: `${run}-${index}`,
				question,
				evidence: '',
				database: reader.database,
				model: {name: 'sqrl-4b', baseUrl: 'http://127.0.0.1:8000/v1'},
				sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: null},
				maxSteps: 5,
				schema: dumpSchema(schema),
			});
			const surroundings = {
				model,
				reader,
				review: ({turn}: {turn: number}) => ({
					turn,
					verdict: {kind: 'approved' as const, by: 'policy' as const},
				}),
				clock: () => Date.UTC(2026, 0, 1),
				digestAnswer: true,
			};
			for await (const {trajectory} of solve(last, surroundings)) {
				last = trajectory;
			}

			lines.push(JSON.stringify(trajectoryToJson(last)));
		}

		return lines;
	} finally {
		await reader.close();
	}
}
