/** The composer: writing, history, completion, and what happens when a line is sent. */
import {LEAST_ON_BOARD, MOST_ON_BOARD} from '../board/board.js';
import {completeNext} from '../editor/completion.js';
import {
	atFirstLine,
	atLastLine,
	type Editor,
	editorOf,
	editText,
	emptyEditor,
	insertText,
	replaceRange,
} from '../editor/editor.js';
import {newer, older, remember, searchHistory} from '../editor/history.js';
import type {Input} from '../input.js';
import {actionFor} from '../keymap.js';
import {openSchema} from '../screens/schema-view.js';
import {forget, openHistoryView} from './reduce-history.js';
import {askForModel, want} from './reduce-model.js';
import {openHelpView, openTablesView} from './reduce-view.js';
import {readSlashCommand, SLASH_COMMANDS, type SlashCommand} from './slash-commands.js';
import type {Composer, Session, Step} from './state.js';
import {push, stay, to} from './steps.js';

export function reduceComposing(session: Session, input: Input): Step {
	const {composer} = session;
	if (composer.search) {
		return reduceSearch(session, composer.search, input);
	}

	const {editor} = composer;
	const action = actionFor('composer', input);
	switch (action) {
		case 'submit':
			return editor.text.slice(0, editor.cursor).endsWith('\\')
				? write(session, replaceRange(editor, editor.cursor - 1, editor.cursor, '\n'))
				: submit(session, editor.text.trim());
		case 'newline':
			return write(session, insertText(editor, '\n'));
		case 'complete':
			return complete(session);
		case 'older':
			return atFirstLine(editor) ? recall(session, older) : write(session, editText(editor, input));
		case 'newer':
			return atLastLine(editor) ? recall(session, newer) : write(session, editText(editor, input));
		case 'search':
			return stay({...session, composer: {...composer, search: {query: emptyEditor(), match: 0}}});
		case 'external':
			return stay(session, [{kind: 'write-externally', text: editor.text}]);
		case 'leave':
			return session.shown ? to(session, {kind: 'answered'}) : stay(session);
		case 'quit':
			return editor.text === '' ? quit(session) : write(session, editText(editor, input));
		case null:
			return write(session, editText(editor, input));
	}
}

function write(session: Session, editor: Editor): Step {
	return stay({...session, composer: {editor, completion: null, search: null}});
}

function quit(session: Session): Step {
	return to(session, {kind: 'quit'}, [{kind: 'quit'}]);
}

/** The first `tab` completes as far as it goes; each further one takes the next option. */
function complete(session: Session): Step {
	const {schema} = session.database;
	const objects = [...schema.tables, ...schema.views];
	const columns = objects.flatMap(({columns}) =>
		columns.map(column => (typeof column === 'string' ? column : column.name)),
	);
	const names = [...new Set([...objects.map(({name}) => name), ...columns])];
	const commands = Object.keys(SLASH_COMMANDS).map(name => `/${name}`);
	const {editor, completion} = session.composer;
	const next = completeNext(editor, completion, {commands, names, texts: session.suggestions});
	return next ? stay({...session, composer: {...next, search: null}}) : stay(session);
}

function recall(session: Session, move: typeof older): Step {
	const moved = move(session.history, session.composer.editor.text);
	return moved
		? stay({
				...session,
				history: moved.history,
				composer: {editor: editorOf(moved.text), completion: null, search: null},
			})
		: stay(session);
}

function reduceSearch(session: Session, search: NonNullable<Composer['search']>, input: Input): Step {
	const {composer} = session;
	const matches = searchHistory(session.history, search.query.text);
	const look = (match: number) => {
		const clamped = Math.max(0, Math.min(match, matches.length - 1));
		return stay({...session, composer: {...composer, search: {...search, match: clamped}}});
	};
	switch (actionFor('search', input)) {
		case 'take':
			return write(session, editorOf(matches[search.match] ?? composer.editor.text));
		case 'older':
			return look(search.match + 1);
		case 'newer':
			return look(search.match - 1);
		case 'cancel':
			return stay({...session, composer: {...composer, search: null}});
		case null:
			return stay({
				...session,
				composer: {...composer, search: {query: editText(search.query, input), match: 0}},
			});
	}
}

