/** What the program's pages have in common: no script, nothing from elsewhere, and text that is text only. */

/** A text without markup, for the content of an element or an attribute in quotes. */
export function escapeHtml(text: string): string {
	return text.replaceAll(/[&<>"']/g, character => ENTITIES[character]!);
}

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/**
 * A page up to the beginning of its body. The policy keeps it from loading anything, whatever stands in it.
 *
 * @param title escaped.
 */
export function pageHead(title: string, style: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>
${style}</style>
</head>
<body>
`;
}
