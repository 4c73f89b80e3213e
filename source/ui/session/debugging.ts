/** The debugger in a session: a view like others, that has things done. */
import type {Trajectory} from '../../agent/trajectory.js';
import {memoryBook} from '../../archive/memory-book.js';
import {type Debugger, openDebuggerAt} from '../debugger/debugger.js';
import type {DebuggerEvent, Request, Target} from '../debugger/event.js';
import {reduceDebugger} from '../debugger/reduce.js';
import {viewSize} from '../input.js';
import type {Session, Step, View} from './state.js';
import {push, stay} from './steps.js';

/** Opens it on trajectories, at one of them. */
export function debugOn(
	session: Session,
	title: string,
	trajectories: readonly Trajectory[],
	at: number,
): Step {
	const trajectory = trajectories[at];
	if (!trajectory) {
		return stay(session);
	}

	const beginning = {
		title,
		runs: null,
		catalogue: memoryBook(title, trajectories).catalogue(),
		rule: 'bird' as const,
		gold: null,
		models: session.model ? [session.model.name] : [],
	};
	const opened = push(session, {
		kind: 'debugger',
		view: openDebuggerAt(beginning, at, trajectory),
		trajectories,
	});
	return {...opened, effects: [{kind: 'find-forks', trajectories: trajectories.map(({id}) => id)}]};
}

/** What happens to the debugger; where it is closed meanwhile, nothing. */
export function reduceDebugging(session: Session, event: DebuggerEvent): Step {
	const at = session.views.findLastIndex(({kind}) => kind === 'debugger');
	const view = session.views[at];
	if (view?.kind !== 'debugger') {
		return stay(session);
	}

	const {trajectories} = view;
	const step = reduceDebugger(view.view, event, viewSize(session.size));
	if (step.requests.some(({kind}) => kind === 'close')) {
		return {session: {...session, views: session.views.toSpliced(at, 1)}, effects: [{kind: 'debug-end'}]};
	}

	let next = stay({...session, views: session.views.with(at, {...view, view: step.debugger})});
	for (const request of step.requests) {
		// All of them are in hand.
		const trajectory = request.kind === 'open' ? trajectories[request.place] : undefined;
		if (request.kind === 'open' && trajectory) {
			const opened = reduceDebugging(next.session, {kind: 'opened', place: request.place, trajectory});
			next = {...opened, effects: [...next.effects, ...opened.effects]};
		} else {
			next = {...next, effects: [...next.effects, {kind: 'debug', request: inHand(request, trajectories)}]};
		}
	}

	return next;
}

function inHand(request: Request, trajectories: readonly Trajectory[]): Request {
	const taken = <T extends Target>(target: T): T => ({
		...target,
		trajectory: target.trajectory ?? trajectories[target.node] ?? null,
	});
	switch (request.kind) {
		case 'judge-all':
			return {...request, targets: request.targets.map(taken)};
		case 'compare':
			return {...request, left: taken(request.left), right: taken(request.right)};
		default:
			return request;
	}
}

/** The view as its trajectories are now. */
export function refreshedDebugger(
	view: View & {kind: 'debugger'},
	trajectories: readonly Trajectory[],
): View {
	const catalogue = memoryBook(view.view.title, trajectories).catalogue();
	const {opened} = view.view;
	const shown = opened.kind === 'trajectory' ? opened.view : null;
	const now = shown && trajectories.find(({id}) => id === shown.trajectory.id);
	const grown = reduceDebugger(view.view, {kind: 'catalogue', catalogue}, {columns: 80, rows: 24}).debugger;
	return {
		...view,
		trajectories,
		view: shown && now ? {...grown, opened: {kind: 'trajectory', view: {...shown, trajectory: now}}} : grown,
	};
}

/** The debugger that is open, if one is. */
export function openDebuggerOf({views}: Session): Debugger | null {
	const view = views.findLast(one => one.kind === 'debugger');
	return view?.kind === 'debugger' ? view.view : null;
}
