import { crc32 } from 'node:zlib';
import { address } from '#solana/address.ts';
import { base58FromBytes, bytesFromBase58 } from '#solana/base58.ts';
import type { Effect, HeldAccount, HeldBalance, MadeTokens, Moved, Service } from './effect-type.ts';

/*
 * Values as bytes. The first byte: 0 to 127 is the number itself, 255 is null, any other is a sign and the byte count of the number
 * that follows, least significant byte first. An address is its index in a table.
 */

const NULL = 0xff;

const POSITIVE = 0x80;

const NEGATIVE = 0xc0;

const LENGTH_MASK = 0x3f;

const SMALL_MAX = 0x7f;

/** A number of this many bytes is exact in a double and can be read at once. */
const EXACT_BYTES = 6;

const ADDRESS_BYTES = 32;

/** Addresses that most transactions name and that need no table entry. Their order is part of the format. */
const KNOWN: readonly string[] = [
  address('So11111111111111111111111111111111111111112'), // wrapped SOL
  address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'), // USDC
  address('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'), // Jupiter
  address('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'), // pump.fun
  address('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'), // PumpSwap
];

const INDEXES = new Map(KNOWN.map((text, index) => [text, index]));

/** Most lists of most effects are empty, so all of these are one. */
const EMPTY: readonly never[] = [];

/** Collects values. Throws a RangeError for a value that is no integer or no address. */
export class ByteWriter {
  readonly #bytes: number[] = [];
  readonly #table: string[] = [];
  readonly #indexes = new Map(INDEXES);

  /** Writes an integer that is exact in a double. */
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
    let index = this.#indexes.get(text);
    if (index === undefined) {
      index = KNOWN.length + this.#table.push(text) - 1;
      this.#indexes.set(text, index);
    }
    this.number(index);
  }

  list<T>(values: readonly T[], write: (value: T) => void): void {
    this.number(values.length);
    for (const value of values) write(value);
  }

  /** The table of addresses, then the values. */
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

/** Reads the bytes of a `ByteWriter`. Throws a RangeError for truncated or malformed bytes. */
export class EffectReader {
  readonly #bytes: Buffer;
  readonly #table: readonly string[];
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const size = this.number();
    const table: string[] = [];
    for (let index = 0; index < size; index += 1) {
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
    const index = this.number();
    const text = KNOWN[index] ?? this.#table[index - KNOWN.length];
    if (text === undefined) throw new RangeError('no such address');
    return text;
  }

