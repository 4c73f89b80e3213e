/**
 * `sqrl-tui score` over Spider's dev set, start-up included, beside Python. The baseline is a minimal script that the
 * bench writes: BIRD's rule as its `evaluation.py` has it, each query run through sqlite3 on a connection for each item,
 * in one process. Spider's official script parses every query besides, and takes about four times as long as that; it is
 * not run here. Needs `SQRL_TEST_DATA` and python3.
 */
import {execFile} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {packageRoot} from '../source/package-root.js';
import {alternate, median, printLine} from './measure.js';

const run = promisify(execFile);

const ROUNDS = 5;
const SYSTEMS = ['dail_gpt4', 'gpt4_zeroshot', 'graphix', 'spider_pred_example'];

const BASELINE = `
import sqlite3, sys
gold_file, databases, prediction_file = sys.argv[1:]
gold = [line.rstrip('\\n').split('\\t') for line in open(gold_file)]
predictions = [line.rstrip('\\n').split('\\t')[0] for line in open(prediction_file)]
right = 0
for (sql, db), prediction in zip(gold, predictions):
    connection = sqlite3.connect(f'{databases}/{db}/{db}.sqlite')
    try:
        cursor = connection.cursor()
        cursor.execute(prediction)
        found = cursor.fetchall()
        cursor.execute(sql)
        right += set(found) == set(cursor.fetchall())
    except Exception:
        pass
    connection.close()
print(right)
`;

export async function benchScore(): Promise<void> {
	const data = process.env.SQRL_TEST_DATA;
	if (!data) {
		console.log('skipped: SQRL_TEST_DATA is not set');
		return;
	}

	const folder = mkdtempSync(path.join(tmpdir(), 'sqrl-tui-bench-'));
	try {
		const spider = path.join(data, 'spider');
		const [gold, databases] = [path.join(spider, 'dev_gold.sql'), path.join(spider, 'database')];
		const files = SYSTEMS.map(name => path.join(spider, 'pred', `${name}.txt`));
		const nine = [...files, ...mixed(files, folder, 9 - files.length)];
		const script = path.join(folder, 'bird.py');
		writeFileSync(script, BASELINE);
		const home = path.join(folder, 'home');
		const scoreWith = (flags: string[], rule: string, ...predictions: string[]) =>
			run(
				process.execPath,
				[
					path.join(packageRoot(), 'bin', 'sqrl-tui.js'),
					...['score', ...predictions, '--gold', gold, '--databases', databases, '--rule', rule, ...flags],
				],
				{env: {...process.env, SQRL_TUI_HOME: home}},
			);
		const score = (rule: string, ...predictions: string[]) =>
			scoreWith(['--fresh-gold'], rule, ...predictions);
		const times = await alternate(ROUNDS, {
			python: () => run('python3', [script, gold, databases, files[0]!]),
			bird: () => score('bird', files[0]!),
			birdKept: () => scoreWith([], 'bird', files[0]!),
			spider: () => score('spider', files[0]!),
			spiderKept: () => scoreWith([], 'spider', files[0]!),
			nineBird: () => score('bird', ...nine),
			nineSpider: () => score('spider', ...nine),
		});
		const baseline = "BIRD's rule in Python";
		const baselineMs = median(times.python);
		for (const [what, ms, aim] of [
			['bird, a file', times.bird, '(aim: at most 1 ×)'],
			['bird, gold kept from before', times.birdKept, '(aim: at most 1 ×)'],
			['spider, a file', times.spider, '(aim: 1.4 ×)'],
			['spider, gold kept from before', times.spiderKept, '(aim: 1.4 ×)'],
		] as const) {
			printLine({what, ms: median(ms), baseline, baselineMs, aim});
		}

		for (const [what, one, all] of [
			['bird', times.bird, times.nineBird],
			['spider', times.spider, times.nineSpider],
		] as const) {
			printLine({
				what: `${what}, nine files`,
				ms: median(all),
				baseline: 'a file',
				baselineMs: median(one),
				aim: '(aim: less than 3 ×)',
			});
		}
	} finally {
		rmSync(folder, {recursive: true});
	}
}

/**
 * Further files, each prediction of one of the given in turn; in every third a comment makes it a query of its own, so
 * that it runs.
 */
function mixed(files: readonly string[], folder: string, count: number): string[] {
	const given = files.map(file => readFileSync(file, 'utf8').trimEnd().split('\n'));
	return Array.from({length: count}, (_, number) => {
		const lines = given[0]!.map((_, at) => {
			const line = given[(at + number) % given.length]![at]!.split('\t')[0]!;
			return at % 3 === 0 ? `${line.trim().replace(/;$/, '')} -- ${number}` : line;
		});
		const file = path.join(folder, `mixed-${number}.txt`);
		writeFileSync(file, `${lines.join('\n')}\n`);
		return file;
	});
}
