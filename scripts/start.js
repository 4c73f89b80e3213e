/** `npm start`: a session on the sample; without a terminal, one question of it. */
const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
const args = isTerminal ? ['--sample'] : ['ask', '--sample', 'Which genre has the most tracks?'];
process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
const program = new URL('../bin/sqrl-tui.js', import.meta.url);
await import(program.href);
