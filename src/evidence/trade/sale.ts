import type { LargeAccount } from '#chain/model.ts';
import type { TrialReader } from '#chain/run-model.ts';
import type { SaleProof } from '#checks/trade/evidence.ts';
import { type Address, address } from '#lib/address.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';
import { mintAuthorities } from '#lib/token/authorities.ts';
import { type ExtraAccount, hookListAddress, readHookList } from '#lib/token/transfer-hook.ts';
import { type HookedTransfer, type Resolved, resolveHookList } from '#lib/token/transfer-hook-accounts.ts';
import { hookedTransaction } from '#lib/token/transfer-hook-transaction.ts';
import type { Accounts } from '#venues/model.ts';
import type { Steps } from '#venues/routing/steps.ts';
import type { Trade } from '#venues/routing/trade.ts';
import { forwardsHooks } from './found.ts';
import type { Sight } from './look.ts';
import type { TradeReader } from './model.ts';
import { readApart } from './rounds.ts';
import { type Outcome, ofSeller, open, outcomeOf, proofOf } from './sale-outcome.ts';
import { chooseSellers, type Seller } from './sellers.ts';
import { inTurns } from './turns.ts';

/** The account in which a program reads the instructions of the transaction that it is in. */
const INSTRUCTIONS = address('Sysvar1nstructions1111111111111111111111111');

/** A mint whose hook decides about transfers, and where the hook keeps the list of accounts that it wants. */
export interface HookedMint {
  readonly mint: Address;
  readonly tokenProgram: Address;
  readonly decimals: number;
  readonly hookProgram: Address;
  readonly list: Address;
}

/** What a sale is tried with. `accounts` holds the largest accounts, the list, the mint and what else was read. */
export interface SaleTrial {
  readonly hooked: HookedMint;
  /** The cheapest trade, whose pools tokens would be sold to; null where there is none. */
  readonly trade: Trade | null;
  readonly large: Reading<readonly LargeAccount[]>;
  readonly accounts: Accounts;
  /** Who made the pools. */
  readonly creators: readonly Address[];
  readonly reader: TradeReader;
}

/** The subject as a mint with a hook; null where no hook decides. */
export function hookedMint(mint: Address, { subject }: Sight): HookedMint | null {
  if (!subject.known || subject.value.subject.is !== 'mint') return null;
  const { program: tokenProgram, decimals, hookProgram } = subject.value.subject.mint;
  if (hookProgram === null) return null;
  return { mint, tokenProgram, decimals, hookProgram, list: hookListAddress(mint, hookProgram) };
}

/**
 * Tries whether the hook lets holders' tokens into the pools of the cheapest trade, at the present state: one round of
 * transfers that are run without effect, and one of accounts before it where the hook's list rests on their data. The
 * pools' programs are not run. Null where there is no pool or nobody to try it with.
 */
export async function proveSale(trial: SaleTrial): Promise<Reading<SaleProof>> {
  const { hooked, trade, large, accounts, creators, reader } = trial;
  const pools = trade === null ? [] : poolsOf(trade);
  if (trade === null || pools.length === 0) return known(null);
  if (!large.known) return renamed('sale', large.gap);
  const account = accounts.get(hooked.mint);
  const apart = new Set([...creators, ...(account ? mintAuthorities(account) : [])]);
  const sellers = chooseSellers({ mint: hooked.mint, large: large.value, accounts, apart }, trade.tokens);
  if (sellers.length === 0) return known(null);
  const list = listIn(hooked, accounts);
  if (list === 'unreadable') return missing('sale', 'unreadable', "the hook's list of accounts is not known here");
  const transfers = sellers.map((seller) => pools.map((pool) => transferOf(hooked, seller, pool)));
  const resting = await withNeeds(list, transfers.flat(), accounts, reader);
  if (!resting.known) return renamed('sale', resting.gap);
  const trials: (readonly Trial[])[] = [];
  for (const own of transfers) trials.push(await inTurns(trialsOf(hooked, list, own, resting.value)));
  // All in one go, so that they travel together.
  const tried = trials.map(async (own) =>
    ofSeller(await Promise.all(own.map((trial) => outcomeIn(trial, hooked, reader)))),
  );
  const forwards = pools.every(({ forwards: does }) => does);
  return proofOf(await Promise.all(tried), forwards);
}

