import { magnitude } from '#lib/divide.ts';
import { type Address, address, SYSTEM_PROGRAM } from '#solana/address.ts';
import { VOTE_PROGRAM } from '#solana/decode/moves/index.ts';
import type { Move } from '#solana/move.ts';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Instruction } from '#solana/transaction.ts';
import type { TokenAccountChange, WalletTransaction } from './effect-scene.ts';
import { amountDelta, isTopLevel, serviceOfProgram } from './effect-scene.ts';
import type { PoolRate, Service } from './effect-type.ts';

/** Runtime, token and memo programs, which say nothing about the kind of a transaction. */
const PLAIN_PROGRAMS: ReadonlySet<Address> = new Set([
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  TOKEN_2022_PROGRAM,
  ASSOCIATED_TOKEN_PROGRAM,
  VOTE_PROGRAM,
  ...[
    'ComputeBudget111111111111111111111111111111',
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
    'AddressLookupTab1e1111111111111111111111111',
    'Ed25519SigVerify111111111111111111111111111',
    'KeccakSecp256k11111111111111111111111111111',
    'Secp256r1SigVerify1111111111111111111111111',
  ].map(address),
]);

const DUST_LAMPORTS = 10_000n;

const BPS = 10_000n;
/** Below 0.01 SOL, fees and rounding distort a price. */
const RATE_LAMPORTS_MIN = 10_000_000n;

/**
 * What a sale took out of its pool: the larger of the shares in lamports and in stable coins, in basis points rounded down; null for
 * what is no sale, and where no pool lost any. `isForLamports`: tokens left for lamports.
 */
export function saleImpact(scene: WalletTransaction, isForLamports: boolean): number | null {
  const ofLamports = isForLamports ? poolImpact(scene) : null;
  const ofCoins = isForCoins(scene) ? coinImpact(scene) : null;
  if (ofLamports === null || ofCoins === null) return ofLamports ?? ofCoins;
  return Math.max(ofLamports, ofCoins);
}

/** True where the wallet gave a token and got a stable coin. */
function isForCoins({ tokens, world }: WalletTransaction): boolean {
  const changes = [...tokens].map(([mint, units]) => ({ units, isCoin: world.stableMints.includes(mint) }));
  return (
    changes.some(({ units, isCoin }) => isCoin && units > 0n) &&
    changes.some(({ units, isCoin }) => !isCoin && units < 0n)
  );
}

/** The largest loss of stable coins of an account of others as a share of its balance. */
function coinImpact(scene: WalletTransaction): number | null {
  let lost = 0n;
  let had = 1n;
  for (const side of vaultsOf(scene)) {
    const loss = -amountDelta(side);
    if (loss <= lost || !scene.world.stableMints.includes(side.mint)) continue;
    lost = loss;
    had = side.before?.amount ?? loss;
  }
  return lost > 0n ? Number((lost * BPS) / had) : null;
}

/** The largest lamport loss of another account as a share of its balance, in basis points rounded down; null where none lost any. */
function poolImpact({ transaction, wallet, own }: WalletTransaction): number | null {
  const { keys, preBalances, postBalances, signers } = transaction;
  let lost = 0n;
  let had = 1n;
  for (let index = signers.length; index < keys.length; index += 1) {
    const before = preBalances[index] ?? 0n;
    const loss = before - (postBalances[index] ?? 0n);
    const key = keys[index] as Address;
    if (loss <= lost || key === wallet || own.has(key)) continue;
    lost = loss;
    had = before;
  }
  return lost > 0n ? Number((lost * BPS) / had) : null;
}

/**
 * The rate of the pool that moved most SOL: two vaults of one owner, one of wrapped SOL and one of a stable coin, that changed in
 * opposite directions. The owner is neither the wallet nor a signer, and an instruction of a trading program names these two and no
 * third vault of that owner. Two accounts that merely changed in one transaction are no pool. Vaults that own themselves, as those of
 * Phoenix and ZeroFi do, count as one owner's where an exchange itself names them, because a router passes on accounts of anybody.
 */
export function stableRate(scene: WalletTransaction): PoolRate | null {
  const vaults = vaultsOf(scene);
  if (!vaults.some(({ mint }) => mint === WRAPPED_SOL)) return null;
  let best: PoolRate | null = null;
  for (const { program, accounts } of scene.transaction.instructions) {
    if (serviceOfProgram(scene.world, program) !== 'trade') continue;
    const isExchange = scene.world.labels.find(program)?.category === 'dex_program';
    const named = vaults.filter(({ account }) => accounts.includes(account));
    for (const group of byOwner(named, isExchange)) {
      const rate = rateOf(group, scene);
      if (rate !== null && (best === null || rate.lamports > best.lamports)) best = rate;
    }
  }
  return best;
}

/** Token accounts that changed and belonged to the same other owner before and after. */
function vaultsOf({ transaction, wallet, sides }: WalletTransaction): readonly TokenAccountChange[] {
  return sides.filter((side) => {
    const owner = side.after?.owner ?? null;
    const isOthers = owner !== null && owner !== wallet && !transaction.signers.includes(owner);
    return isOthers && side.before?.owner === owner && amountDelta(side) !== 0n;
  });
}

