/**
 * Runs the scripted server by hand, to try the program against it: `npm run scripted-server -- script.json
 * [port]`. The script is an array of rules as in `scripted-server.ts`.
 */
import {readFileSync} from 'node:fs';
import {type Rule, startScriptedServer} from './scripted-server.js';

const [file, port] = process.argv.slice(2);
if (!file) {
	console.error('Usage: npm run scripted-server -- script.json [port]');
	process.exit(2);
}

const rules = JSON.parse(readFileSync(file, 'utf8')) as Rule[];
const {baseUrl} = await startScriptedServer(rules, {port: Number(port ?? 0)});
console.log(baseUrl);
