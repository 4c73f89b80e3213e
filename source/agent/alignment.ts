/** Two trajectories turn by turn: which turn of one stands beside which of the other. */
import {commonSubsequence} from '../database/row-alignment.js';
import {contentOf} from '../protocol/parse.js';
import type {Trajectory, Turn} from './trajectory.js';
import {queryOf} from './turn-query.js';

/** Indices into the turns; null: the other has a turn more. */
export type AlignedTurn = {
	left: number | null;
	right: number | null;
	/** The same query, and the model was told the same of it; without a query the same words. */
	same: boolean;
};

/**
 * The turns that both begin with, then those with the same query in the same order; what is between them stands side
 * by side. Each turn is there once, in order.
 */
export function aligned(left: Trajectory, right: Trajectory): AlignedTurn[] {
	const keys = [left, right].map(({turns}) => turns.map(keyOf)) as [string[], string[]];
	const rows: AlignedTurn[] = [];
	let [from, to] = [0, 0];
	const sideBySide = (leftEnd: number, rightEnd: number) => {
		while (from < leftEnd || to < rightEnd) {
			rows.push({left: from < leftEnd ? from++ : null, right: to < rightEnd ? to++ : null, same: false});
		}
	};

	for (const [a, b] of commonSubsequence(...keys)) {
		sideBySide(a, b);
		rows.push({left: from++, right: to++, same: wasToldTheSame(left.turns[a]!, right.turns[b]!)});
	}

	sideBySide(left.turns.length, right.turns.length);
	return rows;
}

function keyOf(turn: Turn): string {
	const {action} = turn;
	return action.kind === 'none'
		? `none ${contentOf(turn.reply)}`
		: `${action.kind} ${normalisedSql(queryOf(turn)!)}`;
}

function wasToldTheSame(left: Turn, right: Turn): boolean {
	return (left.response?.text ?? '') === (right.response?.text ?? '');
}

/** A query without what does not matter to SQLite: comments, blanks, the case of names, a semicolon at its end. */
export function normalisedSql(sql: string): string {
	let normal = '';
	for (const [token] of sql.matchAll(TOKENS)) {
		if (/^(?:--|\/\*|\s)/.test(token)) {
			normal += normal.endsWith(' ') ? '' : ' ';
		} else {
			normal += /^['"`[]/.test(token) ? token : token.toLowerCase();
		}
	}

	return normal.replace(/[\s;]+$/, '').trim();
}

const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/.source;

const TOKENS = new RegExp(`${QUOTED}|--[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$)|\\s+|[^'"\`[\\s/-]+|[\\s\\S]`, 'g');
