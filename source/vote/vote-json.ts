/**
 * A vote in `sqrl-trajectory/1`: the trajectory that was chosen, and beside it the count and every sample; of one that
 * was put to another model, the vote too whose answer does not stand.
 */
import {modelToJson, trajectoryToJson, whenGiven} from '../agent/trajectory-json.js';
import type {Ballot} from './ballot.js';
import {chosenTrajectory} from './chosen-trajectory.js';
import type {Escalated} from './escalated.js';
import {tally} from './tally.js';

/** The JSON form of a vote that has ended. `ballot` is the one whose answer stands. */
export function voteToJson(ballot: Ballot, escalated?: Escalated) {
	return {
		...trajectoryToJson(chosenTrajectory(ballot)),
		...ballotToJson(ballot),
		...whenGiven(escalated, ({profile, model, taken, ballot}) => ({
			escalated: {profile, model: modelToJson(model), taken, ...ballotToJson(ballot)},
		})),
	};
}

function ballotToJson(ballot: Ballot) {
	const {clusters, ...count} = tally(ballot);
	return {
		vote: {
			k: count.k,
			finished: count.finished,
			failed: count.failed,
			cancelled: count.cancelled,
			clusters: clusters.map(({samples, sql, table}) => ({
				size: samples.length,
				sql,
				row_count: table.rowCount,
				samples,
			})),
			winner: count.winner,
			agreement: count.agreement,
			margin: count.margin,
			confidence: count.confidence,
			stopped_early: ballot.stoppedEarly,
			probe_cache_hits: ballot.probeCacheHits,
		},
		samples: ballot.samples.map(({trajectory}) => trajectoryToJson(trajectory)),
	};
}
