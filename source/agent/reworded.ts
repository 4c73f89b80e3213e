/** A reply with a part of it in other words, as if the model had written it so. */
import {contentOf, contentWithSql, parseReply} from '../protocol/parse.js';
import type {Turn} from './trajectory.js';

/** The turn with another reply, which nobody has judged. What a server told of the reply that it was is left out. */
export function withReply(turn: Turn, reply: string): Turn {
	const {thinking, summary, action} = parseReply(reply);
	// A thinking that came apart from the text is in no reply.
	const isApart = turn.thinking !== '' && parseReply(turn.reply).thinking === '';
	return {
		reply,
		thinking: thinking || (isApart ? turn.thinking : ''),
		summary,
		action,
		startedAt: turn.startedAt,
		elapsedMs: 0,
	};
}

/** The reply with other words before its block; the thinking stays as it is. */
export function replyWithSummary(reply: string, summary: string): string {
	const content = contentOf(reply);
	const block = content.slice(parseReply(reply).summary.length);
	const words = summary.trim();
	const between = /^\s/.test(block) || block === '' || words === '' ? '' : '\n';
	return thinkingPart(reply) + words + between + (words === '' ? block.trimStart() : block);
}

/** The reply with another query in its block; the thinking stays as it is. */
export function replyWithSql(reply: string, sql: string): string {
	return thinkingPart(reply) + contentWithSql(reply, sql.trim());
}

/** What stands before the content. */
function thinkingPart(reply: string): string {
	const whole = reply.trimEnd();
	return whole.slice(0, whole.length - contentOf(reply).length);
}
