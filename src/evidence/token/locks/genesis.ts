import { type Address, address, addressBytes, derivedAddress, isOnCurve, SYSTEM_PROGRAM } from '#lib/address.ts';
import { Bytes } from '#lib/bytes.ts';
import { NEVER, type Release, releaseAt } from '#lib/token/release.ts';
import { smaller } from '#venues/arithmetic.ts';
import type { Accounts } from '#venues/venue.ts';
import { type Lock, type LockAccount, lockSeed } from './lock.ts';

/**
 * Metaplex Genesis launches a token from buckets (layouts: `@metaplex-foundation/genesis` 0.35.0 on npm, `src/generated/accounts`; LP
 * tokens: metaplex-foundation/developer-hub, `smart-contracts/genesis/locked-lp-tokens.md`). The launcher chooses each schedule, so that
 * the name of the program keeps nothing. In version 2 the tokens of all buckets lie under the account of the launch,
 * `["genesis_v2", mint, index u16]`, in version 1 under each bucket, and LP tokens under `["bucket_signer", bucket]`.
 */
const GENESIS = address('GNS1S5J5AspKXgpjz6SvKL66kPaKWAhaGRhCqPRxii2B');
const NAME = 'Metaplex Genesis';

/** Buckets of a kind that are looked for in a launch. Its application makes three or four in all. */
const BUCKETS_MAX = 8;

/** The launch: final 4, authority 8, mint 40, number of buckets 132. Until it is final its authority can change every bucket. */
const LAUNCH = { key: 18, bytes: 136, finalAt: 4, authorityAt: 8, mintAt: 40, countAt: 132 } as const;

/**
 * The bucket that opened the pool: signer 208, LP tokens 272, who can claim them 280 (zeros: nobody), pool 448 (zeros in older ones),
 * schedule of the claims 616 (zeros: none).
 */
const RAYDIUM = { word: 'raydium_cpmm_v2', key: 22, bytesMin: 1_024, scheduleAt: 616, scheduleBytes: 272 } as const;

const SIGNER = 'bucket_signer';
const WHOLE_BPS = 10_000n;

/** What a bucket says of its tokens. */
type Told = Pick<Lock, 'recipient' | 'cancelableBy' | 'releases'>;

/** A bucket with tokens for people. `launchAt`, `tokensAt`: the account of the launch, and what of the tokens is still in the bucket. */
interface Bucket {
  readonly key: number;
  readonly bytesMin: number;
  readonly launchAt: number;
  readonly tokensAt: number;
  told(bytes: Bytes, tokens: bigint): Told;
}

/** Of version 1: unlocked, distribution, Streamflow and presale. Nothing says that the launcher cannot change the cap of a presale. */
const FIRST: readonly Bucket[] = [
  ...[5, 8].map((key) => ({
    key,
    bytesMin: 272,
    launchAt: 8,
    tokensAt: 56,
    told: (bytes: Bytes, tokens: bigint) => claimed(bytes.key(72), bytes.i64(64), tokens),
  })),
  { key: 4, bytesMin: 384, launchAt: 8, tokensAt: 56, told: (bytes, tokens) => streamed(bytes, 64, 96, tokens) },
  { key: 9, bytesMin: 384, launchAt: 8, tokensAt: 48, told: () => claimed(null, 0n, 0n) },
];

/** Of version 2, by the word of their seeds. Of a presale what was sold waits for its buyers; the rest goes where the launcher said. */
const SECOND: Readonly<Record<string, Bucket>> = {
  unlocked_v2: {
    key: 21,
    bytesMin: 504,
    launchAt: 24,
    tokensAt: 64,
    told: (bytes, tokens) => claimed(bytes.key(216), momentOf(bytes, 248) ?? 0n, tokens),
  },
  streamflow_v2: {
    key: 28,
    bytesMin: 488,
    launchAt: 16,
    tokensAt: 56,
    told: (bytes, tokens) => streamed(bytes, 208, 240, tokens),
  },
  presale_v2: {
    key: 19,
    bytesMin: 640,
    launchAt: 56,
    tokensAt: 96,
    told(bytes, tokens) {
      const [allocated, paid, cap] = [bytes.u64(88), bytes.u64(24), bytes.u64(248)];
      const sold = cap > 0n ? (allocated * smaller(paid, cap)) / cap : 0n;
      return claimed(null, momentOf(bytes, 384) ?? 0n, smaller(sold, tokens));
    },
  },
};

