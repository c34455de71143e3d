import type { DiagnosisOptions } from 'assay-core/chain/doctor/doctor.ts';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { type FaultyRpc, type RpcFaultKind, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { NEWEST_SLOT, nthSignature } from '../../packages/core/test/support/small-world.ts';
import { doctor } from '../../src/operator/doctor.ts';

const context = { slot: NEWEST_SLOT };
const GENESIS = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';

/** An endpoint that serves everything that checks ask. */
const whole: RpcMethods = {
  getGenesisHash: () => GENESIS,
  getVersion: () => ({ 'solana-core': '3.0.1', 'feature-set': 7 }),
  getSlot: () => NEWEST_SLOT,
  getFirstAvailableBlock: () => 0,
  getSignaturesForAddress: () => [{ signature: nthSignature(1), slot: NEWEST_SLOT, err: null, blockTime: null }],
  getTransaction: () => ({ slot: NEWEST_SLOT }),
  getBlockTime: () => 1_780_000_000,
  getBlock: ([slot]) => ({ parentSlot: Number(slot) - 1, signatures: [nthSignature(1)] }),
  getAccountInfo: () => ({ context, value: null }),
  getMultipleAccounts: ([addresses]) => ({ context, value: (addresses as unknown[]).map(() => null) }),
  getTokenAccountsByOwner: () => ({ context, value: [] }),
  getTokenLargestAccounts: () => ({ context, value: [] }),
  getProgramAccounts: () => ({ context, value: [] }),
  simulateTransaction: () => ({ context, value: { err: 'AccountNotFound', logs: [] } }),
  getRecentPrioritizationFees: () => [],
  getTransactionsForAddress: () => ({ data: [], paginationToken: null }),
};

function refusing(method: string, code: number, message: string): RpcMethods {
  const refuse = () => {
    throw new RpcFault(code, message);
  };
  return { ...whole, [method]: refuse };
}

function without(...names: readonly string[]): RpcMethods {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));
}

const quick: Partial<DiagnosisOptions> = {
  politeness: { callsMax: 200, spacingMs: 0, pauseMsMax: 5, answerMsMax: 2_000, tries: 3 },
};

let rpcs: FaultyRpc[] = [];
afterEach(async () => {
  await Promise.all(rpcs.map((rpc) => rpc.close()));
  rpcs = [];
});

async function serve(methods: RpcMethods, fail?: Parameters<FaultyRpc['fail']>[0]): Promise<FaultyRpc> {
  const rpc = await serveFaultyRpc(methods);
  if (fail) rpc.fail(fail);
  rpcs.push(rpc);
  return rpc;
}

interface Found {
  readonly endpoints: readonly Record<string, unknown>[];
  readonly together: readonly { readonly kind: string; readonly served: string; readonly reasons: readonly string[] }[];
  readonly advice: readonly string[];
}

async function diagnosed(...asked: readonly FaultyRpc[]) {
  const { text, exitCode } = await doctor(['--json', ...asked.map(({ url }) => `${url}/KEY`)], {}, quick);
  const found = JSON.parse(text) as Found;
  const served = Object.fromEntries(found.together.map(({ kind, served }) => [kind, served]));
  return { text, exitCode, found, served, first: found.endpoints[0] ?? {} };
}

