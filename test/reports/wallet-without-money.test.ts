/*
 * A wallet that cannot pay gets told that, with what the call costs and what it holds, and not to sign once more:
 * https://github.com/x402-foundation/x402/issues/909.
 */
import { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { checkFunder } from '../mcp/payment-calls.ts';
import { addressOfKey, instructionsOf, signedInPart } from '../payments/x402-counter.ts';
import {
  ask,
  checkOf,
  confirmed,
  type Json,
  type Market,
  openMarket,
  PRICE,
  signed,
  wrapped,
} from '../support/market.ts';
import type { Service } from '../support/service.ts';

let market: Market;
let service: Service;
let subject: string;

beforeAll(async () => {
  market = await openMarket();
  service = await market.open({ FREE_CALLS_PER_DAY: '0' });
  subject = market.subject('CEX_FUNDED');
});
afterAll(() => market?.stop());

/** A wallet that holds so much, in atomic units; null where it has no token account at all. */
async function walletWith(atomic: bigint | null): Promise<Keypair> {
  const wallet = Keypair.generate();
  const { url } = market.sandbox;
  if (atomic !== null) {
    await confirmed(url, await rpc<string>(url, 'sandbox_airdropUsdc', [addressOfKey(wallet), `${atomic}`]));
  }
  return wallet;
}

async function paymentOf(payer: Keypair): Promise<string> {
  const { value } = await rpc<Json>(market.sandbox.url, 'getLatestBlockhash');
  const made = {
    payer,
    feePayer: addressOfKey(market.feePayer),
    merchant: addressOfKey(market.merchant),
    amountAtomic: PRICE,
    blockhash: value.blockhash,
  };
  return signedInPart(made, instructionsOf(made));
}

const told = { status: 402, code: 'insufficient_funds', retry_action: 'human_required', payment_state: 'unused' };

describe.each([
  ['no token account', null, '0.00'],
  ['an empty token account', 0n, '0.00'],
  ['an atomic unit too little', PRICE - 1n, '0.049999'],
] as const)('a wallet with %s', (_, atomic, held) => {
  const amounts = { ...told, price_usdc: '0.05', balance_usdc: held };

  it.each([2, 1] as const)('that pays by x402 version %i learns what is missing', async (version) => {
    const transaction = await paymentOf(await walletWith(atomic));
    const { required, body } = await ask(checkOf(service, subject));
    const [{ scheme, network }] = body.accepts;
    const payload =
      version === 2 ? wrapped(required, transaction) : { x402Version: 1, scheme, network, payload: { transaction } };
    const answer = await ask(checkOf(service, subject), signed(version, payload).headers);
    expect(answer.body).toMatchObject(amounts);
    expect(answer.body.detail).toContain(`${held} USDC`);
    expect(answer.required.error).toBe('insufficient_funds');
  });

  it('learns it by GraphQL and MCP as well', async () => {
    const query = `{ funderCheck(address: "${subject}") { verdict } }`;
    const operation = await ask(`${service.url}/graphql`, {}, query);
    const paid = wrapped(operation.required, await paymentOf(await walletWith(atomic)));
    expect((await ask(`${service.url}/graphql`, signed(2, paid).headers, query)).body).toMatchObject(amounts);
    const { required } = await checkFunder(service, subject);
    const payment = wrapped(required, await paymentOf(await walletWith(atomic)));
    const tool = await checkFunder(service, subject, { meta: { 'x402/payment': payment } });
    expect(tool.told).toMatchObject(amounts);
  });
});
