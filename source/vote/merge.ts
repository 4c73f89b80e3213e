import {openInbox} from '../inbox.js';

/**
 * What several sources yield, as it comes, each with the index of its source. A source is asked for its next only when
 * what it yielded before was taken. Throws what a source throws.
 *
 * @param stop is called before the sources are left: then they end by themselves whatever they wait for.
 */
export async function* merge<T>(
	sources: ReadonlyArray<AsyncGenerator<T, void, void>>,
	stop: () => void,
): AsyncGenerator<{source: number; item: T}, void, void> {
	const inbox = openInbox<{source: number; result: IteratorResult<T, void>}>();
	const pull = (source: number) => {
		sources[source]!.next().then(result => inbox.put({source, result}), inbox.fail);
	};
	for (const source of sources.keys()) {
		pull(source);
	}

	let left = sources.length;
	try {
		if (left > 0) {
			for await (const {source, result} of inbox) {
				if (!result.done) {
					yield {source, item: result.value};
					pull(source);
				} else if (--left === 0) {
					return;
				}
			}
		}
	} finally {
		stop();
		await Promise.allSettled(sources.map(source => source.return()));
	}
}
