import type { LargeAccount } from '#chain/model.ts';
import type { TrialReader } from '#chain/run-model.ts';
import { type Address, address } from '#lib/address.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';
import { mintAuthorities } from '#lib/token/authorities.ts';
import { type ExtraAccount, readHookList } from '#lib/token/transfer-hook.ts';
import { type Resolved, resolveHookList } from '#lib/token/transfer-hook-accounts.ts';
import { type TokenTransfer, transferTransaction } from '#lib/token/transfer-transaction.ts';
import type { Accounts } from '#venues/model.ts';
import type { Steps } from '#venues/routing/steps.ts';
import { forwardsHooks } from './found.ts';
import type { MarketReader } from './model.ts';
import { readApart } from './rounds.ts';
import { type Outcome, ofSeller, open, outcomeOf, proofOf, type TrialProof } from './sale-outcome.ts';
import { chooseSellers, type Seller } from './sellers.ts';
import type { Buyer, SoldMint } from './sold.ts';
import { inTurns } from './turns.ts';

/** The account in which a program reads the instructions of the transaction that it is in. */
const INSTRUCTIONS = address('Sysvar1nstructions1111111111111111111111111');

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
  const { sold, large, accounts, creators, reader } = trial;
  const pools = trial.buyers.map(targetOf);
  if (pools.length === 0) return known(null);
  const tokens = pools.reduce((sum, pool) => sum + pool.tokens, 0n);
  if (!large.known) return renamed('sale', large.gap);
  const account = accounts.get(sold.mint);
  const apart = new Set([...creators, ...(account ? mintAuthorities(account) : [])]);
  const sellers = chooseSellers({ mint: sold.mint, large: large.value, accounts, apart }, tokens);
  if (sellers.length === 0) return known(null);
  const list = listIn(sold, accounts);
  if (list === 'unreadable') return missing('sale', 'unreadable', "the hook's list of accounts is not known here");
  const transfers = sellers.map((seller) => pools.map((pool) => transferOf(sold, seller, pool)));
  const resting = await withNeeds(list, transfers.flat(), accounts, reader);
  if (!resting.known) return renamed('sale', resting.gap);
  const trials: (readonly Trial[])[] = [];
  for (const own of transfers) trials.push(await inTurns(trialsOf(sold, list, own, resting.value)));
  // All in one go, so that they travel together.
  const tried = trials.map(async (own) =>
    ofSeller(await Promise.all(own.map((trial) => outcomeIn(trial, sold, reader)))),
  );
  const forwards = sold.hook === null || pools.every(({ forwards: does }) => does);
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

/** The accounts with those whose data the list rests on. A list that leads on from there is not followed. */
async function withNeeds(
  list: readonly ExtraAccount[] | null,
  transfers: readonly TokenTransfer[],
  accounts: Accounts,
  reader: MarketReader,
): Promise<Reading<Accounts>> {
  const needed = await inTurns(needsOf(list, transfers, accounts));
  if (needed.length === 0) return known(accounts);
  const round = await readApart(reader, needed);
  return round.known ? known(new Map([...accounts, ...round.value.accounts])) : round;
}

function* needsOf(
  list: readonly ExtraAccount[] | null,
  transfers: readonly TokenTransfer[],
  accounts: Accounts,
): Steps<readonly Address[]> {
  const needed: Address[] = [];
  for (const transfer of transfers) {
    const resolved = resolvedFor(list, transfer, accounts);
    if (resolved?.is === 'needs') needed.push(...resolved.accounts);
    yield;
  }
  return needed;
}

/** Null where there is no list to follow. */
function resolvedFor(
  list: readonly ExtraAccount[] | null,
  transfer: TokenTransfer,
  accounts: Accounts,
): Resolved | null {
  const { hookProgram } = transfer;
  return list && hookProgram && resolveHookList(list, { ...transfer, hookProgram }, dataIn(accounts));
}

function dataIn(accounts: Accounts) {
  return (address: Address) => (accounts.has(address) ? (accounts.get(address)?.data ?? null) : undefined);
}

/** A transaction to be run, or what is known without. */
type Trial = string | Outcome;

/** A list may want many addresses that are dear to derive. */
function* trialsOf(
  sold: SoldMint,
  list: readonly ExtraAccount[] | null,
  transfers: readonly TokenTransfer[],
  accounts: Accounts,
): Steps<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const transfer of transfers) {
    trials.push(trialOf(sold, transfer, resolvedFor(list, transfer, accounts)));
    yield;
  }
  return trials;
}

function trialOf(sold: SoldMint, transfer: TokenTransfer, resolved: Resolved | null): Trial {
  if (resolved?.is === 'needs') return { is: 'open', gap: tooFar };
  if (resolved?.is === 'unresolvable') return open(`the hook's list cannot be followed: ${resolved.why}`);
  if (resolved?.accounts.some((one) => one.address === INSTRUCTIONS))
    return open('the hook looks at the transaction around the transfer, and may know a trial from a sale');
  const transaction = transferTransaction({ ...sold, ...transfer, extras: resolved?.accounts ?? null });
  return transaction ?? open('the hook wants more accounts than a transaction takes');
}

async function outcomeIn(trial: Trial, sold: SoldMint, reader: TrialReader): Promise<Outcome> {
  if (typeof trial !== 'string') return trial;
  return outcomeOf(await reader.run(trial), {
    hookProgram: sold.hook?.program ?? null,
    tokenProgram: sold.tokenProgram,
  });
}

const tooFar: Gap = missing('sale', 'limit_reached', "the hook's list leads from account to account").gap;
