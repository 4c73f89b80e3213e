/** The form for a fork: what is changed, and how the continuations are made. */
import {type ForkChange, type ForkPlan, forks} from '../../agent/fork.js';
import {observationIn} from '../../agent/observed-text.js';
import {next, type Trajectory} from '../../agent/trajectory.js';
import {UsageError} from '../../errors.js';
import {observe} from '../../protocol/observation.js';
import {type Editor, editorOf, editText, insertText} from '../editor/editor.js';
import type {Input} from '../input.js';
import {actionFor} from '../keymap.js';
import {clampIndex} from '../screens/cursor.js';

export type ChangeKind = ForkChange['kind'];

/** A line of the form. `text` is there where there is one to edit. */
export type Field = 'change' | 'text' | 'temperature' | 'seed' | 'model' | 'evidence' | 'count' | 'go';

/** What is written in the form, as it is written: a number may be none yet. */
export type ForkValues = {
	change: ChangeKind;
	/** Kept for each kind: who tries another loses nothing. */
	texts: Record<Exclude<ChangeKind, 'again'>, string>;
	temperature: string;
	/** '': none. */
	seed: string;
	/** An index into the models. */
	model: number;
	evidence: string;
	count: string;
};

export type ForkForm = {
	trajectory: Trajectory;
	/** An index; the one after the last turn stands for a reply that is due. */
	turn: number;
	/** Names of the models that can be chosen. */
	models: readonly string[];
	/** What can be changed at this turn. */
	kinds: readonly ChangeKind[];
	values: ForkValues;
	/** As it was opened. */
	opened: ForkValues;
	cursor: Field;
	/** What is being written in the field at the cursor. */
	editor: Editor | null;
	/** What is wrong, or what a person is asked; until the next key. */
	notice: string;
	/** Escape was pressed once, and something would be lost. */
	leaving: boolean;
};

export type ForkExit =
	| 'close'
	/** `forks` makes something of this plan: it was tried. */
	| {go: ForkPlan; model: string}
	/** The text is to be written in $EDITOR; what comes back goes to `writtenInForm`. */
	| {kind: 'external'; text: string};

export const MOST_CONTINUATIONS = 16;

const MOST_TEMPERATURE = 2;

export function openForkForm({
	trajectory,
	turn,
	models,
}: Pick<ForkForm, 'trajectory' | 'turn' | 'models'>): ForkForm {
	const {sampling, evidence, model} = trajectory;
	const values: ForkValues = {
		change: 'again',
		texts: recordedTexts(trajectory, turn),
		temperature: String(sampling.temperature),
		seed: sampling.seed === null ? '' : String(sampling.seed),
		model: Math.max(0, models.indexOf(model.name)),
		evidence,
		count: '1',
	};
	return {
		trajectory,
		turn,
		models,
		kinds: kindsAt(trajectory, turn),
		values,
		opened: values,
		cursor: 'change',
		editor: null,
		notice: '',
		leaving: false,
	};
}

function recordedTexts({turns}: Trajectory, index: number): ForkValues['texts'] {
	const turn = turns[index];
	const {verdict, action, response, outcome} = turn ?? {};
	const sql = action && action.kind !== 'none' ? action.sql : '';
	return {
		probe: verdict?.kind === 'edited' ? verdict.sql : sql,
		observation: response ? observationIn(response.text) : outcome ? observe(outcome) : '',
		summary: turn?.summary ?? '',
		reply: turn?.reply ?? '',
	};
}

function kindsAt({turns}: Trajectory, index: number): ChangeKind[] {
	const turn = turns[index];
	if (!turn) {
		return ['again'];
	}

	const {kind} = turn.action;
	// After it was told to finish the model can only answer: a probe is not run.
	const isRun = kind === 'answer' || (kind === 'sql' && turns[index - 1]?.response?.kind !== 'finish');
	return [
		'again',
		...(isRun ? (['probe'] as const) : []),
		...(kind === 'sql' ? (['observation'] as const) : []),
		'summary',
		'reply',
	];
}

