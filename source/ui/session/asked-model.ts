/** The model that is asked, as the core has it: chosen, kept for the next session, made ready, closed. */
import {explained} from '../../agent/explained.js';
import {messageOf, UsageError} from '../../errors.js';
import type {ChosenModel} from '../../model/chosen-model.js';
import type {Sampling} from '../../model/model.js';
import type {ModelPlace} from '../../model/model-place.js';
import type {ServedModel} from '../../model/openai.js';
import type {SessionEvent} from './event.js';
import {failureWords} from './failure-words.js';
import {findPlace, profileOf, type Wanted} from './find-place.js';
import {type Held, holdModel} from './held-model.js';
import {type PreparerEvent, startPreparer} from './preparer.js';
import {putQuestion, sizeOf} from './put-question.js';
import type {SessionProfile} from './session-profile.js';
import type {Session} from './state.js';

export type ModelSurroundings = {
	/** The model that is asked first, from `modelAt`: it is closed here. */
	first: Held | null;
	/** Starts nothing. Throws a UsageError for a bad address. */
	modelAt: (place: ModelPlace) => ChosenModel;
	/** Keeps a choice for the next session and gives the path of the config; may throw a SqrlError. */
	keepChoice: (place: ModelPlace) => Promise<string>;
	/** The server that is meant where the address that is offered is not changed. */
	server: {baseUrl: string; name: string};
	profiles: readonly SessionProfile[];
	/** How replies are drawn, unless a profile says otherwise. */
	sampling: Sampling;
};

/** Where it is part of a session. */
export type Around = {
	session: () => Session;
	dispatch: (event: SessionEvent) => void;
	report: (error: unknown) => void;
};

export type AskedModel = {
	/** Throws a UsageError while none is chosen. */
	current(): ChosenModel;
	/** Resolves when the choices that were begun are made, or cannot be. */
	settled(): Promise<void>;
	/** Resolves when those that were asked before have ended: until then they take their memory. */
	readonly vacated: Promise<void>;
	list(): Promise<void>;
	/** Where no model was named, the first choice that loads or answers is kept for the next session. */
	use(wanted: Wanted): Promise<void>;
	getReady(): Promise<void>;
	/** Stops what is being prepared, at once; resolves when nothing runs any more. */
	close(): Promise<void>;
};

export function startAskedModel(
	{first, modelAt, keepChoice, server, profiles, sampling}: ModelSurroundings,
	{session, dispatch, report}: Around,
): AskedModel {
	const held = holdModel(first, modelAt, report);
	const preparer = startPreparer(tellPreparing);
	let choosing = Promise.resolve();
	let isKept = first !== null;

	function tellPreparing(event: PreparerEvent): void {
		const model = held.current?.model;
		if (event.kind === 'preparing' && event.progress.kind === 'loaded') {
			void keep().then(tellNotice);
		}

		if (event.kind === 'unprepared' && model) {
			const size = sizeOf(session(), putQuestion(session(), '', model.ref));
			dispatch({...event, error: explained(event.error, size, model.ref.baseUrl ?? '')});
		} else {
			dispatch(event);
		}
	}

	async function use(wanted: Wanted): Promise<void> {
		const taken = await take(wanted);
		if (!taken) {
			return;
		}

		const {model} = taken;
		const drawn = profileOf(wanted, profiles)?.sampling ?? sampling;
		dispatch({kind: 'model', model: model.ref, sampling: drawn, runsHere: model.prepare !== undefined});
		if (model.models) {
			void examineServer(model);
		}
	}

	/** Whether the server answers, which is what a choice is kept for, and has the model. */
	async function examineServer({ref, models}: ChosenModel): Promise<void> {
		const isCurrent = () => held.current?.model.ref === ref;
		try {
			const served = (await models?.()) ?? [];
			if (isCurrent()) {
				tellNotice([await keep(), missingWords(ref.name, served)].join('\n').trim());
			}
		} catch (error) {
			if (isCurrent()) {
				tellNotice(isKept ? messageOf(error) : `${messageOf(error)}\nThis choice is not kept.`);
			}
		}
	}

	/** What was typed and is no model stands there still, to be written differently. */
	async function take(wanted: Wanted): Promise<Held | null> {
		try {
			const {address} = session();
			const current = held.current?.place ?? null;
			const place = await findPlace(wanted, {current, server, address, profiles});
			return {place, model: held.take(place)};
		} catch (error) {
			if (error instanceof UsageError) {
				tellNotice(failureWords(error));
				return null;
			}

			throw error;
		}
	}

	function tellNotice(text: string): void {
		if (text !== '') {
			dispatch({kind: 'notice', text});
		}
	}

	/** Keeps the model that is asked, unless one was kept before; says where. */
	async function keep(): Promise<string> {
		const place = held.current?.place;
		if (isKept || !place) {
			return '';
		}

		isKept = true;
		try {
			return `Kept in ${await keepChoice(place)}; sqrl-tui config changes it.`;
		} catch (error) {
			return `This choice is not kept: ${failureWords(error)}`;
		}
	}

	return {
		current() {
			if (!held.current) {
				throw new UsageError('no model is chosen', 'Choose one with /model.');
			}

			return held.current.model;
		},
		settled: () => choosing,
		get vacated() {
			return held.vacated;
		},
		async list() {
			const served = (await held.current?.model.models?.().catch(report)) ?? [];
			dispatch({kind: 'models', names: served.map(({id}) => id)});
		},
		use(wanted) {
			const used = choosing.then(() => use(wanted));
			// Whoever wanted it is told what went wrong.
			choosing = used.catch(() => {});
			return used;
		},
		async getReady() {
			const model = held.current?.model;
			if (!model) {
				return;
			}

			if (model.prepare) {
				const {system} = putQuestion(session(), '', model.ref).prompt;
				return preparer.prepare({model, system, vacated: held.vacated});
			}

			preparer.stop();
			const tokens = await model.contextLength();
			if (held.current?.model === model) {
				dispatch({kind: 'context', tokens});
			}
		},
		close() {
			preparer.stop();
			return held.close();
		},
	};
}

/** That the server does not have a model of that name; '' where it has, or lists none. */
function missingWords(name: string, served: readonly ServedModel[]): string {
	return served.length === 0 || served.some(({id}) => id === name)
		? ''
		: `The server does not list "${name}": /model shows what it has.`;
}
