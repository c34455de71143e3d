import type { AccountState } from 'assay-core/chain/chain-reader.ts';
import type { Tip } from 'assay-core/chain/loaders/blockhash-and-fees.ts';
import { now } from 'assay-core/chain/rpc/rpc-limits.ts';
import { known, mapReading, missing, type Reading } from 'assay-core/lib/reading.ts';
import { address } from 'assay-core/solana/address.ts';
import { Bytes } from 'assay-core/solana/bytes.ts';
import type { SlotTime } from 'assay-core/solana/gates/slot-time.ts';
import bs58 from 'bs58';
import { BLOCKHASH_BLOCKS, type LiveTip, TIP_BLOCKS_MAX } from './payment-chain.ts';
import type { PaymentLimits } from './payment-limits.ts';
import { PaymentReadings } from './payment-readings.ts';

/** The newest blockhash. It is read on request, so that a service without payments makes no calls for it. */
export class Tips {
  readonly #read: () => Promise<Reading<Tip>>;
  readonly #limits: PaymentLimits;
  readonly #slotTime: SlotTime;
  #seen: Seen | null = null;
  #failed: { readonly reading: Reading<never>; readonly at: number } | null = null;
  #underWay: Promise<Reading<LiveTip>> | null = null;

  /** `read` must not reject. */
  constructor(read: () => Promise<Reading<Tip>>, limits: PaymentLimits, slotTime: SlotTime) {
    this.#read = read;
    this.#limits = limits;
    this.#slotTime = slotTime;
  }

  /**
   * The known tip while it is young enough, else a new one. A tip older than `tipEveryMs` is renewed behind the answer. A failure
   * answers for as long, because callers who paid nothing cause the calls.
   */
  async get(): Promise<Reading<LiveTip>> {
    const seen = this.#fresh();
    const since = now() - this.#limits.tipEveryMs;
    if (!seen) return this.#failed && this.#failed.at > since ? this.#failed.reading : await this.renewed();
    if (seen.at < since) void this.renewed();
    return known(this.#alive(seen));
  }

  /** The tip after one more reading, which all callers share. */
  renewed(): Promise<Reading<LiveTip>> {
    this.#underWay ??= this.#renew().finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  async #renew(): Promise<Reading<LiveTip>> {
    const at = now();
    const reading = await this.#read();
    if (reading.known) this.#take({ tip: reading.value, at });
    const seen = this.#fresh();
    if (seen) return known(this.#alive(seen));
    const failed = reading.known ? missing('tip', 'rpc_unavailable', 'the newest block hash came too late') : reading;
    this.#failed = { reading: failed, at: now() };
    return failed;
  }

  /** A tip from an endpoint that lags must not replace a newer one that expires later. */
  #take(seen: Seen): void {
    const present = this.#fresh();
    if (!present || seen.tip.lastValidBlockHeight >= present.tip.lastValidBlockHeight) this.#seen = seen;
  }

  #fresh(): Seen | null {
    const ageMsMax = Math.min(this.#limits.tipAgeMsMax, TIP_BLOCKS_MAX * this.#slotTime.msMin);
    return this.#seen && now() - this.#seen.at < ageMsMax ? this.#seen : null;
  }

  #alive({ tip, at }: Seen): LiveTip {
    return { ...tip, landsWithinMs: lifeMs(0, now() - at, this.#slotTime) };
  }
}

const READING = 'blockhashes';
/** Lists the blockhashes of the last 150 blocks, newest first. */
const RECENT_BLOCKHASHES = address('SysvarRecentB1ockHashes11111111111111111111');
/** A list is kept for so many milliseconds for all payments. Its age is subtracted. */
const KEPT_MS = 500;
const HASH_BYTES = 32;
/** A blockhash and the fee for a signature (u64). */
const ENTRY_BYTES = HASH_BYTES + 8;
/** Blocks to subtract: a confirmed block is not the newest one, and a transaction takes time to reach a leader. */
const ON_THE_WAY_BLOCKS = 10;

/**
 * Milliseconds for which a transaction can land at least. Its blockhash was `blocksAgo` blocks old when it was read, `ageMs`
 * milliseconds ago.
 */
function lifeMs(blocksAgo: number, ageMs: number, slotTime: SlotTime): number {
  const blocks = BLOCKHASH_BLOCKS - ON_THE_WAY_BLOCKS - blocksAgo;
  return Math.max(0, Math.floor(blocks * slotTime.msMin - ageMs));
}

/** How many blocks old each hash was at `at`. */
interface Listed {
  readonly at: number;
  readonly blocksAgo: ReadonlyMap<string, number>;
}

/** Says how long blockhashes live, by the chain's own list of the recent ones. */
export class BlockhashLives {
  readonly #lists: PaymentReadings<typeof RECENT_BLOCKHASHES, Listed>;
  readonly #slotTime: SlotTime;

  /** `load` reads an account at `confirmed`; it must not reject. */
  constructor(load: (of: typeof RECENT_BLOCKHASHES) => Promise<Reading<AccountState | null>>, slotTime: SlotTime) {
    this.#slotTime = slotTime;
    this.#lists = new PaymentReadings<typeof RECENT_BLOCKHASHES, Listed>({
      load: async () => {
        const at = now();
        const account = await load(RECENT_BLOCKHASHES);
        if (!account.known) return account;
        const blocksAgo = listedIn(account.value);
        return blocksAgo ? known({ at, blocksAgo }) : missing(READING, 'unreadable', 'no list of recent blockhashes');
      },
      keepMs: () => KEPT_MS,
      weigh: () => 1,
      bytesMax: 1,
    });
  }

  /**
   * Milliseconds for which a transaction with this blockhash can land at least; null where the list lacks the hash. A kept list may
   * be older than the hash; then another one is read.
   */
  async of(blockhash: string): Promise<Reading<number | null>> {
    const askedAt = now();
    const kept = await this.#lists.get(RECENT_BLOCKHASHES);
    const isNewer = kept.known && kept.value.at < askedAt && !kept.value.blocksAgo.has(blockhash);
    const listed = isNewer ? await this.#lists.anew(RECENT_BLOCKHASHES) : kept;
    return mapReading(listed, ({ at, blocksAgo }) => {
      const blocks = blocksAgo.get(blockhash);
      return blocks === undefined ? null : lifeMs(blocks, now() - at, this.#slotTime);
    });
  }
}

/**
 * The hashes of the list, each with its index; null for another shape. Layout: the number of entries (u64), then for each the hash and the
 * fee for a signature (u64). Source: agave, `recent_blockhashes_account.rs`.
 */
function listedIn(account: AccountState | null): ReadonlyMap<string, number> | null {
  if (account === null || account.data.length < 8) return null;
  const count = new Bytes(account.data).u64(0);
  if (count > BigInt(BLOCKHASH_BLOCKS) || account.data.length < 8 + Number(count) * ENTRY_BYTES) return null;
  const hashes = Array.from({ length: Number(count) }, (_, place) => {
    const at = 8 + place * ENTRY_BYTES;
    return bs58.encode(account.data.subarray(at, at + HASH_BYTES));
  });
  return new Map(hashes.map((hash, place) => [hash, place]));
}

interface Seen {
  readonly tip: Tip;
  readonly at: number;
}
