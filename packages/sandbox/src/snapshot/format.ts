import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import bs58 from 'bs58';
import { encodeBase58 } from '#chain/base58.ts';
import type { TransactionErrorJson } from '#chain/error-names.ts';
import { START_SLOT, WORLD_SLOT_MS } from '#chain/gates.ts';
import type { HistoryRecord } from '#chain/history.ts';
import type { ChainContents, LocalChain } from '#chain/local-chain.ts';
import type { AccountSnapshot } from '#chain/svm.ts';
import type { SampleSubject } from '#identity.ts';
import { Sequels } from '#world/sequels.ts';
import type { World } from '#world/world.ts';

/** A stored world: the state of its chain, its subjects, and the positions of times in its transactions. */
export interface KeptWorld {
  readonly seed: string;
  /** Unix seconds that the anchor of its chain stands for. */
  readonly anchorSeconds: number;
  readonly subjects: readonly SampleSubject[];
  readonly contents: ChainContents;
  /** For each record, where the text of its `meta` holds times. */
  readonly times: readonly (readonly TimedText[])[];
}

/** A name in the index is its position in `names`. Bytes are known by their length: they follow each other in the body. */
interface Index extends Pick<KeptWorld, 'seed' | 'anchorSeconds' | 'subjects'> {
  readonly names: readonly string[];
  readonly accounts: readonly (readonly [name: number, account: AccountEntry | null])[];
  readonly slotHashes: AccountEntry | null;
  readonly records: readonly RecordEntry[];
}

type AccountEntry = readonly [lamports: string, owner: number, executable: boolean, dataBytes: number];

interface RecordEntry extends Pick<HistoryRecord, 'signature' | 'slot'> {
  readonly error?: TransactionErrorJson;
  readonly memo?: string;
  readonly keys: readonly number[];
  readonly wireBytes: number;
  readonly metaBytes: number;
  readonly times?: readonly TimedText[];
}

const SUM_BYTES = 32;
const LENGTH_BYTES = 4;

/** The bytes of a world: a sum, the length of the index, the index as JSON, and the body. */
export function encodeWorld(world: KeptWorld, stamp: Uint8Array): Buffer {
  const { seed, anchorSeconds, subjects, contents, times } = world;
  const names = new Names();
  const body: Uint8Array[] = [];
  const accountEntry = (account: AccountSnapshot | null): AccountEntry | null => {
    if (account === null) return null;
    body.push(account.data);
    return [account.lamports.toString(), names.place(account.owner), account.executable, account.data.length];
  };
  const accounts = contents.accounts.map(([of, account]) => [names.place(of), accountEntry(account)] as const);
  const slotHashes = accountEntry(contents.slotHashes);
  const records = contents.records.map((record, at): RecordEntry => {
    const { signature, slot, error, memo, keys, wire, meta } = record;
    body.push(wire, meta);
    return {
      signature,
      slot,
      keys: keys.map((key) => names.place(key)),
      wireBytes: wire.length,
      metaBytes: meta.length,
      ...(error === null ? {} : { error }),
      ...(memo === null ? {} : { memo }),
      ...(times[at]?.length ? { times: times[at] } : {}),
    };
  });
  const index: Index = { seed, anchorSeconds, subjects, names: names.list, accounts, slotHashes, records };
  const text = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  const rest = Buffer.concat([length, text, ...body]);
  return Buffer.concat([sumOf(stamp, rest), rest]);
}

/**
 * The world in `bytes`, its transactions moved to the time of `anchorSeconds`. Null when the bytes are damaged, or were made
 * under another stamp. A record reads its bytes when somebody asks for them.
 */
export function decodeWorld(bytes: Buffer, stamp: Uint8Array, anchorSeconds: number): Omit<KeptWorld, 'times'> | null {
  const rest = bytes.subarray(SUM_BYTES);
  if (bytes.length < SUM_BYTES + LENGTH_BYTES || !sumOf(stamp, rest).equals(bytes.subarray(0, SUM_BYTES))) return null;
  const bodyAt = LENGTH_BYTES + rest.readUInt32LE();
  const index = JSON.parse(rest.toString('utf8', LENGTH_BYTES, bodyAt)) as Index;
  let at = bodyAt;
  const take = (size: number): Buffer => {
    at += size;
    return rest.subarray(at - size, at);
  };
  const { seed, subjects, names } = index;
  const nameAt = (place: number): string => names[place] ?? '';
  const account = (entry: AccountEntry | null): AccountSnapshot | null => {
    if (entry === null) return null;
    const [lamports, owner, executable, dataBytes] = entry;
    return { lamports: BigInt(lamports), owner: nameAt(owner), executable, data: take(dataBytes) };
  };
  const accounts = index.accounts.map(([of, entry]) => [nameAt(of), account(entry)] as const);
  const slotHashes = account(index.slotHashes);
  const seconds = anchorSeconds - index.anchorSeconds;
  const records = index.records.map((entry): HistoryRecord => {
    const { signature, slot, error = null, memo = null, wireBytes, metaBytes, times = [] } = entry;
    const bytes = { wire: take(wireBytes), meta: take(metaBytes) };
    const record = { signature, slot, error, memo, keys: entry.keys.map(nameAt), ...bytes };
    return times.length === 0 ? record : withMovedMeta(record, times, seconds);
  });
  return { seed, anchorSeconds, subjects, contents: { accounts, slotHashes, records } };
}

