/** A query in a view. */
import {visibleLines} from '../../visible.js';
import {theme} from '../theme.js';
import {wrapStyled, wrapText} from './text.js';

/** Beyond it colours take longer than a key may; a query of this length is not read for them. */
const HIGHLIGHTED = 20_000;

/** A query in full, made safe and highlighted. */
export function sqlText(sql: string, width: number): string[] {
	const safe = visibleLines(sql);
	return safe.length > HIGHLIGHTED ? wrapText(safe, width) : wrapStyled(theme.sql(safe), width);
}
