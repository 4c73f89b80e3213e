/** The trajectories that are listed as a tree: forks stand under what they are forked from. */
import type {Trajectory} from '../../agent/trajectory.js';
import type {Catalogue} from '../../archive/book.js';

/** What is listed: a place in the book, or below zero a fork that was made here, the first as -1. */
export type Node = number;

export type Tree = {
	/** From the top. */
	nodes: readonly Node[];
	/** How deep a node hangs; those that are not here are at the top. */
	depths: ReadonlyMap<Node, number>;
};

export function nodeOfFork(index: number): Node {
	return -1 - index;
}

/** The index of a fork that was made here, or null for a place in the book. */
export function forkIndex(node: Node): number | null {
	return node < 0 ? -1 - node : null;
}

/** A fork whose parent is not listed is not, either, where it was made here; one of the book is at the top. */
export function treeOf(
	places: readonly number[],
	{entries}: Catalogue,
	forks: readonly Pick<Trajectory, 'id' | 'parent'>[],
): Tree {
	const parents = parentsOf(places, entries, forks);
	if (parents.size === 0) {
		return {nodes: places, depths: new Map()};
	}

	const byId = nodesById(places, entries, forks, new Set(parents.values()));
	const children = new Map<Node, Node[]>();
	const hanging = new Set<Node>();
	for (const [node, id] of parents) {
		const parent = byId.get(id);
		if (parent !== undefined && parent !== node) {
			children.set(parent, [...(children.get(parent) ?? []), node]);
			hanging.add(node);
		}
	}

	const nodes: Node[] = [];
	const depths = new Map<Node, number>();
	const seen = new Set<Node>();
	const hang = (root: Node) => {
		const waiting = [{node: root, depth: 0}];
		for (let next = waiting.pop(); next; next = waiting.pop()) {
			const {node, depth} = next;
			if (seen.has(node)) {
				continue;
			}

			seen.add(node);
			nodes.push(node);
			if (depth > 0) {
				depths.set(node, depth);
			}

			for (const child of children.get(node)?.toReversed() ?? []) {
				waiting.push({node: child, depth: depth + 1});
			}
		}
	};

	for (const place of places) {
		if (!hanging.has(place)) {
			hang(place);
		}
	}

	// In a file that was written by others two may be each other's parent.
	for (const place of hanging) {
		if (place >= 0) {
			hang(place);
		}
	}

	return {nodes, depths};
}

/** The parent's id of each that has one. */
function parentsOf(
	places: readonly number[],
	entries: Catalogue['entries'],
	forks: readonly Pick<Trajectory, 'parent'>[],
): Map<Node, string> {
	const parents = new Map<Node, string>();
	for (const place of places) {
		const entry = entries[place];
		if (entry?.kind === 'trajectory' && entry.parent !== null) {
			parents.set(place, entry.parent);
		}
	}

	for (const [index, {parent}] of forks.entries()) {
		parents.set(nodeOfFork(index), parent?.id ?? '');
	}

	return parents;
}

function nodesById(
	places: readonly number[],
	entries: Catalogue['entries'],
	forks: readonly Pick<Trajectory, 'id'>[],
	wanted: ReadonlySet<string>,
): Map<string, Node> {
	const nodes = new Map<string, Node>();
	const add = (id: string, node: Node) => {
		if (wanted.has(id) && !nodes.has(id)) {
			nodes.set(id, node);
		}
	};

	for (const place of places) {
		const entry = entries[place];
		if (entry?.kind === 'trajectory') {
			add(entry.id, place);
		}
	}

	for (const [index, {id}] of forks.entries()) {
		add(id, nodeOfFork(index));
	}

	return nodes;
}