function submit(session: Session, text: string): Step {
	if (text === '') {
		return stay(session);
	}

	const command = readSlashCommand(text);
	if (command && 'unknown' in command) {
		return stay({...session, notice: `There is no command ${command.unknown}: /help lists them.`});
	}

	if (!command && session.model === null) {
		return askForModel(session);
	}

	const sent: Session = {
		...session,
		history: remember(session.history, text),
		composer: {editor: emptyEditor(), completion: null, search: null},
	};
	return command ? runCommand(sent, command.name, command.rest) : ask(sent, text);
}

/** A question is asked once, or as the vote that was asked for. */
function ask(session: Session, question: string): Step {
	const {votes} = session;
	return stay({...session, suggestions: [], votes: null}, [
		votes === null ? {kind: 'ask', question} : {kind: 'vote', question, k: votes},
	]);
}

function runCommand(session: Session, name: SlashCommand, rest: string): Step {
	switch (name) {
		case 'evidence':
			return evidence(session, rest);
		case 'approve':
			return rest === 'manual' || rest === 'auto'
				? stay({...session, approve: rest, notice: rest === 'auto' ? APPROVED : JUDGED})
				: stay({...session, notice: `Probes: ${session.approve}. ${SLASH_COMMANDS.approve.usage}`});
		case 'vote':
			return stay(withVotes(session, rest));
		case 'schema':
			return push(session, {kind: 'schema', view: openSchema(session.database.schema)});
		case 'tables':
			return openTablesView(session);
		case 'sql':
			return rest === ''
				? stay({...session, notice: 'Write the query after /sql.'})
				: to(session, {kind: 'querying', sql: rest, startedAt: session.now, trajectory: null}, [
						{kind: 'query', sql: rest},
					]);
		case 'model':
			return rest === ''
				? stay(session, [{kind: 'list-models'}])
				: want(session, {kind: 'written', text: rest});
		case 'history':
			return openHistoryView(session, rest);
		case 'forget':
			return forget(session, rest);
		case 'help':
			return openHelpView(session);
		case 'quit':
			return quit(session);
	}
}

const APPROVED = 'Probes run without asking from now on; what could change anything is refused.';
const JUDGED = 'Each probe waits for you from now on.';

/** Samples of a vote where no number is said: what the model's card recommends. */
export const USUAL_SAMPLES = 8;

function withVotes(session: Session, rest: string): Session {
	const k = rest === '' ? USUAL_SAMPLES : rest === 'off' ? 1 : /^\d{1,3}$/.test(rest) ? Number(rest) : 0;
	if (k === 1) {
		return {...session, votes: null, notice: 'The next question is asked once.'};
	}

	return k >= LEAST_ON_BOARD && k <= MOST_ON_BOARD
		? {...session, votes: k, notice: `The next question is asked ${k} times at once. /vote off asks it once.`}
		: {
				...session,
				notice: `A vote has ${LEAST_ON_BOARD} to ${MOST_ON_BOARD} samples: /vote ${USUAL_SAMPLES}, or /vote off.`,
			};
}

function evidence(session: Session, rest: string): Step {
	const file = /^file\s+(\S[\s\S]*)$/.exec(rest)?.[1];
	if (file !== undefined) {
		return stay(session, [{kind: 'read-evidence', file}]);
	}

	if (rest === 'file') {
		return stay({...session, notice: 'Name the file: /evidence file <path>'});
	}

	if (rest === '') {
		const now =
			session.evidence === '' ? 'No evidence is in force.' : 'Evidence is in force; /evidence none drops it.';
		return stay({...session, notice: now});
	}

	return rest === 'none'
		? stay({...session, evidence: '', notice: 'No evidence is in force.'})
		: stay({...session, evidence: rest, notice: 'This evidence is in force from the next question on.'});
}
