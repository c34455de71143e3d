import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { associatedAccount } from 'assay-core/solana/token/programs.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memo, transferChecked } from '#payments/credits/instructions.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import {
  addressOfKey,
  type Draft,
  instructionsOf,
  MINT,
  signedInPart,
  TOKEN_PROGRAM,
} from '../payments/x402-counter.ts';
import {
  type Answer,
  ask,
  checkOf,
  confirmed,
  forwarding,
  type Json,
  type Market,
  openMarket,
  PRICE,
  pay,
  signed,
  until,
  type Version,
  wrapped,
} from '../support/market.ts';
import type { Service } from '../support/service.ts';

let market: Market;
let service: Service;
let slow: Service;
let node: FaultyRpc;
let payer: Keypair;
let subject: string;
/** What `getTransaction` waits for at the node of the slow service. */
let gate: Promise<void> = Promise.resolve();

beforeAll(async () => {
  market = await openMarket();
  const { url } = market.sandbox;
  const plain = forwarding(url);
  node = await serveFaultyRpc(
    forwarding(url, {
      getTransaction: async (params) => {
        await gate;
        return await plain.getTransaction?.(params);
      },
    }),
  );
  [service, slow] = await Promise.all([market.open(), market.open({ SOLANA_RPC_URLS: node.url })]);
  subject = market.subject('CEX_FUNDED');
});
afterAll(async () => {
  await market?.stop();
  await node?.close();
});
beforeEach(async () => {
  payer = await market.payer();
});

const draft = (changed: Partial<Draft> = {}): Draft => ({
  payer,
  feePayer: addressOfKey(market.feePayer),
  merchant: addressOfKey(market.merchant),
  amountAtomic: PRICE,
  ...changed,
});

async function blockhash(): Promise<string> {
  return (await rpc<Json>(market.sandbox.url, 'getLatestBlockhash')).value.blockhash;
}

/** Shows a transaction as the payment for a check. */
async function show(version: Version, transaction: string): Promise<Answer> {
  const url = checkOf(service, subject);
  const { required } = await ask(url);
  const v1 = { x402Version: 1, scheme: 'exact', network: 'solana-devnet', payload: { transaction } };
  return await ask(url, signed(version, version === 1 ? v1 : wrapped(required, transaction)).headers);
}

function lookedUp(recent: string): string {
  const state = {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 1,
    lastExtendedSlotStartIndex: 0,
    addresses: [new PublicKey(associatedAccount(addressOfKey(market.merchant), MINT, TOKEN_PROGRAM))],
  };
  const table = new AddressLookupTableAccount({ key: Keypair.generate().publicKey, state });
  const message = new TransactionMessage({
    payerKey: market.feePayer.publicKey,
    recentBlockhash: recent,
    instructions: instructionsOf(draft()),
  });
  const transaction = new VersionedTransaction(message.compileToV0Message([table]));
  transaction.sign([payer]);
  return Buffer.from(transaction.serialize()).toString('base64');
}

const withAccounts = (...keys: ReturnType<typeof key>[]) => Object.assign(memo('order'), { keys });
const key = (pubkey: PublicKey, isSigner: boolean) => ({ pubkey, isSigner, isWritable: false });

/** What a hostile payer signs, under a fresh blockhash, and the end of the reason that it is told. */
const hostile: readonly (readonly [string, string, () => Partial<Draft>])[] = [
  [
    '1.4 million units at 5,000,000 microlamports',
    'compute_limit_instruction_too_high',
    () => ({ units: 1_400_000, microLamports: 5_000_000n }),
  ],
  ['few units at a price above the limit', 'compute_price_instruction_too_high', () => ({ microLamports: 50_001n })],
  ['more units than the limit', 'compute_limit_instruction_too_high', () => ({ units: 100_001 })],
  [
    'the fee payer as an account of a memo',
    'fee_payer_not_isolated',
    () => ({ more: [withAccounts(key(market.feePayer.publicKey, false))] }),
  ],
  [
    'the fee payer as a signer of a memo',
    'fee_payer_not_isolated',
    () => ({ more: [withAccounts(key(market.feePayer.publicKey, true))] }),
  ],
  [
    'the fee payer as the payer',
    'fee_payer_not_isolated',
    () => ({ authority: addressOfKey(market.feePayer), signers: [] }),
  ],
  [
    'a transfer of lamports from the fee payer',
    'fee_payer_not_isolated',
    () => ({
      more: [
        SystemProgram.transfer({ fromPubkey: market.feePayer.publicKey, toPubkey: payer.publicKey, lamports: 1_000 }),
      ],
    }),
  ],
  [
    'three signers',
    'excessive_signers',
    () => {
      const third = Keypair.generate();
      return { more: [withAccounts(key(third.publicKey, true))], signers: [payer, third] };
    },
  ],
  ['less than the price', 'amount_mismatch', () => ({ amountAtomic: PRICE - 1n })],
  ['more than the price', 'amount_mismatch', () => ({ amountAtomic: PRICE + 1n })],
  ['nothing', 'amount_mismatch', () => ({ amountAtomic: 0n })],
  ['another merchant', 'recipient_mismatch', () => ({ merchant: addressOfKey(payer) })],
  ['another fee payer', 'fee_payer_mismatch', () => ({ feePayer: addressOfKey(Keypair.generate()) })],
  ['no signature of the payer', 'signature_invalid', () => ({ signers: [] })],
  ['the memo of a claim', 'memo_reserved', () => ({ more: [memo(`assay:1:${'A'.repeat(43)}`)] })],
  ['a blockhash that never was', 'BlockhashNotFound', () => ({ blockhash: Keypair.generate().publicKey.toBase58() })],
];