/** The accounts that tell about an owner whose own account is read: the bucket of a signer, or the buckets of a launch. */
export function genesisPlaces(held: HeldByLaunch, accounts: Accounts): readonly Address[] {
  const { owner, launched } = held;
  const account = accounts.get(owner);
  if (launched !== undefined) {
    const isSigner = !isOnCurve(owner) && (account?.owner ?? SYSTEM_PROGRAM) === SYSTEM_PROGRAM;
    const bucket = isSigner ? bucketOf(owner, launched) : null;
    return bucket === null ? [] : [bucket];
  }
  if (!account || !isLaunch(account)) return [];
  const count = Math.min(new Bytes(account.data).u32(LAUNCH.countAt), BUCKETS_MAX);
  return Object.keys(SECOND).flatMap((word) => Array.from({ length: count }, (_, n) => bucketAt(word, owner, n)));
}

/** An owner of tokens. `launched`: of LP tokens, the mint that a launch would have opened their pool for. */
interface HeldByLaunch {
  readonly owner: Address;
  readonly launched?: Address | undefined;
}

function isLaunch({ owner, data }: Pick<LockAccount, 'owner' | 'data'>): boolean {
  return owner === GENESIS && data.length >= LAUNCH.bytes && data[0] === LAUNCH.key;
}

function bucketAt(word: string, launch: Address, index: number): Address {
  return derivedAddress([lockSeed(word), addressBytes(launch), Uint8Array.of(index)], GENESIS);
}

/** The bucket of the first launch of a mint whose signer this is. */
function bucketOf(signer: Address, mint: Address): Address | null {
  const launch = derivedAddress([lockSeed('genesis_v2'), addressBytes(mint), Uint8Array.of(0, 0)], GENESIS);
  for (let index = 0; index < BUCKETS_MAX; index += 1) {
    const bucket = bucketAt(RAYDIUM.word, launch, index);
    if (derivedAddress([lockSeed(SIGNER), addressBytes(bucket)], GENESIS) === signer) return bucket;
  }
  return null;
}

/** The lock of a pool's LP tokens under the signer of a bucket; null where none is, and where its schedule is not understood. */
export function genesisLpLock(signer: Address, pool: Address, lpMint: Address, accounts: Accounts): Lock | null {
  for (const account of accounts.values()) {
    if (account?.owner !== GENESIS || account.data.length < RAYDIUM.bytesMin) continue;
    const bytes = new Bytes(account.data);
    if (bytes.u8(0) !== RAYDIUM.key || bytes.key(208) !== signer) continue;
    const releases = claimsOf(bytes);
    const isOfPool = [pool, SYSTEM_PROGRAM].includes(bytes.key(448));
    if (releases === null || !isOfPool) return null;
    const authority = bytes.key(280);
    return {
      program: NAME,
      mint: lpMint,
      releases,
      cancelableBy: [],
      recipient: authority === SYSTEM_PROGRAM ? null : authority,
    };
  }
  return null;
}

/** When LP tokens can be claimed; at once by an authority without a schedule. Null before there are any, and for unknown conditions. */
function claimsOf(bytes: Bytes): readonly Release[] | null {
  const [tokens, at] = [bytes.u64(272), RAYDIUM.scheduleAt];
  if (tokens === 0n) return null;
  if (bytes.slice(at, RAYDIUM.scheduleBytes).every((byte) => byte === 0))
    return bytes.key(280) === SYSTEM_PROGRAM ? null : [releaseAt(0n, tokens)];
  const [start, cliff] = [momentOf(bytes, at), momentOf(bytes, at + 80)];
  if (start === null || cliff === null) return null;
  const [duration, period] = [bytes.u64(at + 64), bytes.u64(at + 72)];
  const share = smaller(BigInt(bytes.u16(at + 144)), WHOLE_BPS);
  const atCliff = (tokens * share) / WHOLE_BPS;
  const every = period > 0n ? period : 1n;
  const steps = start === NEVER ? 0n : duration / every;
  const rest = { amount: tokens - atCliff, steps, every };
  // Whether the rest waits for a later cliff is not published, so that it counts from the start.
  return [releaseAt(cliff, atCliff), steps > 0n ? { at: start + every, ...rest } : releaseAt(start, rest.amount)];
}