/** The lines of the form, from above. */
export function fieldsOf({values}: Pick<ForkForm, 'values'>): readonly Field[] {
	const all = ['change', 'text', 'temperature', 'seed', 'model', 'evidence', 'count', 'go'] as const;
	return values.change === 'again' ? all.filter(field => field !== 'text') : all;
}

/** The text of a field, as it is written. */
export function writtenIn({values, models}: ForkForm, field: Field): string {
	switch (field) {
		case 'text':
			return values.change === 'again' ? '' : values.texts[values.change];
		case 'change':
			return values.change;
		case 'model':
			return models[values.model] ?? '';
		case 'go':
			return '';
		default:
			return values[field];
	}
}

/** Whether the field has lines of its own, and not one. */
export function isLong(field: Field): boolean {
	return field === 'text' || field === 'evidence';
}

export function reduceForkForm(form: ForkForm, input: Input): ForkForm | ForkExit {
	const fresh = {...form, notice: '', leaving: false};
	return form.editor === null
		? reduceFields(fresh, form.leaving, input)
		: reduceText(fresh, form.editor, input);
}

/** With what was written in $EDITOR for the field at the cursor. */
export function writtenInForm(form: ForkForm, text: string): ForkForm {
	return isWritten(form.cursor) ? {...form, editor: editorOf(text), notice: ''} : form;
}

function reduceFields(form: ForkForm, leaving: boolean, input: Input): ForkForm | ForkExit {
	const {cursor} = form;
	switch (actionFor('fork', input)) {
		case 'up':
			return moved(form, -1);
		case 'down':
			return moved(form, 1);
		case 'previous':
			return chosen(form, -1);
		case 'next':
			return chosen(form, 1);
		case 'change':
			return cursor === 'go'
				? go(form)
				: isWritten(cursor)
					? {...form, editor: editorOf(writtenIn(form, cursor))}
					: chosen(form, 1);
		case 'external':
			return isWritten(cursor) ? {kind: 'external', text: writtenIn(form, cursor)} : form;
		case 'go':
			return go(form);
		case 'leave':
			return leaving || !isChanged(form)
				? 'close'
				: {...form, leaving: true, notice: 'What you have written here would be lost: once more leaves.'};
		default:
			return form;
	}
}

function reduceText(form: ForkForm, editor: Editor, input: Input): ForkForm | ForkExit {
	switch (actionFor('editing', input)) {
		case 'cancel':
			return {...form, editor: null};
		case 'newline':
			return isLong(form.cursor) ? {...form, editor: insertText(editor, '\n')} : form;
		case 'external':
			return {kind: 'external', text: editor.text};
		case 'submit': {
			const values = withValue(form, editor.text);
			const wrong = faultOf(values, form.cursor);
			return wrong === '' ? {...form, values, editor: null} : {...form, notice: wrong};
		}

		default:
			return {...form, editor: editText(editor, input)};
	}
}

function isWritten(field: Field): boolean {
	return field !== 'change' && field !== 'model' && field !== 'go';
}

function moved(form: ForkForm, by: number): ForkForm {
	const fields = fieldsOf(form);
	return {...form, cursor: fields[clampIndex(fields.indexOf(form.cursor) + by, fields.length)]!};
}

/** Another of the choices of a field that has some, round and round. */
function chosen(form: ForkForm, by: number): ForkForm {
	const {cursor, values, kinds, models} = form;
	const round = (at: number, length: number) => (at + by + length) % Math.max(1, length);
	switch (cursor) {
		case 'change':
			return {
				...form,
				values: {...values, change: kinds[round(kinds.indexOf(values.change), kinds.length)]!},
			};
		case 'model':
			return {...form, values: {...values, model: round(values.model, models.length)}};
		case 'count': {
			const count = wholeNumber(values.count);
			const next = count === null ? 1 : Math.max(1, Math.min(MOST_CONTINUATIONS, count + by));
			return {...form, values: {...values, count: String(next)}};
		}

		default:
			return form;
	}
}

