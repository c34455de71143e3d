/*
 * A browser wallet adds assertions of the program Lighthouse to whatever it signs, in front of the transfer and behind it, and some name the
 * fee payer: https://github.com/x402-foundation/x402/pull/3318. They only compare, so such a payment is taken. What could write, what time
 * or the payments of others can change and what is no guard at all is refused, and never with the advice to sign again, because the wallet
 * would add it again.
 */
import {
  type Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { associatedAccount } from 'assay-core/solana/token/programs.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { call } from '../mcp/payment-calls.ts';
import { addressOfKey, instructionsOf, MINT, signedInPart, TOKEN_PROGRAM } from '../payments/x402-counter.ts';
import { type FacilitatorServer, serveFacilitator } from '../support/facilitator-server.ts';
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

const LIGHTHOUSE = new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95');
const MEMORY_WRITE = 0;
const ASSERT_DATA = 2;
const ASSERT_DELTA = 4;
const ASSERT_INFO = 5;
const ASSERT_INFOS = 6;
const ASSERT_TOKEN = 9;
const ASSERT_CLOCK = 15;
const ASSERT_TREE = 16;

let market: Market;
let service: Service;
let subject: string;
let payer: Keypair;
/** What the fee payer holds. */
let held: bigint;

beforeAll(async () => {
  market = await openMarket();
  service = await market.open({ FREE_CALLS_PER_DAY: '0' });
  subject = market.subject('CEX_FUNDED');
});
afterAll(() => market?.stop());
beforeEach(async () => {
  payer = await market.payer();
  held = BigInt((await rpc<Json>(market.sandbox.url, 'getBalance', [addressOfKey(market.feePayer)])).value);
});

const blockhash = async (): Promise<string> =>
  (await rpc<Json>(market.sandbox.url, 'getLatestBlockhash')).value.blockhash;

function guard(tag: number, bytes: number, ...accounts: readonly (PublicKey | string)[]): TransactionInstruction {
  const keys = accounts.map((of) => ({ pubkey: new PublicKey(of), isSigner: false, isWritable: false }));
  return new TransactionInstruction({
    programId: LIGHTHOUSE,
    keys,
    data: Buffer.alloc(bytes, tag, undefined).fill(1, 1),
  });
}

type Comparison = '==' | '!=' | '>' | '<' | '>=' | '<=';

/**
 * Asserts lamports, that the system program owns the account, and that it has no data. A mainnet transaction of 3Xvv451gogZKu87v… has the
 * same with the level of its log 5, and asks for three quarters of what its fee payer will hold.
 */
function lamportsGuard(of: PublicKey, operator: Comparison, lamports: bigint): TransactionInstruction {
  const value = Buffer.alloc(8);
  value.writeBigUInt64LE(lamports);
  const code = ['==', '!=', '>', '<', '>=', '<='].indexOf(operator);
  const data = Buffer.from([ASSERT_INFOS, 5, 3, 0, ...value, code, 3, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  return new TransactionInstruction({
    programId: LIGHTHOUSE,
    keys: [{ pubkey: of, isSigner: false, isWritable: false }],
    data,
  });
}

/** What a wallet of today adds: three in front of the transfer, which name fee payer, token account and wallet, and one at the end. */
function guarded(
  instructions: readonly TransactionInstruction[],
  feePayer = market.feePayer.publicKey,
): TransactionInstruction[] {
  const source = associatedAccount(addressOfKey(payer), MINT, TOKEN_PROGRAM);
  const before = [
    lamportsGuard(feePayer, '>=', held - held / 4n),
    guard(ASSERT_TOKEN, 52, source),
    guard(ASSERT_INFO, 16, payer.publicKey),
  ];
  return [...instructions.slice(0, 2), ...before, ...instructions.slice(2), guard(ASSERT_TOKEN, 27, source)];
}

const draft = (recent: string) => ({
  payer,
  feePayer: addressOfKey(market.feePayer),
  merchant: addressOfKey(market.merchant),
  amountAtomic: PRICE,
  blockhash: recent,
});

async function signedWith(
  change: (plain: TransactionInstruction[]) => TransactionInstruction[],
  legacy = false,
): Promise<string> {
  const made = { ...draft(await blockhash()), legacy };
  return signedInPart(made, change(instructionsOf(made)));
}

/** The check, paid with a transaction. */
async function paying(version: 1 | 2, transaction: string, app = service) {
  const url = checkOf(app, subject);
  const { required, body } = await ask(url);
  const [{ scheme, network }] = body.accepts;
  const payload =
    version === 2 ? wrapped(required, transaction) : { x402Version: 1, scheme, network, payload: { transaction } };
  return await ask(url, signed(version, payload).headers);
}

describe('a payment to which a wallet added its guards', () => {
  it.each([
    [2, false],
    [1, false],
    [2, true],
  ] as const)('by x402 version %i is taken (legacy message: %s)', async (version, legacy) => {
    const since = await market.watch();
    const { status, body } = await paying(version, await signedWith((plain) => guarded(plain), legacy));
    expect([status, body.billing?.route]).toEqual([200, 'x402']);
    const { got, spent } = await since();
    expect([got, spent <= 15_000n]).toEqual([PRICE, true]);
  });

  it('that /pay/prepare proposed is taken, by REST, and by the tool of MCP', async () => {
    const proposed = async (): Promise<Json> => {
      const body = JSON.stringify({ payer: addressOfKey(payer), resource: `/check/funder/${subject}` });
      const headers = { 'content-type': 'application/json' };
      const answer = await (await fetch(`${service.url}/pay/prepare`, { method: 'POST', headers, body })).json();
      const { message } = VersionedTransaction.deserialize(Buffer.from(answer.transaction, 'base64'));
      const { payerKey, recentBlockhash, instructions } = TransactionMessage.decompile(message);
      // In logs of mainnet memo, transfer and compute budget take this much, and a guard of an account and one of a token account.
      expect(instructions[0]?.data.readUInt32LE(1)).toBeGreaterThan(12_724 + 6_462 + 300 + 2 * (1_819 + 5_660));
      const again = new TransactionMessage({ payerKey, recentBlockhash, instructions: guarded(instructions) });
      const transaction = new VersionedTransaction(again.compileToV0Message());
      transaction.sign([payer]);
      const signedNow = Buffer.from(transaction.serialize()).toString('base64');
      return { ...answer.payment_payload, payload: { transaction: signedNow } };
    };
    expect((await ask(checkOf(service, subject), signed(2, await proposed()).headers)).status).toBe(200);
    const told = await call(
      service,
      'check_funder',
      { address: subject },
      { meta: { 'x402/payment': await proposed() } },
    );
    expect(told.told.billing?.route).toBe('x402');
  });

  it('for a GraphQL operation is taken', async () => {
    const query = `{ funderCheck(address: "${subject}") { verdict } }`;
    const { required } = await ask(`${service.url}/graphql`, {}, query);
    const payload = wrapped(required, await signedWith((plain) => guarded(plain)));
    const { status, body } = await ask(`${service.url}/graphql`, signed(2, payload).headers, query);
    expect([status, body.data?.funderCheck.verdict]).toEqual([200, 'CEX_FUNDED']);
  });

  it('is refused where the payer did not sign all of it', async () => {
    const made = { ...draft(await blockhash()), signers: [] };
    const { status, body } = await paying(2, signedInPart(made, guarded(instructionsOf(made))));
    expect([status, body.detail]).toEqual([402, expect.stringContaining('signature_invalid')]);
  });

  it('of less than the price is refused as any other', async () => {
    const made = { ...draft(await blockhash()), amountAtomic: PRICE - 1n };
    const { body } = await paying(2, signedInPart(made, guarded(instructionsOf(made))));
    expect([body.code, body.detail, body.retry_action]).toEqual([
      'payment_invalid',
      expect.stringContaining('amount_mismatch'),
      'resign',
    ]);
  });

  it('is claimed as credit like any other transfer', async () => {
    const post = async (path: string, body: object): Promise<Json> => {
      const headers = { 'content-type': 'application/json' };
      return await (await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    const { url } = market.sandbox;
    await confirmed(url, await rpc<string>(url, 'requestAirdrop', [addressOfKey(payer), 1_000_000_000]));
    const { transaction, ticket } = await post('/credits/prepare', {
      payer: addressOfKey(payer),
      amount_atomic: 500_000,
    });
    const { message } = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
    const { payerKey, recentBlockhash, instructions } = TransactionMessage.decompile(message);
    const wallet = new TransactionMessage({ payerKey, recentBlockhash, instructions: guarded(instructions, payerKey) });
    const sent = new VersionedTransaction(wallet.compileToV0Message());
    sent.sign([payer]);
    const wire = Buffer.from(sent.serialize()).toString('base64');
    const signature = await rpc<string>(url, 'sendTransaction', [wire, { encoding: 'base64' }]);
    await confirmed(url, signature);
    expect(await post('/credits/claim', { signature, ticket })).toMatchObject({ credited_usdc: '0.50' });
  });
});

describe('what a wallet adds beside that is refused without the advice to sign again:', () => {
  const own = (): PublicKey => payer.publicKey;
  const sponsor = (): PublicKey => market.feePayer.publicKey;
  const cases: readonly (readonly [string, () => readonly TransactionInstruction[]])[] = [
    ['a write that the fee payer pays for', () => [guard(MEMORY_WRITE, 9, LIGHTHOUSE, sponsor(), sponsor())]],
    ['a write that the payer pays for', () => [guard(MEMORY_WRITE, 9, LIGHTHOUSE, own(), own())]],
    ['a look at the clock', () => [guard(ASSERT_CLOCK, 12)]],
    [
      'a look at the clock as at an account',
      () => [guard(ASSERT_DATA, 20, 'SysvarC1ock11111111111111111111111111111111')],
    ],
    ['a look at an account of somebody else', () => [guard(ASSERT_INFO, 16, subject)]],
    [
      'a look at the merchant',
      () => [guard(ASSERT_TOKEN, 20, associatedAccount(addressOfKey(market.merchant), MINT, TOKEN_PROGRAM))],
    ],
    [
      "lamports of the fee payer that others' settlements take",
      () => [lamportsGuard(sponsor(), '>=', held - 900_000n)],
    ],
    ['the very lamports of the fee payer', () => [lamportsGuard(sponsor(), '==', held - 10_000n)]],
    ['other lamports of the fee payer than some', () => [lamportsGuard(sponsor(), '!=', held)]],
    ['lamports of the fee payer at most', () => [lamportsGuard(sponsor(), '<=', held)]],
    ['a difference from the fee payer', () => [guard(ASSERT_DELTA, 20, own(), sponsor())]],
    ['data of the fee payer', () => [guard(ASSERT_DATA, 20, sponsor())]],
    ['what nobody can read about the fee payer', () => [guard(ASSERT_INFO, 17, sponsor())]],
    ['a tree', () => [guard(ASSERT_TREE, 16, own())]],
    ['a tag that nobody knows', () => [guard(99, 16, own())]],
    ['no tag at all', () => [guard(0, 0, own())]],
    ['five guards', () => Array.from({ length: 5 }, (_, n) => guard(ASSERT_INFO, 16 + n, own()))],
    [
      'another program',
      () => [new TransactionInstruction({ programId: new PublicKey(subject), keys: [], data: Buffer.of(1) })],
    ],
    [
      'a signature of the fee payer',
      () => [
        new TransactionInstruction({
          programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
          keys: [{ pubkey: sponsor(), isSigner: true, isWritable: false }],
          data: Buffer.from('x'),
        }),
      ],
    ],
  ];
  it.each(cases)('%s', async (_, added) => {
    const since = await market.watch();
    const { status, body } = await paying(2, await signedWith((plain) => [...plain, ...added()]));
    expect([status, body.code, body.retry_action, body.hint.url]).toEqual([
      402,
      'payment_invalid',
      'pay_with_key',
      expect.stringContaining('/credits'),
    ]);
    expect(await since()).toEqual({ got: 0n, spent: 0n });
  });
});

describe('a facilitator elsewhere that takes no guards in front of the transfer', () => {
  let facilitator: FacilitatorServer;
  beforeAll(async () => {
    facilitator = await serveFacilitator({ rpcUrl: market.sandbox.url });
  });
  afterAll(() => facilitator?.close());

  it('is not asked in vain again: a key pays', async () => {
    const shop = await market.open({ X402_FACILITATOR: facilitator.url, X402_FEE_PAYER: '' });
    const feePayer = new PublicKey(facilitator.feePayer);
    const made = { ...draft(await blockhash()), feePayer: facilitator.feePayer as never };
    const { status, body } = await paying(2, signedInPart(made, guarded(instructionsOf(made), feePayer)), shop);
    expect([status, body.code, body.retry_action]).toEqual([402, 'payment_invalid', 'pay_with_key']);
  });
});
