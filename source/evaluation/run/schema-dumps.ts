/** The schemas of a run's databases as the model reads them: each is read once, and some are held. */
import type {BulkReader} from '../../database/bulk-reader.js';
import type {SchemaWarning} from '../../database/messages.js';
import {dumpSchema} from '../../protocol/schema.js';

/** Questions of one database mostly stand together. */
const MOST_HELD = 32;

export type SchemaDumps = {
	/** The dump of a file's schema. Throws a DatabaseError. */
	of(file: string): Promise<string>;
};

/** @param onWarnings told once of the objects of a file that cannot be read, and so are not in its dump. */
export function openSchemaDumps(
	bulk: Pick<BulkReader, 'schema'>,
	onWarnings: (file: string, warnings: SchemaWarning[]) => void,
): SchemaDumps {
	const held = new Map<string, Promise<string>>();
	const warned = new Set<string>();
	const read = async (file: string) => {
		const {schema, warnings} = await bulk.schema(file);
		if (warnings.length > 0 && !warned.has(file)) {
			warned.add(file);
			onWarnings(file, warnings);
		}

		return dumpSchema(schema);
	};
	return {
		of(file) {
			const dump = held.get(file) ?? read(file);
			// The one that was asked for longest ago goes.
			held.delete(file);
			held.set(file, dump);
			if (held.size > MOST_HELD) {
				held.delete(held.keys().next().value!);
			}

			return dump;
		},
	};
}
