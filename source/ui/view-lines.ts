import {clusterViewLines} from './board/cluster-view.js';
import {differencesLines} from './board/differences-view.js';
import {debuggerLines} from './debugger/debugger-lines.js';
import type {Size} from './input.js';
import {gridLines} from './screens/grid-lines.js';
import {helpLines} from './screens/help-view.js';
import {historyLines} from './screens/history-lines.js';
import {schemaLines} from './screens/schema-lines.js';
import {tablesLines} from './screens/tables-lines.js';
import type {View} from './session/state.js';

/** A full-screen view as lines. */
export function viewLines(view: View, size: Size): string[] {
	switch (view.kind) {
		case 'grid':
			return gridLines(view.grid, size);
		case 'debugger':
			return debuggerLines(view.view, size);
		case 'schema':
			return schemaLines(view.view, size);
		case 'tables':
			return tablesLines(view.view, size);
		case 'cluster':
			return clusterViewLines(view.view, size);
		case 'differences':
			return differencesLines(view.view, size);
		case 'history':
			return historyLines(view.view, size);
		case 'help':
			return helpLines(view.view, size);
	}
}
