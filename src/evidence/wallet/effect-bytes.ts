import { address } from '#lib/address.ts';
import { base58FromBytes, bytesFromBase58 } from '#lib/base58-bytes.ts';

/*
 * Values as bytes. One byte says what follows: 0 to 127 is the number itself, 255 is null, and everything else is a sign and
 * how many bytes of the number come, least significant first. An address is the number of its place in a table.
 */

const NULL = 0xff;
const POSITIVE = 0x80;
const NEGATIVE = 0xc0;
const LENGTH_MASK = 0x3f;
const SMALL_MAX = 0x7f;
/** So many bytes hold a number that is exact in a double, and can be read in one go. */
const EXACT_BYTES = 6;
const ADDRESS_BYTES = 32;

/** Addresses that most transactions name, without an entry in each table. Their order is part of the format. */
const KNOWN: readonly string[] = [
  address('So11111111111111111111111111111111111111112'), // wrapped SOL
  address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'), // USDC
  address('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'), // Jupiter
  address('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'), // pump.fun
  address('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'), // PumpSwap
];
const PLACES = new Map(KNOWN.map((text, place) => [text, place]));

/** Collects values. Whatever is no whole number or no address throws a RangeError. */
export class ByteWriter {
  readonly #bytes: number[] = [];
  readonly #table: string[] = [];
  readonly #places = new Map(PLACES);

  /** A number that is whole and exact in a double. */
  number(value: number | null): void {
    if (value === null) this.#bytes.push(NULL);
    else if (value >= 0 && value <= SMALL_MAX && Number.isInteger(value)) this.#bytes.push(value);
    else this.#large(BigInt(value));
  }

  bigint(value: bigint): void {
    if (value >= 0n && value <= SMALL_MAX) this.#bytes.push(Number(value));
    else this.#large(value);
  }

  address(text: string): void {
    let place = this.#places.get(text);
    if (place === undefined) {
      place = KNOWN.length + this.#table.push(text) - 1;
      this.#places.set(text, place);
    }
    this.number(place);
  }

  list<T>(values: readonly T[], write: (value: T) => void): void {
    this.number(values.length);
    for (const value of values) write(value);
  }

  /** The table of addresses and then the values. */
  bytes(): Uint8Array {
    const size = new ByteWriter();
    size.number(this.#table.length);
    const table = this.#table.map((text) => bytesFromBase58(text, ADDRESS_BYTES));
    return Buffer.concat([Uint8Array.from(size.#bytes), ...table, Uint8Array.from(this.#bytes)]);
  }

  #large(value: bigint): void {
    const digits = (value < 0n ? -value : value).toString(16);
    const length = Math.ceil(digits.length / 2);
    if (length > LENGTH_MASK - 1) throw new RangeError(`${length} bytes are no amount`);
    this.#bytes.push((value < 0n ? NEGATIVE : POSITIVE) + length);
    for (let end = digits.length; end > 0; end -= 2) {
      this.#bytes.push(Number.parseInt(digits.slice(Math.max(0, end - 2), end), 16));
    }
  }
}

/** Reads back what a `ByteWriter` collected. Throws a RangeError where bytes end too soon or say something else. */
export class ByteReader {
  readonly #bytes: Buffer;
  readonly #table: readonly string[];
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const size = this.number();
    const table: string[] = [];
    for (let place = 0; place < size; place += 1) {
      table.push(base58FromBytes(this.#bytes.subarray(this.#at, this.#skip(ADDRESS_BYTES))));
    }
    this.#table = table;
  }

  get ended(): boolean {
    return this.#at === this.#bytes.length;
  }

  numberOrNull(): number | null {
    if (this.#bytes[this.#at] !== NULL) return this.number();
    this.#at += 1;
    return null;
  }

  number(): number {
    const value = this.#value();
    if (typeof value === 'number') return value;
    if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER)) {
      throw new RangeError('more than a number holds');
    }
    return Number(value);
  }

  bigint(): bigint {
    return BigInt(this.#value());
  }

  address(): string {
    const place = this.number();
    const text = KNOWN[place] ?? this.#table[place - KNOWN.length];
    if (text === undefined) throw new RangeError('no such address');
    return text;
  }

  list<T>(read: () => T): readonly T[] {
    const size = this.number();
    // Each value takes a byte at least, so that a damaged length cannot ask for more than there is.
    if (size > this.#bytes.length - this.#at) throw new RangeError('more values than bytes');
    const values: T[] = [];
    for (let place = 0; place < size; place += 1) values.push(read());
    return values;
  }

  #value(): number | bigint {
    const head = this.#bytes.readUInt8(this.#skip(1) - 1);
    if (head <= SMALL_MAX) return head;
    const length = head & LENGTH_MASK;
    const from = this.#skip(length) - length;
    const sign = head >= NEGATIVE ? -1 : 1;
    if (length > 0 && length <= EXACT_BYTES) return sign * this.#bytes.readUIntLE(from, length);
    const digits = Buffer.from(this.#bytes.subarray(from, from + length))
      .reverse()
      .toString('hex');
    return BigInt(sign) * BigInt(`0x${digits || '0'}`);
  }

  /** Where the reader stands after `length` bytes more. */
  #skip(length: number): number {
    if (this.#at + length > this.#bytes.length) throw new RangeError('bytes end too soon');
    this.#at += length;
    return this.#at;
  }
}
