import { createPrivateKey, sign } from 'node:crypto';
import { type Keypair, Keypair as Keys, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { type Address, address } from 'assay-core/solana/address.ts';
import { associatedAccount } from 'assay-core/solana/token/programs.ts';
import { PROGRAMS } from 'assay-sandbox/chain/programs.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { compileV1 } from 'assay-sandbox/world/transaction.ts';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAssociated, memo, transferChecked } from '#payments/credits/instructions.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { withApp } from '../support/app.ts';
import { openService, type Service } from '../support/service.ts';
import { ask, claim, instructionsOf, type MoneyTown, openMoneyTown, prepare, USDC } from './money-town.ts';

const AMOUNT = 5_000_000;
const TOKEN = address(PROGRAMS.token);
const TOKEN_2022 = address(PROGRAMS.token2022);
const MINT = address(USDC);

let town: MoneyTown;
let wallet: Keypair;
let service: Service;
let merchant: Address;

beforeAll(async () => {
  town = await openMoneyTown();
  wallet = await town.wallet(1_000_000_000n);
  merchant = keyOf(town.merchant);
  service = await openService(town.settings);
  await town.settle();
});
afterAll(async () => {
  await service?.end();
  await town?.stop();
});

function keyOf(pair: Keypair): Address {
  return address(pair.publicKey.toBase58());
}

/** A transfer of the wallet's own USDC, with what differs. */
function transferOf(over: Partial<Parameters<typeof transferChecked>[0]> = {}): TransactionInstruction {
  return transferChecked({
    tokenProgram: TOKEN,
    from: associatedAccount(keyOf(wallet), MINT, TOKEN),
    mint: MINT,
    to: associatedAccount(merchant, MINT, TOKEN),
    authority: keyOf(wallet),
    amountAtomic: BigInt(AMOUNT),
    decimals: 6,
    ...over,
  });
}

type Change = (given: {
  readonly transfer: TransactionInstruction;
  readonly note: TransactionInstruction;
}) => TransactionInstruction[] | Promise<TransactionInstruction[]>;

/** What the claim of a transaction by hand is answered, and that it moved no credit where it is refused. */
async function outcome(change: Change, signers: readonly Keypair[] = [wallet]): Promise<unknown> {
  const prepared = await prepare(service.url, wallet, AMOUNT);
  const [transfer, note] = instructionsOf(prepared).slice(-2);
  if (!transfer || !note) throw new Error('a proposal ends with transfer and memo');
  const signature = await town.land(await change({ transfer, note }), ...signers);
  await town.settle();
  const { status, body } = await claim(service.url, { signature, ticket: prepared.ticket });
  return status === 200 ? body.credited_usdc : [status, body.code, body.mismatch];
}

const mismatch = (what: string) => [409, 'transfer_mismatch', what];

/** A mint of the wallet's own with its token accounts, and tokens in the wallet's. */
async function lookAlike(program: Address): Promise<{ mint: Address; program: Address }> {
  const mint = Keys.generate();
  const bytes = 82;
  const lamports = await rpc<number>(town.sandbox.url, 'getMinimumBalanceForRentExemption', [bytes]);
  const programId = new PublicKey(program);
  const owner = wallet.publicKey;
  const init = Buffer.concat([Buffer.of(20, 6), owner.toBuffer(), Buffer.of(0)]);
  const of = { payer: keyOf(wallet), mint: keyOf(mint), tokenProgram: program };
  const mintTo = Buffer.alloc(9);
  mintTo.writeUInt8(7);
  mintTo.writeBigUInt64LE(BigInt(AMOUNT), 1);
  const signature = await town.land(
    [
      SystemProgram.createAccount({
        fromPubkey: owner,
        newAccountPubkey: mint.publicKey,
        lamports,
        space: bytes,
        programId,
      }),
      new TransactionInstruction({ programId, keys: [key(mint.publicKey, true)], data: init }),
      createAssociated({ ...of, owner: keyOf(wallet) }),
      createAssociated({ ...of, owner: merchant }),
      new TransactionInstruction({
        programId,
        keys: [
          key(mint.publicKey, true),
          key(new PublicKey(associatedAccount(keyOf(wallet), keyOf(mint), program)), true),
          key(owner, false, true),
        ],
        data: mintTo,
      }),
    ],
    wallet,
    mint,
  );
  await town.settle();
  const { value } = await rpc<{ value: { err: unknown }[] }>(town.sandbox.url, 'getSignatureStatuses', [[signature]]);
  expect(value[0]?.err).toBeNull();
  return { mint: keyOf(mint), program };
}

function key(pubkey: PublicKey, isWritable: boolean, isSigner = false) {
  return { pubkey, isWritable, isSigner };
}

function signedBy({ publicKey, secretKey }: Keypair, message: Uint8Array): Buffer {
  const [x, d] = [publicKey.toBytes(), secretKey.subarray(0, 32)].map((part) =>
    Buffer.from(part).toString('base64url'),
  );
  return sign(null, message, createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' }));
}

function paidIn({ mint, program }: { mint: Address; program: Address }): TransactionInstruction {
  const [from, to] = [keyOf(wallet), merchant].map((owner) => associatedAccount(owner, mint, program));
  return transferOf({ tokenProgram: program, mint, ...(from && { from }), ...(to && { to }) });
}

describe("only the ticket's own transfer is credited (5.6)", () => {
  it('as it was proposed, without the compute budget too', async () => {
    expect(await outcome(({ transfer, note }) => [transfer, note])).toBe('5.00');
  });

  it('as a transaction of version 1', async () => {
    const prepared = await prepare(service.url, wallet, AMOUNT);
    const { value } = await rpc<{ value: { blockhash: string } }>(town.sandbox.url, 'getLatestBlockhash');
    const steps = instructionsOf(prepared).slice(-2);
    const config = { priorityFee: 777n, computeUnitLimit: 200_000 };
    const { bytes } = compileV1(wallet.publicKey.toBytes(), steps, bs58.decode(value.blockhash), config);
    const sent = Buffer.concat([bytes, signedBy(wallet, bytes)]).toString('base64');
    const signature = await rpc<string>(town.sandbox.url, 'sendTransaction', [sent, { encoding: 'base64' }]);
    await town.settle();
    const { status, body } = await claim(service.url, { signature, ticket: prepared.ticket });
    expect([status, body.credited_usdc]).toEqual([200, '5.00']);
  });

  it.each<[string, string, Change]>([
    ['without its memo', 'ticket', ({ transfer }) => [transfer]],
    ['with a second memo', 'ticket', ({ transfer, note }) => [transfer, note, memo('hello')]],
    ['with its memo twice', 'ticket', ({ transfer, note }) => [transfer, note, note]],
    ['with another memo', 'ticket', ({ transfer }) => [transfer, memo('assay:1:AAAA')]],
    ['of less', 'amount', ({ note }) => [transferOf({ amountAtomic: 4_999_999n }), note]],
    ['of more', 'amount', ({ note }) => [transferOf({ amountAtomic: 5_000_001n }), note]],
    ['in two halves', 'amount', ({ note }) => [...Array(2).fill(transferOf({ amountAtomic: 2_500_000n })), note]],
    ['twice', 'amount', ({ transfer, note }) => [transfer, transfer, note]],
    ['with nothing but its memo', 'recipient', ({ note }) => [note]],
    [
      'with a part going elsewhere',
      'amount',
      ({ transfer, note }) => {
        const self = associatedAccount(keyOf(wallet), MINT, TOKEN);
        return [transfer, transferOf({ to: self, amountAtomic: 1n }), note];
      },
    ],
  ])('%s it is a mismatch: %s', async (_, what, change) => {
    expect(await outcome(change)).toEqual(mismatch(what));
  });

  it('reverted it is a mismatch: success', async () => {
    const more = transferOf({ amountAtomic: 10_000_000_000n });
    expect(await outcome(({ transfer, note }) => [transfer, note, more])).toEqual(mismatch('success'));
  });

  it('in another mint, or in one of Token-2022 that looks alike, it is a mismatch: token', async () => {
    for (const program of [TOKEN, TOKEN_2022]) {
      const token = await lookAlike(program);
      expect(await outcome(({ note }) => [paidIn(token), note])).toEqual(mismatch('token'));
    }
  });

  it('paid by another wallet, or with the fee paid by another, it is a mismatch: payer', async () => {
    const other = await town.wallet();
    await town.settle();
    const from = associatedAccount(keyOf(other), MINT, TOKEN);
    const foreign = transferOf({ from, authority: keyOf(other) });
    expect(await outcome(({ note }) => [foreign, note], [other])).toEqual(mismatch('payer'));
    expect(await outcome(({ note }) => [foreign, note], [wallet, other])).toEqual(mismatch('payer'));
    expect(await outcome(({ transfer, note }) => [transfer, note], [other, wallet])).toEqual(mismatch('payer'));
    expect(await outcome(({ transfer, note }) => [transfer, note], [town.feePayer, wallet])).toEqual(mismatch('payer'));
  });

  it("inside another program it is a mismatch, though the merchant's balance rises by the amount", async () => {
    const owner = associatedAccount(merchant, MINT, TOKEN);
    const nested = associatedAccount(owner, MINT, TOKEN);
    await town.land([createAssociated({ payer: keyOf(wallet), owner, mint: MINT, tokenProgram: TOKEN })], wallet);
    const accounts = [nested, MINT, owner, owner, MINT];
    // RecoverNested of the associated token program: its own transfer, from inside, to the account of the wallet.
    const recover = new TransactionInstruction({
      programId: new PublicKey(PROGRAMS.associatedToken),
      keys: [
        ...accounts.map((each) => key(new PublicKey(each), each !== MINT)),
        key(town.merchant.publicKey, true, true),
        key(new PublicKey(TOKEN), false),
      ],
      data: Buffer.of(2),
    });
    const change: Change = ({ note }) => [transferOf({ to: nested }), recover, note];
    const held = () => rpc<{ value: { amount: string } }>(town.sandbox.url, 'getTokenAccountBalance', [owner]);
    const before = BigInt((await held()).value.amount);
    expect(await outcome(change, [wallet, town.merchant])).toEqual(mismatch('recipient'));
    expect(BigInt((await held()).value.amount) - before).toBe(BigInt(AMOUNT));
  });

  it('late, after the ticket expired, it is credited; what does not match stays a mismatch (5.7)', async () => {
    await rpc(town.sandbox.url, 'sandbox_advance', [400]);
    // The wallet let two minutes pass: the proposal's own block hash is dead by now.
    const late: Change = async ({ transfer, note }) => {
      await rpc(town.sandbox.url, 'sandbox_advance', [400]);
      return [transfer, note];
    };
    expect(await outcome(late)).toBe('5.00');
    const other: Change = async () => [...(await late({ transfer: transferOf(), note: memo('x') }))];
    expect(await outcome(other)).toEqual(mismatch('ticket'));
  });

  it('one ticket credits each distinct transfer that matches (5.7)', async () => {
    const prepared = await prepare(service.url, wallet, AMOUNT);
    const steps = instructionsOf(prepared).slice(-2);
    const signatures = [await town.land(steps, wallet)];
    await town.settle();
    signatures.push(await town.land(steps, wallet));
    await town.settle();
    expect(new Set(signatures).size).toBe(2);
    for (const signature of signatures) {
      expect((await claim(service.url, { signature, ticket: prepared.ticket })).body.credited_usdc).toBe('5.00');
    }
  });
});

describe('an endpoint that lies by omission (5.9)', () => {
  const passed = [
    'getSlot',
    'getGenesisHash',
    'getAccountInfo',
    'getMultipleAccounts',
    'getLatestBlockhash',
    'getBlockHeight',
    'getSignatureStatuses',
    'getTransaction',
  ];
  const forward = (): RpcMethods =>
    Object.fromEntries(
      passed.map((name) => [name, (params: readonly unknown[]) => rpc(town.sandbox.url, name, params)]),
    );
  const hiding = (): RpcMethods => ({
    ...forward(),
    getSignatureStatuses: async ([signatures]) => ({
      context: { slot: await rpc(town.sandbox.url, 'getSlot') },
      value: (signatures as unknown[]).map(() => null),
    }),
    getTransaction: () => null,
  });

  it('alone is 409, beside another in_flight, and hides no transaction that two others have', async () => {
    const { transaction, ticket } = await prepare(service.url, wallet, AMOUNT);
    const claims = { signature: await town.land(instructionsOf({ transaction, ticket }), wallet), ticket };
    await town.settle();
    const { DATABASE_URL: _url, SOLANA_RPC_URLS: _urls, ...env } = town.settings;
    await withApp(town.database, [hiding()], env, async ({ url }) => {
      const { status, body } = await ask(`${url}/credits/claim`, claims);
      expect([status, body.code]).toEqual([409, 'transaction_not_final']);
    });
    await withApp(town.database, [hiding(), forward()], env, async ({ url }) => {
      const { status, body } = await ask(`${url}/credits/claim`, claims);
      expect([status, body.code]).toEqual([503, 'in_flight']);
    });
    await withApp(town.database, [hiding(), forward(), forward()], env, async ({ url }) => {
      const { status, body } = await ask(`${url}/credits/claim`, claims);
      expect([status, body.credited_usdc]).toEqual([200, '5.00']);
    });
  });
});
