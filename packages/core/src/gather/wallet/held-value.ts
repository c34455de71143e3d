import type { TokenHolding } from '#chain/chain-reader.ts';
import type { Currency } from '#rules/wallet/evidence/book.ts';
import type { HeldValue, UnquotedCause } from '#rules/wallet/held.ts';
import type { Address } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import type { TransferFee } from '#solana/token/decoded-mint.ts';
import { readMint } from '#solana/token/mint.ts';
import { readTransferTerms } from '#solana/token/transfer-terms.ts';
import type { Steps } from '#venues/routing/cost.ts';
import { type Hop, sell, type Toll } from '#venues/routing/path.ts';
import { isRefused } from '#venues/venue.ts';
import type { Markets } from '../market/first-round.ts';
import { type Chosen, choosePools, type Hubs, type OpenedPool, pathThrough } from '../market/opened-pools.ts';
import { inSlices } from '../market/time-slices.ts';

/** Pools of one mint that are opened: those that other checks found, and those at the likeliest addresses. */
const POOLS_PER_MINT_MAX = 8;
/** Accounts of one mint that are read. Tokens in others are not sold. */
const ACCOUNTS_PER_MINT_MAX = 4;
/** Dollars and euros are counted in millionths. */
const FACE_DECIMALS = 6;

/** All units of one mint, the accounts that hold them, most first, and the currency of its value. */
export interface HeldMint {
  readonly mint: Address;
  readonly units: bigint;
  readonly accounts: readonly TokenHolding[];
  readonly currency: Currency;
}

/** The currency that a stable coin stands for; null for any other mint. */
export type CurrencyOf = (mint: Address) => Currency | null;

/** The value of a holding; or that it is no fungible token. */
export type Quoted = HeldValue | 'collectible';

/** No value, for this cause. */
export function noValue(why: UnquotedCause): HeldValue {
  return { value: null, pool: null, why };
}

/** The mints that need a quote. A stable coin is worth its face. */
export function quotedMints(held: readonly HeldMint[], currencyOf: CurrencyOf): readonly Address[] {
  return held.filter(({ mint }) => currencyOf(mint) === null).map(({ mint }) => mint);
}

/** The mints, and their accounts that are read. */
export function heldAddresses(held: readonly HeldMint[]): readonly Address[] {
  return held.flatMap(({ mint, accounts }) => [mint, ...seen(accounts).map(({ account }) => account)]);
}

/** The pools and hubs that quotes need. All hubs where a sale has its value in a stable coin. */
export function choosePoolsOfHeld(
  held: readonly HeldMint[],
  { found, hubs }: Pick<Markets, 'found' | 'hubs'>,
  stableMints: readonly Address[],
  currencyOf: CurrencyOf,
): Chosen {
  const isFaceAsked = held.some(({ mint, currency }) => currency !== 'sol' && currencyOf(mint) === null);
  return choosePools([...found.values()], hubs, isFaceAsked ? stableMints : [], POOLS_PER_MINT_MAX);
}

/** The values by mint. */
export function quoteEach(held: readonly HeldMint[], read: ReadMarkets): Promise<ReadonlyMap<Address, Quoted>> {
  return inSlices(quotesOf(held, read));
}

function seen(accounts: HeldMint['accounts']): HeldMint['accounts'] {
  return accounts.slice(0, ACCOUNTS_PER_MINT_MAX);
}

/** The markets as they were read. */
interface ReadMarkets {
  readonly markets: Markets;
  readonly opened: readonly OpenedPool[];
  readonly hubs: Hubs;
  readonly currencyOf: CurrencyOf;
}

function* quotesOf(held: readonly HeldMint[], read: ReadMarkets): Steps<ReadonlyMap<Address, Quoted>> {
  const quotes = new Map<Address, Quoted>();
  for (const one of held) quotes.set(one.mint, yield* quoteOne(one, read));
  return quotes;
}

function* quoteOne(held: HeldMint, read: ReadMarkets): Steps<Quoted> {
  const { mint, units } = held;
  const account = read.markets.accounts.get(mint);
  const basics = account ? readMint(account) : null;
  if (!account || !basics) return noValue('not_read');
  if (read.currencyOf(mint) !== null) return { value: inFace(units, basics.decimals), pool: null, why: null };
  if (basics.decimals === 0 && basics.supply === 1n) return 'collectible';
  const terms = readTransferTerms(account.data);
  if (terms === null) return noValue('not_read');
  const isBarred = terms.nonTransferable || terms.paused || terms.hookProgram !== null || terms.unknownTypes.length > 0;
  const free = isBarred ? 0n : freeUnits(held, read);
  return free === 0n ? noValue('blocked') : yield* bestSale(held, free, terms.fee, read);
}

/** Units in accounts that are not frozen. */
function freeUnits({ accounts }: HeldMint, { markets }: ReadMarkets): bigint {
  return seen(accounts).reduce((sum, { account, amount }) => {
    const state = markets.accounts.get(account);
    return state && readTokenAccount(state)?.frozen === false ? sum + amount : sum;
  }, 0n);
}

/** The pool that pays most for all of the units. */
function* bestSale(
  { mint, currency }: HeldMint,
  units: bigint,
  fee: TransferFee | null,
  read: ReadMarkets,
): Steps<HeldValue> {
  const { markets, opened } = read;
  const own = opened.filter(({ pool }) => pool.mint === mint);
  const toll: Toll = { fee, epoch: markets.moment.clock.epoch };
  const found = markets.found.get(mint);
  let best: HeldValue = noValue(found && found.pools.length + found.unread.length > 0 ? 'no_quote' : 'no_market');
  for (const { pool, result } of own) {
    const paid = isRefused(result) ? null : paidBy({ pool, market: result.market }, { units, toll, currency }, read);
    if (paid !== null && (best.value === null || paid > best.value))
      best = { value: paid, pool: pool.address, why: null };
    yield;
  }
  return best;
}

/** A sale of units for a currency, and the fee that the mint takes of them. */
interface Sale {
  readonly units: bigint;
  readonly toll: Toll;
  readonly currency: Currency;
}

/** The payment of a pool in atomic units of the currency; null where it pays none, or leads to no coin of that currency. */
function paidBy(hop: Hop, { units, toll, currency }: Sale, { markets, hubs, currencyOf }: ReadMarkets): bigint | null {
  const face = (stable: Address, amount: bigint) => {
    const account = markets.accounts.get(stable);
    const mint = account ? readMint(account) : null;
    return mint && inFace(amount, mint.decimals);
  };
  if (currency !== 'sol' && currencyOf(hop.pool.other) === currency) {
    const sold = sell({ hops: [hop] }, units, toll);
    return isRefused(sold) ? null : face(hop.pool.other, sold.received);
  }
  const path = pathThrough(hop, hubs);
  const sold = path && sell(path, units, toll);
  if (sold === null || isRefused(sold)) return null;
  if (currency === 'sol') return sold.received;
  const bought = [...hubs].flatMap(([stable, hub]) => {
    const quote = currencyOf(stable) === currency ? hub.market.quote('buy', sold.received) : null;
    return quote === null || isRefused(quote) ? [] : (face(stable, quote.received) ?? []);
  });
  return bought.reduce<bigint | null>((most, paid) => (most === null || paid > most ? paid : most), null);
}

/** Units of a stable coin in millionths of its currency, rounded down. */
function inFace(units: bigint, decimals: number): bigint {
  const beyond = decimals - FACE_DECIMALS;
  return beyond >= 0 ? units / 10n ** BigInt(beyond) : units * 10n ** BigInt(-beyond);
}
