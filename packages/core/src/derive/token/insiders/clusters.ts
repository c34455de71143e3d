import type { ClusterLink, HolderCluster } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';

/** Strongest first. */
const LINKS: readonly ClusterLink[] = ['funder', 'funders_funder', 'token_source', 'funded_together', 'sink'];

/** A holder or launch buyer. `tokens` in atomic units: its balance, or the tokens that a launch buyer kept. */
export interface Person {
  readonly wallet: Address;
  readonly tokens: bigint;
}

/** Wallets that one fact joins. `source`: the wallet that they have in common; null where there is none. */
export interface Link {
  readonly by: ClusterLink;
  readonly source: Address | null;
  readonly wallets: readonly Address[];
}

/**
 * The party that decided a transfer of tokens: a wallet, people who sign as mint authority, or a program by its rules, such as a bridge, a
 * distributor or an escrow, which gives each its own. Wallets that one program served have nothing in common. An unknown program may
 * belong to its own customer. `unknown_sale`: its owner took less than a price, which proves no purchase. `liquidity`: withdrawn from a
 * market, by a claim that anybody may have given.
 */
export type Hand = 'wallet' | 'minter' | 'unknown_program' | 'unknown_sale' | 'program' | 'liquidity';

/** Tokens that `giver` handed to `receiver`. They count once where both belong to one cluster. */
export interface Gift {
  readonly giver: Address;
  readonly receiver: Address;
  readonly tokens: bigint;
  readonly hand: Hand;
}

/** The balance of a giver before it gave tokens away, and the part of it that is counted already. */
export interface Handed {
  readonly wallet: Address;
  readonly tokens: bigint;
}

/**
 * Joins persons that links connect, directly or through wallets that are no persons. A cluster has two persons or more. `handed`:
 * the most that wallets were seen to have before they gave tokens away, which counts even where the receivers are not seen.
 */
export function clustersOf(
  persons: readonly Person[],
  links: readonly Link[],
  gifts: readonly Omit<Gift, 'hand'>[] = [],
  handed: readonly Handed[] = [],
): readonly HolderCluster[] {
  const isPerson = new Set(persons.map(({ wallet }) => wallet));
  const groups = groupsOf(links);
  const joining = links.filter(
    (link) => membersOf(link).filter((one) => isPerson.has(one)).length > 1 || bridges(link, links, isPerson),
  );
  const members = new Map<Address, Person[]>();
  for (const person of persons) {
    const group = groups.get(person.wallet);
    if (group !== undefined) members.set(group, [...(members.get(group) ?? []), person]);
  }
  return [...members]
    .filter(([, some]) => some.length > 1)
    .map(([group, some]): HolderCluster => {
      const own = joining.filter((link) => link.wallets.some((wallet) => groups.get(wallet) === group));
      const by = LINKS.filter((kind) => own.some((link) => link.by === kind));
      const within = (wallet: Address) => groups.get(wallet) === group;
      return {
        by,
        source: own.find((link) => link.by === by[0])?.source ?? null,
        wallets: some.map(({ wallet, tokens }) => ({ wallet, tokens })),
        tokens: tokensOf(
          some,
          gifts,
          handed.filter(({ wallet }) => within(wallet)),
        ),
      };
    })
    .sort((a, b) => (a.tokens < b.tokens ? 1 : a.tokens > b.tokens ? -1 : 0));
}

/** Whether a link alone connects persons who are no members of it. */
function bridges(link: Link, links: readonly Link[], persons: ReadonlySet<Address>): boolean {
  const groups = groupsOf(links.filter((one) => one !== link));
  const withPersons = new Set([...persons].map((person) => groups.get(person) ?? person));
  const joined = membersOf(link).map((one) => groups.get(one) ?? one);
  return new Set(joined.filter((group) => withPersons.has(group))).size > 1;
}

function membersOf({ source, wallets }: Link): readonly Address[] {
  return [...new Set([...(source === null ? [] : [source]), ...wallets])];
}

/**
 * The tokens that count for a cluster: of each giver its balance before, and of each other member its balance without gifts from such a
 * giver.
 */
function tokensOf(members: readonly Person[], gifts: readonly Omit<Gift, 'hand'>[], handed: readonly Handed[]): bigint {
  const counted = new Map(members.map(({ wallet, tokens }) => [wallet, tokens]));
  const givers = new Map<Address, bigint>();
  for (const { wallet, tokens } of handed) {
    const own = counted.get(wallet) ?? 0n;
    givers.set(
      wallet,
      [tokens, own, givers.get(wallet) ?? 0n].reduce((most, one) => (one > most ? one : most)),
    );
  }
  let sum = [...givers.values()].reduce((total, one) => total + one, 0n);
  for (const [wallet, tokens] of counted) {
    if (givers.has(wallet)) continue;
    const given = gifts
      .filter(({ giver, receiver }) => receiver === wallet && givers.has(giver))
      .reduce((total, gift) => total + gift.tokens, 0n);
    sum += tokens > given ? tokens - given : 0n;
  }
  const held = members.reduce((total, { tokens }) => total + tokens, 0n);
  return sum > held ? sum : held;
}

/** The group of each wallet that a link names: the first wallet of those that are connected. */
function groupsOf(links: readonly Link[]): ReadonlyMap<Address, Address> {
  const parents = new Map<Address, Address>();
  const rootOf = (wallet: Address): Address => {
    let root = wallet;
    for (let up = parents.get(root); up !== undefined && up !== root; up = parents.get(root)) root = up;
    return root;
  };
  for (const { source, wallets } of links) {
    const [first, ...others] = source === null ? wallets : [source, ...wallets];
    if (first === undefined) continue;
    for (const wallet of [first, ...others]) {
      if (!parents.has(wallet)) parents.set(wallet, wallet);
      parents.set(rootOf(wallet), rootOf(first));
    }
  }
  return new Map([...parents.keys()].map((wallet) => [wallet, rootOf(wallet)]));
}
