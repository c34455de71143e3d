import type { LargeAccount, TrialReader } from '#chain/chain-reader.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import { readExtensions } from '#lib/token/extensions.ts';
import { mintAuthorities } from '#lib/token/mint-extension.ts';
import { type ExtraAccount, readHookList } from '#lib/token/transfer-hook.ts';
import type { TokenTransfer } from '#lib/token/transfer-transaction.ts';
import type { AccountBytes, Accounts } from '#venues/venue.ts';
import { forwardsHooks } from './found.ts';
import type { MarketReader } from './market-question.ts';
import { readApart } from './rounds.ts';
import type { Buyer, SoldMint } from './sale-trials.ts';
import {
  needsOf,
  ofSeller,
  proofOf,
  type SaleTrialOutcome,
  saleTrialOutcome,
  type TrialProof,
  type TrialTransfer,
  trialsOf,
} from './sale-trials.ts';
import { inSlices } from './time-slices.ts';

/** Two have to agree, and one to spare: whether a holder can pay a fee shows only when it is tried. */
const SELLERS_MAX = 3;

const CPI_GUARD = 11;

/** What a sale is tried with. `accounts` holds the largest accounts, the list, the mint and what else was read. */
export interface SaleTrial {
  readonly sold: SoldMint;
  /** The pools that tokens would be sold to, and how many to each, in atomic units. */
  readonly buyers: readonly Buyer[];
  readonly large: Reading<readonly LargeAccount[]>;
  readonly accounts: Accounts;
  /** Who made the pools. */
  readonly creators: readonly Address[];
  readonly reader: MarketReader;
}

/**
 * Tries whether the mint, and its hook where it has one, lets holders' tokens into the pools of the trade, at the present
 * state: one round of transfers that are run without effect, and one of accounts before it where the hook's list rests on
 * their data. The pools' programs are not run. Null where there is no pool or nobody to try it with.
 */
export async function proveSale(trial: SaleTrial): Promise<Reading<TrialProof>> {
  return (await prepareSale(trial)).run();
}

/** A sale that is ready to be tried. `run` sends the trials at once, so that they travel with what else is asked for then. */
export interface PreparedSale {
  run(): Promise<Reading<TrialProof>>;
}

/** Works out the trials of a sale. Only where a hook's list rests on unread data is anything left for `run` to work out. */
export async function prepareSale(trial: SaleTrial): Promise<PreparedSale> {
  const { sold, large, accounts, creators, reader } = trial;
  const pools = trial.buyers.map(targetOf);
  if (pools.length === 0) return settled(known(null));
  const tokens = pools.reduce((sum, pool) => sum + pool.tokens, 0n);
  if (!large.known) return settled(renamed('sale', large.gap));
  const account = accounts.get(sold.mint);
  const apart = new Set([...creators, ...(account ? mintAuthorities(account) : [])]);
  const sellers = chooseSellers({ mint: sold.mint, large: large.value, accounts, apart }, tokens);
  if (sellers.length === 0) return settled(known(null));
  const list = listIn(sold, accounts);
  if (list === 'unreadable') {
    return settled(missing('sale', 'unreadable', "the hook's list of accounts is not known here"));
  }
  const transfers = sellers.map((seller) => pools.map((pool) => transferOf(sold, seller, pool)));
  const needed = await inSlices(needsOf(list, transfers.flat(), accounts));
  const work = {
    sold,
    list,
    transfers,
    forwards: sold.hook === null || pools.every(({ forwards: does }) => does),
    reader,
  };
  if (needed.length > 0) return { run: () => runAfter(needed, accounts, work) };
  const trials = await trialsOfAll(work, accounts);
  return { run: () => runAll(trials, work) };
}

function settled(proof: Reading<TrialProof>): PreparedSale {
  return { run: async () => proof };
}

interface SaleWork {
  readonly sold: SoldMint;
  readonly list: readonly ExtraAccount[] | null;
  /** By seller, one for each pool. */
  readonly transfers: readonly (readonly TokenTransfer[])[];
  readonly forwards: boolean;
  readonly reader: MarketReader;
}

/** Reads the data that the list rests on first. A list that leads on from there is not followed. */
async function runAfter(needed: readonly Address[], accounts: Accounts, work: SaleWork): Promise<Reading<TrialProof>> {
  const round = await readApart(work.reader, needed);
  if (!round.known) return renamed('sale', round.gap);
  return runAll(await trialsOfAll(work, new Map([...accounts, ...round.value.accounts])), work);
}

