/** The composer, with what stands above and below the text: the model's state, evidence, questions, completion. */
import {visible, visibleLines} from '../../visible.js';
import {editorLines} from '../editor/editor-lines.js';
import {searchHistory} from '../editor/history.js';
import {fitLine, wrap} from '../lines.js';
import {theme} from '../theme.js';
import {readinessWords} from './readiness-words.js';
import type {Session} from './state.js';

/** Lines of the evidence in force. */
const EVIDENCE_LINES = 3;

export function composerLines(session: Session, width: number, height: number): string[] {
	const {composer, evidence, history} = session;
	if (composer.search) {
		const {query, match} = composer.search;
		const matches = searchHistory(history, query.text);
		const found = matches[match];
		return [
			'',
			...wrap(found === undefined ? 'no question matches' : visibleLines(found), width, '  ').slice(
				0,
				Math.max(1, height - 2),
			),
			...editorLines(query, {width, height: 1, prompt: '? '}).lines,
		];
	}

	const inForce = evidenceLines(evidence, width);
	const suggestions = suggestionLines(session, width, Math.floor(height / 2));
	const options = composer.completion?.options ?? [];
	const completion =
		options.length > 1 && suggestions.length === 0
			? [theme.quiet(fitLine(`  ${options.map(option => visible(option)).join('  ')}`, width))]
			: [];
	const above = [readinessLine(session, width), ...inForce, ...suggestions];
	const {lines} = editorLines(composer.editor, {
		width,
		height: Math.max(1, height - above.length - completion.length),
		prompt: '❯ ',
		continuation: '  ',
		placeholder: `Ask ${visible(session.database.ref.name)}${session.suggestions.length > 0 ? ' · tab suggests a question' : ''}`,
	});
	return [...above, ...lines, ...completion];
}

/** The beginning of an evidence. */
export function evidenceLines(evidence: string, width: number, indent = ''): string[] {
	if (evidence === '') {
		return [];
	}

	// It can be a whole file, and this is drawn at every key.
	const beginning = visibleLines(evidence.slice(0, width * (EVIDENCE_LINES + 1)));
	const lines = wrap(`evidence: ${beginning}`, width, indent);
	const shown = lines.length > EVIDENCE_LINES ? [...lines.slice(0, EVIDENCE_LINES - 1), `${indent}…`] : lines;
	return shown.map(line => theme.quiet(line));
}

/** In the place of the line that is empty otherwise: nothing moves when the model is ready. */
function readinessLine({model, readiness}: Session, width: number): string {
	if (!model || !readiness) {
		return '';
	}

	const style = readiness.step.kind === 'failed' ? theme.warning : theme.quiet;
	return style(readinessWords(model, readiness, width));
}

/** What may be asked, while nothing else is written: as many questions as there is room for. */
function suggestionLines({suggestions, composer}: Session, width: number, height: number): string[] {
	const {text} = composer.editor;
	if (suggestions.length === 0 || (text !== '' && !suggestions.includes(text))) {
		return [];
	}

	const blocks = suggestions.map(question => {
		const isChosen = question === text;
		const lines = wrap(visible(question), width, '    ');
		return [`  ${isChosen ? '❯' : '·'} ${lines[0]!.slice(4)}`, ...lines.slice(1)].map(line =>
			isChosen ? theme.accent(line) : theme.quiet(line),
		);
	});
	const fitting = asManyAsFit(blocks, height);
	if (fitting.length === blocks.length) {
		return fitting.flat();
	}

	const some = asManyAsFit(blocks, height - 1);
	return some.length === 0 ? [] : [...some.flat(), theme.quiet(fitLine('    … tab for more', width))];
}

function asManyAsFit(blocks: readonly string[][], height: number): string[][] {
	let lines = 0;
	return blocks.filter(block => {
		lines += block.length;
		return lines <= height;
	});
}
