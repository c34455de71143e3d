import { createHash } from 'node:crypto';
import type { TransactionErrorJson } from '../chain/error-names.ts';
import type { HistoryRecord } from '../chain/history.ts';
import type { ChainContents } from '../chain/local-chain.ts';
import type { AccountSnapshot } from '../chain/svm.ts';
import type { SampleSubject } from '../identity.ts';
import { moveTimes, type TimedText } from './times.ts';

/** A world as it is kept: what its chain holds, its subjects, and where its transactions hold times. */
export interface KeptWorld {
  readonly seed: string;
  /** Unix seconds that the anchor of its chain stands for. */
  readonly anchorSeconds: number;
  readonly subjects: readonly SampleSubject[];
  readonly contents: ChainContents;
  /** For each record, where the text of its `meta` holds times. */
  readonly times: readonly (readonly TimedText[])[];
}

/** A name in the index is its place among `names`. Bytes are known by their length: they follow each other in the body. */
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
      ...{ signature, slot, keys: keys.map((key) => names.place(key)), wireBytes: wire.length, metaBytes: meta.length },
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
    ...{ signature, slot, error, memo, keys, wire },
    get meta() {
      return Buffer.from(moveTimes(text(), times, seconds));
    },
  };
}

/** One sum for both: a file of another stamp looks to its reader like a damaged one. */
function sumOf(stamp: Uint8Array, rest: Uint8Array): Buffer {
  return createHash('sha256').update(stamp).update(rest).digest();
}

class Names {
  readonly list: string[] = [];
  readonly #places = new Map<string, number>();

  place(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const place = this.list.push(name) - 1;
    this.#places.set(name, place);
    return place;
  }
}
