import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, installPacked } from '../packages/installed.ts';
import { blockOf } from './page-blocks.ts';
import { openTown, type Town } from './town.ts';
import { writeScript } from './typed-client.ts';

/*
 * Relay: its compiler holds the schema to Relay's own rules (ids, connections, a type for each scalar), and its runtime shows that answers
 * are kept by id.
 */

const documents = `import { graphql } from 'relay-runtime';

graphql\`query documentsTokenQuery($mint: Address!) {
  token(mint: $mint) { check { verdict } }
}\`;

graphql\`query documentsBatchQuery($requests: [CheckRequest!]!) {
  checks(requests: $requests) { __typename ... on Check { verdict subject } ... on CheckFault { code } }
}\`;

graphql\`query documentsNodeQuery($id: ID!) {
  node(id: $id) { __typename ... on Check { verdict } }
}\`;

graphql\`query documentsPageQuery($first: Int, $after: String) {
  account {
    checks(first: $first, after: $after) @connection(key: "account_checks") {
      edges { node { subject check { verdict } } }
    }
  }
}\`;

graphql\`subscription documentsProgressSubscription($requests: [CheckRequest!]!) {
  checks(requests: $requests) { done result { __typename ... on Check { verdict } } }
}\`;
`;

/** The environment of a dashboard: a document is sent by its hash, and with its text where the service does not know it yet. */
const environment = `import { createHash } from 'node:crypto';
import { createClient } from 'graphql-sse';
import runtime from 'relay-runtime';

const url = process.env.ASSAY_URL + '/graphql';
const headers = { 'X-API-Key': process.env.ASSAY_API_KEY };
export const sent = [];

async function post(body) {
  sent.push(body);
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return await (await fetch(url, init)).json();
}

async function ask({ text }, variables) {
  const documentId = 'sha256:' + createHash('sha256').update(text).digest('hex');
  const known = await post({ documentId, variables });
  const isUnknown = known.errors?.some(({ extensions }) => extensions?.code === 'PERSISTED_QUERY_NOT_FOUND');
  return isUnknown ? await post({ documentId, query: text, variables }) : known;
}

const events = createClient({ url, headers });
const follow = ({ text }, variables) =>
  runtime.Observable.create((sink) => events.subscribe({ query: text, variables }, sink));
const { Environment, Network, RecordSource, Store } = runtime;
export const relay = new Environment({ network: Network.create(ask, follow), store: new Store(new RecordSource()) });
export const query = (node, variables) => runtime.fetchQuery(relay, node, variables).toPromise();
export const stored = (node, variables) =>
  relay.lookup(runtime.createOperationDescriptor(node, variables).fragment).data;
export const record = (id) => relay.getStore().getSource().get(id);
`;

let town: Town;
let installed: Installed;
let folder: string;

beforeAll(async () => {
  town = await openTown();
  const packages = ['relay-compiler', 'relay-runtime', 'graphql', 'graphql-sse'];
  installed = installPacked(Object.fromEntries(packages.map((name) => [name, 'test/peers'])));
  folder = join(installed.folder, 'relay');
  mkdirSync(join(folder, 'src', '__generated__'), { recursive: true });
  // The compiler reads its configuration as CommonJS, and resolves the schema from the folder of the project.
  writeFileSync(join(folder, 'package.json'), '{}');
  const config = blockOf('relay.config.js').replace('./node_modules', '../node_modules');
  writeFileSync(join(folder, 'relay.config.js'), config);
  writeFileSync(join(folder, 'src', 'documents.ts'), documents);
});
afterAll(async () => {
  installed?.remove();
  await town?.service.end();
});

const artifacts = () =>
  readdirSync(join(folder, 'src', '__generated__')).filter((name) => name.endsWith('.graphql.ts'));

