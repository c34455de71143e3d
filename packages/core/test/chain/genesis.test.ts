import { afterEach, describe, expect, it } from 'vitest';
import { openChain } from '#chain/open-chain.ts';
import { readGenesisHash } from '#chain/rpc/endpoint-probe.ts';
import { type FaultyRpc, serveFaultyRpc } from '../support/faulty-rpc.ts';

let rpc: FaultyRpc | null = null;
afterEach(async () => {
  await rpc?.close();
  rpc = null;
});

const HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

describe('readGenesisHash', () => {
  it('asks every endpoint, and says of each what it answered or why not, without its key', async () => {
    rpc = await serveFaultyRpc({ getGenesisHash: () => HASH });
    const urls = [`${rpc.url}/KEY?api-key=KEY`, 'http://127.0.0.1:1/KEY'];
    const [good, bad] = await readGenesisHash(urls);
    expect(good).toEqual({ origin: rpc.url, hash: HASH, error: null });
    expect(bad).toMatchObject({ origin: 'http://127.0.0.1:1', hash: null });
    expect(bad?.error).toMatch(/^http:\/\/127\.0\.0\.1:1: connection: ECONNREFUSED/);
    expect(JSON.stringify([good, bad])).not.toContain('KEY');
  });

  it('gives up an endpoint that hangs', async () => {
    rpc = await serveFaultyRpc({ getGenesisHash: () => HASH });
    rpc.fail(() => ({ kind: 'hang' }));
    const [hung] = await readGenesisHash([rpc.url], { requestTimeoutMs: 60 });
    expect(hung?.error).toContain('no answer in time');
  });

  it('names an error code and a wrong shape', async () => {
    rpc = await serveFaultyRpc({});
    expect((await readGenesisHash([rpc.url]))[0]?.error).toContain('RPC error -32601');
    rpc.fail(() => ({ kind: 'text', text: '{"id":1,"result":7}' }));
    expect((await readGenesisHash([rpc.url]))[0]?.error).toContain('not a genesis hash');
  });
});

describe('openChain', () => {
  it('refuses to start without a URL, or with one that is none', () => {
    expect(() => openChain({ urls: [] })).toThrow('at least one RPC endpoint');
    expect(() => openChain({ urls: ['ftp://x/SECRET'] })).toThrow(/^an RPC endpoint is not an http or https URL$/);
  });

  it('asks nothing before it is used', async () => {
    rpc = await serveFaultyRpc({});
    const chain = openChain({ urls: [rpc.url] });
    expect(chain.health()).toMatchObject([{ origin: rpc.url, healthy: true, slot: null, lagSlots: 0 }]);
    expect(chain.limits().size).toBe(0);
    await chain.close();
    expect(rpc.requests).toEqual([]);
  });
});
