import { addressBytes } from 'assay-core/solana/address.ts';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { RpcFaultKind } from '../../packages/core/test/support/faulty-rpc.ts';
import { NEWEST_SLOT, nthAddress, smallWorld } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

const PROGRAM = nthAddress(40);
const SLICE = { offset: 0, length: 4 };
const FILTERS = [{ dataSize: 90 }, { at: 8, bytes: addressBytes(nthAddress(41)) }];

const row = (n: number, owner: string = PROGRAM, data = 'AQIDBA==') => ({
  pubkey: nthAddress(n),
  account: { lamports: n, owner, executable: false, rentEpoch: 0, space: 90, data: [data, 'base64'] },
});
const world = (getProgramAccounts: RpcMethods[string]): RpcMethods => ({
  ...smallWorld(),
  getSlot: () => NEWEST_SLOT + 32,
  getProgramAccounts,
});
const answering = (value: unknown) => world(() => ({ context: { slot: NEWEST_SLOT }, value }));
const found = answering([row(3), row(2)]);
const search = (rigged: Rig) => rigged.reader.programAccounts(PROGRAM, FILTERS, SLICE);
const GAP = { known: false, gap: { reading: 'program_accounts', cause: 'rpc_unavailable' } };

describe('a search among the accounts of a program', () => {
  it('is asked for at confirmed with its filters and slice, alone and once for all who ask, and ordered by address', async () => {
    open = await rig([found]);
    const [one, two] = await Promise.all([search(open), search(open), open.reader.account(nthAddress(1))]);
    expect(one).toEqual(two);
    const data = new Uint8Array([1, 2, 3, 4]);
    const account = (n: number) => ({
      address: nthAddress(n),
      lamports: BigInt(n),
      owner: PROGRAM,
      executable: false,
      data: Buffer.from(data),
      bytes: 90,
    });
    const inOrder = [account(2), account(3)].sort((a, b) => (a.address < b.address ? -1 : 1));
    expect(one).toEqual({ known: true, value: inOrder });
    const asked = open.rpcs[0].requests.filter(({ calls }) =>
      calls.some(({ method }) => method === 'getProgramAccounts'),
    );
    expect(asked.map(({ calls }) => calls.map(({ params }) => params))).toEqual([
      [
        [
          PROGRAM,
          {
            encoding: 'base64',
            commitment: 'confirmed',
            withContext: true,
            dataSlice: SLICE,
            filters: [{ dataSize: 90 }, { memcmp: { offset: 8, bytes: nthAddress(41) } }],
          },
        ],
      ],
    ]);
  });

  it('that one endpoint refuses is made by another, and the first is not thought worse of', async () => {
    const refusing = [-32010, -32601, -32600].map((code) =>
      world(() => {
        throw new RpcFault(code, 'excluded from account secondary indexes');
      }),
    );
    for (const first of [...refusing, smallWorld(), answering(null), answering([row(1, nthAddress(9))])]) {
      open = await rig([first, found]);
      expect(await search(open)).toMatchObject({ known: true, value: [{}, {}] });
      expect(open.chain.health().map(({ healthy }) => healthy)).toEqual([true, true]);
      await open.end();
    }
  });

  it('shares a request with others only where more of them wait than can be under way', async () => {
    const searches = (rigged: Rig, count: number, from = 0) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          rigged.reader.programAccounts(PROGRAM, [{ dataSize: from + n }], SLICE),
        ),
      );
    const sizes = ({ rpcs }: Rig) =>
      rpcs[0].requests
        .map(({ calls }) => calls.filter(({ method }) => method === 'getProgramAccounts').length)
        .filter((count) => count > 0);
    open = await rig([found]);
    await searches(open, 4);
    expect(sizes(open)).toEqual([1, 1, 1, 1]);
    await searches(open, 25, 100);
    expect(sizes(open).slice(4)).toEqual([10, 10, 5]);
  });

  it('that an endpoint refuses in arrays is made alone, and other calls stay in theirs', async () => {
    const refusals: readonly RpcFaultKind[] = [
      { kind: 'status', status: 400 },
      { kind: 'status', status: 500 },
      { kind: 'reset' },
      { kind: 'text', text: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batch"}}' },
    ];
    for (const refusal of refusals) {
      open = await rig([found]);
      const { reader, rpcs } = open;
      rpcs[0].fail(({ array, calls }) =>
        array && calls.some(({ method }) => method === 'getProgramAccounts') ? refusal : null,
      );
      await reader.account(nthAddress(1));
      const readings = await Promise.all(
        Array.from({ length: 25 }, (_, n) => reader.programAccounts(PROGRAM, [{ dataSize: n }], SLICE)),
      );
      expect(readings.every((reading) => reading.known)).toBe(true);
      await Promise.all(Array.from({ length: 30 }, (_, n) => reader.signatures(nthAddress(n), { limit: 1 })));
      const lists = rpcs[0].requests.at(-1)?.calls.filter(({ method }) => method === 'getSignaturesForAddress');
      expect(lists).toHaveLength(30);
      expect(open.chain.health()).toMatchObject([{ healthy: true }]);
      await open.end();
    }
  });

  it('that nobody makes is a gap', async () => {
    open = await rig([smallWorld()]);
    expect(await search(open)).toMatchObject({ known: false, gap: { ...GAP.gap, cause: 'plan_refuses' } });
  });

  it('whose answer is of another shape is a gap', async () => {
    const odd: unknown[] = [
      'text',
      [{ pubkey: 'x' }],
      [row(1, PROGRAM, 'AQIDBAU=')],
      [{ ...row(1), account: null }],
      [{ ...row(1), account: { ...row(1).account, space: null } }],
    ];
    for (const value of odd) {
      open = await rig([answering(value)]);
      expect(await search(open)).toMatchObject(GAP);
      await open.end();
    }
  });

  it('that finds more than its bound is cut off, not asked elsewhere, and charged', async () => {
    const many = answering(Array.from({ length: 40 }, (_, n) => row(n)));
    open = await rig([many, found], { limits: { scanBytesMax: 4_096 } });
    expect(await search(open)).toMatchObject({ gap: { reading: 'program_accounts', cause: 'limit_reached' } });
    expect(open.rpcs[1]?.calls('getProgramAccounts')).toBe(0);
    expect(open.reader.spent().bytes).toBe(4_096);
    expect(await open.reader.account(nthAddress(1))).toMatchObject({ known: true });
  });
});