describe('the Relay compiler', () => {
  it('takes the schema, a connection of it, and a type for each scalar', () => {
    const printed = execFileSync(process.execPath, [join(installed.folder, 'node_modules/relay-compiler/cli.js')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(printed).toContain('compiled documents: 5 reader, 5 normalization, 5 operation text');
    expect(artifacts()).toHaveLength(5);
  });
});

describe("Relay's runtime", () => {
  async function printed(name: string, program: string) {
    for (const file of artifacts()) writeScript(join(folder, 'src', '__generated__', file), 'mjs');
    writeFileSync(join(installed.folder, 'relay-environment.js'), environment);
    const imports = artifacts().map(
      (file) =>
        `import ${file.replace(/documents(\w+)[.].*/, '$1')} from './relay/src/__generated__/${file.replace(/ts$/, 'mjs')}';\n`,
    );
    const prelude = `import runtime from 'relay-runtime';
import { query, record, relay, sent, stored } from './relay-environment.js';
${imports.join('')}
const { MINT: mint, FUNDER: funder } = process.env;
const requests = [{ token: { mint } }, { funder: { address: funder } }, { trade: { mint } }];
`;
    const env = {
      ASSAY_URL: town.service.url,
      ASSAY_API_KEY: town.apiKey,
      MINT: town.sample('token', 'LOW_RISK'),
      FUNDER: town.sample('funder', 'CEX_FUNDED'),
    };
    return JSON.parse(await installed.run(name, prelude + program, env));
  }

  it('keeps a check by its id below the token that it is about', async () => {
    const { token, check, texts } = await printed(
      'relay-check.js',
      `await query(TokenQuery, { mint });
const root = relay.getStore().getSource().get('client:root');
const token = record(Object.values(root).find((value) => value?.__ref !== undefined).__ref);
const check = record(token.check.__ref);
console.log(JSON.stringify({ token, check, texts: sent.map(({ query }) => query !== undefined) }));
`,
    );
    expect(token).toMatchObject({ __typename: 'Token', id: token.__id });
    expect(check).toMatchObject({ __typename: 'TokenCheck', id: check.__id, verdict: 'LOW_RISK' });
    expect(texts).toEqual([false, true]);
  });

  it('asks for a batch, and for one of its checks again by its id', async () => {
    const { checks, again } = await printed(
      'relay-batch.js',
      `await query(BatchQuery, { requests });
const root = relay.getStore().getSource().get('client:root');
const { __refs } = Object.values(root).find((value) => value?.__refs !== undefined);
const checks = __refs.map(record);
const { node: again } = await query(NodeQuery, { id: checks[0].id });
console.log(JSON.stringify({ checks, again }));
`,
    );
    expect(checks.map(({ __typename }: { __typename: string }) => __typename)).toEqual([
      ...['TokenCheck', 'FunderCheck', 'TradeCheck'],
    ]);
    expect(again).toMatchObject({ __typename: 'TokenCheck', verdict: 'LOW_RISK' });
  });

  it('appends a page of past checks to its connection', async () => {
    const { first, both } = await printed(
      'relay-pages.js',
      `await query(PageQuery, { first: 2 });
const first = stored(PageQuery, { first: 2 }).account.checks;
await query(PageQuery, { first: 2, after: first.pageInfo.endCursor });
console.log(JSON.stringify({ first, both: stored(PageQuery, { first: 2 }).account.checks }));
`,
    );
    expect(first.edges).toHaveLength(2);
    expect(both.edges.length).toBeGreaterThan(2);
  });

  it('follows a batch by the events of graphql-sse', async () => {
    const { events } = await printed(
      'relay-stream.js',
      `const events = [];
await new Promise((onCompleted, onError) =>
  runtime.requestSubscription(relay, {
    subscription: ProgressSubscription,
    variables: { requests },
    onNext: ({ checks }) => events.push(checks),
    onCompleted,
    onError,
  }),
);
console.log(JSON.stringify({ events }));
`,
    );
    expect(events.map(({ done }: { done: number }) => done)).toEqual([1, 2, 3]);
  });
});
