import { renderGraphiQL } from '@graphql-yoga/render-graphiql';

const CHECK = `# Put an API key into the headers below, then press play.
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

const CATALOGUE = `# Free: what can be asked, what it costs, what the codes mean.
query Catalogue {
  prices { kind summary state priceUsdc verdicts { verdict meaning } }
  reasonCodes(kind: FUNDER) { code severity meaning action }
}
`;

/** The page for people at `GET /graphql`: everything it needs is in it, so it works without any other host. */
export function graphiqlPage(exampleAddress: string): string {
  const headers = JSON.stringify({ 'X-API-Key': '' }, null, 2);
  const variables = JSON.stringify({ address: exampleAddress }, null, 2);
  return renderGraphiQL({
    title: 'Assay GraphQL',
    favicon: '/favicon.ico',
    endpoint: '/graphql',
    defaultHeaders: headers,
    defaultTabs: [
      { query: CHECK, variables, headers },
      { query: CATALOGUE, headers },
    ],
    defaultEditorToolsVisibility: 'headers',
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: false,
  });
}