async function trialsOfAll(
  { sold, list, transfers }: SaleWork,
  accounts: Accounts,
): Promise<readonly (readonly TrialTransfer[])[]> {
  const trials: (readonly TrialTransfer[])[] = [];
  for (const own of transfers) trials.push(await inSlices(trialsOf(sold, list, own, accounts)));
  return trials;
}

/** All in one go, so that they travel together. */
async function runAll(
  trials: readonly (readonly TrialTransfer[])[],
  { sold, forwards, reader }: SaleWork,
): Promise<Reading<TrialProof>> {
  const tried = trials.map(async (own) =>
    ofSeller(await Promise.all(own.map((trial) => outcomeIn(trial, sold, reader)))),
  );
  return proofOf(await Promise.all(tried), forwards);
}

interface Target {
  readonly vault: Address;
  readonly forwards: boolean;
  /** What of the size's tokens is sold here, in atomic units. */
  readonly tokens: bigint;
}

function targetOf({ pool, tokens }: Buyer): Target {
  return { vault: pool.vaults.mint, forwards: forwardsHooks(pool.venue), tokens };
}

/** Null where the hook keeps no list: the token program then calls it with the accounts of the transfer alone. */
function listIn({ hook }: SoldMint, accounts: Accounts): readonly ExtraAccount[] | null | 'unreadable' {
  const account = hook && accounts.get(hook.list);
  // Anybody can send lamports to an address; that makes no list.
  if (!account || account.data.length === 0) return null;
  return readHookList(account.data) ?? 'unreadable';
}

function transferOf({ hook, mint }: SoldMint, seller: Seller, { vault, tokens }: Target): TokenTransfer {
  const amount = tokens < 1n ? 1n : tokens;
  return {
    ...{
      hookProgram: hook?.program ?? null,
      mint,
      source: seller.account,
      destination: vault,
      authority: seller.authority,
    },
    amount: seller.balance < amount ? seller.balance : amount,
  };
}

async function outcomeIn(trial: TrialTransfer, sold: SoldMint, reader: TrialReader): Promise<SaleTrialOutcome> {
  if (typeof trial !== 'string') return trial;
  return saleTrialOutcome(await reader.run(trial), {
    hookProgram: sold.hook?.program ?? null,
    tokenProgram: sold.tokenProgram,
  });
}

/** A holder whose tokens can be moved in a trial: `balance` in atomic units, more than 0. */
interface Seller {
  readonly account: Address;
  readonly authority: Address;
  readonly balance: bigint;
}

/** Among whom sellers are chosen. */
interface Holders {
  readonly mint: Address;
  readonly large: readonly LargeAccount[];
  readonly accounts: Accounts;
  /** Those whom a hook may treat better than others: who made the mint and its pools. */
  readonly apart: ReadonlySet<Address>;
}

/**
 * Ordinary holders, each once: wallets whose account is neither frozen nor guarded against programs. Those that hold
 * `tokens` come first, and of them the smaller ones: a hook that lets few sell lets the largest.
 */
function chooseSellers({ mint, large, accounts, apart }: Holders, tokens: bigint): readonly Seller[] {
  const found = new Map<Address, Seller>();
  for (const { account } of large) {
    const state = accounts.get(account);
    const seller = state && sellerIn(state, mint);
    if (seller && !apart.has(seller.authority)) found.set(seller.authority, seller);
  }
  const holdsLess = ({ balance }: Seller): number => (balance < tokens ? 1 : 0);
  return [...found.values()]
    .sort((a, b) => holdsLess(a) - holdsLess(b) || (a.balance < b.balance ? -1 : a.balance > b.balance ? 1 : 0))
    .slice(0, SELLERS_MAX);
}

function sellerIn(state: AccountBytes, mint: Address): Seller | null {
  const tokenAccount = readTokenAccount(state);
  if (tokenAccount === null || tokenAccount.mint !== mint || tokenAccount.amount === 0n || tokenAccount.frozen)
    return null;
  const extensions = readExtensions(state.data);
  const isGuarded = extensions?.some(({ type, data }) => type === CPI_GUARD && data[0] !== 0) ?? true;
  if (isGuarded || !isOnCurve(tokenAccount.authority)) return null;
  return { account: state.address, authority: tokenAccount.authority, balance: tokenAccount.amount };
}
