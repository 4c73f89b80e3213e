/** The processes that run models for this one, as the system lists them. */
import {execFileSync} from 'node:child_process';

/** Resident bytes by process id. */
export function modelProcesses(): Map<number, number> {
	const list = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,rss=,args='], {encoding: 'utf8'});
	return residentBytes(list, process.pid);
}

/** Reads lines of process id, parent's id, resident KiB and command. */
export function residentBytes(list: string, parent: number): Map<number, number> {
	const lines = list.split('\n').filter(line => line.includes('model-process.js'));
	const rows = lines.map(line => line.trim().split(/\s+/, 3).map(Number) as [number, number, number]);
	return new Map(rows.filter(([, of]) => of === parent).map(([pid, , kib]) => [pid, kib * 1024]));
}
