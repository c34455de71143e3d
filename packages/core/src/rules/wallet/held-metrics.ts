import {
  addressType,
  group,
  integer,
  lamports,
  listOf,
  member,
  metric,
  objectOf,
  orNull,
  text,
  tokens,
  unixTime,
  type Values,
  wordOf,
} from '../metric.ts';
import { WalletCurrency } from './book-metrics.ts';
import type { FundedWallets, WalletEvidence } from './evidence.ts';
import { type HeldToken, heldSums, unquotedCauses, unrealizedPnl } from './held.ts';

const UnquotedCause = wordOf('UnquotedCause', 'Why a token that is held has no value.', unquotedCauses);

const WalletHeldToken = group('WalletHeldToken', 'A token that the wallet holds.', {
  mint: member(addressType, 'The token.'),
  units: member(tokens, 'How much of it.'),
  bought: member(tokens, 'How much of that was bought at a known cost and is not sold yet.'),
  currency: member(WalletCurrency, 'What it was bought in, of a stable coin what it stands for.'),
  cost: member(
    orNull(text),
    'What `bought` cost, a whole number in the smallest unit of the currency; null without a known cost.',
  ),
  value: member(
    orNull(text),
    'What selling all units at once in one pool would return, before network fees; of a stable coin its face value.',
  ),
  unrealized_pnl: member(orNull(text), 'The share of `bought` in the value, less the cost; null where one of them is.'),
  pool: member(orNull(addressType), 'The pool that pays most.'),
  unquoted: member(orNull(UnquotedCause), 'Why there is no value; null where there is one.'),
});

const WalletHeldSum = group('WalletHeldSum', 'What is held of one currency, whole numbers in its smallest unit.', {
  currency: member(WalletCurrency, 'The currency.'),
  value: member(text, 'All values.'),
  cost: member(text, 'The cost of tokens that have a value.'),
  unrealized_pnl: member(text, 'The profit that selling them now would realize.'),
  unquoted_cost: member(text, 'The cost of tokens without a value.'),
});

const WalletHoldings = group(
  'WalletHoldings',
  'Tokens that the wallet holds now, SOL left out, at what pools pay for them now. They decide nothing.',
  {
    tokens: member(listOf(objectOf(WalletHeldToken)), 'Those with the largest cost first, at most 20.'),
    sums: member(listOf(objectOf(WalletHeldSum)), 'Sums over all of them, one for each currency.'),
    held: member(integer, 'How many different tokens there are.'),
    unquoted: member(integer, 'How many of them have no value here.'),
  },
);

const WalletFundedWallet = group('WalletFundedWallet', 'A wallet that got its first lamports from this one.', {
  address: member(addressType, 'The wallet.'),
  lamports: member(lamports, 'What it got while it had nothing.'),
  first_at_unix: member(orNull(unixTime), 'When, the first time.'),
});

const WalletFunded = group(
  'WalletFunded',
  'Wallets that had nothing before this one sent them SOL inside the window. They decide nothing.',
  {
    wallets: member(integer, 'How many.'),
    lamports: member(lamports, 'What they got while they had nothing.'),
    largest: member(listOf(objectOf(WalletFundedWallet)), 'Those that got most, at most 10.'),
  },
);

/** The wallet's holdings and the wallets that it funded, which decide nothing. */
export const heldMetrics = {
  holdings: metric(orNull(objectOf(WalletHoldings)), 'What the wallet holds now, and what selling it would return.', {
    tokens: [
      {
        mint: 'S2Zh35uuLLvurR58QTqRNttJ1Tu9xNCeWd4WppziHyy',
        units: '48211904113',
        bought: '48211904113',
        currency: 'sol',
        cost: '604118230',
        value: '551208874',
        unrealized_pnl: '-52909356',
        pool: '2jZPWgdPB6iAra8J9BjNPiqag2gX7XXvqKDDhpeqpw4T',
        unquoted: null,
      },
    ],
    sums: [
      {
        currency: 'sol',
        value: '551208874',
        cost: '604118230',
        unrealized_pnl: '-52909356',
        unquoted_cost: '0',
      },
    ],
    held: 1,
    unquoted: 0,
  }),
  funded_wallets: metric(orNull(objectOf(WalletFunded)), 'Other wallets that got their first SOL from this one.', {
    wallets: 1,
    lamports: '2000000000',
    largest: [
      {
        address: 'BofhWHa4vDLzM65CvmzhdGdMnHtb44hV2HnHwm9jCGnt',
        lamports: '2000000000',
        first_at_unix: 1749962627,
      },
    ],
  }),
};

type HoldingsMetrics = Values<typeof WalletHoldings>;
type FundedMetrics = Values<typeof WalletFunded>;

/** The figures of these metrics; null where the evidence has none. */
export function heldMetricsOf({ held, funded }: Pick<WalletEvidence, 'held' | 'funded'>) {
  return { holdings: held && holdingsMetrics(held), funded_wallets: funded && fundedMetrics(funded) };
}

/** Tokens that an answer names; the sums are those of all. */
const HELD_MAX = 20;

function holdingsMetrics(held: readonly HeldToken[]): HoldingsMetrics {
  return {
    tokens: held.slice(0, HELD_MAX).map((token) => ({
      mint: token.mint,
      units: token.units.toString(),
      bought: token.bought.toString(),
      currency: token.currency,
      cost: token.cost?.toString() ?? null,
      value: token.quoted.value?.toString() ?? null,
      unrealized_pnl: unrealizedPnl(token)?.toString() ?? null,
      pool: token.quoted.pool,
      unquoted: token.quoted.why,
    })),
    sums: heldSums(held).map((sum) => ({
      currency: sum.currency,
      value: sum.value.toString(),
      cost: sum.cost.toString(),
      unrealized_pnl: sum.unrealizedPnl.toString(),
      unquoted_cost: sum.unquotedCost.toString(),
    })),
    held: held.length,
    unquoted: held.filter(({ quoted }) => quoted.value === null).length,
  };
}

function fundedMetrics({ wallets, lamports, largest }: FundedWallets): FundedMetrics {
  const named = largest.map(({ address, lamports: got, firstAt }) => {
    return { address, lamports: got.toString(), first_at_unix: firstAt };
  });
  return { wallets, lamports: lamports.toString(), largest: named };
}
