import type {Trajectory} from '../../agent/trajectory.js';
import {type ExportFormat, exported} from '../../archive/export.js';
import {writeNewFile} from '../../new-file.js';

/** Writes a trajectory to a file of its own, and gives its path. Throws as `writeNewFile` does. */
export function writeExport(trajectory: Trajectory, format: ExportFormat, file: string): Promise<string> {
	return writeNewFile(file, exported({title: trajectory.question, trajectories: [trajectory]}, format));
}
