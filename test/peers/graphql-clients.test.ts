import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, installPacked } from '../packages/installed.ts';
import { blockOf } from './page-blocks.ts';
import { openTown, type Town } from './town.ts';
import { compile } from './typed-client.ts';

/*
 * The clients that dashboards are made with, as the page of the client's package sets them up: its blocks are what runs here, with the
 * address of the service replaced. Each runs in a process of its own with nothing but the packed packages and the client beside them.
 */

let town: Town;
let installed: Installed;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  town = await openTown();
  const clients = ['@apollo', '@urql', 'rxjs', 'graphql', 'graphql-ws', 'graphql-sse', 'ws'];
  installed = installPacked(Object.fromEntries(clients.map((name) => [name, 'test/peers'])));
  for (const file of ['apollo.js', 'urql.js'])
    writeFileSync(join(installed.folder, file), blockOf(file, town.service.url));
  env = {
    ASSAY_API_KEY: town.apiKey,
    WALLET: town.sample('wallet', 'TRUSTED'),
    FUNDER: town.sample('funder', 'CEX_FUNDED'),
    MINT: town.sample('token', 'LOW_RISK'),
  };
});
afterAll(async () => {
  installed?.remove();
  await town?.service.end();
});

/** Keeps what a program sends, and prints what it found as JSON. */
const PRELUDE = `const sent = [];
const { fetch: send } = globalThis;
globalThis.fetch = (input, init) => {
  sent.push(JSON.parse(init.body));
  return send(input, init);
};
const { MINT: mint, WALLET: address, FUNDER: funder } = process.env;
const requests = [{ wallet: { address } }, { token: { mint } }, { funder: { address: funder } }];
`;

async function printed(name: string, program: string) {
  return JSON.parse(await installed.run(name, `${PRELUDE}${program}`, env));
}

describe('the typed documents', () => {
  const typed = (variables: string, member: string) => `import type { ApolloClient } from '@apollo/client';
import type { Client } from '@urql/core';
import { TokenCheckDocument } from 'assay-client/documents';

export async function verdicts(apollo: ApolloClient, urql: Client, mint: string) {
  const one = await apollo.query({ query: TokenCheckDocument, variables: ${variables} });
  const other = await urql.query(TokenCheckDocument, ${variables}).toPromise();
  const verdict: 'LOW_RISK' | 'ELEVATED' | 'HIGH_RISK' | 'CRITICAL' | 'UNKNOWN' | undefined = one.data?.tokenCheck?.${member};
  return [verdict, other.data?.tokenCheck?.${member}];
}
`;

  it('have the types of their variables and results in both clients', () => {
    writeFileSync(join(installed.folder, 'typed.ts'), typed('{ mint }', 'tokenVerdict'));
    writeFileSync(join(installed.folder, 'variables.ts'), typed('{ address: mint }', 'tokenVerdict'));
    writeFileSync(join(installed.folder, 'member.ts'), typed('{ mint }', 'walletVerdict'));
    const said = compile(installed.folder, ['typed.ts', 'variables.ts', 'member.ts']);
    expect(said.get('typed.ts')).toEqual([]);
    expect(said.get('variables.ts')).toHaveLength(2);
    expect(said.get('member.ts')).toHaveLength(2);
  });
});

