/** `ask --votes --escalate`: a vote that does not decide is put to another model. */
import {explained} from '../agent/explained.js';
import type {PromptSize} from '../agent/prompt-size.js';
import type {Trajectory} from '../agent/trajectory.js';
import {readConfig} from '../config.js';
import {sentences, UsageError} from '../errors.js';
import {EMPTY_BALLOT} from '../vote/ballot.js';
import {
	type Escalated,
	escalated,
	escalatedSize,
	escalatingWords,
	isUndecided,
	offerWords,
	standingWords,
} from '../vote/escalated.js';
import {tally} from '../vote/tally.js';
import {sentence} from '../vote/vote-words.js';
import {askVotes, type Voted} from './ask-votes.js';
import type {AskedVotes} from './asked-votes.js';
import type {Asking} from './asking.js';
import type {Invocation} from './command.js';
import type {Escalation} from './open-escalation.js';
import {samplingOf} from './open-model.js';
import {readProfiles} from './profiles.js';
import {unfitness} from './unfit.js';

type Question = {start: Trajectory; size: PromptSize; votes: AskedVotes; escalation: Escalation | null};

/** As `askVotes`, and where that does not decide the question is voted on again by the other model, if there is one. */
export async function askEscalating(
	{start, size, votes, escalation}: Question,
	asking: Asking,
	invocation: Invocation,
): Promise<Voted & {escalated?: Escalated}> {
	const first = await askVotes(start, votes, asking, invocation);
	const count = tally(first.ballot);
	const {notes} = invocation;
	if (!isUndecided(count) || invocation.signal.aborted) {
		return first;
	}

	if (!escalation) {
		const others = await otherProfiles(invocation);
		if (others.length > 0) {
			notes.line(sentence(offerWords(others)));
		}

		return first;
	}

	const asked = {profile: escalation.profile, model: escalation.model.ref};
	notes.line(sentence(escalatingWords(count, asked.profile, asked.model)));
	const again = {...votes, size: escalatedSize(count)};
	const second = await otherVote({start, size, votes: again, escalation}, asking, invocation);
	const outcome = escalated(first.ballot, second.ballot, asked);
	notes.line(sentence(standingWords(outcome.escalated, count)));
	return outcome.escalated.taken
		? {trajectory: second.trajectory, ...outcome}
		: {...first, escalated: outcome.escalated};
}

/** The profiles that could be asked. One that is wrong was not asked for: then none is offered. */
async function otherProfiles({flags, environment}: Invocation): Promise<string[]> {
	try {
		const names = readProfiles(await readConfig(environment)).map(({name}) => name);
		return names.filter(name => name !== flags.profile);
	} catch (error) {
		if (error instanceof UsageError) {
			return [];
		}

		throw error;
	}
}

/** The other model's vote. What keeps it from being asked is said, and then its vote is empty. */
async function otherVote(
	{start, size, votes, escalation}: Question & {escalation: Escalation},
	asking: Asking,
	invocation: Invocation,
): Promise<Voted> {
	const {model, settings} = escalation;
	const own = {...start, model: model.ref, sampling: samplingOf(settings)};
	const unfit = await unfitness(own, size, model, invocation);
	const voted = unfit
		? {trajectory: own, ballot: EMPTY_BALLOT, error: unfit}
		: await askVotes(own, votes, {...asking, model}, {...invocation, settings});
	if (voted.error) {
		// The first model is there: the ways to one are no advice.
		invocation.notes.line(`${escalation.profile}: ${sentences(explained(voted.error, size, ''))}`);
	}

	return voted;
}
