import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import type { Gift, Hand, Handed, Link, Person } from '#derive/token/insiders/clusters.ts';
import type { Reading } from '#lib/reading.ts';
import type { UntracedHolder } from '#rules/token/evidence.ts';
import { type Address, isOnCurve } from '#solana/address.ts';
import { isService } from './funding.ts';
import { type ArrivalReading, readArrival, type TokenArrival, type WayQuestion } from './token-way.ts';

/** Steps from a holder back to the developer that are followed. */
const STEPS_MAX = 3;

/** A holder with all its tokens, and its largest account; the creator may have none. */
export interface HolderWallet extends Person {
  readonly account: Address | null;
}

/** A link by tokens, with the party that moved them last. */
interface HandedLink extends Link {
  readonly hand: Hand;
}

/** How the tokens of holders came to them. */
export interface Ways {
  readonly links: readonly HandedLink[];
  readonly gifts: readonly Gift[];
  readonly handed: readonly (Handed & { readonly receiver: Address })[];
  readonly untraced: readonly UntracedHolder[];
  /** Givers of tokens to holders, without givers that hold some themselves. */
  readonly givers: readonly Address[];
}

/** What the ways are read with. */
interface Question extends WayQuestion {
  readonly reader: Pick<HistoryReader, 'signatures' | 'transaction'>;
}

/** A holder whose tokens were given to it. */
interface Given {
  readonly holder: HolderWallet;
  readonly arrival: TokenArrival & { readonly giver: Address };
}

/**
 * Reads how the tokens of each holder arrived, and from where the givers had them, in up to four rounds. `pages`: the newest page of each
 * holder's account; null where it has none.
 */
export async function readWays(
  wallets: readonly HolderWallet[],
  pages: readonly (Reading<readonly SignatureEntry[]> | null)[],
  question: Question,
): Promise<Ways> {
  const { labels } = question;
  const read = await Promise.all(
    wallets.map(async (holder, index) => {
      const { wallet, account, tokens } = holder;
      const page = pages[index];
      if (account === null || !page) return null;
      return { holder, way: await readArrival({ account, owner: wallet, tokens }, page, question) };
    }),
  );
  const given: Given[] = [];
  const untraced: UntracedHolder[] = [];
  for (const one of read) {
    if (one === null) continue;
    const { holder, way } = one;
    if ('why' in way) untraced.push({ wallet: holder.wallet, tokens: holder.tokens, why: way.why });
    else if (way.arrival.hand === 'liquidity')
      untraced.push({ wallet: holder.wallet, tokens: holder.tokens, why: 'limit_reached' });
    else if (way.arrival.giver !== null && !isService(way.arrival.giver, labels)) {
      given.push({ holder, arrival: { ...way.arrival, giver: way.arrival.giver } });
    }
  }
  const further = await followGivers(given, wallets, question);
  const listed = new Set(wallets.map(({ wallet }) => wallet));
  const shared = new Set(further.filter(isShared).map(({ giver }) => giver));
  const shown = given.filter(({ arrival }) => !shared.has(arrival.giver));
  const steps = further.map((one) => stepOf(one, given, labels));
  return {
    links: [...linksOf(shown), ...steps.flatMap(({ links }) => links)],
    gifts: [
      ...shown.map(({ holder, arrival: { giver, tokens, hand } }) => ({
        giver,
        receiver: holder.wallet,
        tokens,
        hand,
      })),
      ...steps.flatMap(({ gifts }) => gifts),
    ],
    handed: shown.flatMap(({ holder, arrival: { giver, giverHad, hand } }) =>
      giverHad > 0n && hand !== 'program' ? [{ wallet: giver, tokens: giverHad, receiver: holder.wallet }] : [],
    ),
    untraced: [...untraced, ...steps.flatMap((step) => step.untraced)],
    givers: [...new Set(given.map(({ arrival }) => arrival.giver))].filter((one) => isOnCurve(one) && !listed.has(one)),
  };
}

/** The same without transfers to `markets`: a supplier of a pool hands its tokens to no wallet, and two suppliers are strangers. */
export function withoutMarkets(ways: Ways, markets: ReadonlySet<Address>): Ways {
  const isHolder = ({ receiver }: { readonly receiver: Address }) => !markets.has(receiver);
  return {
    ...ways,
    links: ways.links.map((link) => ({ ...link, wallets: link.wallets.filter((wallet) => !markets.has(wallet)) })),
    gifts: ways.gifts.filter(isHolder),
    handed: ways.handed.filter(isHolder),
  };
}

