/**
 * Column names made distinct, so that no column is lost where names are keys: one that came before gets `_2`, `_3`,
 * … at its end.
 *
 * @param key what two names have in common that count as the same.
 */
export function distinctNames(names: string[], key = (name: string) => name): string[] {
	const taken = new Set(names.map(key));
	const used = new Set<string>();
	return names.map(name => {
		let distinct = name;
		for (let count = 2; used.has(key(distinct)) || (distinct !== name && taken.has(key(distinct))); count++) {
			distinct = `${name}_${count}`;
		}

		used.add(key(distinct));
		return distinct;
	});
}
