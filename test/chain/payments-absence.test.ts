import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { SettlementLookup } from '#payments/billing/settlement-lookup.ts';
import type { Unsettled } from '#payments/billing/stored.ts';
import { entry, nthAddress, nthSignature } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';
import { lacking, paymentWorld } from './payment-world.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

/** When the transfers of the small world begin to be older than the payment that is looked for. */
const RESERVED_AT = 1_760_000_000 - 120;
const RESERVED = { reservedAt: RESERVED_AT, reservedSecondsAgo: 120 };
const NEVER_LANDED = 9_999;

/** A payment by `nthAddress(1)` of a facilitator elsewhere, which may be the transfer `n`; it could land until just now. */
function paymentOf(n: number, changed: Partial<Unsettled> = {}): Unsettled {
  const messageHash = new Uint8Array(32);
  const [source, payerSignature] = [nthAddress(1), nthSignature(n)];
  const own = { messageHash, payer: source, source, payerSignature, answers: '[]' };
  return { ...own, heightBound: 279_999_990n, signature: null, ...changed };
}

/** What is concluded of a payment, once the endpoints have told the tip. */
async function concluded(
  worlds: readonly [RpcMethods, ...RpcMethods[]],
  payment: Unsettled,
  { spoil, reserved = RESERVED }: { spoil?: (rig: Rig) => void; reserved?: typeof RESERVED } = {},
) {
  open = await rig(worlds);
  const payments = open.payments;
  await payments.tip();
  spoil?.(open);
  return await new SettlementLookup(payments, payment).conclude(reserved);
}

/** An endpoint that lists some of the small world's transfers, at most `length` on a page. */
function listing(numbers: readonly number[], length = 1_000): RpcMethods {
  return paymentWorld({
    getSignaturesForAddress: ([, options]) => {
      const { before, limit } = options as { before?: string; limit: number };
      const behind = before === undefined ? 0 : numbers.findIndex((n) => nthSignature(n) === before) + 1;
      return numbers.slice(behind, behind + Math.min(length, limit)).map(entry);
    },
  });
}

const upTo = (size: number, from = 0) => Array.from({ length: size - from }, (_, n) => from + n);

describe('5.11 a payment that only its account leads to', () => {
  it('is absent where two endpoints do not list it', async () => {
    const world = listing(upTo(30, 5));
    expect(await concluded([world, world], paymentOf(NEVER_LANDED))).toEqual({ is: 'absent' });
    expect(open?.rpcs.map((rpc) => rpc.calls('getSignaturesForAddress'))).toEqual([2, 2]);
  });

  it('is found where the first endpoint’s list is behind', async () => {
    const found = await concluded([listing(upTo(30, 5)), listing(upTo(30))], paymentOf(2));
    expect(found).toEqual({ is: 'landed', signature: nthSignature(2) });
  });

  it('is open while the second endpoint cannot tell its list', async () => {
    const world = listing(upTo(30, 5));
    const silenced = lacking(world, 'getSignaturesForAddress');
    expect(await concluded([world, silenced], paymentOf(NEVER_LANDED))).toEqual({ is: 'unknown' });
    await open?.end();
    const busy = (one: Rig) => one.rpcs[1]?.fail(() => ({ kind: 'status', status: 429 }));
    expect(await concluded([world, world], paymentOf(NEVER_LANDED), { spoil: busy })).toEqual({ is: 'unknown' });
  });

  it('needs no second list where one endpoint is all there is', async () => {
    expect(await concluded([listing(upTo(30))], paymentOf(NEVER_LANDED))).toEqual({ is: 'absent' });
  });

  it('is found on the second of short pages', async () => {
    const world = listing(upTo(130), 90);
    expect(await concluded([world, world], paymentOf(120))).toEqual({ is: 'landed', signature: nthSignature(120) });
  });

  it('is concluded of an account with more than a thousand signatures since', async () => {
    const world = listing(upTo(1_300));
    expect(await concluded([world, world], paymentOf(NEVER_LANDED))).toEqual({ is: 'absent' });
  });
});

describe('5.11 a payment of books whose clock is off by most of an hour', () => {
  const OFF_SECONDS = 3_000;
  // The account was busy before, so that its list has what the clock of the books calls later than the payment.
  const busy = listing([...upTo(30), 1_990]);
  it.each([
    ['behind', -OFF_SECONDS],
    ['ahead', OFF_SECONDS],
  ])('is found where it is %s: the chain goes by its own', async (_, off) => {
    const reserved = { ...RESERVED, reservedAt: RESERVED_AT + off };
    const found = { is: 'landed', signature: nthSignature(2) };
    expect(await concluded([busy, busy], paymentOf(2), { reserved })).toEqual(found);
  });

  it('is open where the chain does not tell its time', async () => {
    const world = lacking(listing(upTo(30)), 'getAccountInfo');
    expect(await concluded([world], paymentOf(NEVER_LANDED))).toEqual({ is: 'unknown' });
  });
});

describe('5.11 a finalized height', () => {
  const height = (value: number) => paymentWorld({ getBlockHeight: () => value });
  const own = paymentOf(NEVER_LANDED, { signature: nthSignature(NEVER_LANDED), heightBound: 280_000_200n });
  const past = { ...own, heightBound: 279_999_990n };

  it('far above the newest block ends no wait', async () => {
    const slot = height(300_000_000);
    expect(await concluded([slot, height(280_000_000)], own)).toEqual({ is: 'unknown' });
    await open?.end();
    expect(await concluded([slot], own)).toEqual({ is: 'unknown' });
    await open?.end();
    expect(await concluded([slot, height(280_000_000)], past)).toEqual({ is: 'absent' });
  });

  it('is the one that both endpoints have reached', async () => {
    expect(await concluded([height(280_000_000), height(279_999_980)], past)).toEqual({ is: 'unknown' });
    await open?.end();
    expect(await concluded([height(280_000_000), height(279_999_991)], past)).toEqual({ is: 'absent' });
  });
});
