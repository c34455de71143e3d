import { kinds } from '#checks/index.ts';
import { SIZE_SOL_DEFAULT } from '#checks/trade/size.ts';
import type { Examples } from '#http/http-deps.ts';
import { exampleSubject } from '#http/questions/calls.ts';
import { MARKUP_SCRIPT, markupPolicy } from '#web/pages.ts';
import { graphiqlFiles } from './graphiql-files.ts';
import * as operations from './graphiql-operations.ts';

/** A tab that the page opens with: an operation, and its variables as JSON text. */
interface Tab {
  readonly query: string;
  readonly variables: string;
}

/** The tabs that the page opens with: a batch, one for each kind that runs, the same as a stream, and what is free. */
export function graphiqlTabs(examples?: Partial<Examples>): readonly Tab[] {
  const requests = batchOf(examples);
  const asked = [
    { query: operations.BATCH, variables: { requests } },
    { query: operations.FUNDER, variables: { address: exampleSubject('funder', examples) } },
    { query: operations.WALLET, variables: { address: exampleSubject('wallet', examples) } },
    { query: operations.TOKEN, variables: { mint: exampleSubject('token', examples) } },
    { query: operations.TRADE, variables: { mint: exampleSubject('trade', examples), sizeSol: SIZE_SOL_DEFAULT } },
    { query: operations.STREAM, variables: { requests } },
    { query: operations.ACCOUNT_OPERATION, variables: {} },
    { query: operations.CATALOGUE, variables: {} },
  ];
  return asked.map(({ query, variables }) => ({ query, variables: JSON.stringify(variables, null, 2) }));
}

/** One check of each kind that runs. */
function batchOf(examples?: Partial<Examples>): readonly object[] {
  const running = Object.values(kinds).filter(({ state }) => state === 'available');
  return running.map(({ name, sized }) => ({
    kind: name.toUpperCase(),
    subject: exampleSubject(name, examples),
    ...(sized && { sizeSol: SIZE_SOL_DEFAULT }),
  }));
}

/** Loads from this origin only. The interface sets style attributes on its elements, and its icons and fonts are data URLs. */
export const GRAPHIQL_POLICY = markupPolicy(
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
);

/** What the page is made for. */
interface GraphiqlSite {
  readonly sandbox: boolean;
  readonly examples?: Partial<Examples> | undefined;
}

/** The page for people at `GET /graphql`. Everything that it loads is served beside it, so it works without any other host. */
export async function graphiqlPage({ sandbox, examples }: GraphiqlSite): Promise<string> {
  const { paths, workers } = await graphiqlFiles();
  const options = JSON.stringify({ title: 'Assay GraphQL', sandbox, workers, tabs: graphiqlTabs(examples) });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay GraphQL</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="${paths.styles}">
<link rel="stylesheet" href="/web/graphiql.css">
</head>
<body id="body" class="no-focus-outline">
<noscript>This page needs its script, which comes from this service only.</noscript>
<div id="root"></div>
<script id="options" type="application/json">${options.replaceAll('<', '\\u003c')}</script>
${MARKUP_SCRIPT}
<script src="/web/graphiql.js"></script>
<script src="${paths.app}"></script>
</body>
</html>
`;
}
