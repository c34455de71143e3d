import { kinds } from '#checks/index.ts';
import { SIZE_SOL_DEFAULT } from '#checks/trade/size.ts';
import { exampleOf } from '../discovery/example.ts';
import type { Examples } from '../model.ts';
import * as operations from './graphiql-operations.ts';

const HEADERS = written({ 'X-API-Key': '' });

/** A tab that the page opens with: an operation, its variables as JSON text, and its headers likewise. */
interface Tab {
  readonly query: string;
  readonly variables: string;
  readonly headers: string;
}

/** The tabs that the page opens with: a batch, one for each kind that runs, the same as a stream, and what is free. */
export function graphiqlTabs(examples?: Partial<Examples>): readonly Tab[] {
  const requests = batchOf(examples);
  const asked = [
    { query: operations.BATCH, variables: { requests } },
    { query: operations.FUNDER, variables: { address: exampleOf('funder', examples) } },
    { query: operations.WALLET, variables: { address: exampleOf('wallet', examples) } },
    { query: operations.TOKEN, variables: { mint: exampleOf('token', examples) } },
    { query: operations.TRADE, variables: { mint: exampleOf('trade', examples), sizeSol: SIZE_SOL_DEFAULT } },
    { query: operations.STREAM, variables: { requests } },
    { query: operations.ACCOUNT, variables: {} },
    { query: operations.CATALOGUE, variables: {} },
  ];
  return asked.map(({ query, variables }) => ({ query, variables: written(variables), headers: HEADERS }));
}

/** One check of each kind that runs. */
function batchOf(examples?: Partial<Examples>): readonly object[] {
  const running = Object.values(kinds).filter(({ state }) => state === 'available');
  return running.map(({ name, sized }) => ({
    kind: name.toUpperCase(),
    subject: exampleOf(name, examples),
    ...(sized && { sizeSol: SIZE_SOL_DEFAULT }),
  }));
}

/**
 * The page for people at `GET /graphql`: everything it needs is in it, so it works without any other host. Its nine megabytes
 * are loaded when somebody opens it, because no start shall wait for them.
 */
export async function graphiqlPage(examples?: Partial<Examples>): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
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
