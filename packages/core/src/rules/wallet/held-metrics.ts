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
  signedAmount,
  tokens,
  unixTime,
  type Values,
  wordOf,
} from '../metric.ts';
import { WalletCurrency, WITHOUT_BOOK } from './book-metrics.ts';
import type { FundedWallets, WalletEvidence } from './evidence.ts';
import { type HeldToken, heldSums, unquotedCauses, unrealizedPnl } from './held.ts';

const UnquotedCause = wordOf('UnquotedCause', 'Reason for which a held token has no value.', unquotedCauses);

const WalletHeldToken = group(
  'WalletHeldToken',
  'Token that the wallet holds.',
  {
    mint: member(addressType, 'Mint of the token.'),
    units: member(tokens, 'Amount that the wallet holds.'),
    bought: member(tokens, 'Amount that was bought at a known cost and is not sold yet.'),
    currency: member(
      WalletCurrency,
      'Currency that the token was bought in. For a stable coin it is the currency that the coin stands for.',
    ),
    cost: member(
      orNull(signedAmount, 'the cost is not known'),
      'Cost of the bought amount, a whole number as text in the smallest unit of the currency.',
    ),
    value: member(
      orNull(signedAmount, 'no pool takes the whole amount'),
      'Proceeds of selling the whole amount at once in one pool, before network fees, a whole number as text in the smallest unit of the currency. For a stable coin it is the face value.',
    ),
    unrealized_pnl: member(
      orNull(signedAmount, 'the value or the cost is not known'),
      'Share of the bought amount in the value, less its cost, a whole number as text in the smallest unit of the currency.',
    ),
    pool: member(
      orNull(addressType, 'no pool takes the whole amount, or the token is a stable coin'),
      'Pool that pays most.',
    ),
    unquoted: member(orNull(UnquotedCause, 'the token has a value'), 'Reason for which the token has no value.'),
  },
  { fields: { units: 'amount', bought: 'boughtAmount', unquoted: 'unquotedCause' } },
);

const WalletHeldSum = group(
  'WalletHeldSum',
  'Sum of the holdings of one currency, whole numbers as text in its smallest unit.',
  {
    currency: member(WalletCurrency, 'Currency of the sum.'),
    value: member(signedAmount, 'Sum of all values, in atomic units of the currency.'),
    cost: member(signedAmount, 'Cost of tokens that have a value, in atomic units of the currency.'),
    unrealized_pnl: member(
      signedAmount,
      'Profit that selling the tokens now would realize, in atomic units of the currency.',
    ),
    unquoted_cost: member(signedAmount, 'Cost of tokens without a value, in atomic units of the currency.'),
  },
);

const WalletHoldings = group(
  'WalletHoldings',
  'Tokens that the wallet holds now without SOL, at the proceeds that pools pay now. They decide nothing.',
  {
    tokens: member(listOf(objectOf(WalletHeldToken)), 'Held tokens with the largest cost first, at most 20.'),
    sums: member(listOf(objectOf(WalletHeldSum)), 'Sums over all held tokens, one for each currency.'),
    held: member(integer, 'Number of different tokens.'),
    unquoted: member(integer, 'Number of tokens without a value.'),
  },
  { fields: { held: 'tokenCount', unquoted: 'unquotedCount' } },
);

const WalletFundedWallet = group('WalletFundedWallet', 'Wallet that got its first lamports from this wallet.', {
  address: member(addressType, 'Address of the funded wallet.'),
  lamports: member(lamports, 'Sum that the funded wallet got while it had nothing.'),
  first_at_unix: member(orNull(unixTime, 'no endpoint has the time of its block'), 'Time of the first transfer.'),
});

const WalletFunded = group(
  'WalletFunded',
  'Wallets that had nothing before this wallet sent them SOL inside the window. They decide nothing.',
  {
    wallets: member(integer, 'Number of funded wallets.'),
    lamports: member(lamports, 'Sum that the funded wallets got while they had nothing.'),
    largest: member(listOf(objectOf(WalletFundedWallet)), 'Funded wallets that got most, at most 10.'),
  },
  { fields: { wallets: 'walletCount' } },
);

/** The wallet's holdings and the wallets that it funded, which decide nothing. */
export const heldMetrics = {
  holdings: metric(
    orNull(objectOf(WalletHoldings), WITHOUT_BOOK),
    'Tokens that the wallet holds now, with the proceeds of selling them.',
    {
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
    },
  ),
  funded_wallets: metric(
    orNull(objectOf(WalletFunded), 'the address is no ordinary wallet, or its history was not read'),
    'Wallets that got their first SOL from this wallet.',
    {
      wallets: 1,
      lamports: '2000000000',
      largest: [
        {
          address: 'BofhWHa4vDLzM65CvmzhdGdMnHtb44hV2HnHwm9jCGnt',
          lamports: '2000000000',
          first_at_unix: 1749962627,
        },
      ],
    },
  ),
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
