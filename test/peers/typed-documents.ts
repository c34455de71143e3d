/** The documents of a dashboard, as its authors would write them. */
export const documents = `
  query Batch($requests: [CheckRequest!]!) {
    checks(requests: $requests) {
      __typename
      ... on Check {
        subject
        verdict
        document
        billing { route chargedUsdc balanceUsdc }
      }
      ...OnWallet
      ...OnToken
      ...OnTrade
      ...OnFunder
      ... on CheckFault { kind code message retryable invalid { path message input } }
    }
  }

  subscription Progress($requests: [CheckRequest!]!) {
    checks(requests: $requests) {
      indexes
      done
      total
      result {
        __typename
        ... on Check { subject verdict billing { chargedUsdc } }
        ... on CheckFault { code }
      }
    }
  }

  query Account($entriesAfter: String, $checksAfter: String) {
    account {
      balanceUsdc
      passes { tier }
      entries(first: 5, after: $entriesAfter, kinds: [CHARGE, GRANT]) {
        edges { cursor node { kind amountUsdc createdAt ref } }
        pageInfo { hasNextPage endCursor }
      }
      checks(first: 5, after: $checksAfter, kinds: [WALLET, TOKEN]) {
        edges { cursor node { kind subject verdict chargedUsdc route chargedAt documentKept } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }

  fragment OnWallet on WalletCheck { walletVerdict walletMetrics: metrics { results { sample { tradeCount } profit { realizedPnlLamports } } } }
  fragment OnToken on TokenCheck { tokenVerdict tokenMetrics: metrics { __typename } }
  fragment OnTrade on TradeCheck { tradeVerdict tradeMetrics: metrics { __typename } }
  fragment OnFunder on FunderCheck { funderVerdict funderMetrics: metrics { __typename } }
`;

/** A client program that is right: the compiler must take it as it stands. */
export const program = `
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  AccountDocument,
  type AccountQuery,
  BatchDocument,
  type BatchQuery,
  type CheckRequest,
  ProgressDocument,
  type WalletVerdict,
} from './generated/graphql.ts';

declare function run<R, V>(document: TypedDocumentNode<R, V>, variables: V): Promise<R>;
declare function follow<R, V>(document: TypedDocumentNode<R, V>, variables: V): AsyncIterable<R>;

type Result = NonNullable<BatchQuery['checks']>[number];

function told(result: Result): string {
  switch (result.__typename) {
    case 'WalletCheck': {
      const verdict: WalletVerdict = result.walletVerdict;
      return verdict === 'TRUSTED' ? \`\${result.walletMetrics?.results.sample?.tradeCount ?? 0} trades\` : verdict;
    }
    case 'TokenCheck':
      return result.tokenVerdict;
    case 'TradeCheck':
      return result.tradeVerdict;
    case 'FunderCheck':
      return result.funderVerdict;
    case 'CheckFault':
      return \`\${result.code}: \${result.message}\`;
    default:
      return result satisfies never;
  }
}

export async function watch(wallet: string, mint: string): Promise<readonly string[]> {
  const requests: CheckRequest[] = [
    { wallet: { address: wallet } },
    { funder: { address: wallet } },
    { token: { mint } },
    { trade: { mint, sizeSol: '0.5' } },
  ];
  const { checks } = await run(BatchDocument, { requests });
  if (!checks) return [];
  const charged: string[] = checks.flatMap((check) => ('billing' in check ? [check.billing.chargedUsdc] : []));
  for await (const { checks: progress } of follow(ProgressDocument, { requests })) {
    const { done, total, indexes, result } = progress;
    if (result.__typename !== 'CheckFault') charged.push(\`\${done}/\${total} \${indexes.join()} \${result.verdict}\`);
  }
  return [...checks.map(told), ...charged];
}

export async function history(): Promise<readonly string[]> {
  const lines: string[] = [];
  let [entriesAfter, more]: [string | null, boolean] = [null, true];
  while (more) {
    const { account }: AccountQuery = await run(AccountDocument, { entriesAfter });
    if (!account?.entries || !account.checks) return lines;
    for (const { node } of account.entries.edges) lines.push(\`\${node.createdAt} \${node.kind} \${node.amountUsdc}\`);
    for (const { node } of account.checks.edges) lines.push(\`\${node.chargedAt} \${node.kind} \${node.subject} \${node.verdict}\`);
    [entriesAfter, more] = [account.entries.pageInfo.endCursor, account.entries.pageInfo.hasNextPage];
  }
  return lines;
}
`;

/** Mistakes that a person makes in that program, each as what is written instead of what. */
export const mistakes = [
  { name: 'a misspelt field', right: 'result.walletVerdict', wrong: 'result.walletVerdikt', error: /walletVerdikt/ },
  {
    name: 'a field of another kind',
    right: 'return result.tokenVerdict',
    wrong: 'return result.tradeVerdict',
    error: /tradeVerdict/,
  },
  { name: 'a verdict of another kind', right: "=== 'TRUSTED'", wrong: "=== 'LOW_RISK'", error: /no overlap/ },
  {
    name: 'a request of two kinds',
    right: '{ token: { mint } }',
    wrong: '{ token: { mint }, wallet: { address: wallet } }',
    error: /not assignable/,
  },
  {
    name: 'a code that there is not',
    right: '{result.message}',
    wrong: "{result.code === 'NO_SUCH_CODE'}",
    error: /no overlap/,
  },
  { name: 'a fault that is left out', right: "case 'CheckFault':", wrong: "case 'WalletCheck':", error: /never/ },
  {
    name: 'an account that may be null',
    right: 'if (!account?.entries || !account.checks) return lines;',
    wrong: '',
    error: /possibly 'null'/,
  },
  {
    name: 'a variable that is missing',
    right: 'run(BatchDocument, { requests })',
    wrong: 'run(BatchDocument, {})',
    error: /requests/,
  },
] as const;
