/** Up to 100 checks of any kinds in one operation and one charge. */
export const BATCH = `# Up to 100 checks at once, charged once, to the key under Headers below.
query Batch($requests: [CheckRequest!]!) {
  checks(requests: $requests) {
    ... on Check {
      kind
      subject
      verdict
      confidence
      reasons { code severity message }
      billing { chargedUsdc balanceUsdc }
    }
    ... on CheckFault { kind subjectText code message retryable invalid { path message input } }
  }
}
`;

/** The same with each result as soon as it is there. */
export const STREAM = `# The same batch, with each result as soon as it is there (server-sent events).
subscription Stream($requests: [CheckRequest!]!) {
  checks(requests: $requests) {
    indexes
    done
    total
    result {
      ... on Check { kind subject verdict reasonCodes billing { chargedUsdc } }
      ... on CheckFault { kind subjectText code message }
    }
  }
}
`;

/** The balance and the past checks of a key. Free. */
export const ACCOUNT_OPERATION = `# Free: what the key owns, its movements and its past checks.
query Account {
  account {
    balanceUsdc
    passes { tier state expiresAt callsLeft }
    entries(first: 10) { edges { node { kind amountUsdc createdAt ref } } pageInfo { hasNextPage endCursor } }
    checks(first: 10) { edges { node { kind subject verdict chargedUsdc chargedAt } } pageInfo { hasNextPage endCursor } }
  }
}
`;

/** One funder check with its evidence. */
export const FUNDER = `# Where an address got its first money.
query Funder($address: Address!) {
  funderCheck(address: $address) {
    verdict
    confidence
    reasons { code severity message }
    metrics {
      source { address label { name category exchange } mechanism transaction executedAt gap { cause } }
      funding { lamports { fundedLamports mainSourceLamports mainSourceShareBps } }
      trail { hops { source lamports executedAt } }
    }
    asOf { slot time }
    gaps { reading cause }
    billing { chargedUsdc balanceUsdc }
    document
  }
}
`;

/** One trade check: costs, route and pools. */
export const TRADE = `# What a round trip costs. sizeSol stands in the variables below.
query Trade($mint: Address!, $sizeSol: SOL) {
  tradeCheck(mint: $mint, sizeSol: $sizeSol) {
    verdict
    confidence
    reasons { code severity message }
    flags
    metrics {
      sizeSol
      cost {
        gap { reading cause }
        roundTrip {
          costBps
          costLamports
          floorBps
          breakEvenBps
          parts {
            priceImpact { lamports bps }
            lpFees { lamports bps }
            protocolFees { lamports bps }
            creatorFees { lamports bps }
            transferFees { lamports bps }
            networkBase { lamports bps }
            networkPriority { lamports bps }
          }
          route { sizeSol hops { venue pool } }
        }
        sizes { sizeSol costBps }
        recommendedMaxSize { acceptableCost elevatedCost highCost }
      }
      pools { entries { venue address isUsed costBps depthLamports refused refusedDetail bounds } }
    }
    asOf { slot time }
    gaps { reading cause }
    billing { chargedUsdc balanceUsdc }
  }
}
`;

/** One token check: control, holders, exit, origin. */
export const TOKEN = `# What can be proven about the risk of holding a token. HIGH_RISK and CRITICAL are lower bounds.
query Token($mint: Address!) {
  tokenCheck(mint: $mint) {
    verdict
    confidence
    reasons { code severity message evidence }
    flags
    metrics {
      mint { account { decimals supply extensions } }
      authorities { mintAuthority freezeAuthority entries { address roles kind } }
      holders {
        gap { reading cause }
        top1Bps
        top10Bps
        buckets { poolsBps curvesBps burnedBps lockersBps custodyBps exchangesBps }
        largest { owner role amount shareBps isFrozen label }
      }
      liquidity {
        gap { reading cause }
        depthUsd
        burnedBps
        pools { venue address depthUsd refused liquidityParts { fate owner shareBps } }
      }
      sale { quote { sizeSol costBps } trial }
      age { mint { provenSince isExact } }
      launch { heldBps }
      developer { creator { address shareBps } }
      insiders { trace { funderClusters { funder wallets shareBps isAlike } } }
      dataQuality { controlPercent holdersPercent liquidityPercent exitPercent originPercent }
    }
    asOf { slot time }
    gaps { reading cause }
    billing { chargedUsdc balanceUsdc }
  }
}
`;

/** One wallet check: the figures and the tests that failed. */
export const WALLET = `# Whether a wallet's profit can be proven, and every test that it failed.
query Wallet($address: Address!) {
  walletCheck(address: $address) {
    verdict
    confidence
    reasons { code severity message evidence }
    flags
    metrics {
      results {
        gap { reading cause }
        sample { closedCount mintCount activeDayCount }
        profit { realizedPnlLamports pessimisticPnlLamports }
        expectancy { lowerBps }
        topTrades { mint pnlLamports }
        equity { reachedAt lamports }
      }
      failedTests { code figure bound direction unit }
    }
    asOf { slot time }
    gaps { reading cause }
    billing { chargedUsdc balanceUsdc }
  }
}
`;

/** The free fields: prices and codes. */
export const CATALOGUE = `# Free: what can be asked, what it costs, what the codes mean.
query Catalogue {
  prices { kind summary state priceUsdc verdicts { verdict meaning } }
  reasonCodes(kind: FUNDER) { code severity meaning action }
}
`;
