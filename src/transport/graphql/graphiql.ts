import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { SIZE_SOL_DEFAULT } from '#checks/trade/size.ts';
import { exampleOf } from '../discovery/example.ts';
import type { Examples } from '../model.ts';

const FUNDER = `# Put an API key into the headers below, then press play.
query Funder($address: Address!) {
  funderCheck(address: $address) {
    verdict
    confidence
    reasons { code severity message }
    metrics {
      source
      sourceLabel { label exchange }
      fundedLamports
      fundingTransaction
    }
    asOf { slot time }
    gaps { reading cause }
    billing { chargedUsdc balanceUsdc }
    document
  }
}
`;

const TRADE = `# What a round trip costs. sizeSol stands in the variables below, the API key in the headers.
query Trade($mint: Address!, $sizeSol: Sol) {
  tradeCheck(mint: $mint, sizeSol: $sizeSol) {
    verdict
    confidence
    reasons { code severity message }
    flags
    metrics {
      sizeSol
      costBps
      costLamports
      floorBps
      breakEvenBps
      costParts {
        priceImpact { lamports bps }
        lpFees { lamports bps }
        protocolFees { lamports bps }
        creatorFees { lamports bps }
        transferFees { lamports bps }
        networkBase { lamports bps }
        networkPriority { lamports bps }
      }
      route { sizeSol hops { venue pool } }
      sizes { sizeSol costBps }
      recommendedMaxSizeSol { acceptableCost elevatedCost highCost }
      pools { venue address used costBps depthLamports refused refusedDetail bounds }
    }
    asOf { slot time }
    gaps { reading cause }
    billing { chargedUsdc balanceUsdc }
  }
}
`;

const TOKEN = `# What can be proven about the risk of holding a token. HIGH_RISK and CRITICAL are lower bounds.
query Token($mint: Address!) {
  tokenCheck(mint: $mint) {
    verdict
    confidence
    reasons { code severity message evidence }
    flags
    metrics {
      mintAuthority
      freezeAuthority
      authorities { address roles kind }
      extensions
      top1Bps
      top10Bps
      buckets { pools curves burned lockers custody exchanges }
      holders { owner role tokens shareBps frozen label }
      depthUsd
      pools { venue address depthUsd refused liquidityParts { how owner bps } }
      saleSizeSol
      saleCostBps
      trialSale
      provenSinceUnix
      ageExact
      creator
      creatorShareBps
      launchHeldBps
      funderClusters { funder wallets shareBps alike }
      dataQuality { control holders liquidity exit origin }
    }
    asOf { slot time }
    gaps { reading cause }
    billing { chargedUsdc balanceUsdc }
  }
}
`;

const WALLET = `# Whether a wallet's profit can be proven, and every test that it failed.
query Wallet($address: Address!) {
  walletCheck(address: $address) {
    verdict
    confidence
    reasons { code severity message evidence }
    flags
    metrics {
      closed
      mints
      activeDays
      realizedPnlLamports
      pessimisticPnlLamports
      expectancyLowerBps
      failedTests { code figure bound direction unit }
      topTrades { mint pnlLamports }
      equity { timeUnix lamports }
    }
    asOf { slot time }
    gaps { reading cause }
    billing { chargedUsdc balanceUsdc }
  }
}
`;

const CATALOGUE = `# Free: what can be asked, what it costs, what the codes mean.
query Catalogue {
  prices { kind summary state priceUsdc verdicts { verdict meaning } }
  reasonCodes(kind: FUNDER) { code severity meaning action }
}
`;

const HEADERS = written({ 'X-API-Key': '' });

/** A tab that the page opens with: an operation, its variables as JSON text, and its headers likewise. */
interface Tab {
  readonly query: string;
  readonly variables: string;
  readonly headers: string;
}

/** The tabs that the page opens with: one for each kind that runs, and one for what is free. */
export function graphiqlTabs(examples?: Partial<Examples>): readonly Tab[] {
  const asked = [
    { query: FUNDER, variables: { address: exampleOf('funder', examples) } },
    { query: WALLET, variables: { address: exampleOf('wallet', examples) } },
    { query: TOKEN, variables: { mint: exampleOf('token', examples) } },
    { query: TRADE, variables: { mint: exampleOf('trade', examples), sizeSol: SIZE_SOL_DEFAULT } },
    { query: CATALOGUE, variables: {} },
  ];
  return asked.map(({ query, variables }) => ({ query, variables: written(variables), headers: HEADERS }));
}

/** The page for people at `GET /graphql`: everything it needs is in it, so it works without any other host. */
export function graphiqlPage(examples?: Partial<Examples>): string {
  return renderGraphiQL({
    title: 'Assay GraphQL',
    favicon: '/favicon.ico',
    endpoint: '/graphql',
    defaultHeaders: HEADERS,
    defaultTabs: [...graphiqlTabs(examples)],
    defaultEditorToolsVisibility: 'headers',
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: false,
  });
}

function written(value: object): string {
  return JSON.stringify(value, null, 2);
}
