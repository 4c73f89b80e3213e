/**
 * Builds `dist/`: the program as a bundle (commands are chunks of their own, loaded on demand), the reader's
 * process and its watchdog, a model's process and the thread that looks through files of trajectories as entries of
 * their own, and the sample database. better-sqlite3 and the engine that runs models stay outside: they are native.
 * All is made in a folder beside `dist/`, which then takes its place: a program that runs from there meanwhile finds
 * its files.
 */
import {readdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {stringWidthOnDemand} from './string-width-on-demand.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Of highlight.js only SQL's grammar: all of them weigh over a megabyte. */
const onlySqlGrammar = {
	name: 'only-sql-grammar',
	/** @param {import('esbuild').PluginBuild} build */
	setup(build) {
		build.onResolve({filter: /^highlight\.js$/}, () => ({path: 'highlight.js', namespace: 'sql-only'}));
		build.onLoad({filter: /.*/, namespace: 'sql-only'}, () => ({
			contents: `
				const hljs = require('highlight.js/lib/core');
				hljs.registerLanguage('sql', require('highlight.js/lib/languages/sql'));
				module.exports = hljs;
			`,
			resolveDir: root,
		}));
	},
};

/**
 * The licences of the packages that are in the bundle: they ask to be kept with it.
 * @param {string[]} inputs the files that were bundled
 */
async function licences(inputs) {
	const folders = inputs.flatMap(input => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
	const texts = await Promise.all(
		[...new Set(folders)].sort().map(async folder => {
			const names = await readdir(path.join(root, folder));
			const {name, version, license, author} = JSON.parse(
				await readFile(path.join(root, folder, 'package.json'), 'utf8'),
			);
			const file = names.find(name => /^(?:licen[cs]e|copying)/i.test(name));
			const text = file
				? await readFile(path.join(root, folder, file), 'utf8')
				: `The package has no file with it; its package.json names ${license}, and as its author ${author}.`;
			return `${name} ${version} (${license})\n\n${text.trim()}\n`;
		}),
	);
	return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

/** Ink asks for React's developer tools only where they are switched on, which a bundle for users never is. */
const noDevtools = {
	name: 'no-devtools',
	/** @param {import('esbuild').PluginBuild} build */
	setup(build) {
		build.onResolve({filter: /^react-devtools-core$/}, () => ({path: 'none', namespace: 'no-devtools'}));
		build.onLoad({filter: /.*/, namespace: 'no-devtools'}, () => ({contents: 'export default {};'}));
	},
};

/**
 * Yoga would `fetch` the WebAssembly that it carries, or decode it character by character: either takes longer
 * than all the rest of its start. It takes the bytes as well.
 */
const yogaFromBytes = {
	name: 'yoga-from-bytes',
	/** @param {import('esbuild').PluginBuild} build */
	setup(build) {
		build.onLoad({filter: /yoga-wasm-base64-esm\.js$/}, async ({path: file}) => {
			const source = await readFile(file, 'utf8');
			const [carried, base64] = /"data:application\/octet-stream;base64,([^"]+)"/.exec(source) ?? [];
			const start = 'loadYoga = loadYoga || {};';
			if (!carried || !base64 || !source.includes(start)) {
				throw new Error(`${file} is not as it is expected to be`);
			}

			const bytes = `loadYoga = {wasmBinary: Buffer.from('${base64}', 'base64'), ...loadYoga};`;
			return {contents: source.replace(carried, '"yoga.wasm"').replace(start, bytes)};
		});
	},
};

const target = path.join(root, 'dist');
const draft = path.join(root, `dist.${process.pid}`);

/** @type {import('esbuild').BuildOptions} */
const options = {
	metafile: true,
	absWorkingDir: root,
	outdir: draft,
	bundle: true,
	format: 'esm',
	platform: 'node',
	target: 'node20.19',
	external: ['better-sqlite3', 'node-llama-cpp'],
	plugins: [onlySqlGrammar, noDevtools, yogaFromBytes, stringWidthOnDemand],
	jsx: 'automatic',
	define: {'process.env.NODE_ENV': '"production"'},
	// Packages in CommonJS ask for `require`, which ES modules do not have. Most files never do: it is made when one does.
	banner: {
		js: "import {createRequire as __createRequire} from 'node:module'; let __require0; const require = id => (__require0 ??= __createRequire(import.meta.url))(id);",
	},
	chunkNames: 'chunks/[name]-[hash]',
	legalComments: 'none',
	logLevel: 'warning',
};

/** A chunk is what the same entries share: the fewer entries, the fewer files there are to load. */
const builds = await Promise.all([
	build({...options, splitting: true, entryPoints: {cli: 'source/cli.ts'}}),
	// A process shares nothing with the program that starts it: it is one file.
	build({
		...options,
		entryPoints: {
			'reader-process': 'source/database/reader-process.ts',
			'bulk-process': 'source/database/bulk-process.ts',
			'reader-watchdog': 'source/database/reader-watchdog.ts',
			'model-process': 'source/model/local/model-process.ts',
			'book-worker': 'source/archive/formats/book-worker.ts',
			'build-sample': 'source/sample/build-sample.ts',
		},
	}),
]);
const inputs = builds.flatMap(({metafile}) => Object.keys(metafile?.inputs ?? {}));

try {
	const builder = path.join(draft, 'build-sample.js');
	const {buildSample} = await import(builder);
	buildSample(path.join(draft, 'sample.sqlite'));
	await rm(builder);
	await writeFile(path.join(draft, 'THIRD-PARTY-LICENSES.txt'), await licences(inputs));
	await rm(target, {recursive: true, force: true});
	await rename(draft, target);
} finally {
	await rm(draft, {recursive: true, force: true});
}
