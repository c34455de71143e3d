import type { ChainReader, StateReader } from '#chain/chain-reader.ts';
import { readMintMarkets } from '#gather/market/first-round.ts';
import type { MarketOptions } from '#gather/market/market-question.ts';
import { withDeadline } from '#gather/second-opinion.ts';
import { type HeldQuestion, listHeld, withQuotes } from '#gather/wallet/held.ts';
import {
  type CurrencyOf,
  choosePoolsOfHeld,
  type HeldMint,
  heldAddresses,
  type Quoted,
  quotedMints,
  quoteEach,
} from '#gather/wallet/held-value.ts';
import { ifKnown, known } from '#lib/reading.ts';
import type { HeldToken } from '#rules/wallet/held.ts';
import type { Address } from '#solana/address.ts';
import { factsOf, openFacts } from '../fact.ts';
import { type MarketInput, marketFacts } from '../market/market.ts';

/** The trade in lamports that chooses the pool between SOL and a stable coin. */
const HUB_LAMPORTS = 1_000_000_000n;

/** How long an answer waits for quotes, which decide nothing. */
const QUOTES_MS_MAX = 4_000;

interface QuotesInput extends MarketInput {
  readonly held: readonly HeldMint[];
  readonly currencyOf: CurrencyOf;
}

const { reading } = factsOf<QuotesInput>();

const first = reading('first_round', {}, (_, { input: { held, currencyOf, reader, options } }) =>
  readMintMarkets(quotedMints(held, currencyOf), reader, options, heldAddresses(held)),
);

const chosen = reading('chosen', { first }, ({ first: { markets } }, { input: { held, currencyOf, options } }) =>
  known(choosePoolsOfHeld(held, markets, options.stableMints, currencyOf)),
);

const beside = reading('beside', {}, () => known([]));

const { opened, hubs } = marketFacts<QuotesInput>({ first, chosen, beside });

const quotes = reading('quotes', { first, opened, hubs }, async (given, { input: { held, currencyOf } }) => {
  const { markets } = given.first;
  return known(await quoteEach(held, { markets, opened: given.opened, hubs: given.hubs, currencyOf }));
});

/** What quotes are read with. */
interface Quoting {
  readonly reader: StateReader & Pick<ChainReader, 'closed'>;
  readonly market: MarketOptions;
  readonly currencyOf: CurrencyOf;
}

/** The values by mint. Mints that could not be read are missing. */
export async function quoteHeld(
  held: readonly HeldMint[],
  { reader, market, currencyOf }: Quoting,
): Promise<ReadonlyMap<Address, Quoted>> {
  const input = { held, currencyOf, reader, options: market, sizeLamports: HUB_LAMPORTS };
  return ifKnown(await openFacts<QuotesInput>(input, () => reader.closed === true).get(quotes)) ?? new Map();
}

/**
 * The fungible tokens that a wallet holds, with the proceeds of selling each at once. Quotes take two rounds. A process that has not read
 * the configurations of venues yet takes one more, and so do pools that moved meanwhile. An unreadable token has no value and a cause, and
 * fails nothing.
 */
export async function readHeld(question: HeldQuestion & Quoting): Promise<readonly HeldToken[]> {
  const list = listHeld(question);
  if (list.held.length === 0) return [];
  const found = await withDeadline(QUOTES_MS_MAX, quoteHeld(list.held.slice(0, list.asked), question));
  return withQuotes(list, found ?? new Map());
}
