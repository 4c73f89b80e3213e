/** `npm start`: a session on the sample with the model that comes along; without a terminal, one question. */
const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
const args = isTerminal
	? ['--sample', '--embedded']
	: ['ask', '--sample', '--embedded', 'Which genre has the most tracks?'];
process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
const program = new URL('../bin/sqrl-tui.js', import.meta.url);
await import(program.href);
