import { afterEach, describe, expect, it } from 'vitest';
import type { RpcFaultKind } from '../../packages/core/test/support/faulty-rpc.ts';
import {
  NEWEST_SLOT,
  nthAddress,
  nthSignature,
  smallWorld,
  walletAccount,
} from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';

const faults: Readonly<Record<string, RpcFaultKind>> = {
  '429 with Retry-After': { kind: 'status', status: 429, headers: { 'retry-after': '0.02' } },
  '429 without': { kind: 'status', status: 429 },
  '500': { kind: 'status', status: 500, body: '{"error":"x"}' },
  '503 with HTML': { kind: 'status', status: 503, body: '<html><body>Service Unavailable</body></html>' },
  'half a body': { kind: 'half_body' },
  'half a body that claims to be whole': { kind: 'text', text: '{"jsonrpc":"2.0","id":1,"resu' },
  'wrong JSON': { kind: 'text', text: '{"jsonrpc":"2.0","id":1,"result":{"con' },
  'an HTML page': { kind: 'text', text: '<!doctype html><title>hello</title>', type: 'text/html' },
  'JSON of another kind': { kind: 'text', text: '"ok"' },
  'a list of nothing': { kind: 'text', text: '[]' },
  'a hang': { kind: 'hang' },
  'a closed socket': { kind: 'reset' },
  'an error for each call': {
    kind: 'items',
    spoil: (_, answer) => ({ id: answer.id, error: { code: -32005, message: 'busy' } }),
  },
  'results of a wrong shape': { kind: 'items', spoil: (_, answer) => ({ id: answer.id, result: { context: 5 } }) },
  '401': { kind: 'status', status: 401 },
  '404': { kind: 'status', status: 404 },
};

const tooFast = ['429 with Retry-After', '429 without', 'an error for each call'];

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

describe.each(Object.entries(faults))('an endpoint with %s', (name, fault) => {
  // Only a hang is waited out; elsewhere a long time keeps a busy machine from looking like one.
  const limits = { requestTimeoutMs: fault.kind === 'hang' ? 400 : 1_500 };

  it('leaves a gap of ours in every reading when it is alone', async () => {
    open = await rig([smallWorld()], { limits });
    open.rpcs[0].fail(() => fault);
    const { reader } = open;
    const readings = await Promise.all([
      reader.account(nthAddress(1)),
      reader.signatures(nthAddress(1)),
      reader.transaction(nthSignature(1)),
      reader.tokenHoldings(nthAddress(1)),
    ]);
    // An endpoint that is asked too fast may answer the next time, so it is asked until the time is up.
    const cause = tooFast.includes(name) ? expect.stringMatching(/^(rpc_unavailable|deadline)$/) : 'rpc_unavailable';
    expect(readings.map((reading) => (reading.known ? 'known' : reading.gap))).toMatchObject([
      { reading: 'account', cause },
      { reading: 'signatures', cause },
      { reading: 'transaction', cause },
      { reading: 'token_holdings', cause },
    ]);
    expect(JSON.stringify(readings)).not.toContain('secret');
    expect(JSON.stringify(open.log)).not.toContain('secret');
  });

  it('is replaced by another endpoint', async () => {
    open = await rig([smallWorld(), smallWorld()], { limits });
    open.rpcs[0].fail(() => fault);
    const { reader } = open;
    const account = await reader.account(nthAddress(1));
    expect(account).toEqual({ known: true, value: { slot: NEWEST_SLOT, value: expect.anything() } });
    expect(await reader.transaction(nthSignature(1))).toMatchObject({ known: true });
    expect((await reader.signatures(nthAddress(1))).known).toBe(true);
  });

  it('is asked again when it was a passing failure', async () => {
    open = await rig([smallWorld()], { limits });
    open.rpcs[0].fail(({ number }) => (number === 0 ? fault : null));
    const account = await open.reader.account(nthAddress(1));
    const wrongShape = name === 'results of a wrong shape';
    expect(account.known).toBe(!wrongShape);
  });
});

