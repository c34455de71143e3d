import { type Address, address, addressBytes, derivedAddress, isOnCurve, SYSTEM_PROGRAM } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { NEVER, type Release, releaseAt } from '#solana/token/release.ts';
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

/** Buckets of a kind that are searched in a launch. Its application makes three or four in all. */
const BUCKETS_MAX = 8;

/**
 * The launch of each version: authority 8, mint 40, in version 2 the number of buckets 132. Its authority can change the buckets until it
 * is final (developer-hub, `smart-contracts/genesis/getting-started.md`). No source says so for version 1, and no source denies it.
 */
const LAUNCHES = { first: { key: 1, bytes: 96, finalAt: 2 }, second: { key: 18, bytes: 136, finalAt: 4 } } as const;

/**
 * The bucket that opened the pool: launch 16, signer 208, LP tokens 272, who can claim them 280 (zeros: nobody), pool 448 (zeros in older
 * ones), schedule of the claims 616 (zeros: none). None of the published end behaviours moves LP tokens.
 */
const RAYDIUM = { word: 'raydium_cpmm_v2', key: 22, bytesMin: 1_024, scheduleAt: 616, scheduleBytes: 272 } as const;

const SIGNER = 'bucket_signer';
const WHOLE_BPS = 10_000n;

/**
 * End behaviours follow a bucket, each of 40 bytes with its kind at 0 (`src/generated/types/behavior`). Anybody can trigger them. Kinds 1
 * and 3 send quote tokens and a price. Kinds 2 and 4 send tokens of the launch into a bucket that the launcher named. Metaplex calls those
 * of kind 2 unsold (metaplex-foundation/skill, `skills/metaplex/references/concepts.md`). No public source says how the program counts
 * them. So a bucket with kind 2, 4 or an unknown kind keeps nothing. The published layouts of other buckets have no behaviours.
 */
const HARMLESS: readonly number[] = [1, 3];
const BEHAVIOR_BYTES = 40;
const PRESALE_KEY = 19;

/** What a bucket says of its tokens. */
type LockTerms = Pick<Lock, 'recipient' | 'cancelableBy' | 'releases'>;

/** A bucket with tokens for people. `launchAt`, `tokensAt`: the account of the launch, and the tokens that are still in the bucket. */
interface Bucket {
  readonly key: number;
  readonly bytes: number;
  readonly launchAt: number;
  readonly tokensAt: number;
  termsOf(bytes: Bytes, tokens: bigint): LockTerms;
}

const unlocked: Bucket['termsOf'] = (bytes, tokens) => claimed(bytes.key(72), bytes.i64(64), tokens);

/** Of version 1: unlocked, distribution, Streamflow and presale. Nothing says that the launcher cannot change the cap of a presale. */
const FIRST: readonly Bucket[] = [
  ...[5, 8].map((key) => ({ key, bytes: 272, launchAt: 8, tokensAt: 56, termsOf: unlocked })),
  { key: 4, bytes: 384, launchAt: 8, tokensAt: 56, termsOf: (bytes, tokens) => streamed(bytes, 64, 96, tokens) },
  { key: 9, bytes: 384, launchAt: 8, tokensAt: 48, termsOf: () => claimed(null, 0n, 0n) },
];

/** Of version 2, by the word of their seeds. The sold tokens of a presale wait for their buyers; the rest goes to the launcher's choice. */
const SECOND: Readonly<Record<string, Bucket>> = {
  unlocked_v2: {
    key: 21,
    bytes: 672,
    launchAt: 24,
    tokensAt: 64,
    termsOf: (bytes, tokens) => claimed(bytes.key(216), momentOf(bytes, 248) ?? 0n, tokens),
  },
  streamflow_v2: {
    key: 28,
    bytes: 784,
    launchAt: 16,
    tokensAt: 56,
    termsOf: (bytes, tokens) => streamed(bytes, 208, 240, tokens),
  },
  presale_v2: {
    key: PRESALE_KEY,
    bytes: 1_264,
    launchAt: 56,
    tokensAt: 96,
    termsOf(bytes, tokens) {
      const [allocated, paid, cap] = [bytes.u64(88), bytes.u64(24), bytes.u64(248)];
      const sold = cap > 0n ? (allocated * smaller(paid, cap)) / cap : 0n;
      // The earliest moment counts: no source says whether buyers wait for both the start and their schedule.
      const moments = bytes.slice(848, 272).some((byte) => byte !== 0) ? [384, 848, 928] : [384];
      const opens = moments.map((at) => momentOf(bytes, at) ?? 0n).reduce((a, b) => smaller(a, b));
      return claimed(null, opens, smaller(sold, tokens));
    },
  },
};

/** The accounts that show the locks of an owner whose own account is read: the launch of a bucket or of a signer, and the buckets. */
export function genesisAddresses({ owner, launched }: HeldByLaunch, accounts: Accounts): readonly Address[] {
  const account = accounts.get(owner);
  if (launched !== undefined) {
    const isSigner = !isOnCurve(owner) && (account?.owner ?? SYSTEM_PROGRAM) === SYSTEM_PROGRAM;
    return isSigner ? bucketAddresses(owner, launched) : [];
  }
  const bucket = account && bucketIn(account, FIRST);
  if (bucket) return [new Bytes(account.data).key(bucket.launchAt)];
  if (!account || changersOf(account, LAUNCHES.second) === null) return [];
  const count = Math.min(new Bytes(account.data).u32(132), BUCKETS_MAX);
  return Object.keys(SECOND).flatMap((word) => Array.from({ length: count }, (_, n) => bucketAt(word, owner, n)));
}

