/** The items of a text, which are set apart by commas; line breaks in it do not matter. */
export function list(text: string): string[] {
	return text.split(',').map(item => item.trim().replace(/\s+/g, ' '));
}
