import {isObject} from './chat.js';

/**
 * The fields of a value that another form of the same value does not have, as paths: `turns[].colour`. Rows are passed
 * over: there are many, and no fields in them.
 */
export function unknownFields(given: unknown, kept: unknown): string[] {
	const found = new Set<string>();
	collect(given, kept, '', found);
	return [...found];
}

function collect(given: unknown, kept: unknown, path: string, found: Set<string>): void {
	if (Array.isArray(given) && Array.isArray(kept)) {
		for (const [at, item] of given.entries()) {
			collect(item, kept[at], `${path}[]`, found);
		}
	} else if (isObject(given) && isObject(kept)) {
		for (const [name, value] of Object.entries(given)) {
			const place = path === '' ? name : `${path}.${name}`;
			if (!Object.hasOwn(kept, name)) {
				found.add(place);
			} else if (name !== 'rows' && !(path === '' && name === 'extra')) {
				collect(value, kept[name], place, found);
			}
		}
	}
}