/** Units of each mint; lamports as those of wrapped SOL. */
export type Amounts = ReadonlyMap<string, bigint>;

/** Of what leaves an order one part in so many may go to takers of fees. */
const FILL_PARTS = 20n;

/**
 * Whether exchanges with a label took what left the wallet or its order, and paid all that the wallet got for it. A program without a label
 * does not count: the one who fills the order may own it.
 */
export function isMarketTrade(scene: WalletTransaction, given: Amounts, got: Amounts): boolean {
  const { transaction } = scene;
  const { named, moved } = byExchanges(scene);
  const came = new Map<string, bigint>();
  const left = new Map<string, bigint>();
  const note = (account: Address, mint: string, changed: bigint) => {
    if (!named.has(account)) return;
    const change = changed - (moved.get(account) ?? 0n);
    const sums = change > 0n ? came : left;
    sums.set(mint, (sums.get(mint) ?? 0n) + magnitude(change));
  };
  for (const side of vaultsOf(scene)) note(side.account, side.mint, amountDelta(side));
  transaction.keys.forEach((key, index) => {
    const isHolder = scene.sides.some(({ account }) => account === key);
    if (index < transaction.signers.length || key === scene.wallet || isHolder) return;
    note(key, WRAPPED_SOL, (transaction.postBalances[index] ?? 0n) - (transaction.preBalances[index] ?? 0n));
  });
  const isTaken = ([mint, units]: readonly [string, bigint]) =>
    (came.get(mint) ?? 0n) * FILL_PARTS >= units * (FILL_PARTS - 1n);
  return [...given].every(isTaken) && [...got].every(([mint, units]) => (left.get(mint) ?? 0n) >= units);
}

/**
 * The accounts that exchanges with a label name, and what moves outside of their instructions brought to accounts: units of a token account,
 * else lamports. Exchanges ignore accounts beyond their own, so that somebody may name his there and move between them himself.
 */
function byExchanges(scene: WalletTransaction) {
  const { instructions, moves } = scene.transaction;
  const exchanges = instructions.filter(({ program }) => isLabelledExchange(scene, program));
  const inside = placesUnder(exchanges, instructions);
  const moved = new Map<Address, bigint>();
  const add = (account: Address, amount: bigint) => moved.set(account, (moved.get(account) ?? 0n) + amount);
  for (const move of moves) {
    if (inside.has(placeOf(move))) continue;
    if ('from' in move) add(move.from, -unitsOf(scene, move, move.from));
    if ('to' in move) add(move.to, unitsOf(scene, move, move.to));
  }
  return { named: new Set(exchanges.flatMap(({ accounts }) => accounts)), moved };
}

/** The places of these instructions and of all that they call, directly or not. */
function placesUnder(callers: readonly Instruction[], all: readonly Instruction[]): ReadonlySet<string> {
  const places = new Set<string>();
  let open: Instruction | null = null;
  for (const one of all) {
    if (open !== null && (one.at.outer !== open.at.outer || heightOf(one) <= heightOf(open))) open = null;
    if (open === null && callers.includes(one)) open = one;
    if (open !== null) places.add(placeOf(one));
  }
  return places;
}

function placeOf({ at: { outer, inner } }: Pick<Instruction, 'at'>): string {
  return `${outer} ${inner}`;
}

/** Where no depth is told, plain programs belong to the call before them, and any other may be called by anybody. */
function heightOf({ at: { inner }, height = 0, program }: Instruction): number {
  if (inner < 0) return 1;
  if (height > 1) return height;
  return PLAIN_PROGRAMS.has(program) ? Number.POSITIVE_INFINITY : 2;
}

/** What a move took from an account or brought to it, in the unit of the account; lamports beside tokens are rent. */
function unitsOf({ sides }: WalletTransaction, move: Move, at: Address): bigint {
  if ('amount' in move) return move.amount;
  if (move.kind !== 'transfer') return 0n;
  return sides.some(({ account, mint }) => account === at && mint !== WRAPPED_SOL) ? 0n : move.lamports;
}

/** True for a pool, a book or a curve. */
function isLabelledExchange({ world }: WalletTransaction, program: Address): boolean {
  const category = world.labels.find(program)?.category;
  return world.tradePrograms.has(program) || category === 'dex_program' || category === 'launchpad_program';
}

function byOwner(
  vaults: readonly TokenAccountChange[],
  joinsSelfOwned: boolean,
): Iterable<readonly TokenAccountChange[]> {
  const groups = new Map<Address | null, TokenAccountChange[]>();
  for (const side of vaults) {
    const own = side.after?.owner ?? null;
    const owner = joinsSelfOwned && own === side.account ? null : own;
    groups.set(owner, [...(groups.get(owner) ?? []), side]);
  }
  return groups.values();
}