describe.each([2, 1] as const)('a payment of version %i', (version) => {
  it.each(hostile)('with %s is 402, and neither tokens nor lamports move', async (_, reason, changed) => {
    const since = await market.watch();
    const recent = await blockhash();
    const { status, body } = await show(version, signedInPart(draft({ blockhash: recent, ...changed() })));
    expect([status, body.code, body.detail]).toEqual([402, 'payment_invalid', expect.stringContaining(reason)]);
    expect(await since()).toEqual({ got: 0n, spent: 0n });
  });

  it('in the same hand with nothing hostile in it is delivered', async () => {
    const since = await market.watch();
    const { status } = await show(version, signedInPart(draft({ blockhash: await blockhash() })));
    expect([status, (await since()).got]).toEqual([200, PRICE]);
  });

  it('with a lookup table is 402, and neither tokens nor lamports move', async () => {
    const since = await market.watch();
    const { status, body } = await show(version, lookedUp(await blockhash()));
    expect([status, body.code]).toEqual([402, 'payment_invalid']);
    expect(await since()).toEqual({ got: 0n, spent: 0n });
  });

  it('whose blockhash expired is 402, and neither tokens nor lamports move', async () => {
    const since = await market.watch();
    const transaction = signedInPart(draft({ blockhash: await blockhash() }));
    await market.advance(200);
    const { status, body } = await show(version, transaction);
    expect([status, body.code]).toEqual([402, 'payment_invalid']);
    expect(await since()).toEqual({ got: 0n, spent: 0n });
  });

  it('whose payer moves the money while the check runs is 402, delivers nothing, and is burnt', async () => {
    const { url } = market.sandbox;
    await confirmed(url, await rpc<string>(url, 'requestAirdrop', [addressOfKey(payer), 1_000_000_000]));
    const since = await market.watch();
    const check = checkOf(slow, market.subject('WALLET_FUNDED', version));
    const { headers } = await pay(url, version, payer, await ask(check));
    let open = (): void => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const asked = node.calls('getTransaction');
    const answer = ask(check, headers);
    await until(() => node.calls('getTransaction') > asked);
    await drain();
    open();
    const { status, body, text, receipt } = await answer;
    expect([status, body.code]).toEqual([402, 'payment_failed']);
    expect(receipt(version)).toMatchObject({ success: false });
    expect(text).not.toContain('WALLET_FUNDED');
    const again = await ask(check, headers);
    expect([again.status, again.body.code]).toEqual([402, 'payment_failed']);
    expect(await since()).toEqual({ got: 0n, spent: 0n });
  });
});

/** The payer gives away all that it has. */
async function drain(): Promise<void> {
  const { url } = market.sandbox;
  const accomplice = Keypair.generate();
  await rpc(url, 'sandbox_airdropUsdc', [addressOfKey(accomplice), '0']);
  const transfer = transferChecked({
    tokenProgram: TOKEN_PROGRAM,
    from: associatedAccount(addressOfKey(payer), MINT, TOKEN_PROGRAM),
    mint: MINT,
    to: associatedAccount(addressOfKey(accomplice), MINT, TOKEN_PROGRAM),
    authority: addressOfKey(payer),
    amountAtomic: 1_000_000n,
    decimals: 6,
  });
  const recent = await blockhash();
  const transaction = signedInPart(draft({ feePayer: addressOfKey(payer), blockhash: recent }), [transfer]);
  await confirmed(url, await rpc<string>(url, 'sendTransaction', [transaction, { encoding: 'base64' }]));
}