/** A number is written in one line. */
function withValue({values, cursor}: ForkForm, text: string): ForkValues {
	switch (cursor) {
		case 'text':
			return values.change === 'again'
				? values
				: {...values, texts: {...values.texts, [values.change]: text}};
		case 'evidence':
			return {...values, evidence: text};
		case 'temperature':
		case 'seed':
		case 'count':
			return {...values, [cursor]: text.trim()};
		default:
			return values;
	}
}

/** What is wrong with a field, in words, or ''. */
function faultOf(values: ForkValues, field: Field): string {
	switch (field) {
		case 'text':
			return values.change === 'probe' && values.texts.probe.trim() === '' ? 'The query is empty.' : '';
		case 'temperature':
			return numberIn(values.temperature, MOST_TEMPERATURE) === null
				? `The temperature is a number from 0 to ${MOST_TEMPERATURE}, not "${values.temperature}".`
				: '';
		case 'seed':
			return values.seed !== '' && wholeNumber(values.seed) === null
				? `A seed is a whole number from 0 on, or nothing; not "${values.seed}".`
				: '';
		case 'count': {
			const count = wholeNumber(values.count);
			return count === null || count < 1 || count > MOST_CONTINUATIONS
				? `There can be 1 to ${MOST_CONTINUATIONS} continuations, not "${values.count}".`
				: '';
		}

		default:
			return '';
	}
}

function numberIn(text: string, most: number): number | null {
	const value = /^\d*\.?\d+$|^\d+\.$/.test(text) ? Number(text) : Number.NaN;
	return value <= most ? value : null;
}

function wholeNumber(text: string): number | null {
	const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
	return Number.isSafeInteger(value) ? value : null;
}

function go(form: ForkForm): ForkForm | ForkExit {
	const {values, models, trajectory} = form;
	for (const field of fieldsOf(form)) {
		const wrong = faultOf(values, field);
		if (wrong !== '') {
			return {...form, cursor: field, notice: wrong};
		}
	}

	const model = models[values.model];
	if (model === undefined) {
		return {...form, cursor: 'model', notice: 'There is no model to go on with.'};
	}

	const plan = planOf(form);
	const tried = tryPlan(trajectory, plan);
	return typeof tried === 'string'
		? {...form, notice: tried}
		: {go: {...plan, count: waitsForModel(tried) ? plan.count : 1}, model};
}

/** Whether the model goes on after the change. Where it does not, all continuations would be alike: one is made. */
export function asksModel(form: ForkForm): boolean {
	const tried = tryPlan(form.trajectory, {...planOf(form), count: 1});
	return typeof tried === 'string' || waitsForModel(tried);
}

function waitsForModel(fork: Trajectory): boolean {
	const {kind} = next(fork);
	return kind !== 'answer' && kind !== 'end';
}

function planOf({values, trajectory, turn}: ForkForm): ForkPlan {
	return {
		turn,
		change: changeOf(values),
		sampling: {
			...trajectory.sampling,
			temperature: Number(values.temperature),
			seed: values.seed === '' ? null : Number(values.seed),
		},
		evidence: values.evidence === trajectory.evidence ? null : values.evidence,
		count: Number(values.count),
	};
}

/** The first of the forks, or why there can be none: made here for a try, so that what was written is not lost. */
function tryPlan(parent: Trajectory, plan: ForkPlan): Trajectory | string {
	try {
		return forks(parent, plan, {model: parent.model, newId: () => parent.id})[0]!;
	} catch (error) {
		if (error instanceof UsageError) {
			return `${error.message}. ${error.advice}`;
		}

		throw error;
	}
}

function changeOf({change, texts}: ForkValues): ForkChange {
	switch (change) {
		case 'again':
			return {kind: 'again'};
		case 'probe':
			return {kind: 'probe', sql: texts.probe};
		default:
			return {kind: change, text: texts[change]};
	}
}

function isChanged({values, opened}: ForkForm): boolean {
	return JSON.stringify(values) !== JSON.stringify(opened);
}