/** A record whose `meta` is worked out when it is read: few are, and all of them together would take longer than the rest. */
function withMovedMeta(record: HistoryRecord, times: readonly TimedText[], seconds: number): HistoryRecord {
  const { signature, slot, error, memo, keys, wire, meta } = record;
  const text = () => Buffer.from(meta).toString('utf8');
  return {
    signature,
    slot,
    error,
    memo,
    keys,
    wire,
    get meta() {
      return Buffer.from(moveTimes(text(), times, seconds));
    },
  };
}

/** One checksum covers both, so a file with another stamp reads as damaged. */
function sumOf(stamp: Uint8Array, rest: Uint8Array): Buffer {
  return createHash('sha256').update(stamp).update(rest).digest();
}

class Names {
  readonly list: string[] = [];
  readonly #indexes = new Map<string, number>();

  place(name: string): number {
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    const place = this.list.push(name) - 1;
    this.#indexes.set(name, place);
    return place;
  }
}

/** A base58 text within a longer text, and where its bytes hold Unix seconds. */
interface TimedText {
  readonly at: number;
  readonly length: number;
  readonly offsets: readonly number[];
}

/**
 * Where `text` holds times, found by comparison with the same text of a world that is `seconds` later. Programs write times
 * into the data of inner instructions alone, which is base58. Throws when the two differ in anything else.
 */
export function timesIn(text: string, later: string, seconds: number): readonly TimedText[] {
  if (text === later) return [];
  const [parts, laterParts] = [text.split('"'), later.split('"')];
  if (parts.length !== laterParts.length) throw new Error('a transaction of the sample world depends on the time');
  const found: TimedText[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const laterPart = laterParts[index] ?? '';
    if (part !== laterPart) found.push({ at, length: part.length, offsets: offsetsIn(part, laterPart, seconds) });
    at += part.length + 1;
  }
  return found;
}

function offsetsIn(base58: string, later: string, seconds: number): readonly number[] {
  const [bytes, laterBytes] = [decode(base58), decode(later)];
  const offsets: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === laterBytes[at]) continue;
    offsets.push(at);
    bytes.writeUInt32LE(bytes.readUInt32LE(at) + seconds, at);
  }
  if (!bytes.equals(laterBytes)) throw new Error(`a transaction of the sample world depends on the time: ${base58}`);
  return offsets;
}

/** The same text in a world that is `seconds` later. */
export function moveTimes(text: string, times: readonly TimedText[], seconds: number): string {
  let moved = '';
  let end = 0;
  for (const { at, length, offsets } of times) {
    const bytes = decode(text.slice(at, at + length));
    for (const offset of offsets) bytes.writeUInt32LE(bytes.readUInt32LE(offset) + seconds, offset);
    moved += text.slice(end, at) + encodeBase58(bytes);
    end = at + length;
  }
  return moved + text.slice(end);
}

function decode(base58: string): Buffer {
  return Buffer.from(bs58.decode(base58));
}

/** The inputs of a world: the program that builds it, the versions of its packages, and the time that slots take. */
export function worldStamp(program: URL): Buffer {
  const sum = createHash('sha256');
  for (const part of [program, new URL('../package.json', program)]) sum.update(readFileSync(part));
  return sum.update(`${WORLD_SLOT_MS}`).digest();
}

/**
 * The world of a seed on an empty chain, from the snapshot that `build.mjs` keeps beside the program. Null where there is none that
 * `program` made of this seed.
 */
export function loadWorld(chain: LocalChain, seed: string, program: URL): World | null {
  const bytes = readIfThere(new URL('sandbox-world.bin', program));
  return bytes && worldIn(bytes, chain, seed, worldStamp(program));
}

/** The same from bytes at hand. */
export function worldIn(bytes: Buffer, chain: LocalChain, seed: string, stamp: Uint8Array): World | null {
  const found = decodeWorld(bytes, stamp, chain.clock.blockTime(START_SLOT));
  if (found?.seed !== seed) return null;
  chain.restore(found.contents);
  const nothingLeft = new Sequels([], { play: async () => undefined, usesOf: () => [] });
  return { seed, subjects: found.subjects, sequels: nothingLeft };
}

function readIfThere(file: URL): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
