/** A report as JSON: its names in snake_case, shares and seconds to six decimals. */
import type {Report} from './report.js';

export function reportToJson(report: Report): object {
	return plain(report) as object;
}

/** All names in a report are its own: what comes from a dataset is a value. */
export function plain(value: unknown): unknown {
	if (typeof value === 'number') {
		return Math.round(value * 1e6) / 1e6;
	}

	if (Array.isArray(value)) {
		return value.map(plain);
	}

	return typeof value === 'object' && value !== null
		? Object.fromEntries(
				Object.entries(value).map(([name, inner]) => [
					name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
					plain(inner),
				]),
			)
		: value;
}
