/** Two texts side by side where there is room, else one above the other. */
import {pad} from '../lines.js';
import {theme} from '../theme.js';

/** From here on there is room. */
const WIDE = 90;

const BETWEEN = ' │ ';

/** Each part gives its lines at the width that it gets. */
export function sideBySide(
	left: (width: number) => string[],
	right: (width: number) => string[],
	width: number,
): string[] {
	if (width < WIDE) {
		return [...left(width), ...right(width)];
	}

	const half = Math.floor((width - BETWEEN.length) / 2);
	const [a, b] = [left(half), right(half)];
	return Array.from(
		{length: Math.max(a.length, b.length)},
		(_, at) => pad(a[at] ?? '', half) + theme.quiet(BETWEEN) + (b[at] ?? ''),
	);
}
