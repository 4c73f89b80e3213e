import {createHash} from 'node:crypto';
import {type Cell, integerOfReal} from './cell.js';

/**
 * The digest of a result: the key under which votes cluster. Equal digests mean equal sets of rows.
 *
 * A row is its ordered cells, column names aside. Duplicate rows and the order of rows do not count, nor
 * does the shape of an empty result. NULL equals NULL, -0.0 is 0, a REAL that is integral and within int64
 * is that INTEGER; text is never a number, a BLOB never text.
 */
export class Digest {
	readonly #rows = new HashSet();
	readonly #sum = Buffer.alloc(HASH_BYTES);
	#row = Buffer.alloc(1024);
	#length = 0;

	/** Adds a row; one that was there before changes nothing. */
	add(cells: readonly Cell[]): void {
		this.#length = 0;
		for (const cell of cells) {
			this.#cell(cell);
		}

		const hash = createHash('sha256').update(this.#row.subarray(0, this.#length)).digest();
		if (this.#rows.add(hash)) {
			for (let i = 0; i < HASH_BYTES; i++) {
				this.#sum[i]! ^= hash[i]!;
			}
		}
	}

	/** The number of distinct rows, then the XOR of their SHA-256 hashes in hex. */
	toString(): string {
		return `${this.#rows.size}-${this.#sum.toString('hex')}`;
	}

	/** Each cell is written with its kind and, where it has no fixed length, its length: no two rows read alike. */
	#cell(cell: Cell): void {
		switch (typeof cell) {
			case 'string':
				this.#text(TEXT, cell);
				break;
			case 'bigint':
				this.#integer(cell);
				break;
			case 'number': {
				const integer = integerOfReal(cell);
				if (integer === null) {
					this.#real(cell);
				} else {
					this.#integer(integer);
				}

				break;
			}

			default:
				if (cell === null) {
					this.#reserve(1);
					this.#row[this.#length++] = NULL;
				} else {
					this.#reserve(5 + cell.byteLength);
					this.#row[this.#length] = BLOB;
					this.#row.writeUInt32LE(cell.byteLength, this.#length + 1);
					this.#row.set(cell, this.#length + 5);
					this.#length += 5 + cell.byteLength;
				}
		}
	}

	#text(kind: number, text: string): void {
		this.#reserve(5 + text.length * 3);
		const bytes = this.#row.write(text, this.#length + 5);
		this.#row[this.#length] = kind;
		this.#row.writeUInt32LE(bytes, this.#length + 1);
		this.#length += 5 + bytes;
	}

	#integer(value: bigint): void {
		this.#reserve(9);
		this.#row[this.#length] = INTEGER;
		this.#row.writeBigInt64LE(value, this.#length + 1);
		this.#length += 9;
	}

	#real(value: number): void {
		this.#reserve(9);
		this.#row[this.#length] = REAL;
		this.#row.writeDoubleLE(value, this.#length + 1);
		this.#length += 9;
	}

	#reserve(bytes: number): void {
		if (this.#length + bytes > this.#row.length) {
			const larger = Buffer.alloc((this.#length + bytes) * 2);
			this.#row.copy(larger, 0, 0, this.#length);
			this.#row = larger;
		}
	}
}

const NULL = 0;
const INTEGER = 1;
const REAL = 2;
const TEXT = 3;
const BLOB = 4;

const HASH_BYTES = 32;

/** Words of 32 bits that are kept of a hash: 128 bits tell any number of rows apart that a machine can hold. */
const WORDS = 4;

/** A set of hashes, open addressing: 16 bytes an entry where a Set of strings takes over a hundred. */
class HashSet {
	size = 0;
	#capacity = 1024;
	#words = new Uint32Array(this.#capacity * WORDS);
	#used = new Uint8Array(this.#capacity);

	/** Whether the hash is new. */
	add(hash: Buffer): boolean {
		if (this.size * 3 > this.#capacity * 2) {
			this.#grow();
		}

		const words = [hash.readUInt32LE(0), hash.readUInt32LE(4), hash.readUInt32LE(8), hash.readUInt32LE(12)];
		return this.#insert(words[0]!, words[1]!, words[2]!, words[3]!);
	}

	#insert(a: number, b: number, c: number, d: number): boolean {
		const words = this.#words;
		let slot = a & (this.#capacity - 1);
		while (this.#used[slot]) {
			const at = slot * WORDS;
			if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) {
				return false;
			}

			slot = (slot + 1) & (this.#capacity - 1);
		}

		const at = slot * WORDS;
		words[at] = a;
		words[at + 1] = b;
		words[at + 2] = c;
		words[at + 3] = d;
		this.#used[slot] = 1;
		this.size++;
		return true;
	}

	#grow(): void {
		const words = this.#words;
		const used = this.#used;
		this.#capacity *= 2;
		this.#words = new Uint32Array(this.#capacity * WORDS);
		this.#used = new Uint8Array(this.#capacity);
		this.size = 0;
		for (let slot = 0; slot < used.length; slot++) {
			if (used[slot]) {
				const at = slot * WORDS;
				this.#insert(words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!);
			}
		}
	}
}
