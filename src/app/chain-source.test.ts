import { setTimeout as pause } from 'node:timers/promises';
import { RpcFault, type RpcMethods, serveJsonRpc } from 'assay-sandbox/json-rpc.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config/config.ts';
import { devnet, mainnet } from '#config/network.ts';
import { freePort } from '#lib/process/free-port.ts';
import { openLog } from '#lib/process/log.ts';
import { virtualTime } from '../../packages/core/test/support/virtual-time.ts';
import { loadChainSource, verifyLater } from './chain-source.ts';

const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const log = openLog('silent');
const serve = (genesis: string, port = 0, asked = (): void => undefined) =>
  serveJsonRpc(
    {
      getGenesisHash: () => {
        asked();
        return genesis;
      },
    },
    port,
  );

it('leaves an endpoint out that could not be asked for its network, until it says that it serves the right one', async () => {
  const good = await serve(DEVNET);
  const [late, other] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  onTestFinished(await virtualTime([good.url, String(late), String(other)]));
  const config = readConfig({
    SOLANA_RPC_URLS: [late, good.url, other].join(','),
    SOLANA_NETWORK: devnet.caip2,
    PAY_TO: '2s7yUbq1vF9ZkNAdm4EUBhTzDxEVG7rTBPSmdp8VMQKh',
    X402_FACILITATOR: 'off',
  });
  const source = await (await loadChainSource(config, log))();
  expect([source.urls, source.unverified]).toEqual([[good.url], [late, other]]);
  const admitted: string[] = [];
  const close = verifyLater(source, devnet, log, (url) => admitted.push(url), 10);
  let asked = 0;
  const wrong = await serve(MAINNET, Number(new URL(String(other)).port), () => {
    asked += 1;
  });
  while (asked === 0) await pause(2);
  expect(admitted).toEqual([]);
  const raised = await serve(DEVNET, Number(new URL(String(late)).port));
  while (admitted.length === 0) await pause(2);
  expect(admitted).toEqual([late]);
  await close();
  await Promise.all([good, raised, wrong].map((server) => server.close()));
});

describe('a node that was started without what checks need', () => {
  const minimal: RpcMethods = { getGenesisHash: () => DEVNET, getVersion: () => ({ 'solana-core': '3.0.1' }) };
  const refusal = (code: number, message: string) => () => {
    throw new RpcFault(code, message);
  };
  const noHistory = refusal(-32011, 'Transaction history is not available from this node');

  async function opened(...nodes: readonly RpcMethods[]) {
    const servers = await Promise.all(nodes.map((methods) => serveJsonRpc(methods)));
    onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close()))));
    const config = readConfig({
      SOLANA_RPC_URLS: servers.map(({ url }) => `${url}/KEY`).join(','),
      SOLANA_NETWORK: devnet.caip2,
      PAY_TO: '2s7yUbq1vF9ZkNAdm4EUBhTzDxEVG7rTBPSmdp8VMQKh',
      X402_FACILITATOR: 'off',
    });
    const open = await loadChainSource(config, log);
    return open().then(
      ({ urls }) => urls.length,
      (error: unknown) => String(error),
    );
  }

  it('stops the start with the name of its flag', async () => {
    const said = await opened(minimal);
    expect(said).toContain('--full-rpc-api');
    expect(said).toContain('full_api = true');
    expect(said).not.toContain('KEY');
    const kept = await opened({ ...minimal, getSignaturesForAddress: noHistory });
    expect(kept).toContain('--enable-rpc-transaction-history');
    expect(kept).toContain('transaction_history = true');
  });

  it('does not where another endpoint has it', async () => {
    expect(await opened(minimal, { ...minimal, getSignaturesForAddress: () => [] })).toBe(2);
  });

  it.each([
    ['is busy', -32005, 'too many requests'],
    ['refuses for the sake of a plan', -32601, 'Method is available on dedicated nodes only'],
    ['fails', -32603, 'Internal error'],
  ])('is not seen in an endpoint that %s', async (_, code, message) => {
    expect(await opened({ ...minimal, getSignaturesForAddress: refusal(code, message) })).toBe(1);
  });

  it('costs at most four calls', async () => {
    let asked = 0;
    const counted = () => {
      asked += 1;
      return { 'solana-core': '3.0.1' };
    };
    const refused = () => {
      asked += 1;
      throw new RpcFault(-32601, 'Method not found');
    };
    const methods = { getSignaturesForAddress: refused, getTransaction: refused, getTokenLargestAccounts: refused };
    await opened({ ...minimal, ...methods, getVersion: counted });
    expect(asked).toBe(4);
  });
});

it('does not start when an endpoint that answers serves another network', async () => {
  const server = await serve(DEVNET);
  const config = readConfig({
    SOLANA_RPC_URLS: server.url,
    PAY_TO: '2s7yUbq1vF9ZkNAdm4EUBhTzDxEVG7rTBPSmdp8VMQKh',
    X402_FACILITATOR: 'off',
  });
  const open = await loadChainSource(config, log);
  await expect(open()).rejects.toThrow(`not ${mainnet.caip2}`);
  await server.close();
});
