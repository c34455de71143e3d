import type { SignatureEntry, StateReader, Transaction } from '#chain/chain-reader.ts';
import type { InsiderFacts } from '#checks/token/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import { readTokenAccount } from '#lib/token/account.ts';

/** The launch: the slot of the creation and this many after it, and the transactions of it that are read. */
const LAUNCH_SLOTS_AFTER = 2;
const LAUNCH_TRANSACTIONS_MAX = 25;
/** As many accounts as one snapshot takes. */
const ACCOUNTS_MAX = 100;

/** An owner that got tokens in the launch, with the accounts that held them then. */
interface LaunchBuyer {
  readonly owner: Address;
  readonly tokens: bigint;
  readonly accounts: readonly Address[];
}

/** The launch's transactions, oldest first, by what the list says of them. */
export interface LaunchEntries {
  readonly succeeded: readonly SignatureEntry[];
  readonly failed: readonly SignatureEntry[];
}

/** As many of each as are read; null where the listed part of the history does not hold the creation. */
export function launchEntries(creation: Transaction, oldest: readonly SignatureEntry[]): LaunchEntries | null {
  if (!oldest.some(({ signature }) => signature === creation.signature)) return null;
  const launch = oldest.filter(({ slot }) => slot >= creation.slot && slot <= creation.slot + LAUNCH_SLOTS_AFTER);
  return {
    succeeded: launch.filter(({ failed }) => !failed).slice(0, LAUNCH_TRANSACTIONS_MAX),
    failed: launch.filter(({ failed }) => failed).slice(0, LAUNCH_TRANSACTIONS_MAX),
  };
}

/** Owners whose balance of the mint rose in a transaction, largest first; those that `leaveOut` names and those without a key are none. */
export function launchBuyers(
  mint: Address,
  launch: readonly Transaction[],
  leaveOut: (owner: Address) => boolean,
): readonly LaunchBuyer[] {
  const buyers = new Map<Address, LaunchBuyer>();
  for (const { owner, tokens, accounts } of launch.flatMap((transaction) => rises(transaction, mint))) {
    const before = buyers.get(owner) ?? { tokens: 0n, accounts: [] };
    const all = new Set([...before.accounts, ...accounts]);
    buyers.set(owner, { owner, tokens: before.tokens + tokens, accounts: [...all] });
  }
  return [...buyers.values()]
    .filter(({ owner }) => isOnCurve(owner) && !leaveOut(owner))
    .sort((a, b) => (a.tokens < b.tokens ? 1 : a.tokens > b.tokens ? -1 : 0));
}

function rises({ preTokens, postTokens }: Transaction, mint: Address): readonly LaunchBuyer[] {
  const after = postTokens.filter((balance) => balance.mint === mint);
  const owners = new Set(after.flatMap(({ owner }) => owner ?? []));
  return [...owners].flatMap((owner) => {
    const balances = after.filter((balance) => balance.owner === owner);
    const before = preTokens.filter((balance) => balance.mint === mint && balance.owner === owner);
    const tokens = sum(balances) - sum(before);
    return tokens > 0n ? [{ owner, tokens, accounts: balances.map(({ account }) => account) }] : [];
  });
}

function sum(balances: readonly { readonly amount: bigint }[]): bigint {
  return balances.reduce((total, { amount }) => total + amount, 0n);
}

/**
 * What the buyers hold now in the accounts of the launch, all at one slot; what they moved elsewhere is not seen. The
 * largest buyers are read, as many as have 100 accounts together.
 */
export async function tokensLeft(
  mint: Address,
  buyers: readonly LaunchBuyer[],
  reader: Pick<StateReader, 'snapshot'>,
): Promise<Reading<InsiderFacts['launchBuyers']>> {
  const asked = withinSnapshot(buyers);
  if (asked.length === 0) return known([]);
  const addresses = asked.flatMap(({ accounts }) => accounts);
  const snapshot = await reader.snapshot(addresses);
  if (!snapshot.known) return renamed('insiders', snapshot.gap);
  const states = new Map(addresses.map((address, index) => [address, snapshot.value.value[index] ?? null]));
  const nowIn = (owner: Address) => (address: Address) => {
    const state = states.get(address);
    const account = state ? readTokenAccount(state) : null;
    return account?.mint === mint && account.authority === owner ? [account] : [];
  };
  return known(
    asked.map(({ owner, tokens, accounts }) => ({ owner, tokens, tokensNow: sum(accounts.flatMap(nowIn(owner))) })),
  );
}

function withinSnapshot(buyers: readonly LaunchBuyer[]): readonly LaunchBuyer[] {
  const asked: LaunchBuyer[] = [];
  let count = 0;
  for (const buyer of buyers) {
    count += buyer.accounts.length;
    if (count > ACCOUNTS_MAX) break;
    asked.push(buyer);
  }
  return asked;
}
