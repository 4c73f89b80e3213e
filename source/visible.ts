/**
 * Text from a database, a file or a model, made safe to draw: nothing in it moves the cursor, talks to the
 * terminal, hides or turns round. It stays readable: what would act is shown as a sign.
 */

/** C0 and DEL, C1, line and paragraph separators, bidirectional controls, zero-width characters, tags. */
const UNSAFE =
	/[\0-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** The joiner belongs to emoji and to scripts that need it; alone it is nothing. */
const LONE_JOINER =
	/(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200d|\u200d(?![\p{L}\p{Extended_Pictographic}])/gu;

const LONE_SURROGATE = /[\ud800-\udfff]/gu;

/** One line: line breaks and tabs are signs too. */
export function visible(text: string): string {
	return text.replaceAll(UNSAFE, sign).replaceAll(LONE_JOINER, sign).replaceAll(LONE_SURROGATE, '\ufffd');
}

/** Several lines: line breaks stay, a tab is two spaces. */
export function visibleLines(text: string): string {
	return text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '  ').split('\n').map(visible).join('\n');
}

/** `␛` and its like for C0 and DEL; the code point for what has no picture. */
function sign(character: string): string {
	const code = character.codePointAt(0)!;
	if (code < 0x20) {
		return String.fromCodePoint(0x2400 + code);
	}

	return code === 0x7f ? '␡' : `‹${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}

/** Data for a terminal: like `visibleLines`, but tabs stay, which data is separated by. */
export function drawable(text: string): string {
	return text
		.split('\n')
		.map(line => line.split('\t').map(visible).join('\t'))
		.join('\n');
}
