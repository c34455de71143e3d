import { TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { address } from 'assay-core/solana/address.ts';
import { associatedAccount } from 'assay-core/solana/token/programs.ts';
import { WORLD_SLOT_MS } from 'assay-sandbox/chain/gates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { judge } from '../../src/payments/credits/judge.ts';
import { openPaymentPreparer } from '../../src/payments/credits/prepared-payment.ts';
import { memoText, type TicketTerms } from '../../src/payments/credits/ticket-terms.ts';
import { unsignedTransfer } from '../../src/payments/credits/transfer.ts';
import { until } from '../support/until.ts';
import { addressOfKey, type CreditTown, finalTransaction, NETWORK, openCreditTown } from './credit-town.ts';

let town: CreditTown;
beforeAll(async () => {
  town = await openCreditTown();
});
afterAll(() => town.stop());

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

function facts() {
  const now = town.facts.current();
  if (!now) throw new Error('the mint was not read');
  return now;
}

const blockhash = async () => (await town.tip()).blockhash;

function decoded(transaction: string) {
  const versioned = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
  const { payerKey, instructions } = TransactionMessage.decompile(versioned.message);
  return { versioned, payer: payerKey.toBase58(), instructions };
}

async function usdcOf(owner: string): Promise<string> {
  const account = associatedAccount(address(owner), address(town.sandbox.usdcMint), address(TOKEN));
  const { value } = await rpc<{ value: { amount: string } }>(town.sandbox.url, 'getTokenAccountBalance', [account]);
  return value.amount;
}

async function unitsUsed(transaction: string): Promise<number> {
  const options = { encoding: 'base64', sigVerify: false, commitment: 'processed' };
  type Trial = { value: { err: unknown; unitsConsumed: number } };
  const { value } = await rpc<Trial>(town.sandbox.url, 'simulateTransaction', [transaction, options]);
  expect(value.err).toBeNull();
  return value.unitsConsumed;
}

test('a transfer opens the missing account of the merchant, pays him, and is the one its ticket describes', async () => {
  const wallet = await town.wallet(3_000_000n);
  const payer = addressOfKey(wallet);
  const id = new Uint8Array(16).fill(7);
  await town.settle();
  const input = { payer, amountAtomic: 1_250_000n, memo: memoText(id), facts: facts() };
  expect(input.facts).toMatchObject({ decimals: 6, tokenProgram: TOKEN, destinationExists: false });

  const first = unsignedTransfer({ ...input, blockhash: await blockhash() });
  const { versioned, payer: feePayer, instructions } = decoded(first);
  expect(versioned.version).toBe(0);
  expect(versioned.signatures.every((signature) => signature.every((byte) => byte === 0))).toBe(true);
  expect(feePayer).toBe(payer);
  expect(instructions.map(({ programId }) => programId.toBase58())).toEqual([
    COMPUTE_BUDGET,
    COMPUTE_BUDGET,
    ASSOCIATED,
    TOKEN,
    MEMO,
  ]);
  expect(await unitsUsed(first)).toBeLessThan(100_000);
  const signature = await town.send(first, wallet);
  await town.settle();
  expect(await town.chain.status(signature)).toMatchObject({ value: { commitment: 'finalized', error: null } });
  expect(await usdcOf(town.merchant)).toBe('1250000');

  const ticket: TicketTerms = {
    id,
    payer,
    amountAtomic: 1_250_000n,
    tier: null,
    mint: facts().mint,
    recipient: town.merchant,
    network: NETWORK,
    expiresAt: new Date(0),
  };
  expect(judge(await finalTransaction(town, signature), ticket, { facilitatorKeys: [] })).toBeNull();

  await until(() => facts().destinationExists === true);
  const second = unsignedTransfer({ ...input, facts: facts(), blockhash: await blockhash() });
  expect(decoded(second).instructions.map(({ programId }) => programId.toBase58())).toEqual([
    COMPUTE_BUDGET,
    COMPUTE_BUDGET,
    TOKEN,
    MEMO,
  ]);
  expect(await unitsUsed(second)).toBeLessThan(60_000);
  const again = await town.send(second, wallet);
  await town.settle();
  expect(judge(await finalTransaction(town, again), ticket, { facilitatorKeys: [] })).toBeNull();
  expect(await usdcOf(town.merchant)).toBe('2500000');
});

test('a proposed x402 payment lands once payer and fee payer signed it, and costs the payer no SOL', async () => {
  const sponsor = await town.wallet(0n);
  const wallet = await town.wallet(1_000_000n);
  await rpc(town.sandbox.url, 'sandbox_airdropUsdc', [town.merchant, '1']);
  await town.settle();
  const before = BigInt(await usdcOf(town.merchant));
  const preparer = openPaymentPreparer({
    chain: town.chain,
    facts: town.facts,
    settings: { payTo: town.merchant, facilitatorKeys: () => [addressOfKey(sponsor)] },
    now: () => 1_000,
  });
  const requirements = {
    scheme: 'exact',
    network: NETWORK,
    amount: '20000',
    asset: town.sandbox.usdcMint,
    payTo: town.merchant,
    maxTimeoutSeconds: 30,
    extra: { feePayer: addressOfKey(sponsor) },
  };
  const offer = {
    payer: addressOfKey(wallet),
    requirements,
    resource: { url: 'http://x/check' },
    extensions: { n: {} },
  };
  const { transaction, payload, ...rest } = await preparer.prepare(offer);
  const other = await preparer.prepare(offer);
  expect(rest).toEqual({
    headerName: 'PAYMENT-SIGNATURE',
    signedTransactionAt: 'payload.transaction',
    requirements,
    expiresAt: expect.any(Date),
  });
  // No later than the 150 blocks that its blockhash is good for.
  expect(rest.expiresAt.getTime()).toBeGreaterThan(1_000);
  expect(rest.expiresAt.getTime()).toBeLessThanOrEqual(1_000 + 150 * WORLD_SLOT_MS);
  expect(payload).toEqual({
    x402Version: 2,
    resource: offer.resource,
    accepted: requirements,
    payload: { transaction },
    extensions: offer.extensions,
  });
  expect(other.transaction).not.toBe(transaction);
  const { versioned, payer, instructions } = decoded(transaction);
  expect(versioned.signatures).toHaveLength(2);
  expect(payer).toBe(addressOfKey(sponsor));
  expect(instructions.map(({ programId }) => programId.toBase58())).toEqual([
    COMPUTE_BUDGET,
    COMPUTE_BUDGET,
    TOKEN,
    MEMO,
  ]);
  expect(instructions[0]?.data).toEqual(Buffer.from([2, 0x60, 0xea, 0, 0]));
  expect(instructions[1]?.data).toEqual(Buffer.from([3, 1, 0, 0, 0, 0, 0, 0, 0]));
  expect(instructions[3]?.data.toString()).toMatch(/^[0-9a-f]{32}$/);
  const named = instructions.flatMap(({ keys }) => keys.map(({ pubkey }) => pubkey.toBase58()));
  expect(named).not.toContain(addressOfKey(sponsor));
  await town.send(transaction, wallet, sponsor);
  await town.settle();
  expect(BigInt(await usdcOf(town.merchant)) - before).toBe(20_000n);
  expect(await rpc(town.sandbox.url, 'getBalance', [addressOfKey(wallet)])).toMatchObject({
    value: 1_000_000_000,
  });
});
