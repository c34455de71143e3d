import type { LargeAccount, TrialReader } from '#chain/chain-reader.ts';
import { forwardsHooks } from '#derive/market/found-pools.ts';
import type { Buyer, SoldMint } from '#derive/market/sale-trials.ts';
import {
  needsOf,
  ofSeller,
  proofOf,
  type SaleTrialOutcome,
  saleTrialOutcome,
  type TrialProof,
  type TrialTransfer,
  trialsOf,
} from '#derive/market/sale-trials.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { type Address, isOnCurve } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import { readExtensions } from '#solana/token/extensions.ts';
import { mintAuthorities } from '#solana/token/mint-extension.ts';
import { type ExtraAccount, readHookList } from '#solana/token/transfer-hook.ts';
import type { TokenTransfer } from '#solana/token/transfer-transaction.ts';
import type { AccountBytes, Accounts } from '#venues/venue.ts';
import type { MarketReader } from './market-question.ts';
import { readApart } from './rounds.ts';
import { inSlices } from './time-slices.ts';

/** Two sellers must agree, and a third is a spare: only a trial shows whether a holder can pay the fee. */
const SELLERS_MAX = 3;

const CPI_GUARD = 11;

/** The input of trial sales. `accounts` contains the largest accounts, the hook's list, the mint and other accounts read before. */
export interface SaleTrial {
  readonly sold: SoldMint;
  /** The pools that buy, and the amount of each in atomic units. */
  readonly buyers: readonly Buyer[];
  readonly large: Reading<readonly LargeAccount[]>;
  readonly accounts: Accounts;
  /** The creators of the pools. */
  readonly creators: readonly Address[];
  readonly reader: MarketReader;
}

/**
 * Simulates whether the mint and its transfer hook let holders send tokens to the pools of the trade. One round of simulated
 * transfers, with a round before it where the hook's list depends on account data. The pools' programs are not run. Null where
 * there is no pool or no seller.
 */
export async function proveSale(trial: SaleTrial): Promise<Reading<TrialProof>> {
  return runSale(await prepareSale(trial));
}

/**
 * Trial sales that are built, so that all simulations share a round with other requests. `needed`: accounts that the hook's list depends
 * on, to be read first. `proof`: the result that is known without a trial.
 */
export type PreparedSale =
  | { readonly proof: Reading<TrialProof> }
  | { readonly work: SaleWork; readonly trials: Trials }
  | { readonly work: SaleWork; readonly needed: readonly Address[]; readonly accounts: Accounts };

/** Builds the trials of a sale, which `runSale` sends. */
export async function prepareSale(trial: SaleTrial): Promise<PreparedSale> {
  const { sold, large, accounts, creators, reader } = trial;
  const pools = trial.buyers.map(targetOf);
  if (pools.length === 0) return { proof: known(null) };
  const tokens = pools.reduce((sum, pool) => sum + pool.tokens, 0n);
  if (!large.known) return { proof: renamed('sale', large.gap) };
  const account = accounts.get(sold.mint);
  const apart = new Set([...creators, ...(account ? mintAuthorities(account) : [])]);
  const sellers = chooseSellers({ mint: sold.mint, large: large.value, accounts, apart }, tokens);
  if (sellers.length === 0) return { proof: known(null) };
  const list = listIn(sold, accounts);
  if (list === 'unreadable') {
    return { proof: missing('sale', 'unreadable', "the hook's list of accounts is not known here") };
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
  if (needed.length > 0) return { work, needed, accounts };
  return { work, trials: await trialsOfAll(work, accounts) };
}

/** Sends the trials of a sale. */
export async function runSale(prepared: PreparedSale): Promise<Reading<TrialProof>> {
  if ('proof' in prepared) return prepared.proof;
  const { work } = prepared;
  if ('trials' in prepared) return runAll(prepared.trials, work);
  return runAfter(prepared.needed, prepared.accounts, work);
}

/** Trials by seller, one for each pool. */
type Trials = readonly (readonly TrialTransfer[])[];

interface SaleWork {
  readonly sold: SoldMint;
  readonly list: readonly ExtraAccount[] | null;
  /** Transfers by seller, one for each pool. */
  readonly transfers: readonly (readonly TokenTransfer[])[];
  readonly forwards: boolean;
  readonly reader: MarketReader;
}

/** Reads the data that the list depends on. Further dependencies are not followed. */
async function runAfter(needed: readonly Address[], accounts: Accounts, work: SaleWork): Promise<Reading<TrialProof>> {
  const round = await readApart(work.reader, needed);
  if (!round.known) return renamed('sale', round.gap);
  return runAll(await trialsOfAll(work, new Map([...accounts, ...round.value.accounts])), work);
}

async function trialsOfAll({ sold, list, transfers }: SaleWork, accounts: Accounts): Promise<Trials> {
  const trials: (readonly TrialTransfer[])[] = [];
  for (const own of transfers) trials.push(await inSlices(trialsOf(sold, list, own, accounts)));
  return trials;
}

/** Sends all simulations at once, so that they share a round. */
async function runAll(trials: Trials, { sold, forwards, reader }: SaleWork): Promise<Reading<TrialProof>> {
  const tried = trials.map(async (own) =>
    ofSeller(await Promise.all(own.map((trial) => outcomeIn(trial, sold, reader)))),
  );
  return proofOf(await Promise.all(tried), forwards);
}

interface Target {
  readonly vault: Address;
  readonly forwards: boolean;
  /** The amount sold here, in atomic units. */
  readonly tokens: bigint;
}

function targetOf({ pool, tokens }: Buyer): Target {
  return { vault: pool.vaults.mint, forwards: forwardsHooks(pool.venue), tokens };
}

/** Null where the hook has no list: the token program then passes only the accounts of the transfer. */
function listIn({ hook }: SoldMint, accounts: Accounts): readonly ExtraAccount[] | null | 'unreadable' {
  const account = hook && accounts.get(hook.list);
  // Anybody can send lamports to the address, so an account without data is no list.
  if (!account || account.data.length === 0) return null;
  return readHookList(account.data) ?? 'unreadable';
}

function transferOf({ hook, mint }: SoldMint, seller: Seller, { vault, tokens }: Target): TokenTransfer {
  const amount = tokens < 1n ? 1n : tokens;
  return {
    hookProgram: hook?.program ?? null,
    mint,
    source: seller.account,
    destination: vault,
    authority: seller.authority,
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

/** A holder whose tokens a trial can move: `balance` in atomic units, above 0. */
interface Seller {
  readonly account: Address;
  readonly authority: Address;
  readonly balance: bigint;
}

/** The accounts from which sellers are chosen. */
interface Holders {
  readonly mint: Address;
  readonly large: readonly LargeAccount[];
  readonly accounts: Accounts;
  /** The creators of the mint and its pools, which a hook may favour. */
  readonly apart: ReadonlySet<Address>;
}

/**
 * Chooses ordinary holders, each once: wallets whose account is neither frozen nor has a CPI guard. Those with `tokens` or more
 * come first, the smallest of them first, because a hook that lets few holders sell favours the largest.
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
