/**
 * Builds `dist/`: the program as a bundle (commands are chunks of their own, loaded on demand), the reader's
 * process and its watchdog as entries of their own, and the sample database. better-sqlite3 stays outside:
 * it is native.
 */
import {rm} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

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

await rm(new URL('../dist', import.meta.url), {recursive: true, force: true});

await build({
	absWorkingDir: root,
	entryPoints: {
		cli: 'source/cli.ts',
		'reader-process': 'source/database/reader-process.ts',
		'reader-watchdog': 'source/database/reader-watchdog.ts',
		'build-sample': 'source/sample/build-sample.ts',
	},
	outdir: 'dist',
	bundle: true,
	splitting: true,
	format: 'esm',
	platform: 'node',
	target: 'node20.19',
	external: ['better-sqlite3'],
	plugins: [onlySqlGrammar],
	define: {'process.env.NODE_ENV': '"production"'},
	// Packages in CommonJS ask for `require`, which ES modules do not have.
	banner: {
		js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
	},
	chunkNames: 'chunks/[name]-[hash]',
	legalComments: 'linked',
	logLevel: 'warning',
});

const builder = new URL('../dist/build-sample.js', import.meta.url);
const {buildSample} = await import(builder.href);
buildSample(fileURLToPath(new URL('../dist/sample.sqlite', import.meta.url)));
await rm(builder);
