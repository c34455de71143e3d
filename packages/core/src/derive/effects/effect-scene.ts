import type { LabelCategory, LabelTable } from '#chain/labels/label.ts';
import { type Address, address, isOnCurve } from '#solana/address.ts';
import { nativeDelta } from '#solana/decode/balances.ts';
import type { GateSchedule } from '#solana/gates/gate-schedule.ts';
import type { Move } from '#solana/move.ts';
import { METADATA_PROGRAM } from '#solana/token/metaplex.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { TokenBalance, Transaction } from '#solana/transaction.ts';
import { venues } from '#venues/index.ts';
import { runLamports } from '../sources/lamport-run.ts';
import type { Service } from './effect-type.ts';

const services: Partial<Readonly<Record<LabelCategory, Service>>> = {
  dex_program: 'trade',
  aggregator_program: 'trade',
  launchpad_program: 'trade',
  bot_program: 'trade',
  lending_perp_program: 'lending',
  staking_program: 'staking',
  nft_program: 'nft',
};

/** Programs that do something else than their label's category, which follows their maker. */
const exceptions: ReadonlyMap<Address, Service> = new Map<Address, Service>([
  [address('PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu'), 'lending'], // Jupiter Perpetuals
  [address('jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9'), 'lending'], // Jupiter Lend Earn
  [address('jupeiUmn818Jg1ekPURTpr4mFo29p46vygyykFJ3wZC'), 'lending'], // Jupiter Lend
  [address('jupr81YtYssSyPt8jbnGuiWon5f6x9TcDEFxYe3Bdzi'), 'lending'], // Jupiter Lend Borrow
  [address('LiMoM9rMhrdYrfzUCxQppvxCSG1FcrUK9G8uLq4A1GF'), 'trade'], // Kamino limit orders
  [address('GovaE4iu227srtG2s3tZzB4RmWBzw8sTwrCLZz7kN7rY'), 'other'], // Jupiter governance
  [address('meRjbQXFNf5En86FXT2YPz1dQzLj4Yb3xK8u1MVgqpb'), 'other'], // an airdrop's distributor
  // Metaplex metadata describes fungible tokens as well as NFTs, and launchpads call it.
  [METADATA_PROGRAM, 'other'],
]);

/** A successful transaction from the view of one wallet. */
export interface WalletTransaction {
  readonly transaction: Transaction;
  readonly wallet: Address;
  readonly world: EffectWorld;
  readonly signed: boolean;
  readonly sides: readonly TokenAccountChange[];
  /** The mint of every token account that belonged to the wallet during the transaction, even for a part of it. */
  readonly own: ReadonlyMap<Address, Address>;
  /** The change of native, wrapped and rent lamports together. */
  readonly worth: bigint;
  /** The change of each mint in the wallet's accounts, without wrapped SOL. A mint that came and went has 0. */
  readonly tokens: ReadonlyMap<Address, bigint>;
  /** Indexes of top-level instructions beside a trade that are no part of it: what programs move under them is given. */
  readonly besides: ReadonlySet<number>;
}

/** Builds the view; `sides` must have owners wherever they matter. */
export function sceneOf(
  transaction: Transaction,
  wallet: Address,
  world: EffectWorld,
  sides: readonly TokenAccountChange[],
): WalletTransaction {
  const own = new Map<Address, Address>();
  const tokens = new Map<Address, bigint>();
  let worth = nativeDelta(transaction, wallet);
  for (const side of sides) {
    const { account, mint, before, after } = side;
    const [had, has] = [heldBy(side, before, wallet) ?? EMPTY, heldBy(side, after, wallet) ?? EMPTY];
    if (had === EMPTY && has === EMPTY) continue;
    own.set(account, mint);
    worth += has.lamports - had.lamports;
    if (mint !== WRAPPED_SOL) tokens.set(mint, (tokens.get(mint) ?? 0n) + has.amount - had.amount);
  }
  for (const move of transaction.moves) {
    if (move.kind === 'open_token_account' && move.owner === wallet) own.set(move.account, move.mint);
  }
  const besides = besidesOf(transaction, world, { wallet, own });
  return {
    transaction,
    wallet,
    world,
    signed: transaction.signers.includes(wallet),
    sides,
    own,
    worth,
    tokens,
    besides,
  };
}

