import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, installPacked } from '../packages/installed.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';

/*
 * The first five minutes of somebody who builds an agent: from an empty folder, with nothing of the repository but what npm installs,
 * against a service on its sandbox. Each step is a command or a script as the pages show it.
 */

const MINT = 'A2ahDjuMECTdCZhVrNuabndeYJG42Ljg8jUhWq68GUnb';
/** The client has the schema, typed documents and what caches of GraphQL clients ask for. */
const SIZE_BYTES_MAX: Readonly<Record<string, number>> = { assay: 40_000, 'assay-client': 150_000 };

let service: ServiceProcess;
let installed: Installed;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startProcess();
  installed = installPacked({ '@solana': '.' });
  const { api_key: apiKey } = await (await fetch(`${service.url}/sandbox`)).json();
  env = { ASSAY_URL: service.url, ASSAY_API_KEY: apiKey };
});
afterAll(async () => {
  installed?.remove();
  await service?.end();
});

describe('what is packed', () => {
  it('is the built code with its types, page and licence, small, and nothing of the service', () => {
    expect(installed.packed.map(({ name }) => name)).toContain('assay-client');
    for (const { name, size, files } of installed.packed) {
      const paths = files.map(({ path }) => path);
      expect(paths, name).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
      const known = /^(LICENSE|README\.md|package\.json|bin\/assay\.js|dist\/.+\.(js|d\.ts|json|graphql))$/;
      expect(paths.filter((path) => !known.test(path))).toEqual([]);
      expect(size, name).toBeLessThan(SIZE_BYTES_MAX[name] ?? 20_000);
      expect(paths).toContain(name === 'assay' ? 'bin/assay.js' : 'dist/index.d.ts');
    }
  });

  it('has types that a strict compiler takes without the libraries of Node', () => {
    const file = join(installed.folder, 'typed.ts');
    const source = `import { AssayError, createClient, type GuardResult, type graphql, type rest } from 'assay-client';
const assay = createClient({ url: 'http://127.0.0.1:8402' });
const [token, trade] = await assay.checks([{ kind: 'token', subject: 'a' }, { kind: 'trade', subject: 'a', sizeSol: '1' }]);
export const creator: string | null | undefined = token instanceof AssayError ? null : token.metrics.creator;
export const cost: number | null | undefined = trade instanceof AssayError ? null : trade.metrics.cost_bps;
export const decided: Promise<GuardResult> = assay.guard({ mint: 'a', budgetBps: 300 });
export const risk: rest.TokenAnswer['verdict'] = 'LOW_RISK';
export const verdict: graphql.TokenVerdict = 'LOW_RISK';
// @ts-expect-error no such verdict
export const none: rest.TokenAnswer['verdict'] = 'FINE';
`;
    ts.sys.writeFile(file, source);
    const program = ts.createProgram([file], {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      types: [],
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    });
    const found = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(found).toEqual([]);
  });
});

describe('the first five minutes', () => {
  it('1: asks by the MCP server as a process, free of charge', async () => {
    const messages = [
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'me', version: '1' } },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'check_token', arguments: { mint: MINT } } },
    ];
    const input = messages.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join('');
    const { code, stdout } = await installed.npx(['mcp'], { ASSAY_URL: service.url }, input);
    const said = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([code, said.find(({ id }) => id === 1).result.serverInfo.title]).toEqual([0, 'Assay']);
    const { structuredContent } = said.find(({ id }) => id === 2).result;
    expect(structuredContent).toMatchObject({ verdict: 'LOW_RISK', billing: { route: 'free' } });
  });

  it('2: asks by the command line', async () => {
    const { code, stdout } = await installed.npx(['token', MINT], env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('LOW_RISK (good)')]);
  });

  it('3: runs the script of the client’s page', async () => {
    const page = readFileSync(join(installed.folder, 'node_modules/assay-client/README.md'), 'utf8');
    const [, script = ''] = /```js\n(import[\s\S]*?)```/.exec(page) ?? [];
    const printed = await installed.run('ask.js', script.replace('http://127.0.0.1:8402', service.url), env);
    expect(printed).toBe("LOW_RISK [ 'NO_ADVERSE_FACT' ] true\n");
  });

  it('4: pays a check from a new wallet with the money of the sandbox, and gets a decision', async () => {
    const script = `import { generateKeyPairSigner } from '@solana/kit';
import { createClient } from 'assay-client';

const url = process.env.ASSAY_URL;
const wallet = await generateKeyPairSigner();
const { rpc_url } = await (await fetch(url + '/sandbox')).json();
await fetch(rpc_url, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sandbox_airdropUsdc', params: [wallet.address, '1000000'] }),
});

const assay = createClient({ url, wallet });
const { verdict, verified, billing } = await assay.token('${MINT}');
console.log(verdict, verified, billing.route, billing.charged_usdc);
const { decision, sizeSol } = await assay.guard({ mint: '${MINT}', sizeSol: '50', budgetBps: 300 });
console.log(decision, Number(sizeSol) > 0 && Number(sizeSol) < 50);
`;
    const printed = await installed.run('pay.js', script, { ASSAY_URL: service.url });
    expect(printed).toBe('LOW_RISK true x402 0.02\nreduce true\n');
  });

  it('runs under no more than what was installed', () => {
    const lock = JSON.parse(readFileSync(join(installed.folder, 'package-lock.json'), 'utf8'));
    const names = Object.keys(lock.packages).filter((path) => path !== '');
    expect(names.sort()).toEqual(installed.packed.map(({ name }) => `node_modules/${name}`).sort());
    expect(installed.folder.startsWith(resolve('.'))).toBe(false);
  });
});