/** An owner of tokens. `launched`: of LP tokens, the mint that a launch would have opened their pool for. */
interface HeldByLaunch {
  readonly owner: Address;
  readonly launched?: Address | undefined;
}

type Read = Pick<LockAccount, 'owner' | 'data'> | null | undefined;

/**
 * The keys that can still change the buckets of a launch. Empty for a closed launch (`null`), which has no signer. Null where the account
 * is not read, or is no launch of this version.
 */
function changersOf(account: Read, { key, bytes, finalAt }: (typeof LAUNCHES)['first' | 'second']): Address[] | null {
  if (account === null) return [];
  if (account?.owner !== GENESIS || account.data.length < bytes || account.data[0] !== key) return null;
  return account.data[finalAt] === 0 ? [new Bytes(account.data).key(8)] : [];
}

function bucketIn({ owner, data }: NonNullable<Read>, kinds: readonly Bucket[]): Bucket | undefined {
  return owner === GENESIS ? kinds.find(({ key, bytes }) => key === data[0] && data.length >= bytes) : undefined;
}

function bucketAt(word: string, launch: Address, index: number): Address {
  return derivedAddress([lockSeed(word), addressBytes(launch), Uint8Array.of(index)], GENESIS);
}

/** The bucket whose signer this is, with its launch, which is the first of a mint. */
function bucketAddresses(signer: Address, mint: Address): readonly Address[] {
  const launch = derivedAddress([lockSeed('genesis_v2'), addressBytes(mint), Uint8Array.of(0, 0)], GENESIS);
  for (let index = 0; index < BUCKETS_MAX; index += 1) {
    const bucket = bucketAt(RAYDIUM.word, launch, index);
    if (derivedAddress([lockSeed(SIGNER), addressBytes(bucket)], GENESIS) === signer) return [bucket, launch];
  }
  return [];
}

/** The lock of a pool's LP tokens under the signer of a bucket; null where none is, and where its schedule is not understood. */
export function genesisLpLock(signer: Address, pool: Address, lpMint: Address, accounts: Accounts): Lock | null {
  for (const account of accounts.values()) {
    if (account?.owner !== GENESIS || account.data.length < RAYDIUM.bytesMin) continue;
    const bytes = new Bytes(account.data);
    if (bytes.u8(0) !== RAYDIUM.key || bytes.key(208) !== signer) continue;
    const releases = claimsOf(bytes);
    const isOfPool = [pool, SYSTEM_PROGRAM].includes(bytes.key(448));
    // An authority can remove the schedule of a launch that is not final. No public source says that only final launches open a pool.
    const cancelableBy = changersOf(accounts.get(bytes.key(16)), LAUNCHES.second);
    if (releases === null || !isOfPool || cancelableBy === null) return null;
    const recipient = bytes.key(280) === SYSTEM_PROGRAM ? null : bytes.key(280);
    return { program: NAME, mint: lpMint, releases, cancelableBy, recipient };
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
  // No public source describes what a cliff holds back after the start, so that everything counts from the start.
  const later = steps > 0n ? { at: start + every, ...rest } : releaseAt(start, rest.amount);
  return [releaseAt(smaller(cliff, start), atCliff), later];
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
  const second = changersOf(account, LAUNCHES.second);
  const launch = second ? account.address : derivedAddress([lockSeed('genesis'), addressBytes(mint)], GENESIS);
  const changers = second ?? changersOf(accounts.get(launch), LAUNCHES.first);
  if (changers === null || (second && new Bytes(account.data).key(40) !== mint)) return [];
  const kinds = second ? Object.values(SECOND) : FIRST;
  return (second ? [...accounts.values()] : [account])
    .flatMap((one) => (one ? lockIn(one, kinds, launch) : []))
    .map((lock) => ({ ...lock, mint, cancelableBy: [...changers, ...lock.cancelableBy] }));
}

/** The lock in a bucket of this launch; none for other accounts, and for an empty bucket. */
function lockIn(account: LockAccount, kinds: readonly Bucket[], launch: Address): readonly Omit<Lock, 'mint'>[] {
  const kind = bucketIn(account, kinds);
  if (!kind) return [];
  const bytes = new Bytes(account.data);
  const tokens = bytes.u64(kind.tokensAt);
  if (bytes.key(kind.launchAt) !== launch || tokens === 0n) return [];
  let isKept = true;
  for (let at = kind.bytes; at < bytes.length; at += BEHAVIOR_BYTES) {
    const isHarmless = kind.key === PRESALE_KEY && HARMLESS.includes(bytes.u8(at));
    isKept &&= isHarmless || account.data.subarray(at, at + BEHAVIOR_BYTES).every((byte) => byte === 0);
  }
  return [{ program: NAME, ...(isKept ? kind.termsOf(bytes, tokens) : claimed(null, 0n, 0n)) }];
}

/** Tokens that one or several parties can claim from a moment on. */
function claimed(recipient: Address | null, from: bigint, tokens: bigint): LockTerms {
  return { recipient, cancelableBy: [], releases: [releaseAt(from, tokens)] };
}

/**
 * Tokens that go into a stream of Streamflow: start 0, period 8, per period 16, cliff 24, at the cliff 32, cancelable by its sender 112
 * and its recipient 113, rate changeable 119. The bucket does not name the sender.
 */
function streamed(bytes: Bytes, recipientAt: number, at: number, tokens: bigint): LockTerms {
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