function linksOf(given: readonly Given[]): Ways['links'] {
  const receivers = new Map<string, HandedLink>();
  for (const { holder, arrival } of given) {
    const { giver: source, hand } = arrival;
    const { wallets } = receivers.get(`${source} ${hand}`) ?? { wallets: [source] };
    receivers.set(`${source} ${hand}`, { by: 'token_source', source, wallets: [...wallets, holder.wallet], hand });
  }
  return [...receivers.values()];
}

/** A giver that is no holder, and how its own tokens came to it. */
interface Further {
  readonly giver: Address;
  readonly way: ArrivalReading;
}

/** Where givers that are no holders had their tokens from, one step back, in two rounds. */
async function followGivers(
  given: readonly Given[],
  wallets: readonly HolderWallet[],
  question: Question,
): Promise<readonly Further[]> {
  const listed = new Set(wallets.flatMap(({ wallet, account }) => (account ? [wallet] : [])));
  const accounts = new Map<Address, TokenArrival & { readonly giver: Address }>();
  for (const { arrival } of given) {
    if (arrival.giverAccount && !listed.has(arrival.giver)) accounts.set(arrival.giverAccount, arrival);
  }
  return Promise.all(
    [...accounts].map(async ([account, { giver, giverHad }]) => {
      const page = await question.reader.signatures(account);
      return { giver, way: await readArrival({ account, owner: giver, tokens: giverHad }, page, question) };
    }),
  );
}

/** True for a program's account with a long history: like that of a stake, it returns the tokens of many. */
function isShared({ giver, way }: Further): boolean {
  return 'why' in way && way.why === 'limit_reached' && !isOnCurve(giver);
}

/** The facts that a further step shows about the holders to whom it leads. */
function stepOf(
  further: Further,
  given: readonly Given[],
  labels: LabelTable,
): Pick<Ways, 'links' | 'gifts' | 'untraced'> {
  const { giver, way } = further;
  const nothing = { links: [], gifts: [], untraced: [] };
  const received = given.filter(({ arrival }) => arrival.giver === giver);
  if ('why' in way) {
    if (way.why === 'limit_reached' && !isShared(further)) return nothing;
    // In an older market, a receiver that paid anything raises no doubt.
    const free = received.filter(({ arrival }) => arrival.hand !== 'unknown_sale');
    return { ...nothing, untraced: free.map(({ holder: { wallet, tokens } }) => ({ wallet, tokens, why: way.why })) };
  }
  const { giver: source, tokens, hand } = way.arrival;
  if (source === null || hand === 'liquidity' || isService(source, labels)) return nothing;
  // What a program handed on has no source behind it either.
  const links = linksOf(received).map((link) => ({
    ...link,
    source,
    hand: hand === 'wallet' || link.hand === 'program' ? link.hand : hand,
  }));
  return { links, gifts: [{ giver: source, receiver: giver, tokens, hand }], untraced: [] };
}

/** The tokens that holders have from the makers, directly or through others, beside the makers' own holdings. */
export function handedBy(makers: ReadonlySet<Address>, wallets: readonly Person[], gifts: readonly Gift[]): bigint {
  return wallets.reduce((sum, { wallet, tokens }) => {
    const gift = gifts.find(({ receiver }) => receiver === wallet);
    if (!gift || makers.has(wallet) || !giversOf(wallet, gifts).some((giver) => makers.has(giver))) return sum;
    return sum + (gift.tokens < tokens ? gift.tokens : tokens);
  }, 0n);
}

/** The giver of a wallet's tokens, the giver of that one's, and so on. */
function giversOf(wallet: Address, gifts: readonly Gift[]): readonly Address[] {
  const givers: Address[] = [];
  for (let at = wallet; givers.length < STEPS_MAX; ) {
    const gift = gifts.find(({ receiver }) => receiver === at);
    if (!gift || givers.includes(gift.giver)) break;
    givers.push(gift.giver);
    at = gift.giver;
  }
  return givers;
}

/**
 * The common giver of holders that got their tokens from one wallet, itself a holder or a giver to several: that wallet, by holder. Tokens
 * that the makers gave count as theirs already.
 */
export function sourcesOf(
  makers: ReadonlySet<Address>,
  wallets: readonly Person[],
  gifts: readonly Gift[],
): ReadonlyMap<Address, Address> {
  const last = new Map(wallets.map(({ wallet }) => [wallet, giversOf(wallet, gifts).at(-1) ?? wallet]));
  const count = (source: Address) => [...last.values()].filter((one) => one === source).length;
  return new Map([...last].filter(([wallet, source]) => wallet !== source && !makers.has(source) && count(source) > 1));
}
