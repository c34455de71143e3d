/** The price of one call of a method at the origin of an endpoint, in picodollars; null where it is not known. */
export type PriceOf = (origin: string, method: string) => bigint | null;

/** What a provider takes: the price of one credit in picodollars, and how many credits a call takes. */
interface Tariff {
  readonly hosts: readonly string[];
  readonly picoPerCredit: bigint;
  readonly credits: bigint;
  /** Methods that take another number of credits. */
  readonly ofMethod?: Readonly<Record<string, bigint>>;
}

/**
 * What providers of RPC endpoints ask for calls beyond those that a month includes. A URL does not tell the plan, so the cheapest
 * paid plan counts that sells further credits. Where a provider names a range, its upper end counts. Bytes are not priced. As of
 * November 2026, from the pages that each line names.
 */
const tariffs: readonly Tariff[] = [
  // www.helius.dev/docs/billing/credits: $5 a million; 50 to 100 credits for a page of bodies.
  {
    hosts: ['helius-rpc.com'],
    picoPerCredit: 5_000_000n,
    credits: 1n,
    ofMethod: { getProgramAccounts: 10n, getTransactionsForAddress: 100n },
  },
  // QuickNode Build (github.com/quiknode-labs/blockchain-skills, 2026-02-02): $0.62 a million.
  { hosts: ['quiknode.pro'], picoPerCredit: 620_000n, credits: 30n },
  // Alchemy, pay as you go (github.com/alchemyplatform/docs, content/api-reference/pricing-resources): $0.45 a million.
  {
    hosts: ['alchemy.com'],
    picoPerCredit: 450_000n,
    credits: 20n,
    ofMethod: {
      getTransaction: 40n,
      getSignaturesForAddress: 40n,
      getBlock: 40n,
      getAccountInfo: 10n,
      getTokenAccountsByOwner: 10n,
      getBalance: 10n,
      getRecentPrioritizationFees: 10n,
      getLargestAccounts: 3_000n,
    },
  },
  // Chainstack Growth (docs.chainstack.com, request units): $15 a million; 2 for what is older than about a day and a half.
  {
    hosts: ['chainstack.com', 'p2pify.com'],
    picoPerCredit: 15_000_000n,
    credits: 1n,
    ofMethod: { getTransaction: 2n, getSignaturesForAddress: 2n, getBlockTime: 2n, getBlock: 2n },
  },
  // Triton, shared (docs.triton.one, pricing): $10 a million.
  { hosts: ['rpcpool.com', 'triton.one'], picoPerCredit: 10_000_000n, credits: 1n },
  // Ankr Premium (github.com/Ankr-network/ankr-docs, service-plans.mdx): $0.10 a million.
  { hosts: ['ankr.com'], picoPerCredit: 100_000n, credits: 500n },
  // dRPC (github.com/drpcorg/drpc-nextra, compute units): $0.30 a million.
  { hosts: ['drpc.org', 'drpc.live'], picoPerCredit: 300_000n, credits: 20n },
  // The public endpoints (solana.com/docs/references/clusters) take nothing.
  { hosts: ['solana.com'], picoPerCredit: 0n, credits: 1n },
];

/** The price of a call by the providers' lists. Null for a host without a list, and for a text that is no URL. */
export const priceOfCall: PriceOf = (origin, method) => {
  const host = URL.canParse(origin) ? new URL(origin).hostname : '';
  const tariff = tariffs.find(({ hosts }) => hosts.some((one) => host === one || host.endsWith(`.${one}`)));
  return tariff ? tariff.picoPerCredit * (tariff.ofMethod?.[method] ?? tariff.credits) : null;
};

/** The prices of an operator: so many picodollars for each call of any kind; null leaves the providers' lists. */
export function pricesOfCalls(picoUsdPerCall: bigint | null): PriceOf {
  return picoUsdPerCall === null ? priceOfCall : () => picoUsdPerCall;
}
