import type { Move, TokenBalance, Transaction } from '#chain/chain-reader.ts';
import { nativeDelta } from '#chain/decode/balances.ts';
import type { GateSchedule } from '#chain/gates/gate-schedule.ts';
import type { LabelCategory, LabelTable } from '#chain/labels/label.ts';
import type { Service } from '#checks/wallet/effect.ts';
import { type Address, address } from '#lib/address.ts';
import { METADATA_PROGRAM } from '#lib/token/metaplex.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import { venues } from '#venues/index.ts';

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
  for (const { account, mint, before, after } of sides) {
    const [had, has] = [ownedBy(before, wallet) ?? EMPTY, ownedBy(after, wallet) ?? EMPTY];
    if (had === EMPTY && has === EMPTY) continue;
    own.set(account, mint);
    worth += has.lamports - had.lamports;
    if (mint !== WRAPPED_SOL) tokens.set(mint, (tokens.get(mint) ?? 0n) + has.amount - had.amount);
  }
  for (const move of transaction.moves) {
    if (move.kind === 'open_token_account' && move.owner === wallet) own.set(move.account, move.mint);
  }
  return { transaction, wallet, world, signed: transaction.signers.includes(wallet), sides, own, worth, tokens };
}

const EMPTY: Stand = { owner: null, amount: 0n, lamports: 0n };

/** True for the wallet and its token accounts. */
export function isOurs({ wallet, own }: WalletTransaction, account: Address): boolean {
  return account === wallet || own.has(account);
}

/** True for an instruction that no program called. */
export function isTopLevel({ at }: Move): boolean {
  return at.inner < 0;
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

/** `stand` if the account belonged to `owner`; else null. */
export function ownedBy(stand: Stand | null, owner: Address): Stand | null {
  return stand?.owner === owner ? stand : null;
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