describe('Retry-After', () => {
  it('is waited for', async () => {
    open = await rig([smallWorld()]);
    open.rpcs[0].fail(({ number }) =>
      number === 0 ? { kind: 'status', status: 429, headers: { 'retry-after': '0.4' } } : null,
    );
    const startedAt = performance.now();
    expect((await open.reader.account(nthAddress(1))).known).toBe(true);
    expect(performance.now() - startedAt).toBeGreaterThan(390);
  });

  it('beyond the deadline ends the reading at once instead of waiting in vain', async () => {
    open = await rig([smallWorld()]);
    open.rpcs[0].fail(() => ({ kind: 'status', status: 429, headers: { 'retry-after': '60' } }));
    const startedAt = performance.now();
    expect(await open.reader.account(nthAddress(1))).toMatchObject({ gap: { cause: 'rpc_unavailable' } });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(open.rpcs[0].requests.length).toBe(1);
  });

  it('is kept to by questions for the slot as well', async () => {
    open = await rig([smallWorld(), smallWorld()], { limits: { probeEveryMs: 10 } });
    open.rpcs[0].fail(() => ({ kind: 'status', status: 429, headers: { 'retry-after': '60' } }));
    for (let n = 0; n < 5; n++) {
      expect((await open.reader.account(nthAddress(n))).known).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    expect(open.rpcs[0].requests.length).toBe(1);
    expect(open.rpcs[1]?.calls('getSlot')).toBeGreaterThan(2);
  });

  it('counts whatever page comes with it', async () => {
    open = await rig([smallWorld()]);
    // What reads like more values than an answer may have.
    const body = '<p>,,,,</p>'.repeat(30_000);
    open.rpcs[0].fail(() => ({ kind: 'status', status: 429, headers: { 'retry-after': '60' }, body }));
    expect(await open.reader.account(nthAddress(1))).toMatchObject({ gap: { cause: 'rpc_unavailable' } });
    expect(open.rpcs[0].requests.length).toBe(1);
    // The question for the slot shared the request.
    expect(open.chain.traffic()[0]?.errors).toEqual(new Map([['too_fast', 2]]));
    expect(open.chain.health()[0]).toMatchObject({ healthy: false });
  });

  it('sends the calls to another endpoint meanwhile, queued ones too', async () => {
    open = await rig([smallWorld(), smallWorld()]);
    open.rpcs[0].fail(() => ({ kind: 'status', status: 429, headers: { 'retry-after': '60' } }));
    const readings = await Promise.all(
      Array.from({ length: 900 }, (_, n) => open?.reader.transaction(nthSignature(n))),
    );
    expect(readings.every((reading) => reading?.known)).toBe(true);
    expect(open.rpcs[0].requests.length).toBeLessThanOrEqual(5);
    expect(open.chain.health()[0]).toMatchObject({ healthy: false });
    expect(open.chain.health()[1]).toMatchObject({ healthy: true, slot: NEWEST_SLOT });
  });
});

describe('health', () => {
  it('prefers the endpoint that works, and says so once', async () => {
    open = await rig([smallWorld(), smallWorld()]);
    open.rpcs[0].fail(() => ({ kind: 'status', status: 500 }));
    for (let n = 0; n < 5; n++) expect((await open.reader.transaction(nthSignature(n))).known).toBe(true);
    expect(open.rpcs[0].calls('getTransaction')).toBeLessThanOrEqual(2);
    expect(open.log.filter(({ event }) => event === 'rpc_endpoint_failed')).toHaveLength(1);
    expect(open.log[0]?.fields.origin).toBe(new URL(open.rpcs[0].url).origin);
  });

  it('accounts are read one by one where nobody knows the call for many', async () => {
    const { getMultipleAccounts: _, ...few } = smallWorld();
    const getAccountInfo = () => ({ context: { slot: NEWEST_SLOT }, value: walletAccount(7) });
    open = await rig([{ ...few, getAccountInfo }]);
    const { reader } = open;
    const read = await Promise.all([1, 2, 3].map((n) => reader.account(nthAddress(n))));
    expect(read.map((one) => one.known && one.value.value?.lamports)).toEqual([7n, 7n, 7n]);
    expect(open.rpcs[0].calls('getAccountInfo')).toBe(3);
  });

  it('an optional method that one endpoint lacks is asked of the other, and is a gap when nobody has it', async () => {
    const { getTokenAccountsByOwner: _lacking, ...lacking } = smallWorld();
    open = await rig([lacking, smallWorld()]);
    expect(await open.reader.tokenHoldings(nthAddress(1))).toMatchObject({ known: true, value: { value: [] } });
    expect(await open.reader.tokenHoldings(nthAddress(2))).toMatchObject({ known: true, value: { value: [] } });
    expect(open.rpcs[0].calls('getTokenAccountsByOwner')).toBe(2);
    await open.end();
    open = await rig([lacking]);
    expect(await open.reader.tokenHoldings(nthAddress(1))).toMatchObject({ gap: { cause: 'plan_refuses' } });
    expect(open.rpcs[0].calls('getTokenAccountsByOwner')).toBe(2);
  });
});
