/** The first line: the book, which of it is open, whether it is right, the question, the turn. */
import {counted} from '../../rows/outcome-words.js';
import {textWidth} from '../../text-width.js';
import {oneLine} from '../screens/frame.js';
import {fitText} from '../screens/text.js';
import {endingWords} from '../screens/trajectory-words.js';
import {theme} from '../theme.js';
import {type Debugger, openTrajectoryOf, openWhose} from './debugger.js';
import {isNarrowed} from './selection.js';
import {VERDICT_NAMES} from './verdict-names.js';
import {type ShownVerdict, shownVerdict} from './verdicts.js';

/** The question gives way where there is no room for all, then the name of the book. */
export function titleLine(given: Debugger, width: number): string {
	const {tree, at, verdicts, rule} = given;
	const view = openTrajectoryOf(given);
	const place = placeWords(given, tree.nodes.indexOf(at));
	if (!view) {
		return theme.heading(fitText([oneLine(given.title), place].filter(Boolean).join('  '), width));
	}

	const {trajectory, turn} = view;
	const whose = openWhose(given);
	const count = trajectory.turns.length;
	const right = [
		verdictWords(whose ? shownVerdict(verdicts, whose, rule) : undefined),
		endingWords(trajectory),
		count === 0 ? 'no turn' : `turn ${turn + 1}/${count}`,
	].filter(Boolean);
	const tail = ` · ${right.join(' · ')}`;
	// A book that is named after the question says nothing more.
	const name = given.title === trajectory.question ? '' : oneLine(given.title);
	const isRoomy = width - textWidth(name) - textWidth(place) - textWidth(tail) >= 24;
	const head = [isRoomy ? name : '', place].filter(Boolean).join('  ');
	const question = oneLine(trajectory.question) || '(no question)';
	const start = head === '' ? question : `${head} · ${question}`;
	const room = width - textWidth(tail);
	return theme.heading(
		room < 8 ? fitText(right.toReversed().join(' · '), width) : fitText(start, room) + tail,
	);
}

/** `wrong by spider`; where the run says something, too, that it is not what the run says. */
function verdictWords(given: ShownVerdict | undefined): string {
	return given
		? `${VERDICT_NAMES[given.verdict]} by ${given.rule}${given.isAgain ? ', judged now' : ''}`
		: '';
}

function placeWords({catalogue, tree, selection}: Debugger, index: number): string {
	const number = (value: number) => value.toLocaleString('en-US');
	const {length} = tree.nodes;
	if (length <= 1 && catalogue.count <= 1) {
		return '';
	}

	const place = index === -1 ? '–' : number(index + 1);
	return isNarrowed(selection.wanted)
		? `${place}/${number(length)} of ${number(catalogue.count)}`
		: `${place}/${number(length)}`;
}

/** How many there are, for a list. */
export function listTitle({title, tree, catalogue, selection}: Debugger, width: number): string {
	const shown = counted(tree.nodes.length, 'trajectory').replace(/trajectorys$/, 'trajectories');
	const all = isNarrowed(selection.wanted) ? ` of ${catalogue.count.toLocaleString('en-US')}` : '';
	const name = title === '' ? '' : `${oneLine(title)} · `;
	return theme.heading(fitText(`${name}${shown}${all}`, width));
}
