/*
 * What a transaction did to each owner, straight from the JSON of `getTransaction` and with nothing of the service: neither its
 * decoder nor its effects. Only balances count here; no instruction is read.
 */

/** A token account on one side of a transaction. */
interface RawStand {
  readonly mint: string;
  readonly owner: string | null;
  readonly amount: bigint;
  readonly decimals: number;
}

/** A transaction as balances. The lamports of each key, and token accounts by key, before and after. */
export interface RawBalances {
  readonly keys: readonly string[];
  readonly signers: readonly string[];
  readonly fee: bigint;
  readonly failed: boolean;
  /** What rewards say that was taken as rent. */
  readonly rent: bigint;
  readonly lamports: readonly [before: ReadonlyMap<string, bigint>, after: ReadonlyMap<string, bigint>];
  readonly tokens: readonly [before: ReadonlyMap<string, RawStand>, after: ReadonlyMap<string, RawStand>];
}

// biome-ignore lint/suspicious/noExplicitAny: it is whatever an endpoint sent.
type Json = any;

export function balancesIn(body: Json): RawBalances {
  const { meta, transaction } = body;
  const { message } = transaction;
  const listed: readonly Json[] = message.accountKeys;
  const loaded = typeof listed[0] === 'string' ? (meta.loadedAddresses ?? {}) : {};
  const keys: readonly string[] = [
    ...listed.map((key) => (typeof key === 'string' ? key : key.pubkey)),
    ...(loaded.writable ?? []),
    ...(loaded.readonly ?? []),
  ];
  const isSigner = (key: Json, at: number) =>
    typeof key === 'string' ? at < message.header.numRequiredSignatures : key.signer;
  const side = (list: readonly number[]) => new Map(keys.map((key, at) => [key, BigInt(list[at] ?? 0)]));
  const rents = (meta.rewards ?? []).filter((one: Json) => one.rewardType === 'Rent');
  return {
    keys,
    signers: keys.filter((_, at) => at < listed.length && isSigner(listed[at], at)),
    fee: BigInt(meta.fee),
    failed: meta.err !== null,
    rent: rents.reduce((sum: bigint, { lamports }: Json) => sum - BigInt(lamports), 0n),
    lamports: [side(meta.preBalances), side(meta.postBalances)],
    tokens: [tokensIn(meta.preTokenBalances, keys), tokensIn(meta.postTokenBalances, keys)],
  };
}

function tokensIn(list: readonly Json[] | null | undefined, keys: readonly string[]): ReadonlyMap<string, RawStand> {
  return new Map(
    (list ?? []).map(({ accountIndex, mint, owner, uiTokenAmount }) => [
      keys[accountIndex] ?? '',
      { mint, owner: owner || null, amount: BigInt(uiTokenAmount.amount), decimals: uiTokenAmount.decimals },
    ]),
  );
}

export const sumOf = (all: Iterable<bigint>): bigint => [...all].reduce((sum, one) => sum + one, 0n);

/** What came in less what went out, over all keys. */
export function changeOfAll({ lamports: [before, after] }: RawBalances): bigint {
  return sumOf(after.values()) - sumOf(before.values());
}

/** Whoever owns something that may have changed: token accounts of others are no owners, one of its own is. */
export function ownersIn({ keys, signers, lamports: [before, after], tokens }: RawBalances): readonly string[] {
  const stands = tokens.flatMap((side) => [...side]);
  const owned = new Set(stands.flatMap(([account, { owner }]) => (owner === account ? [] : [account])));
  const owners = stands.flatMap(([, { owner }]) => (owner === null ? [] : [owner]));
  const changed = keys.filter((key) => before.get(key) !== after.get(key));
  return [...new Set([...signers, ...changed, ...owners])].filter((key) => !owned.has(key));
}

/** What an owner had of lamports on one side: its own and those in its token accounts, each account once. */
function lamportsOf({ lamports, tokens }: RawBalances, owner: string, side: 0 | 1): bigint {
  const accounts = [...tokens[side]].flatMap(([account, stand]) => (stand.owner === owner ? [account] : []));
  return sumOf([...new Set([owner, ...accounts])].map((account) => lamports[side].get(account) ?? 0n));
}

/** The change of all lamports of an owner, wrapped ones and rent among them. */
export function worthIn(raw: RawBalances, owner: string): bigint {
  return lamportsOf(raw, owner, 1) - lamportsOf(raw, owner, 0);
}

/** The change of an owner's units by mint, without mints that did not change. */
export function unitsIn({ tokens }: RawBalances, owner: string): ReadonlyMap<string, bigint> {
  const units = new Map<string, bigint>();
  for (const side of [0, 1] as const)
    for (const stand of tokens[side].values()) {
      if (stand.owner !== owner) continue;
      units.set(stand.mint, (units.get(stand.mint) ?? 0n) + (side === 1 ? stand.amount : -stand.amount));
    }
  return new Map([...units].filter(([, amount]) => amount !== 0n));
}

/** How much an account's lamports, or its units, rose by; 0 where they fell. */
export function riseIn({ lamports, tokens }: RawBalances, account: string, of: 'lamports' | 'units'): bigint {
  const [before, after] = ([0, 1] as const).map((side) =>
    of === 'lamports' ? (lamports[side].get(account) ?? 0n) : (tokens[side].get(account)?.amount ?? 0n),
  );
  const change = (after ?? 0n) - (before ?? 0n);
  return change > 0n ? change : 0n;
}
