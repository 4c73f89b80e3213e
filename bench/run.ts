/** Every bench, one after the other: `npm run bench`, or with the names of some: `npm run bench -- ask`. */
import {benchArchive} from './archive.js';
import {benchAsk} from './ask.js';
import {benchBook} from './book.js';
import {benchEval} from './eval.js';
import {benchLocal} from './local.js';
import {benchReader} from './reader.js';
import {benchReplay} from './replay.js';
import {benchScore} from './score.js';
import {benchSession} from './session.js';
import {benchVote} from './vote.js';
import {benchVoteMemory} from './vote-memory.js';

const benches: Record<string, () => Promise<void>> = {
	reader: benchReader,
	ask: benchAsk,
	session: benchSession,
	vote: benchVote,
	'vote-memory': benchVoteMemory,
	replay: benchReplay,
	local: benchLocal,
	book: benchBook,
	archive: benchArchive,
	score: benchScore,
	eval: benchEval,
};
const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(benches)) {
	if (wanted.length === 0 || wanted.includes(name)) {
		console.log(`\n${name}`);
		await bench();
	}
}