const EMPTY: Stand = { owner: null, amount: 0n, lamports: 0n };

type Ours = Pick<WalletTransaction, 'wallet' | 'own'>;

/** True for the wallet and its token accounts. */
export function isOurs({ wallet, own }: Ours, account: Address): boolean {
  return account === wallet || own.has(account);
}

/** Beside a venue or an exchange without a label: the instructions that call no program with a known service and are no exchange. */
function besidesOf(transaction: Transaction, world: EffectWorld, ours: Ours): ReadonlySet<number> {
  const services = new Map<number, Set<Service | null>>();
  for (const { at, program } of transaction.instructions) {
    const called = services.get(at.outer) ?? new Set();
    services.set(at.outer, called.add(serviceOfProgram(world, program)));
  }
  const besides = new Set<number>();
  let isTrade = false;
  for (const [outer, called] of services) {
    if (called.has('trade')) isTrade = true;
    else if (called.has('lending') || called.has('staking') || called.has('nft')) continue;
    else if (isExchange(transaction, ours, outer)) isTrade = true;
    else besides.add(outer);
  }
  return isTrade ? besides : NONE;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * True where a program took something from the wallet and gave it something else under the instruction, one of them tokens. It may
 * give lamports without an instruction.
 */
function isExchange(transaction: Transaction, ours: Ours, outer: number): boolean {
  const moved = transaction.moves.filter((move) => move.at.outer === outer && !isTopLevel(move));
  const [came, left] = (['in', 'out'] as const).map((way) => moved.filter((move) => wayOf(ours, move) === way));
  if (!came || !left?.length || ![...came, ...left].some((move) => isOfTokens(ours, move))) return false;
  return came.length > 0 || [ours.wallet, ...ours.own.keys()].some((of) => runLamports(transaction).residual(of) > 0n);
}

function isOfTokens({ own }: Ours, move: Move): boolean {
  if (move.kind === 'token_transfer') return (own.get(move.from) ?? own.get(move.to)) !== WRAPPED_SOL;
  return move.kind === 'mint_tokens' || move.kind === 'burn_tokens';
}

/** The direction between the wallet and others; null where something moved on one side only. */
export function wayOf(ours: Ours, move: Move): 'in' | 'out' | null {
  const gives = 'from' in move && isOurs(ours, move.from);
  const gets = 'to' in move && isOurs(ours, move.to);
  if (gives === gets) return null;
  return gives ? 'out' : 'in';
}

/** True for an instruction that no program called. */
export function isTopLevel({ at }: Move): boolean {
  return at.inner < 0;
}

/**
 * True for a move that is no part of a trade: an instruction of the transaction itself, or a program's under an instruction beside
 * the trade. What such a program puts into a token account of another program is a deposit there.
 */
export function isPlain(scene: WalletTransaction, move: Move): boolean {
  if (isTopLevel(move)) return true;
  if (!scene.besides.has(move.at.outer)) return false;
  const { sides, wallet, transaction } = scene;
  const side = 'to' in move && sides.find(({ account }) => account === move.to);
  const owner = side && (side.after ?? side.before)?.owner;
  if (!owner || owner === wallet || transaction.signers.includes(owner)) return true;
  return isOnCurve(owner) && !transaction.instructions.some(({ program }) => program === owner);
}

/** Lamports of the account beyond wrapped ones, before and after, for any owner. */
export function rents({ mint, before, after }: TokenAccountChange): {
  readonly before: bigint;
  readonly after: bigint;
} {
  return { before: rentIn(mint, before), after: rentIn(mint, after) };
}

/** A token account before or after a transaction. `owner` is null where old metadata lacks it. */
export interface Stand {
  readonly owner: Address | null;
  readonly amount: bigint;
  readonly lamports: bigint;
}

/** One token account with one mint before and after a transaction; null where it did not exist with that mint. */
export interface TokenAccountChange {
  readonly keyIndex: number;
  readonly account: Address;
  readonly mint: Address;
  readonly decimals: number;
  readonly program: Address | null;
  before: Stand | null;
  after: Stand | null;
}

/** Every token account of the transaction, in the order of its keys. An account that changed its mint appears twice. */
export function sidesOf({
  preTokens,
  postTokens,
  preBalances,
  postBalances,
}: Transaction): readonly TokenAccountChange[] {
  const sides: TokenAccountChange[] = [];
  for (const balance of preTokens) sides.push(sideOf(balance, stand(balance, preBalances), null));
  for (const balance of postTokens) {
    const side = sides.find(({ keyIndex, mint }) => keyIndex === balance.keyIndex && mint === balance.mint);
    if (side === undefined) sides.push(sideOf(balance, null, stand(balance, postBalances)));
    else side.after = stand(balance, postBalances);
  }
  return sides.length > 1 ? sides.sort((a, b) => a.keyIndex - b.keyIndex) : sides;
}

function sideOf(
  { keyIndex, account, mint, decimals, program }: TokenBalance,
  before: Stand | null,
  after: Stand | null,
): TokenAccountChange {
  return { keyIndex, account, mint, decimals, program, before, after };
}

function stand({ owner, amount, keyIndex }: TokenBalance, balances: readonly bigint[]): Stand {
  return { owner, amount, lamports: balances[keyIndex] ?? 0n };
}

/** The change of the amount, for any owner. */
export function amountDelta({ before, after }: TokenAccountChange): bigint {
  return (after?.amount ?? 0n) - (before?.amount ?? 0n);
}

/** Lamports beyond wrapped ones. */
function rentIn(mint: Address, stand: Stand | null): bigint {
  if (stand === null) return 0n;
  return mint === WRAPPED_SOL ? stand.lamports - stand.amount : stand.lamports;
}

/**
 * `stand` if the account belonged to the wallet; else null. Lamports of a token account that owns itself are the wallet's own
 * lamports, and count there.
 */
export function heldBy({ account }: TokenAccountChange, stand: Stand | null, wallet: Address): Stand | null {
  if (stand === null || stand.owner !== wallet) return null;
  return account === wallet ? { owner: wallet, amount: stand.amount, lamports: 0n } : stand;
}

/** The known programs and accounts. Built once for all wallets. */
export interface KnownPrograms {
  readonly labels: LabelTable;
  readonly stableMints: readonly Address[];
  /** Programs of the venues that can be quoted, labelled or not. */
  readonly tradePrograms: ReadonlySet<Address>;
}

/** The known programs, and the rent at every slot. */
export interface EffectWorld extends KnownPrograms {
  readonly schedule: GateSchedule;
}

/** The known programs by their labels; `stableMints` are coins of a dollar or a euro. */
export function knownPrograms(labels: LabelTable, stableMints: readonly Address[]): KnownPrograms {
  return { labels, stableMints, tradePrograms: new Set(venues.map(({ program }) => program)) };
}

/** The service that a program gives; null for an unknown program. */
export function serviceOfProgram(world: KnownPrograms, program: Address): Service | null {
  const exception = exceptions.get(program);
  if (exception !== undefined) return exception;
  if (world.tradePrograms.has(program)) return 'trade';
  const label = world.labels.find(program);
  return label === null ? null : (services[label.category] ?? 'other');
}

/** `tip` for an account that takes tips for inclusion, `platform` for one that takes fees of a bot, wallet, router or launchpad. */
export function feeTakerOf(world: KnownPrograms, account: Address): 'tip' | 'platform' | null {
  switch (world.labels.find(account)?.category) {
    case 'jito_tip':
    case 'tip_account':
      return 'tip';
    case 'bot_fee_account':
    case 'wallet_fee_account':
    case 'aggregator_fee_account':
    case 'launchpad_fee_account':
      return 'platform';
    default:
      return null;
  }
}