interface Target {
  readonly vault: Address;
  readonly forwards: boolean;
  /** What of the size's tokens is sold here, in atomic units. */
  readonly tokens: bigint;
}

/** The pools that the trade sells to: the last one of each of its paths. */
function poolsOf({ trips }: Trade): readonly Target[] {
  return trips.flatMap(({ path, tokens }) => {
    const pool = path.hops.at(-1)?.pool;
    return pool ? [{ vault: pool.vaults.mint, forwards: forwardsHooks(pool.venue), tokens }] : [];
  });
}

/** Null where the hook keeps no list: the token program then calls it with the accounts of the transfer alone. */
function listIn({ list }: HookedMint, accounts: Accounts): readonly ExtraAccount[] | null | 'unreadable' {
  const account = accounts.get(list);
  // Anybody can send lamports to an address; that makes no list.
  if (!account || account.data.length === 0) return null;
  return readHookList(account.data) ?? 'unreadable';
}

function transferOf({ hookProgram, mint }: HookedMint, seller: Seller, { vault, tokens }: Target): HookedTransfer {
  const amount = tokens < 1n ? 1n : tokens;
  return {
    ...{ hookProgram, mint, source: seller.account, destination: vault, authority: seller.authority },
    amount: seller.balance < amount ? seller.balance : amount,
  };
}

/** The accounts with those whose data the list rests on. A list that leads on from there is not followed. */
async function withNeeds(
  list: readonly ExtraAccount[] | null,
  transfers: readonly HookedTransfer[],
  accounts: Accounts,
  reader: TradeReader,
): Promise<Reading<Accounts>> {
  const needed = await inTurns(needsOf(list, transfers, accounts));
  if (needed.length === 0) return known(accounts);
  const round = await readApart(reader, needed);
  return round.known ? known(new Map([...accounts, ...round.value.accounts])) : round;
}

function* needsOf(
  list: readonly ExtraAccount[] | null,
  transfers: readonly HookedTransfer[],
  accounts: Accounts,
): Steps<readonly Address[]> {
  const needed: Address[] = [];
  for (const transfer of transfers) {
    const resolved = list && resolveHookList(list, transfer, dataIn(accounts));
    if (resolved?.is === 'needs') needed.push(...resolved.accounts);
    yield;
  }
  return needed;
}

function dataIn(accounts: Accounts) {
  return (address: Address) => (accounts.has(address) ? (accounts.get(address)?.data ?? null) : undefined);
}

/** A transaction to be run, or what is known without. */
type Trial = string | Outcome;

/** A list may want many addresses that are dear to derive. */
function* trialsOf(
  hooked: HookedMint,
  list: readonly ExtraAccount[] | null,
  transfers: readonly HookedTransfer[],
  accounts: Accounts,
): Steps<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const transfer of transfers) {
    trials.push(trialOf(hooked, transfer, list && resolveHookList(list, transfer, dataIn(accounts))));
    yield;
  }
  return trials;
}

function trialOf(hooked: HookedMint, transfer: HookedTransfer, resolved: Resolved | null): Trial {
  if (resolved?.is === 'needs') return { is: 'open', gap: tooFar };
  if (resolved?.is === 'unresolvable') return open(`the hook's list cannot be followed: ${resolved.why}`);
  if (resolved?.accounts.some((one) => one.address === INSTRUCTIONS))
    return open('the hook looks at the transaction around the transfer, and may know a trial from a sale');
  const transaction = hookedTransaction({ ...hooked, ...transfer, extras: resolved?.accounts ?? null });
  return transaction ?? open('the hook wants more accounts than a transaction takes');
}

async function outcomeIn(trial: Trial, hooked: HookedMint, reader: TrialReader): Promise<Outcome> {
  return typeof trial === 'string' ? outcomeOf(await reader.run(trial), hooked) : trial;
}

const tooFar: Gap = missing('sale', 'limit_reached', "the hook's list leads from account to account").gap;
