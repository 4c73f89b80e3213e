/** The form for a fork, drawn. */
import {visible, visibleLines} from '../../visible.js';
import {editorLines} from '../editor/editor-lines.js';
import {drawableRows, type Size} from '../input.js';
import {hints} from '../keymap.js';
import {footer, frame, oneLine, titled} from '../screens/frame.js';
import {cell, fitText, wrapText} from '../screens/text.js';
import {actionWords} from '../screens/trajectory-words.js';
import {theme} from '../theme.js';
import {
	asksModel,
	type ChangeKind,
	type Field,
	type ForkForm,
	fieldsOf,
	isLong,
	writtenIn,
} from './fork-form.js';

const LABELS: Record<Field, string> = {
	change: 'what is changed',
	text: '  to',
	temperature: 'temperature',
	seed: 'seed',
	model: 'model',
	evidence: 'evidence',
	count: 'continuations',
	go: 'go',
};

const LABEL_WIDTH = Math.max(...Object.values(LABELS).map(({length}) => length));

const CHANGES: Record<ChangeKind, string> = {
	again: 'nothing: the model replies anew',
	probe: 'the query: it runs in place of the recorded one',
	observation: 'the observation: the model is told this',
	summary: 'the summary: what stands before the block',
	reply: 'the whole reply, thoughts and all',
};

/** The whole screen, the footer last. */
export function forkFormLines(form: ForkForm, size: Size): string[] {
	const {columns} = size;
	const notice = form.notice === '' ? [] : wrapText(visible(form.notice), columns);
	const room = Math.max(1, drawableRows(size) - 2 - notice.length);
	const said = notice.map(line => theme.warning(line));
	// What is wrong with what is being written stands there.
	const isWriting = form.editor !== null;
	return frame(
		[
			titled(titleWords(form), '', columns),
			...bodyLines(form, isWriting ? said : [], columns, room),
			...(isWriting ? [] : said),
		],
		keys(form, columns),
		size,
	);
}

function titleWords({trajectory, turn}: ForkForm): string {
	const at = trajectory.turns[turn];
	const where = at ? `turn ${turn + 1}, ${actionWords(at)}` : `reply ${turn + 1}`;
	return `Fork from ${where} · ${oneLine(trajectory.question) || '(no question)'}`;
}

function keys(form: ForkForm, columns: number): string {
	return form.editor === null
		? footer('fork', columns, {shared: null})
		: theme.quiet(fitText(hints('editing', isLong(form.cursor) ? [] : ['newline']), columns));
}

/** The fields; that which is written in has what room there is, and where all do not fit it is seen alone. */
function bodyLines(form: ForkForm, said: readonly string[], width: number, room: number): string[] {
	const {editor, cursor} = form;
	const fields = fieldsOf(form);
	if (editor === null) {
		const at = fields.indexOf(cursor);
		const drawn = fields.map(field => fieldLines(form, field, {width, room}));
		const lines = drawn.flat();
		const above = drawn.slice(0, at).flat().length;
		const from = Math.max(0, Math.min(above - Math.floor(room / 2), lines.length - room));
		return lines.slice(from, from + room);
	}

	const isNarrow = room < fields.length + 2;
	const others = isNarrow ? [] : fields.filter(field => field !== cursor);
	const height = isLong(cursor) ? Math.max(1, room - others.length - 1) : 1;
	const {lines} = editorLines(editor, {
		width,
		height,
		prompt: '✎ ',
		continuation: '  ',
		placeholder: cursor === 'seed' ? 'none' : '',
	});
	const written = [theme.accent(fitText(`❯ ${LABELS[cursor].trim()}`, width)), ...lines, ...said];
	return (isNarrow ? [cursor] : fields).flatMap(field =>
		field === cursor ? written : fieldLines(form, field, {width, room: 1}),
	);
}

/** Lines of a text that are seen without opening it. */
const PREVIEW = 6;

function fieldLines(form: ForkForm, field: Field, {width, room}: {width: number; room: number}): string[] {
	const isCurrent = form.cursor === field && form.editor === null;
	const start = `${isCurrent ? '❯' : ' '} ${cell(LABELS[field], LABEL_WIDTH)}  `;
	const left = width - start.length;
	// Where labels leave no room the value has a line of its own.
	const isBelow = left < 16;
	const lines = valueLines(form, field, {
		width: isBelow ? width - 2 : left,
		height: isLong(field) ? Math.max(1, Math.min(PREVIEW, room - fieldsOf(form).length)) : 1,
	});
	const style = isCurrent ? theme.accent : (text: string) => text;
	if (field === 'go') {
		return [style(fitText(`${isCurrent ? '❯' : ' '} ${goWords(form)}`, width))];
	}

	if (isBelow) {
		return [style(fitText(start.trimEnd(), width)), ...lines.map(line => `  ${line}`)];
	}

	return lines.map((line, at) => (at === 0 ? style(start) : ' '.repeat(start.length)) + line);
}

function valueLines(
	form: ForkForm,
	field: Field,
	{width, height}: {width: number; height: number},
): string[] {
	const {values, opened} = form;
	const value = writtenIn(form, field);
	if (field === 'change') {
		return [fitText(CHANGES[values.change], width)];
	}

	if (field === 'count' && Number(value) > 1 && !asksModel(form)) {
		return [theme.warning(fitText('1: no model is asked, more would be alike', width))];
	}

	if (!isLong(field)) {
		const words = value === '' ? EMPTY[field] : visible(value);
		return [value === '' ? theme.quiet(fitText(words ?? '', width)) : fitText(words!, width)];
	}

	const before =
		field === 'evidence'
			? opened.evidence
			: writtenIn({...form, values: {...opened, change: values.change}}, field);
	const mark = value === before ? '' : ' (changed)';
	if (value.trim() === '') {
		return [theme.quiet(fitText(`${EMPTY[field] ?? '(empty)'}${mark}`, width))];
	}

	const lines = wrapText(visibleLines(value.slice(0, width * height * 4)), Math.max(1, width - mark.length));
	const isCut = lines.length > height || value.length > width * height * 4;
	const shown = lines.slice(0, height);
	const last = shown.length - 1;
	return shown.map((line, at) =>
		at === last ? fitText(isCut ? `${line} …` : line, width - mark.length) + theme.warning(mark) : line,
	);
}

const EMPTY: Partial<Record<Field, string>> = {
	seed: 'none: each draws its own',
	model: 'there is none',
	evidence: '(none)',
	text: '(empty)',
};

function goWords(form: ForkForm): string {
	const count = asksModel(form) ? Number(form.values.count) : 1;
	return `go${Number.isSafeInteger(count) && count > 1 ? `: ${count} continuations at once` : ''}`;
}