/** The rate at which a pool with exactly these two vaults traded a stable coin. */
function rateOf(vaults: readonly TokenAccountChange[], { world }: WalletTransaction): PoolRate | null {
  const [first, second] = vaults;
  if (vaults.length !== 2 || !first || !second) return null;
  const [sol, stable] = first.mint === WRAPPED_SOL ? [first, second] : [second, first];
  if (sol.mint !== WRAPPED_SOL || !world.stableMints.includes(stable.mint)) return null;
  const [lamports, units] = [amountDelta(sol), amountDelta(stable)];
  if (magnitude(lamports) < RATE_LAMPORTS_MIN || units > 0n === lamports > 0n) return null;
  return { mint: stable.mint, units: magnitude(units), lamports: magnitude(lamports) };
}

/** The programs of top-level instructions, without plain ones, each once. */
export function outerPrograms({ transaction }: WalletTransaction): readonly Address[] {
  const programs: Address[] = [];
  for (const { at, program } of transaction.instructions) {
    if (at.inner < 0 && !PLAIN_PROGRAMS.has(program) && !programs.includes(program)) programs.push(program);
  }
  return programs;
}

/**
 * The part of the wallet's change that programs caused: lamports without costs and gifts, and the number of mints beyond plain
 * transfers.
 */
interface ProgramPart {
  readonly lamports: bigint;
  readonly mints: number;
  /** Others paid for tokens, however little. */
  readonly isPaid: boolean;
}

/**
 * The kind of program that moved the wallet's money; null where none did. A venue called by a loan or NFT program counts as that
 * program. A program without a label counts as a venue if both sides of an exchange moved under it.
 */
export function serviceOf(scene: WalletTransaction, part: ProgramPart): Service | null {
  const hasLamports = part.isPaid || part.lamports > DUST_LAMPORTS || part.lamports < -DUST_LAMPORTS;
  if (!hasLamports && part.mints === 0) return null;
  const called = calledServices(scene);
  if (called.isTrade) return 'trade';
  if (called.special !== null) return called.special;
  const exchanges = (hasLamports && part.mints > 0) || part.mints > 1;
  if (exchanges && called.unknown.some((outer) => movesOurTokens(scene, outer))) return 'trade';
  return called.hasOther ? 'other' : null;
}

interface Called {
  readonly isTrade: boolean;
  /** Lending, staking or NFTs. A program of a top-level instruction comes before one that is called by another. */
  readonly special: Service | null;
  /** Indexes of top-level instructions of unknown programs. */
  readonly unknown: readonly number[];
  readonly hasOther: boolean;
}

/** One call of a program that is not plain, with the service of its top-level instruction. */
interface Call {
  readonly service: Service | null;
  readonly under: Service | null;
  readonly outer: number;
  readonly isTop: boolean;
}

function calledServices(scene: WalletTransaction): Called {
  const calls = callsOf(scene);
  const tops = calls.filter(({ isTop }) => isTop);
  const specials = [...tops, ...calls].filter(({ service }) => isSpecial(service));
  return {
    isTrade: calls.some(({ service, under }) => service === 'trade' && !isSpecial(under)),
    special: specials[0]?.service ?? null,
    unknown: tops.flatMap(({ service, outer }) => (service === null ? [outer] : [])),
    hasOther: tops.length > 0,
  };
}

function callsOf({ transaction, world }: WalletTransaction): readonly Call[] {
  const calls: Call[] = [];
  let under: Service | null = null;
  for (const { at, program } of transaction.instructions) {
    const isTop = at.inner < 0;
    if (isTop) under = null;
    if (PLAIN_PROGRAMS.has(program)) continue;
    const service = serviceOfProgram(world, program);
    if (isTop) under = service;
    calls.push({ service, under, outer: at.outer, isTop });
  }
  return calls;
}

function isSpecial(service: Service | null): boolean {
  return service === 'lending' || service === 'staking' || service === 'nft';
}

/**
 * True where a launchpad or a program without a label runs under the top-level instruction, routers aside, and no program of another
 * kind: a pool, loan or stake program makes receipts for what it keeps, and no coin that it sells.
 */
export function mayBeCurve({ transaction, world }: WalletTransaction, outer: number): boolean {
  let isCurve = false;
  for (const { at, program } of transaction.instructions) {
    if (at.outer !== outer || PLAIN_PROGRAMS.has(program)) continue;
    const category = world.labels.find(program)?.category;
    if (category === 'aggregator_program' || category === 'bot_program') continue;
    if (category !== 'launchpad_program' && serviceOfProgram(world, program) !== null) return false;
    isCurve = true;
  }
  return isCurve;
}

function movesOurTokens({ transaction, own }: WalletTransaction, outer: number): boolean {
  return transaction.moves.some((move) => {
    if (move.at.outer !== outer || isTopLevel(move)) return false;
    if (move.kind !== 'token_transfer' && move.kind !== 'mint_tokens' && move.kind !== 'burn_tokens') return false;
    return ('from' in move && own.has(move.from)) || ('to' in move && own.has(move.to));
  });
}
