/**
 * A program of its own around a reader: opens a database, prints what a query gives as one line of JSON, and
 * then does what its first argument says. For what tests need another process, or another user, for.
 */

import {outcomeToJson} from '../../source/database/cell.js';
import {openReader} from '../../source/database/reader.js';
import {messageOf, SqrlError} from '../../source/errors.js';

export type ProgramReport = {
	outcome?: ReturnType<typeof outcomeToJson>;
	copied?: string | null;
	error?: {name: string; message: string; advice: string};
};

const [end = '', file = '', sql = 'SELECT count(*) FROM sqlite_schema'] = process.argv.slice(2);

function print(report: ProgramReport): void {
	process.stdout.write(`${JSON.stringify(report)}\n`);
}

try {
	const reader = await openReader(file);
	const outcome = await reader.query(sql);
	print({outcome: outcomeToJson(outcome), copied: reader.copied});
	switch (end) {
		case 'close':
			await reader.close();
			break;
		case 'exit':
			process.exit();
			break;
		case 'throw':
			setImmediate(() => {
				throw new Error('thrown on purpose');
			});
			break;
		case 'query':
			void reader.query(
				'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
			);
			break;
		default:
			// Stays as it is, with nothing to do.
			setInterval(() => {}, 1000);
	}
} catch (error) {
	const advice = error instanceof SqrlError ? error.advice : '';
	print({error: {name: error instanceof Error ? error.name : '', message: messageOf(error), advice}});
}