const ALL = { wallet: 'yes', token: 'yes', trade: 'yes', funder: 'yes' };
const status = (code: number, body: object | string, headers = {}): RpcFaultKind => ({
  kind: 'status',
  status: code,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const callsOf = ({ requests }: FaultyRpc) => requests.reduce((sum, { calls }) => sum + calls.length, 0);

describe('the doctor', () => {
  it('finds an endpoint without limits able to serve all kinds, with fewer than 200 calls', async () => {
    const rpc = await serve(whole);
    const { exitCode, served, first, text } = await diagnosed(rpc);
    expect({ exitCode, served }).toEqual({ exitCode: 0, served: ALL });
    expect(first).toMatchObject({
      genesis: GENESIS,
      software: 'Agave 3.0.1',
      featureSet: 7,
      arrays: { allowed: true, longest: 100, counted: null },
      addresses: { most: 100 },
      history: { kept: true, oldestSlot: 0 },
      pace: { calls: 100, seconds: 1, from: 'measurement' },
      calls: callsOf(rpc),
    });
    expect(callsOf(rpc)).toBeLessThanOrEqual(200);
    expect(text).not.toContain('KEY');
  });

  it('says for people what it says as JSON', async () => {
    const rpc = await serve(without('getTokenLargestAccounts'));
    const { text, exitCode } = await doctor([rpc.url], {}, quick);
    expect(exitCode).toBe(1);
    expect(text).toContain('network    devnet; software Agave 3.0.1, feature set 7');
    expect(text).toContain('getTokenLargestAccounts: refused "Method not found"');
    expect(text).toMatch(/token {2}NOT served/);
    expect(text).toContain('Add an endpoint that serves getTokenLargestAccounts (token).');
  });

  it('takes the endpoints of the service where none is named, and explains itself where there is none', async () => {
    const rpc = await serve(whole);
    expect((await doctor([], { SOLANA_RPC_URLS: rpc.url }, quick)).text).toContain(rpc.url);
    expect(await doctor([], {}, quick)).toEqual({ text: expect.stringContaining('SOLANA_RPC_URLS'), exitCode: 1 });
    expect(await doctor(['--help'], {}, quick)).toEqual({ text: expect.stringMatching(/^usage:/), exitCode: 0 });
    expect(await doctor(['--jsno'], {}, quick)).toEqual({ text: expect.stringContaining('--jsno'), exitCode: 1 });
    const { text: told } = await doctor(['--json'], {}, quick);
    expect(JSON.parse(told)).toEqual({ error: expect.stringContaining('SOLANA_RPC_URLS') });
    expect(await doctor(['ftp://x/KEY'], {}, quick)).toEqual({ text: expect.not.stringContaining('KEY'), exitCode: 1 });
  });

  it('says that the service would not start with the endpoints of another network', async () => {
    const rpc = await serve(whole);
    const told = 'serves devnet, and SOLANA_NETWORK is solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
    const adviceOf = async (env: Record<string, string>) =>
      (await doctor([], { SOLANA_RPC_URLS: rpc.url, ...env }, quick)).text.includes(told);
    expect([await adviceOf({}), await adviceOf({ SOLANA_NETWORK: `solana:${GENESIS.slice(0, 32)}` })]).toEqual([
      true,
      false,
    ]);
  });

  it('takes what it could not see for not served, and prices nothing then', async () => {
    const seen = ['getGenesisHash', 'getSlot', 'getVersion'];
    const rpc = await serve(whole, ({ calls }) => (seen.includes(calls[0]?.method ?? '') ? null : status(500, '')));
    const { text, exitCode } = await doctor([rpc.url], { RPC_USD_PER_MILLION_CALLS: '5' }, quick);
    expect([exitCode, text.match(/unknown \(about \d+ calls, price unknown/g)?.length]).toEqual([1, 4]);
  });

  it('names no pace for an endpoint that refuses single calls as too fast', async () => {
    let count = 0;
    const rpc = await serve(whole, ({ array }) => {
      count += 1;
      return array || count % 2 === 0 ? status(429, 'Too many requests') : null;
    });
    expect((await diagnosed(rpc)).first.pace).toBeNull();
  });

  it('counts the credits of a check where prices are known', async () => {
    const rpc = await serve(whole);
    const { text } = await doctor([rpc.url], { RPC_USD_PER_MILLION_CALLS: '5' }, quick);
    expect(text).toMatch(/trade {2}served \(about 9 calls, 0\.045 USD for 1,000 checks\)/);
  });
});

describe('a method that a plan refuses', () => {
  const DEDICATED = 'Method is available on dedicated nodes only';

  it('leaves out the kinds that need it, in the words of the plan', async () => {
    const rpc = await serve(refusing('getTokenLargestAccounts', -32601, DEDICATED));
    const { exitCode, served, found } = await diagnosed(rpc);
    expect({ exitCode, served }).toEqual({ exitCode: 1, served: { ...ALL, token: 'no', trade: 'without' } });
    const token = found.together.find(({ kind }) => kind === 'token');
    expect(token?.reasons[0]).toContain(`${rpc.url}: refused "${DEDICATED}"`);
    expect(found.advice).toEqual(['Add an endpoint that serves getTokenLargestAccounts (token).']);
  });

  it('is switched on by the flag of a node that lacks all of them', async () => {
    const minimal = without('getSignaturesForAddress', 'getTransaction', 'getTokenLargestAccounts');
    expect((await diagnosed(await serve(minimal))).found.advice[0]).toContain('--full-rpc-api');
  });

  it('is served by a second endpoint that offers it', async () => {
    const states = await serve(whole);
    const histories = await serve(refusing('getTokenLargestAccounts', -32601, DEDICATED));
    const { exitCode, served, found } = await diagnosed(histories, states);
    expect({ exitCode, served, advice: found.advice }).toEqual({ exitCode: 0, served: ALL, advice: [] });
  });

  it('counts as refused where it alone is always too fast', async () => {
    const rpc = await serve(whole, ({ calls }) =>
      calls[0]?.method === 'getTokenLargestAccounts' ? status(429, 'Too many requests') : null,
    );
    const { exitCode, served } = await diagnosed(rpc);
    expect({ exitCode, token: served.token }).toEqual({ exitCode: 1, token: 'no' });
    expect(rpc.calls('getTokenLargestAccounts')).toBe(3);
  });

  it('that checks can do without costs a sentence', async () => {
    const rpc = await serve(without('getProgramAccounts', 'getTransactionsForAddress', 'getBlock'));
    const { exitCode, served, found } = await diagnosed(rpc);
    expect({ exitCode, served }).toEqual({
      exitCode: 0,
      served: { ...ALL, token: 'without' },
    });
    expect(found.together.flatMap(({ reasons }) => reasons).join()).toContain('without getProgramAccounts: locks');
    expect(found.together[0]?.reasons.join()).toContain('more calls without getTransactionsForAddress');
    expect(found.together[1]?.reasons.join()).toContain('more calls without getBlock');
  });
});

describe('the addresses of one call', () => {
  it.each([
    [
      'the number that the refusal names',
      5,
      'getMultipleAccounts is limited to a 5 range, upgrade from discover plan',
      5,
    ],
    ['half and half again where it names none', 14, 'too many accounts', 12],
  ])('are %s', async (_, cap, message, most) => {
    const rpc = await serve({
      ...whole,
      getMultipleAccounts: ([addresses]) => {
        const { length } = addresses as unknown[];
        if (length > cap) throw new RpcFault(-32615, message);
        return { context, value: [] };
      },
    });
    expect((await diagnosed(rpc)).first.addresses).toMatchObject({ most, refused: message });
  });
});

describe('arrays', () => {
  const PAID = 'Batch requests are only available for paid plans';

  it('that a plan refuses are not tried longer', async () => {
    const refused = { jsonrpc: '2.0', error: { code: -32403, message: PAID } };
    const rpc = await serve(whole, ({ array }) => (array ? status(403, refused) : null));
    const { first, exitCode } = await diagnosed(rpc);
    expect(first).toMatchObject({
      arrays: { allowed: false, longest: 0, refused: PAID },
      pace: { calls: 4, seconds: 1 },
    });
    expect({ exitCode, arrays: rpc.requests.filter(({ array }) => array).length }).toEqual({ exitCode: 0, arrays: 1 });
  });

  it('of which a plan takes a few are as long as it says', async () => {
    const message = 'Batch of more than 3 requests are not allowed on free tier';
    const rpc = await serve(whole, ({ array, calls }) =>
      array && calls.length > 3
        ? { kind: 'items', spoil: (_, { id }) => ({ jsonrpc: '2.0', id, error: { code: 31, message } }) }
        : null,
    );
    expect((await diagnosed(rpc)).first.arrays).toMatchObject({ allowed: true, longest: 3 });
  });

  it('whose items each count are told, with the rate of the refusal', async () => {
    const rpc = await serve(whole, ({ calls }) =>
      calls.length > 15 ? status(429, '{"error":{"code":-32007,"message":"15/second request limit reached"}}') : null,
    );
    expect((await diagnosed(rpc)).first).toMatchObject({
      arrays: { allowed: true, longest: 10, counted: 'by_item' },
      pace: { calls: 15, seconds: 1, from: 'refusal' },
    });
  });

  it('are not told apart from what was not seen', async () => {
    const rpc = await serve(whole, ({ array }) => (array ? { kind: 'reset' } : null));
    expect((await diagnosed(rpc)).first.arrays).toMatchObject({ allowed: null, longest: 0 });
  });
});

describe('a history', () => {
  it('that a node does not keep leaves out the kinds that read one', async () => {
    const none = () => {
      throw new RpcFault(-32011, 'Transaction history is not available from this node');
    };
    const rpc = await serve({ ...whole, getSignaturesForAddress: none, getTransaction: none });
    const { exitCode, served, found, first } = await diagnosed(rpc);
    expect(first.arrays).toMatchObject({ allowed: true, longest: 100 });
    expect({ exitCode, served }).toEqual({
      exitCode: 1,
      served: { wallet: 'no', token: 'no', trade: 'yes', funder: 'no' },
    });
    expect(found.advice.join()).toContain('keeps the ledger from its beginning (wallet, token, funder)');
    expect(found.advice[0]).toContain('--enable-rpc-transaction-history');
  });

  it('that begins late is told with its time', async () => {
    const rpc = await serve({ ...whole, getFirstAvailableBlock: () => NEWEST_SLOT - 1_000 });
    const { exitCode, served, found } = await diagnosed(rpc);
    expect({ exitCode, wallet: served.wallet }).toEqual({ exitCode: 0, wallet: 'without' });
    expect(found.together[0]?.reasons[0]).toContain('histories that begin before 2026-05-28T20:26:40.000Z');
  });
});

describe('an endpoint that cannot be asked', () => {
  it('is given up after a few calls', async () => {
    const rpc = await serve(whole, () => status(401, 'invalid api key provided: KEY'));
    const { exitCode, first } = await diagnosed(rpc);
    expect({ exitCode, trouble: first.trouble }).toEqual({
      exitCode: 1,
      trouble: expect.stringContaining('check the URL and the key'),
    });
    expect(callsOf(rpc)).toBeLessThanOrEqual(6);
  });

  it('never gets more than 200 calls, however often it refuses', async () => {
    const rpc = await serve(whole, ({ number }) => (number > 1 ? status(429, '', { 'retry-after': '9' }) : null));
    const { politeness } = quick;
    await diagnosed(rpc);
    expect(callsOf(rpc)).toBeLessThanOrEqual(200);
    const few = await serve(whole);
    const { text } = await doctor([few.url], {}, { politeness: { ...politeness, callsMax: 12 } as never });
    expect(callsOf(few)).toBe(12);
    expect(text).toContain('not asked: no call was left');
  });
});
