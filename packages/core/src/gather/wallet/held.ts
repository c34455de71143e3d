import type { TokenHolding } from '#chain/chain-reader.ts';
import type { Currency, Position } from '#rules/wallet/evidence/book.ts';
import type { HeldToken, HeldValue } from '#rules/wallet/held.ts';
import type { Address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { type CurrencyOf, type HeldMint, noValue, type Quoted } from './held-value.ts';

/** Tokens that are quoted, and those among them that have no known cost: each has hundreds of addresses at which pools may be. */
const ASKED_MAX = 20;
const UNBOUGHT_MAX = 5;

/** What the units of a mint cost that are not sold yet: `basis` in atomic units of the currency, for `units` of the mint. */
interface OpenCost {
  readonly currency: Currency;
  readonly units: bigint;
  readonly basis: bigint;
}

/** The holdings of the wallet, and their cost. */
export interface HeldQuestion {
  readonly holdings: readonly TokenHolding[];
  readonly positions: readonly Position[];
  readonly currencyOf: CurrencyOf;
}

/** What is held, largest cost first, and how many of the first mints are quoted. */
export interface HeldList {
  readonly held: readonly HeldMint[];
  readonly asked: number;
  readonly costs: ReadonlyMap<string, OpenCost>;
}

/** The fungible tokens that a wallet holds but wrapped SOL. At most 20 are quoted. */
export function listHeld(question: HeldQuestion): HeldList {
  const costs = openCosts(question.positions);
  const held = ordered(heldMints(question, costs), costs, question);
  const leading = held.filter(({ mint }) => costs.has(mint) || question.currencyOf(mint) !== null).length;
  return { held, asked: Math.min(ASKED_MAX, leading + UNBOUGHT_MAX), costs };
}

/** The tokens with their quotes. Collectibles are left out as far as they are known. */
export function withQuotes(
  { held, asked, costs }: HeldList,
  quotes: ReadonlyMap<Address, Quoted>,
): readonly HeldToken[] {
  return held.flatMap((one, at) => {
    const quoted = at < asked ? (quotes.get(one.mint) ?? noValue('not_read')) : noValue('not_asked');
    return quoted === 'collectible' ? [] : [tokenOf(one, costs.get(one.mint), quoted)];
  });
}

/** The open cost by mint. One mint has one open position, and that one currency. */
function openCosts(positions: readonly Position[]): ReadonlyMap<string, OpenCost> {
  const costs = new Map<string, OpenCost>();
  for (const { mint, currency, openBasis, openUnits } of positions) {
    if (openUnits > 0n) costs.set(mint, { currency, units: openUnits, basis: openBasis });
  }
  return costs;
}

function tokenOf({ mint, units, currency }: HeldMint, cost: OpenCost | undefined, quoted: HeldValue): HeldToken {
  if (!cost) return { mint, units, currency, bought: 0n, cost: null, quoted };
  // Tokens in orders are in no account of the wallet, so they are not sold here either.
  const bought = cost.units < units ? cost.units : units;
  return { mint, units, currency, bought, cost: (cost.basis * bought) / cost.units, quoted };
}

function heldMints({ holdings, currencyOf }: HeldQuestion, costs: ReadonlyMap<string, OpenCost>): readonly HeldMint[] {
  const mints = new Map<Address, TokenHolding[]>();
  for (const holding of holdings) {
    if (holding.amount === 0n || holding.mint === WRAPPED_SOL) continue;
    const accounts = mints.get(holding.mint);
    if (accounts) accounts.push(holding);
    else mints.set(holding.mint, [holding]);
  }
  return [...mints].map(([mint, accounts]) => ({
    mint,
    units: accounts.reduce((sum, { amount }) => sum + amount, 0n),
    accounts: accounts.sort((a, b) => byAmount(b.amount, a.amount)),
    currency: costs.get(mint)?.currency ?? currencyOf(mint) ?? 'sol',
  }));
}

/**
 * Largest cost first, of each currency in turn; then stable coins, traded tokens without a cost, and the rest, by name. A single unit that
 * was never traded is left out: it is a collectible, or next to nothing.
 */
function ordered(
  held: readonly HeldMint[],
  costs: ReadonlyMap<string, OpenCost>,
  { positions, currencyOf }: HeldQuestion,
): readonly HeldMint[] {
  const traded = new Set(positions.map(({ mint }) => mint));
  const ranks = new Map<string, number>();
  const seen = new Map<string, number>();
  const basisOf = ({ mint }: HeldMint) => costs.get(mint)?.basis ?? 0n;
  for (const one of [...held].sort((a, b) => byAmount(basisOf(b), basisOf(a)))) {
    if (!costs.has(one.mint)) continue;
    const rank = seen.get(one.currency) ?? 0;
    ranks.set(one.mint, rank);
    seen.set(one.currency, rank + 1);
  }
  const rankOf = ({ mint }: HeldMint) =>
    ranks.get(mint) ?? held.length + (currencyOf(mint) !== null ? 0 : traded.has(mint) ? 1 : 2);
  return held
    .filter(({ mint, units }) => units > 1n || traded.has(mint))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.mint < b.mint ? -1 : 1));
}

function byAmount(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
