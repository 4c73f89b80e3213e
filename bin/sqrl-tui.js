#!/usr/bin/env node
// Chalk, inside the libraries that colour, asks for FORCE_COLOR and does not know NO_COLOR: it is told
// before any of them is loaded.
if (process.env.NO_COLOR) {
	process.env.FORCE_COLOR = '0';
}

const {main} = await import('../dist/cli.js');
await main(process.argv.slice(2));
