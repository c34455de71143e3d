import bs58 from 'bs58';
import { address } from '#lib/address.ts';
import { Bytes } from '#lib/bytes.ts';
import { known, mapReading, missing, type Reading } from '#lib/reading.ts';
import type { AccountState } from '../model.ts';
import { BLOCKHASH_BLOCKS } from '../payments-model.ts';
import { now } from '../rpc/limits.ts';
import type { SlotTime } from '../rpc/slot-time.ts';
import { SharedReadings } from './shared-readings.ts';

const READING = 'blockhashes';
/** Lists the blockhashes of the last 150 blocks, newest first. */
const RECENT_BLOCKHASHES = address('SysvarRecentB1ockHashes11111111111111111111');
/** A list that was read no longer ago goes for all payments; its age is taken off. */
const KEPT_MS = 500;
const HASH_BYTES = 32;
/** A blockhash and the fee for a signature (u64). */
const ENTRY_BYTES = HASH_BYTES + 8;
/** A confirmed block is some behind the newest, and a transaction has to get from us to a leader. */
const ON_THE_WAY_BLOCKS = 10;

/** Milliseconds for which a transaction can land at least. Its blockhash was `blocksAgo` blocks old when it was read, `ageMs` ago. */
export function lifeMs(blocksAgo: number, ageMs: number, slotTime: SlotTime): number {
  const blocks = BLOCKHASH_BLOCKS - ON_THE_WAY_BLOCKS - blocksAgo;
  return Math.max(0, Math.floor(blocks * slotTime.msMin - ageMs));
}

/** How many blocks ago each hash was made, as of `at`. */
interface Listed {
  readonly at: number;
  readonly blocksAgo: ReadonlyMap<string, number>;
}

/** Tells how long blockhashes live, by the chain's own list of the recent ones. */
export class BlockhashLives {
  readonly #lists: SharedReadings<null, Listed>;
  readonly #slotTime: SlotTime;

  /** `load` reads an account at `confirmed`; it must not reject. */
  constructor(load: (of: typeof RECENT_BLOCKHASHES) => Promise<Reading<AccountState | null>>, slotTime: SlotTime) {
    this.#slotTime = slotTime;
    this.#lists = new SharedReadings<null, Listed>({
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
   * Milliseconds for which a transaction with this blockhash can land at least; null where the list has no such hash. A list that is
   * kept may lack a newer one, so that another is read.
   */
  async of(blockhash: string): Promise<Reading<number | null>> {
    const askedAt = now();
    const kept = await this.#lists.get(null);
    const isNewer = kept.known && kept.value.at < askedAt && !kept.value.blocksAgo.has(blockhash);
    const listed = isNewer ? await this.#lists.anew(null) : kept;
    return mapReading(listed, ({ at, blocksAgo }) => {
      const blocks = blocksAgo.get(blockhash);
      return blocks === undefined ? null : lifeMs(blocks, now() - at, this.#slotTime);
    });
  }
}

/**
 * The hashes of the list, each with its place; null for another shape. Layout: the number of entries (u64), then for each the hash
 * and the fee for a signature (u64). Source: agave, `recent_blockhashes_account.rs`.
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