describe('Apollo Client', () => {
  const setUp = `import { gql } from '@apollo/client';
import * as documents from 'assay-client/documents';
const { client } = await import('./apollo.js');
`;

  it('asks for a check by the hash of its document, and keeps it under its id', async () => {
    const { sent, check, kept, again } = await printed(
      'apollo-check.js',
      `${setUp}
const { data } = await client.query({ query: documents.TokenCheckDocument, variables: { mint } });
const check = data.tokenCheck;
const kept = client.cache.extract()[client.cache.identify(check)];
const { data: again } = await client.query({ query: documents.TokenCheckDocument, variables: { mint } });
console.log(JSON.stringify({ sent, check, kept, again: again.tokenCheck.id }));
`,
    );
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toHaveProperty('query');
    expect(check).toMatchObject({ __typename: 'TokenCheck', verdict: 'LOW_RISK' });
    expect(kept).toMatchObject({ __typename: 'TokenCheck', id: check.id, verdict: 'LOW_RISK' });
    expect(again).toBe(check.id);
  });

  it('keeps each check of a batch under its own id, and finds it by its interface', async () => {
    const { checks, found } = await printed(
      'apollo-batch.js',
      `${setUp}
const { data: { checks } } = await client.query({ query: documents.ChecksDocument, variables: { requests } });
const fragment = gql\`fragment Kept on Check { verdict }\`;
const found = checks.map((check) => client.readFragment({ id: client.cache.identify(check), fragment }));
console.log(JSON.stringify({ checks, found }));
`,
    );
    expect(checks.map(({ __typename }: { __typename: string }) => __typename)).toEqual([
      ...['WalletCheck', 'TokenCheck', 'FunderCheck'],
    ]);
    expect(found.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['TRUSTED', 'LOW_RISK', 'CEX_FUNDED']);
  });

  it('appends pages of past checks to one list', async () => {
    const { first, both } = await printed(
      'apollo-pages.js',
      `${setUp}
const query = documents.PastChecksDocument;
const first = (await client.query({ query, variables: { first: 2 } })).data.account.checks;
const watched = client.watchQuery({ query, variables: { first: 2 } });
const watch = watched.subscribe(() => undefined);
await watched.fetchMore({ variables: { after: first.pageInfo.endCursor } });
watch.unsubscribe();
const both = client.readQuery({ query, variables: { first: 2 } }).account.checks;
console.log(JSON.stringify({ first, both }));
`,
    );
    expect(first.edges).toHaveLength(2);
    expect(both.edges.length).toBeGreaterThan(2);
    const ids = both.edges.map(({ node }: { node: { id: string } }) => node.id);
    expect(new Set(ids).size).toBe(both.edges.length);
  });

  it('registers a document of its own once', async () => {
    const { sent } = await printed(
      'apollo-apq.js',
      `${setUp}
const query = gql\`query Mine { prices { kind priceUsdc } }\`;
for (let n = 0; n < 2; n += 1) await client.query({ query, fetchPolicy: 'network-only' });
console.log(JSON.stringify({ sent }));
`,
    );
    const texts = sent.map(({ query }: { query?: string }) => query !== undefined);
    expect(texts).toEqual([false, true, false]);
  });

  it('follows a batch over graphql-transport-ws', async () => {
    const { events } = await printed(
      'apollo-stream.js',
      `${setUp}
const events = [];
await new Promise((resolve, reject) => {
  const observable = client.subscribe({ query: documents.CheckProgressDocument, variables: { requests } });
  observable.subscribe({ next: ({ data }) => events.push(data.checks), error: reject, complete: resolve });
});
console.log(JSON.stringify({ events }));
process.exit(0);
`,
    );
    expect(events.map(({ done }: { done: number }) => done)).toEqual([1, 2, 3]);
  });

  it('takes the manifest that the service serves', async () => {
    const { sent, prices } = await printed(
      'apollo-manifest.js',
      `import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { generatePersistedQueryIdsFromManifest } from '@apollo/persisted-query-lists';
import { PricesDocument } from 'assay-client/documents';
const loadManifest = async () => await (await send('${town.service.url}/graphql/documents.json')).json();
const persisted = new PersistedQueryLink(generatePersistedQueryIdsFromManifest({ loadManifest }));
const link = persisted.concat(new HttpLink({ uri: '${town.service.url}/graphql' }));
const client = new ApolloClient({ cache: new InMemoryCache(), link });
const { data } = await client.query({ query: PricesDocument });
console.log(JSON.stringify({ sent, prices: data.prices }));
`,
    );
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toHaveProperty('query');
    expect(prices).toHaveLength(4);
  });
});

describe('urql', () => {
  const setUp = `import { gql } from '@urql/core';
import * as documents from 'assay-client/documents';
const { client } = await import('./urql.js');
const warned = [];
console.warn = console.error = (...words) => warned.push(words.join(' '));
`;

  it('asks for a check by the hash of its document, and keeps it under its id', async () => {
    const { sent, check, kept, warned } = await printed(
      'urql-check.js',
      `${setUp}
const asked = await client.query(documents.TokenCheckDocument, { mint });
if (asked.error) throw asked.error;
const check = asked.data.tokenCheck;
const again = await client.query(documents.TokenCheckDocument, { mint });
const kept = client.readQuery(documents.TokenCheckDocument, { mint }).data.tokenCheck;
console.log(JSON.stringify({ sent, check, kept, warned }));
`,
    );
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toHaveProperty('query');
    expect(kept).toEqual(check);
    expect(check).toMatchObject({ __typename: 'TokenCheck', verdict: 'LOW_RISK' });
    expect(warned).toEqual([]);
  });

  it('asks for a batch, and joins pages of past checks', async () => {
    const { checks, second, warned } = await printed(
      'urql-pages.js',
      `${setUp}
const { data: { checks } } = await client.query(documents.ChecksDocument, { requests });
const query = documents.PastChecksDocument;
const first = await client.query(query, { first: 2 });
const { endCursor } = first.data.account.checks.pageInfo;
const second = await client.query(query, { first: 2, after: endCursor });
console.log(JSON.stringify({ checks, second: second.data.account.checks, warned }));
`,
    );
    expect(checks).toHaveLength(3);
    expect(second.edges.length).toBeGreaterThan(2);
    expect(warned).toEqual([]);
  });

  it('registers a document of its own once, and follows a batch by server-sent events', async () => {
    const { sent, events } = await printed(
      'urql-stream.js',
      `${setUp}
const mine = gql\`query Own { prices { kind } }\`;
for (let n = 0; n < 2; n += 1) await client.query(mine, {}, { requestPolicy: 'network-only' });
const events = [];
await new Promise((resolve) => {
  const source = client.subscription(documents.CheckProgressDocument, { requests });
  source.subscribe(({ data, error }) => {
    events.push(data?.checks ?? String(error));
    if (error || data.checks.done === requests.length) resolve();
  });
});
console.log(JSON.stringify({ sent: sent.slice(0, 3), events }));
process.exit(0);
`,
    );
    expect(sent.map(({ query }: { query?: string }) => query !== undefined)).toEqual([false, true, false]);
    expect(events.map(({ done }: { done: number }) => done)).toEqual([1, 2, 3]);
  });
});
