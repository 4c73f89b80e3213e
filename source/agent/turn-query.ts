/** The query of a turn. */
import type {Turn} from './trajectory.js';

/** As it is run, which is as it was edited; null: there is none in the reply. */
export function queryOf({action, verdict}: Pick<Turn, 'action' | 'verdict'>): string | null {
	return verdict?.kind === 'edited' ? verdict.sql : action.kind === 'none' ? null : action.sql;
}
