/**
 * When something was, as the person's clock had it: `2026-11-30 14:02`, and where there is little room without the year.
 * What is no time is given as it is.
 */
export function whenWords(iso: string, isShort = false): string {
	const date = new Date(iso);
	if (Number.isNaN(date.getTime())) {
		return iso;
	}

	const two = (number: number) => String(number).padStart(2, '0');
	const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
	const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
	return isShort ? `${day} ${time}` : `${date.getFullYear()}-${day} ${time}`;
}
