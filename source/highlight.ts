import {highlight} from 'cli-highlight';

/** SQL in the terminal's own colours. The text must be safe to draw. */
export function highlightSql(sql: string): string {
	const known = remembered.get(sql);
	if (known !== undefined) {
		return known;
	}

	const highlighted = highlight(sql, {language: 'sql', ignoreIllegals: true, theme: THEME});
	if (remembered.size === REMEMBERED) {
		remembered.clear();
	}

	remembered.set(sql, highlighted);
	return highlighted;
}

/** The screen draws the same few queries at every key. */
const remembered = new Map<string, string>();

const REMEMBERED = 100;

const THEME = {
	keyword: paint(34),
	built_in: paint(36),
	string: paint(32),
	number: paint(33),
	literal: paint(33),
	comment: paint(2, 22),
};

/** Written out, because chalk inside cli-highlight looks at stdout alone. */
function paint(code: number, end = 39) {
	return (text: string) => `\u001b[${code}m${text}\u001b[${end}m`;
}
