/** What the model does in a reply: a probe, the answer, or nothing that can be acted on. */
export type Action =
	| {kind: 'sql' | 'answer'; sql: string}
	| {kind: 'none'; reason: 'no-block' | 'empty-block' | 'cut-off'};

export type ParsedReply = {
	/** What stands before the last `</think>`, without the tags. */
	thinking: string;
	/** What follows it: this goes back to the model as its turn. */
	content: string;
	/** The content before the chosen block. */
	summary: string;
	action: Action;
};

/**
 * Reads one reply. The last `<answer>` block counts, else the last `<sql>` block, also where they stand in
 * prose; tags are found in any case.
 *
 * @param finishReason 'length' is the token limit: what stands in a tag left open there is no action.
 */
export function parseReply(reply: string, finishReason?: string): ParsedReply {
	const {thinking, content} = splitThinking(reply);
	const block = chosenBlock(content);
	if (finishReason === 'length' && isCutOff(reply, content)) {
		return {thinking, content, summary: content, action: {kind: 'none', reason: 'cut-off'}};
	}

	if (!block) {
		return {thinking, content, summary: content, action: {kind: 'none', reason: 'no-block'}};
	}

	const sql = withoutFence(content.slice(block.innerStart, block.innerEnd).trim());
	return {
		thinking,
		content,
		summary: content.slice(0, block.start).trim(),
		action: sql === '' ? {kind: 'none', reason: 'empty-block'} : {kind: block.kind, sql},
	};
}

/** The content of a reply: what the model is shown as its own turn. */
export function contentOf(reply: string): string {
	return splitThinking(reply).content;
}

/** The content with only the inside of the chosen block replaced: what the model is shown after an edit. */
export function contentWithSql(reply: string, sql: string): string {
	const {content} = splitThinking(reply);
	const block = chosenBlock(content);
	return block ? `${content.slice(0, block.innerStart)} ${sql} ${content.slice(block.innerEnd)}` : content;
}

function splitThinking(reply: string): {thinking: string; content: string} {
	const close = lastMatch(reply, /<\/think>/gi);
	if (!close) {
		return {thinking: '', content: reply.trim()};
	}

	return {
		thinking: reply
			.slice(0, close.index)
			.replace(/^\s*<think>/i, '')
			.trim(),
		content: reply.slice(close.index + close[0].length).trim(),
	};
}

type Block = {kind: 'sql' | 'answer'; start: number; innerStart: number; innerEnd: number};

function chosenBlock(content: string): Block | null {
	for (const kind of ['answer', 'sql'] as const) {
		const match = lastMatch(content, new RegExp(`<${kind}>([\\s\\S]*?)</${kind}>`, 'gi'));
		if (match) {
			const innerStart = match.index + kind.length + 2;
			return {kind, start: match.index, innerStart, innerEnd: innerStart + match[1]!.length};
		}
	}

	return null;
}

/** Whether the text ends inside a thought or a block. */
function isCutOff(reply: string, content: string): boolean {
	const thought = lastMatch(reply, /<\/?think>/gi)?.[0];
	const block = lastMatch(content, /<\/?(?:sql|answer)>/gi)?.[0];
	return Boolean((thought && !thought.startsWith('</')) || (block && !block.startsWith('</')));
}

/** Removes one code fence around the SQL, with or without the name of a language: SELECT alone is none. */
function withoutFence(sql: string): string {
	const inside =
		/^```(?:[ \t]*(?!(?:select|with|values)\b)[\w-]*[ \t]*\r?\n|sql(?:ite)?\b)?([\s\S]*)```$/i.exec(sql)?.[1];
	return inside === undefined || inside.includes('```') ? sql : inside.trim();
}

function lastMatch(text: string, pattern: RegExp): RegExpExecArray | undefined {
	let last: RegExpExecArray | undefined;
	for (const match of text.matchAll(pattern)) {
		last = match;
	}

	return last;
}