  list<T>(read: () => T): readonly T[] {
    const size = this.number();
    if (size === 0) return EMPTY;
    // Each value has at least one byte, so a damaged length cannot ask for more than the buffer has.
    if (size > this.#bytes.length - this.#at) throw new RangeError('more values than bytes');
    const values: T[] = [];
    for (let index = 0; index < size; index += 1) values.push(read());
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

  /** The reader's position after `length` more bytes. */
  #skip(length: number): number {
    if (this.#at + length > this.#bytes.length) throw new RangeError('bytes end too soon');
    this.#at += length;
    return this.#at;
  }
}

/** A stored effect: the columns that queries use, and the rest in `body`. */
export interface EncodedEffect {
  /** 64 bytes. */
  readonly signature: Uint8Array;
  readonly slot: number;
  /** Unix seconds. */
  readonly time: number | null;
  readonly format: number;
  readonly body: Uint8Array;
}

/**
 * The version of stored effects. Raise it when an `Effect`, its bytes, or the way it is computed changes: older rows are then read
 * from the chain again.
 */
export const EFFECT_FORMAT = 8;

const SIGNATURE_BYTES = 64;
const CHECKSUM_BYTES = 4;
/** A swap takes about 300 bytes. A larger effect than this is not stored. */
const BODY_BYTES_MAX = 4_096;

/** The order is part of the format. */
const SERVICES: readonly Service[] = ['trade', 'lending', 'staking', 'nft', 'other'];

const FLAGS = { failed: 1, signed: 2, native: 4, rate: 8, joint: 16, counterparty: 32, atMarket: 64 } as const;
const flagNames = Object.keys(FLAGS) as (keyof typeof FLAGS)[];

/** Encodes an effect; null where it is too large. Throws a RangeError for a malformed address or integer. */
export function encodeEffect(effect: Effect): EncodedEffect | null {
  const writer = new ByteWriter();
  write(writer, effect);
  const content = writer.bytes();
  if (content.length + CHECKSUM_BYTES > BODY_BYTES_MAX) return null;
  const signature = bytesFromBase58(effect.signature, SIGNATURE_BYTES);
  const named = { signature, slot: effect.slot, time: effect.time, format: EFFECT_FORMAT };
  const body = Buffer.alloc(CHECKSUM_BYTES + content.length);
  body.writeUInt32LE(checksum(named, content));
  body.set(content, CHECKSUM_BYTES);
  return { ...named, body };
}

/** Decodes an effect; null for another format and for damaged bytes. */
export function decodeEffect(encoded: EncodedEffect): Effect | null {
  const { signature, body, format } = encoded;
  if (format !== EFFECT_FORMAT || signature.length !== SIGNATURE_BYTES || body.length <= CHECKSUM_BYTES) return null;
  const content = body.subarray(CHECKSUM_BYTES);
  const stored = Buffer.from(body.buffer, body.byteOffset, CHECKSUM_BYTES).readUInt32LE();
  if (checksum(encoded, content) !== stored) return null;
  try {
    const reader = new EffectReader(content);
    const effect = read(reader, encoded);
    return reader.ended ? effect : null;
  } catch {
    return null;
  }
}

/** The checksum covers the columns too, so that a body under another signature is detected. */
function checksum({ signature, slot, time, format }: Omit<EncodedEffect, 'body'>, content: Uint8Array): number {
  const beside = Buffer.alloc(20);
  beside.writeDoubleLE(slot, 0);
  beside.writeDoubleLE(time ?? Number.NEGATIVE_INFINITY, 8);
  beside.writeUInt32LE(format, 16);
  return crc32(content, crc32(beside, crc32(signature)));
}

function flagsOf({ failed, signed, native, rate, joint, atMarket, counterparty }: Effect): number {
  const isSet = { failed, signed, native, rate, joint, atMarket, counterparty };
  return flagNames.reduce((sum, name) => sum + (isSet[name] ? FLAGS[name] : 0), 0);
}

function write(to: ByteWriter, effect: Effect): void {
  const { native, rate, counterparty } = effect;
  to.number(flagsOf(effect));
  to.number(effect.index);
  for (const value of native ? [native.before, native.after] : []) to.bigint(value);
  to.list(effect.accounts, (account) => writeAccount(to, account));
  for (const amount of [effect.fee, effect.tips, effect.platformFees]) to.bigint(amount);
  for (const amount of [effect.rentFromOthers, effect.rentForOthers]) to.bigint(amount);
  to.bigint(effect.givenIn);
  to.bigint(effect.givenOut);
  to.list(effect.funded, ({ account, lamports }) => {
    to.address(account);
    to.bigint(lamports);
  });
  to.list(effect.plain, (tokens) => {
    to.address(tokens.mint);
    to.bigint(tokens.in);
    to.bigint(tokens.out);
  });
  to.list(effect.minted, (made) => writeMade(to, made));
  to.list(effect.burned, (made) => writeMade(to, made));
  to.list(effect.created, (mint) => to.address(mint));
  to.list(effect.programs, (program) => to.address(program));
  to.number(effect.service ? SERVICES.indexOf(effect.service) : null);
  to.list(effect.deposits, (moved) => writeMoved(to, moved));
  to.list(effect.onward, (moved) => writeMoved(to, moved));
  to.list(effect.released, (moved) => writeMoved(to, moved));
  to.number(effect.cobuyers);
  to.number(effect.poolImpactBps);
  if (counterparty !== null) to.address(counterparty);
  if (!rate) return;
  to.address(rate.mint);
  to.bigint(rate.units);
  to.bigint(rate.lamports);
}

function read(from: EffectReader, { signature, slot, time }: EncodedEffect): Effect {
  const flags = from.number();
  return {
    signature: base58FromBytes(signature),
    slot,
    time,
    failed: (flags & FLAGS.failed) !== 0,
    signed: (flags & FLAGS.signed) !== 0,
    index: from.numberOrNull(),
    native: flags & FLAGS.native ? { before: from.bigint(), after: from.bigint() } : null,
    accounts: from.list(() => readAccount(from)),
    fee: from.bigint(),
    tips: from.bigint(),
    platformFees: from.bigint(),
    rentFromOthers: from.bigint(),
    rentForOthers: from.bigint(),
    givenIn: from.bigint(),
    givenOut: from.bigint(),
    funded: from.list(() => ({ account: from.address(), lamports: from.bigint() })),
    plain: from.list(() => ({ mint: from.address(), in: from.bigint(), out: from.bigint() })),
    minted: from.list(() => readMade(from)),
    burned: from.list(() => readMade(from)),
    created: from.list(() => from.address()),
    programs: from.list(() => from.address()),
    service: readService(from),
    deposits: from.list(() => readMoved(from)),
    onward: from.list(() => readMoved(from)),
    released: from.list(() => readMoved(from)),
    cobuyers: from.number(),
    poolImpactBps: from.numberOrNull(),
    joint: (flags & FLAGS.joint) !== 0,
    atMarket: (flags & FLAGS.atMarket) !== 0,
    counterparty: flags & FLAGS.counterparty ? from.address() : null,
    rate: flags & FLAGS.rate ? { mint: from.address(), units: from.bigint(), lamports: from.bigint() } : null,
  };
}

function readService(from: EffectReader): Service | null {
  const index = from.numberOrNull();
  if (index === null) return null;
  const service = SERVICES[index];
  if (!service) throw new RangeError('no such service');
  return service;
}

function writeAccount(to: ByteWriter, { account, mint, decimals, before, after }: HeldAccount): void {
  to.address(account);
  to.address(mint);
  to.number(decimals * 4 + (before ? 2 : 0) + (after ? 1 : 0));
  for (const balance of [before, after]) {
    if (!balance) continue;
    to.bigint(balance.amount);
    to.bigint(balance.lamports);
  }
}

function readAccount(from: EffectReader): HeldAccount {
  const account = from.address();
  const mint = from.address();
  const head = from.number();
  const readBalance = (): HeldBalance => ({ amount: from.bigint(), lamports: from.bigint() });
  const decimals = Math.floor(head / 4);
  return { account, mint, decimals, before: head & 2 ? readBalance() : null, after: head & 1 ? readBalance() : null };
}

function writeMade(to: ByteWriter, { mint, amount, byProgram, byCurve }: MadeTokens): void {
  to.address(mint);
  to.bigint(amount);
  to.number((byProgram ? 1 : 0) + (byCurve ? 2 : 0));
}

function readMade(from: EffectReader): MadeTokens {
  const mint = from.address();
  const amount = from.bigint();
  const by = from.number();
  return { mint, amount, byProgram: (by & 1) !== 0, byCurve: (by & 2) !== 0 };
}

function writeMoved(to: ByteWriter, { account, mint, amount }: Moved): void {
  to.address(account);
  to.address(mint);
  to.bigint(amount);
}

function readMoved(from: EffectReader): Moved {
  return { account: from.address(), mint: from.address(), amount: from.bigint() };
}
