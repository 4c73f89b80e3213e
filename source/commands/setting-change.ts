/** What setting a value changes, in the config or in a profile of it, and how that is said. */
import type {StoredSettings} from '../config.js';
import type {SettingName, Settings} from '../settings.js';
import {isWay} from './chosen-place.js';
import {onlyWay} from './keep-choice.js';

/** A way to a model takes the place of the others: two would contradict each other. `null` unsets. */
export function changesFor(name: SettingName, value: Settings[SettingName]): StoredSettings {
	return isWay(name) && value !== null && value !== false
		? onlyWay(name, value as Settings[typeof name])
		: {[name]: value};
}

/**
 * A line for each value that has changed.
 *
 * @param prefix stands before each name: '' or `profile.<name>.`.
 * @param before what was stored where the changes went.
 */
export function changeLines(
	name: SettingName,
	changes: StoredSettings,
	{prefix, before, file}: {prefix: string; before: Record<string, unknown>; file: string},
): string[] {
	const value = changes[name] ?? null;
	const others = Object.keys(changes).filter(other => other !== name && Object.hasOwn(before, other));
	return [
		value === null
			? `${prefix}${name} is no longer set in ${file}`
			: `${prefix}${name} = ${shown(value)} is set in ${file}`,
		...others.map(other => `${prefix}${other} is no longer set there: it named another model.`),
	];
}

/** A value as it may be shown. */
export function shown(value: Settings[SettingName]): string {
	return value === null ? 'none' : hideUser(String(value));
}

/** An address without the user and password that it may hold. */
function hideUser(text: string): string {
	return text.replace(/^(\w+:\/\/)[^/?#]*@/, '$1…@');
}
