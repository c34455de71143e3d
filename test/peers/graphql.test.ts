import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, installPacked } from '../packages/installed.ts';
import { blockOf } from './page-blocks.ts';
import { peer } from './peer.ts';
import { openTown, type Town } from './town.ts';
import { compile } from './typed-client.ts';
import { documents, mistakes, program } from './typed-documents.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(async () => {
  await town?.service.end();
});

describe('the audits of graphql-http', () => {
  interface Audit {
    readonly name: string;
    readonly status: 'ok' | 'notice' | 'warn' | 'error';
    readonly reason?: string;
  }

  interface Audits {
    auditServer(options: { url: string; fetchFn: typeof fetch }): Promise<readonly Audit[]>;
  }

  async function audited(path: string) {
    const { auditServer } = await peer<Audits>('graphql-http');
    const audits = await auditServer({ url: `${town.service.url}${path}`, fetchFn: fetch });
    const missed = audits.filter(({ status }) => status !== 'ok');
    return { audits, missed: missed.map(({ status, name, reason }) => `${status}: ${name} (${reason})`) };
  }

  it('are passed, all that MUST, SHOULD and MAY', async () => {
    const { audits, missed } = await audited('/graphql');
    console.log(`graphql-http audits: ${audits.length - missed.length} of ${audits.length} ok`);
    expect(missed).toEqual([]);
    expect(audits.length).toBeGreaterThanOrEqual(61);
  });

  it('are not passed by any path', async () => {
    const { missed } = await audited('/health');
    expect(missed.length).toBeGreaterThan(20);
  });
});

describe('a typed client that GraphQL Code Generator makes by the preset of the page', () => {
  let installed: Installed;
  let folder: string;
  /** The text of each document by the hash that its constant has. */
  let texts: Readonly<Record<string, string>>;

  beforeAll(() => {
    const packages = ['@graphql-codegen', '@graphql-typed-document-node', 'graphql'];
    installed = installPacked(Object.fromEntries(packages.map((name) => [name, 'test/peers'])));
    folder = join(installed.folder, 'app');
    mkdirSync(folder);
    writeFileSync(join(installed.folder, 'codegen.ts'), blockOf('codegen.ts'));
    writeFileSync(join(folder, 'dashboard.graphql'), documents);
    const cli = join(installed.folder, 'node_modules/@graphql-codegen/cli/cjs/bin.js');
    execFileSync(process.execPath, [cli, '--config', 'codegen.ts'], { cwd: installed.folder, encoding: 'utf8' });
    texts = JSON.parse(readFileSync(join(folder, 'generated', 'persisted-documents.json'), 'utf8'));
  });
  afterAll(() => installed?.remove());

  it('is taken by the compiler, and so is a program that uses it; each mistake is not', () => {
    writeFileSync(join(folder, 'program.ts'), program);
    const wrong = mistakes.map(({ right, wrong: instead }, n) => {
      expect(program).toContain(right);
      writeFileSync(join(folder, `mistake-${n}.ts`), program.replace(right, instead));
      return `mistake-${n}.ts`;
    });
    const said = compile(folder, ['generated/graphql.ts', 'program.ts', ...wrong]);
    for (const file of ['generated/graphql.ts', 'program.ts']) expect(said.get(file), file).toEqual([]);
    for (const [n, { name, error }] of mistakes.entries()) {
      expect(said.get(`mistake-${n}.ts`)?.join('\n'), name).toMatch(error);
    }
  });

  async function send(name: string, variables: object, accept: string) {
    const [documentId, query] = Object.entries(texts).find(([, text]) => text.includes(` ${name}(`)) ?? [];
    const response = await fetch(`${town.service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': town.apiKey, accept },
      body: JSON.stringify({ documentId, query, variables }),
    });
    return await response.text();
  }

  it('names documents by the hashes that the service knows them by', async () => {
    await send('Account', {}, 'application/json');
    const [documentId] = Object.entries(texts).find(([, text]) => text.includes(' Account(')) ?? [];
    const { data } = JSON.parse(
      await (
        await fetch(`${town.service.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': town.apiKey },
          body: JSON.stringify({ documentId }),
        })
      ).text(),
    );
    expect(data.account).toMatchObject({ balanceUsdc: expect.any(String) });
    expect(readFileSync(join(folder, 'generated', 'graphql.ts'), 'utf8')).toContain(`"hash":"${documentId}"`);
  });

  const asked = () => [
    { wallet: { address: town.sample('wallet', 'TRUSTED') } },
    { token: { mint: town.sample('token', 'LOW_RISK') } },
    { trade: { mint: town.sample('trade', 'ACCEPTABLE_COST'), sizeSol: '0.5' } },
    { funder: { address: town.sample('funder', 'CEX_FUNDED') } },
    { funder: { address: 'nobody' } },
  ];

  it('asks for a batch of every kind and gets what its types say', async () => {
    const { data, errors } = JSON.parse(await send('Batch', { requests: asked() }, 'application/json'));
    expect(errors).toBeUndefined();
    expect(data.checks).toMatchObject([
      {
        __typename: 'WalletCheck',
        walletVerdict: 'TRUSTED',
        walletMetrics: { results: { sample: { tradeCount: expect.any(Number) } } },
      },
      { __typename: 'TokenCheck', tokenVerdict: 'LOW_RISK', tokenMetrics: {} },
      { __typename: 'TradeCheck', tradeVerdict: 'ACCEPTABLE_COST', document: { kind: 'trade' } },
      { __typename: 'FunderCheck', funderVerdict: 'CEX_FUNDED', billing: { route: 'CREDIT', chargedUsdc: '0.05' } },
      { __typename: 'CheckFault', kind: 'FUNDER', code: 'INVALID_REQUEST', retryable: false },
    ]);
  });

  it('follows the same batch as it comes', async () => {
    const text = await send('Progress', { requests: asked() }, 'text/event-stream');
    const events = [...text.matchAll(/^data: ?(\{.*\})$/gm)].map(([, json]) => JSON.parse(String(json)).data.checks);
    expect(events.map(({ done }) => done)).toEqual([1, 2, 3, 4, 5]);
    expect(events.flatMap(({ indexes }) => indexes).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(events.map(({ total }) => total)).toEqual([5, 5, 5, 5, 5]);
  });

  it('reads what the account paid', async () => {
    const { data, errors } = JSON.parse(await send('Account', {}, 'application/json'));
    expect(errors).toBeUndefined();
    expect(data.account.entries.edges).toHaveLength(5);
    expect(data.account.entries.pageInfo.hasNextPage).toBe(true);
    const kinds = data.account.checks.edges.map(({ node }: { node: { kind: string } }) => node.kind);
    expect(new Set(kinds)).toEqual(new Set(['WALLET', 'TOKEN']));
  });
});
