import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DocumentNode, print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { peer } from './peer.ts';
import { openTown, type Town } from './town.ts';
import { compile, documentsIn, generateInto } from './typed-client.ts';
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

describe('a typed client that GraphQL Code Generator makes of schema.graphql', () => {
  let folder: string;
  let generated: Readonly<Record<string, DocumentNode>>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-client-'));
    await generateInto(folder, readFileSync('schema.graphql', 'utf8'), documents);
    generated = await documentsIn(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is taken by the compiler, and so is a program that uses it; each mistake is not', () => {
    writeFileSync(join(folder, 'program.ts'), program);
    const wrong = mistakes.map(({ right, wrong: instead }, n) => {
      expect(program).toContain(right);
      writeFileSync(join(folder, `mistake-${n}.ts`), program.replace(right, instead));
      return `mistake-${n}.ts`;
    });
    const said = compile(folder, ['schema.ts', 'generated.ts', 'program.ts', ...wrong]);
    for (const file of ['schema.ts', 'generated.ts', 'program.ts']) expect(said.get(file), file).toEqual([]);
    for (const [n, { name, error }] of mistakes.entries()) {
      expect(said.get(`mistake-${n}.ts`)?.join('\n'), name).toMatch(error);
    }
  });

  async function send(name: string, variables: object, accept: string) {
    const response = await fetch(`${town.service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': town.apiKey, accept },
      body: JSON.stringify({ query: print(generated[`${name}Document`] as DocumentNode), variables }),
    });
    return await response.text();
  }

  const asked = () => [
    { kind: 'WALLET', subject: town.sample('wallet', 'TRUSTED') },
    { kind: 'TOKEN', subject: town.sample('token', 'LOW_RISK') },
    { kind: 'TRADE', subject: town.sample('trade', 'ACCEPTABLE_COST'), sizeSol: '0.5' },
    { kind: 'FUNDER', subject: town.sample('funder', 'CEX_FUNDED') },
    { kind: 'FUNDER', subject: 'nobody' },
  ];

  it('asks for a batch of every kind and gets what its types say', async () => {
    const { data, errors } = JSON.parse(await send('Batch', { requests: asked() }, 'application/json'));
    expect(errors).toBeUndefined();
    expect(data.checks).toMatchObject([
      {
        __typename: 'WalletCheck',
        walletVerdict: 'TRUSTED',
        walletMetrics: { results: { sample: { trades: expect.any(Number) } } },
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