/** The kinds of a condition of 64 bytes: kind 0, time 48, when it was met 56. */
const CONDITION = { time: 1, relative: 2, triggered: 3, never: 4, always: 5 } as const;
const UNMET = (1n << 63n) - 1n;

/** When a condition is met; null where other accounts decide, or its kind is unknown. */
function momentOf(bytes: Bytes, at: number): bigint | null {
  const [kind, time, met] = [bytes.u8(at), bytes.i64(at + 48), bytes.i64(at + 56)];
  if (kind === CONDITION.never) return NEVER;
  if (kind === CONDITION.always) return 0n;
  if (kind === CONDITION.time) return time > 0n ? time : 0n;
  const isOpen = kind === CONDITION.relative || kind === CONDITION.triggered;
  return isOpen && met > 0n && met < UNMET ? met : null;
}

/** What the buckets of a launch, or one of version 1, keep of a mint under it. */
export function genesisLocks(account: LockAccount, mint: Address, accounts: Accounts): readonly Lock[] {
  if (account.owner !== GENESIS) return [];
  if (!isLaunch(account)) return lockIn(account, FIRST, first(mint)).map((lock) => ({ ...lock, mint }));
  const launch = new Bytes(account.data);
  if (launch.key(LAUNCH.mintAt) !== mint) return [];
  const authority = launch.key(LAUNCH.authorityAt);
  return [...accounts.values()]
    .flatMap((one) => (one ? lockIn(one, Object.values(SECOND), account.address) : []))
    .map((lock) => ({ ...lock, mint, ...(launch.u8(LAUNCH.finalAt) === 0 && { cancelableBy: [authority] }) }));
}

/** The account of a launch of version 1. */
function first(mint: Address): Address {
  return derivedAddress([lockSeed('genesis'), addressBytes(mint)], GENESIS);
}

/** The lock in a bucket of this launch; none for what is no bucket, and for an empty one. */
function lockIn(
  { owner, data }: LockAccount,
  kinds: readonly Bucket[],
  launch: Address,
): readonly Omit<Lock, 'mint'>[] {
  const kind = owner === GENESIS ? kinds.find(({ key }) => key === data[0]) : undefined;
  if (!kind || data.length < kind.bytesMin) return [];
  const bytes = new Bytes(data);
  const tokens = bytes.u64(kind.tokensAt);
  if (bytes.key(kind.launchAt) !== launch || tokens === 0n) return [];
  return [{ program: NAME, ...kind.told(bytes, tokens) }];
}

/** Tokens that somebody, or several, can claim from a moment on. */
function claimed(recipient: Address | null, from: bigint, tokens: bigint): Told {
  return { recipient, cancelableBy: [], releases: [releaseAt(from, tokens)] };
}

/**
 * Tokens that go into a stream of Streamflow: start 0, period 8, per period 16, cliff 24, at the cliff 32, cancelable by its sender 112
 * and its recipient 113, rate changeable 119. The bucket does not name the sender.
 */
function streamed(bytes: Bytes, recipientAt: number, at: number, tokens: bigint): Told {
  const [start, every, each, cliff] = [bytes.u64(at), bytes.u64(at + 8), bytes.u64(at + 16), bytes.u64(at + 24)];
  const from = cliff === 0n ? start : cliff;
  const atCliff = smaller(bytes.u64(at + 32), tokens);
  const rest = tokens - atCliff;
  const steps = each > 0n ? rest / each : 0n;
  const recipient = bytes.key(recipientAt);
  const isOpen = [112, 113, 119].some((flag) => bytes.u8(at + flag) !== 0);
  return {
    recipient,
    cancelableBy: isOpen ? [recipient] : [],
    releases: [
      releaseAt(from, atCliff),
      { at: from + every, amount: steps * each, steps, every },
      releaseAt(from + (steps + 1n) * every, rest - steps * each),
    ],
  };
}
