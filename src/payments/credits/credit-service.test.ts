import { Keypair } from '@solana/web3.js';
import { known, missing, type Reading } from 'assay-core/lib/reading.ts';
import { type Address, address, addressOf } from 'assay-core/solana/address.ts';
import { associatedAccount, TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { describe, expect, it } from 'vitest';
import { Fault, type FaultCode } from '#lib/fault.ts';
import type { LiveTip } from '../chain/payment-chain.ts';
import type { AssetFacts } from './asset-facts.ts';
import { openCreditService } from './credit-service.ts';
import { openPaymentPreparer, type PaymentOffer } from './prepared-payment.ts';
import type { PrepareRequest } from './requests.ts';
import { openSealer } from './ticket.ts';
import { memoText } from './ticket-terms.ts';

const wallet = (): Address => address(Keypair.generate().publicKey.toBase58());
const payer = wallet();
const payTo = wallet();
const sponsor = wallet();
const mint = wallet();
const destination = associatedAccount(payTo, mint, TOKEN_PROGRAM);
const facts: AssetFacts = {
  mint,
  payTo,
  destination,
  tokenProgram: TOKEN_PROGRAM,
  decimals: 6,
  destinationExists: true,
};
const tip: LiveTip = {
  landsWithinMs: 25_000,
  blockhash: addressOf(new Uint8Array(32).fill(9)),
  lastValidBlockHeight: 42n,
};
const sealer = openSealer(['secret']);
const network = 'solana:test';

/** A chain that knows its tip and fails the test when it is asked anything. */
function parts(seen: AssetFacts | null = facts, newest: Reading<LiveTip> = known(tip)) {
  const asked = () => {
    throw new Error('the chain was asked');
  };
  return {
    chain: { tip: async () => newest, status: asked, finalized: asked },
    claims: { recall: asked, credit: asked },
    sealer,
    facts: { current: () => seen, firstReading: Promise.resolve(), close: () => undefined },
    settings: { payTo, network, facilitatorKeys: () => [sponsor] },
    now: () => 1_700_000_000_999,
  };
}

async function faultOf(run: () => Promise<unknown>): Promise<Fault> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const service = openCreditService(parts());
const request: PrepareRequest = { payer, amountAtomic: 1_000_000n, pass: false };
const refusal = (over: Partial<PrepareRequest>) => faultOf(() => service.prepare({ ...request, ...over }));

describe('prepare', () => {
  it('hands out a transfer and the ticket that describes it, with no call but that for the tip', async () => {
    const { ticket, transaction, memo, ...rest } = await service.prepare(request);
    const expiresAt = new Date(1_700_000_025_000);
    expect(rest).toEqual({
      expiresAt,
      amountAtomic: 1_000_000n,
      pass: null,
      payTo,
      destination,
      lastValidBlockHeight: 42n,
    });
    const terms = sealer.open(ticket);
    expect(terms).toMatchObject({
      payer,
      amountAtomic: 1_000_000n,
      tier: null,
      mint,
      recipient: payTo,
      network,
      expiresAt,
    });
    expect(terms && memoText(terms.id)).toBe(memo);
    expect(Buffer.from(transaction, 'base64').includes(memo)).toBe(true);
    expect((await service.prepare(request)).memo).not.toBe(memo);
  });

  it.each([
    [19_000_000n, { tier: 'traveller', days: 30, calls: 2_000 }],
    [49_000_000n, { tier: 'voyager', days: 30, calls: 10_000 }],
  ])('sells a pass for exactly %s', async (amountAtomic, pass) => {
    const prepared = await service.prepare({ payer, amountAtomic, pass: true });
    expect(prepared.pass).toEqual(pass);
    expect(sealer.open(prepared.ticket)?.tier).toBe(pass.tier);
    const credit = await service.prepare({ payer, amountAtomic, pass: false });
    expect(sealer.open(credit.ticket)?.tier).toBeNull();
  });

  it.each([18_999_999n, 19_000_001n, 30_000_000n, 49_000_001n])(
    'sells no pass for %s and names both prices',
    async (amountAtomic) => {
      const { code, status, extra } = await refusal({ amountAtomic, pass: true });
      expect([code, status]).toEqual(['invalid_request', 422]);
      expect(extra.invalid).toMatchObject([
        { loc: ['body', 'amount_atomic'], type: 'pass_amount', input: Number(amountAtomic) },
      ]);
      expect(extra.invalid?.[0]?.msg).toMatch(/19\.00 USDC.*49\.00 USDC/);
    },
  );

  it('takes amounts from 0.50 to 10,000 USDC', async () => {
    for (const amountAtomic of [500_000n, 10_000_000_000n])
      expect(await service.prepare({ ...request, amountAtomic })).toBeDefined();
    const amounts = [-1n, 0n, 499_999n, 10_000_000_001n, 2n ** 63n, 2n ** 64n];
    const refusals = await Promise.all(amounts.map((amountAtomic) => refusal({ amountAtomic })));
    const items = refusals.map(({ extra }) => extra.invalid?.[0]);
    expect(items.map((item) => item?.type)).toEqual([
      ...Array(3).fill('greater_than_equal'),
      ...Array(3).fill('less_than_equal'),
    ]);
    expect(items.map((item) => item?.input)).toEqual([-1, 0, 499_999, 10_000_000_001, undefined, undefined]);
    expect(items.every((item) => item?.loc.join('.') === 'body.amount_atomic')).toBe(true);
  });

  it.each([
    ['no address', 'x', 'Not a Solana address'],
    ['33 bytes', `${payer}${payer}`, 'Not a Solana address'],
    ['an address of a program', destination, 'Not a wallet'],
    ['the merchant', payTo, 'to be paid'],
    ['a key of the facilitator', sponsor, 'facilitator'],
  ])('refuses as payer %s', async (_, text, msg) => {
    const { code, extra } = await refusal({ payer: text });
    expect(code).toBe('invalid_request');
    expect(extra.invalid).toMatchObject([{ loc: ['body', 'payer'], type: 'value_error', input: text }]);
    expect(extra.invalid?.[0]?.msg).toContain(msg);
  });

  it('tells everything that is wrong at once', async () => {
    const { invalid } = (await refusal({ payer: 'x', amountAtomic: 0n })).extra;
    expect(invalid?.map(({ loc }) => loc[1])).toEqual(['payer', 'amount_atomic']);
  });

  it('waits for the mint and for a recent block hash', async () => {
    const blind = openCreditService(parts(null));
    const stale = openCreditService(parts(facts, missing('tip', 'rpc_unavailable')));
    for (const one of [blind, stale]) {
      const { code, extra } = await faultOf(() => one.prepare(request));
      expect([code, extra.retryAfterSeconds]).toEqual(['chain_unavailable', 2]);
    }
  });
});

describe('a proposed payment per call', () => {
  const requirements = { amount: '20000', asset: mint, payTo, extra: { feePayer: sponsor } };
  const offer: PaymentOffer = { payer, requirements, resource: {}, extensions: {} };
  const codeOf = async (over: Partial<PaymentOffer>, seen = parts()): Promise<FaultCode> =>
    (await faultOf(() => openPaymentPreparer(seen).prepare({ ...offer, ...over }))).code;

  it('is not for the fee payer, the merchant or a program', async () => {
    for (const of of [sponsor, payTo, destination, 'x']) expect(await codeOf({ payer: of })).toBe('invalid_request');
    const other = { ...requirements, extra: { feePayer: payer } };
    expect(await codeOf({ requirements: other })).toBe('invalid_request');
  });

  it('waits for a fee payer and for the chain', async () => {
    expect(await codeOf({ requirements: { ...requirements, extra: {} } })).toBe('not_ready');
    expect(await codeOf({}, parts(null))).toBe('chain_unavailable');
  });

  it('is never made for another asset or wallet than the ones that are watched', async () => {
    const other = { ...offer, requirements: { ...requirements, payTo: sponsor } };
    await expect(openPaymentPreparer(parts()).prepare(other)).rejects.toThrow('not one for the asset');
  });
});
