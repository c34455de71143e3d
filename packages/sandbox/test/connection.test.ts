import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { worldRent } from '#chain/gates.ts';
import { type Sandbox, startSandbox } from '#start.ts';
import { associatedKey, memoInstruction } from '#world/instructions.ts';
import { rpc } from '../../core/test/sandbox/rpc.ts';

let sandbox: Sandbox;
let connection: Connection;
const payer = Keypair.generate();
const friend = Keypair.generate().publicKey;

beforeAll(async () => {
  sandbox = await startSandbox();
  connection = new Connection(sandbox.url, 'confirmed');
  await landed(await connection.requestAirdrop(payer.publicKey, 10 * LAMPORTS_PER_SOL));
});
afterAll(() => sandbox.stop());

/** Polls as an HTTP client does, and moves the sandbox's time instead of waiting. */
async function landed(signature: string): Promise<void> {
  await rpc(sandbox.url, 'sandbox_advance', [1]);
  const { value } = await connection.getSignatureStatuses([signature]);
  expect(value[0]).toMatchObject({ err: null, confirmationStatus: 'confirmed' });
}

async function draft(...instructions: TransactionInstruction[]): Promise<Transaction> {
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  return new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight }).add(...instructions);
}

function transfer(lamports: number, to = friend): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports });
}

describe('an unmodified Connection', () => {
  test('sees a chain that goes by devnet and moves', async () => {
    expect(await connection.getGenesisHash()).toBe(sandbox.genesisHash);
    expect(await connection.getVersion()).toHaveProperty('solana-core');
    const [slot, epoch] = await Promise.all([connection.getSlot(), connection.getEpochInfo()]);
    expect(epoch.absoluteSlot).toBeGreaterThanOrEqual(slot);
    const time = await connection.getBlockTime(slot);
    expect(Math.abs((time ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    expect(await connection.getMinimumBalanceForRentExemption(165)).toBe(Number(worldRent(165)));
  });

  test('sends a signed transfer and reads it back, plain and parsed', async () => {
    const before = await connection.getBalance(payer.publicKey);
    const signature = await connection.sendTransaction(
      await draft(transfer(LAMPORTS_PER_SOL), memoInstruction('for lunch')),
      [payer],
    );
    await landed(signature);
    const read = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 });
    expect(read?.meta).toMatchObject({ err: null, fee: 5000 });
    expect(read?.meta?.preBalances[0]).toBe(before);
    expect(await connection.getBalance(payer.publicKey)).toBe(before - LAMPORTS_PER_SOL - 5000);
    const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 1 });
    expect(parsed?.transaction.message.instructions).toMatchObject([
      { program: 'system', parsed: { type: 'transfer', info: { lamports: LAMPORTS_PER_SOL } } },
      { program: 'spl-memo', parsed: 'for lunch' },
    ]);
    const [listed] = await connection.getSignaturesForAddress(friend);
    expect(listed).toMatchObject({ signature, memo: '[9] for lunch', err: null });
  });

  test('sends a version 0 transaction and pays a priority fee', async () => {
    const { blockhash } = await connection.getLatestBlockhash();
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1000 });
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_500_001 });
    const instructions = [limit, price, transfer(1_000_000)];
    const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: blockhash, instructions });
    const transaction = new VersionedTransaction(message.compileToV0Message());
    transaction.sign([payer]);
    expect((await connection.getFeeForMessage(transaction.message)).value).toBe(6501);
    const signature = await connection.sendTransaction(transaction);
    await landed(signature);
    const read = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 });
    expect(read).toMatchObject({ version: 0, meta: { fee: 6501 } });
    const balances = (list: readonly number[] = []): number => list.reduce((sum, one) => sum + one, 0);
    expect(balances(read?.meta?.preBalances) - balances(read?.meta?.postBalances)).toBe(6501);
    await expect(connection.getTransaction(signature)).rejects.toThrow(/Transaction version \(0\) is not supported/);
  });

  test('holds USDC from the faucet', async () => {
    const mint = new PublicKey(sandbox.usdcMint);
    await rpc(sandbox.url, 'sandbox_airdropUsdc', [payer.publicKey.toBase58(), '25000000']);
    await rpc(sandbox.url, 'sandbox_advance', [1]);
    const account = associatedKey(payer.publicKey, mint);
    expect((await connection.getTokenAccountBalance(account)).value.uiAmountString).toBe('25');
    const { value } = await connection.getParsedTokenAccountsByOwner(payer.publicKey, { mint });
    expect(value[0]?.account.data.parsed.info).toMatchObject({
      owner: payer.publicKey.toBase58(),
      state: 'initialized',
    });
    const largest = await connection.getTokenLargestAccounts(mint);
    expect(largest.value.some((one) => one.address.equals(account))).toBe(true);
    expect(Number((await connection.getTokenSupply(mint)).value.amount)).toBeGreaterThan(25_000_000);
    const program = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
    const filters = [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: payer.publicKey.toBase58() } }];
    const listed = await connection.getProgramAccounts(program, { filters, dataSlice: { offset: 64, length: 8 } });
    expect(listed.map((one) => one.account.data.readBigUInt64LE(0))).toEqual([25_000_000n]);
  });

  test('simulates without effect', async () => {
    const before = await connection.getBalance(payer.publicKey);
    const { value } = await connection.simulateTransaction(await draft(transfer(5_000_000)), undefined, [friend]);
    expect(value).toMatchObject({ err: null, unitsConsumed: 150 });
    const friendNow = await connection.getBalance(friend);
    expect(value.accounts?.[0]?.lamports).toBe(friendNow + 5_000_000);
    expect(await connection.getBalance(payer.publicKey)).toBe(before);
  });

  test('is refused as a node refuses', async () => {
    const rich = await draft(transfer(1_000 * LAMPORTS_PER_SOL));
    await expect(connection.sendTransaction(rich, [payer])).rejects.toThrow(/custom program error: 0x1/);
    const stale = new Transaction({
      feePayer: payer.publicKey,
      blockhash: PublicKey.default.toBase58(),
      lastValidBlockHeight: 1,
    }).add(transfer(1));
    stale.sign(payer);
    await expect(connection.sendRawTransaction(stale.serialize())).rejects.toThrow(/Blockhash not found/);
    const forged = await draft(transfer(1));
    forged.sign(payer);
    const bytes = forged.serialize();
    bytes[5] = (bytes[5] ?? 0) ^ 1;
    await expect(connection.sendRawTransaction(bytes)).rejects.toThrow(/signature verification/);
    const poor = Keypair.generate();
    const unfunded = await draft(SystemProgram.transfer({ fromPubkey: poor.publicKey, toPubkey: friend, lamports: 1 }));
    unfunded.feePayer = poor.publicKey;
    await expect(connection.sendTransaction(unfunded, [poor])).rejects.toThrow(/no record of a prior credit/);
  });

  test('does not land twice, and records a failure that skipped preflight', async () => {
    const once = await draft(transfer(2_000_000));
    once.sign(payer);
    const signature = await connection.sendRawTransaction(once.serialize());
    await expect(connection.sendRawTransaction(once.serialize())).rejects.toThrow(/already been processed/);
    const doomed = await draft(transfer(1_000 * LAMPORTS_PER_SOL));
    doomed.sign(payer);
    const failed = await connection.sendRawTransaction(doomed.serialize(), { skipPreflight: true });
    await landed(signature);
    const read = await connection.getTransaction(failed, { maxSupportedTransactionVersion: 1 });
    expect(read?.meta).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] }, fee: 5000 });
  });

  test('reads finalized balances and finalized history as one story', async () => {
    // Two minutes of slots: nothing becomes final while the test looks.
    const finalitySlots = 600;
    const slow = await startSandbox({ finalitySlots });
    const own = new Connection(slow.url, 'confirmed');
    const newcomer = Keypair.generate().publicKey;
    const signature = await own.requestAirdrop(newcomer, LAMPORTS_PER_SOL);
    const seen = async () => [
      await own.getBalance(newcomer, 'finalized'),
      (await own.getSignaturesForAddress(newcomer, {}, 'finalized')).length,
    ];
    expect(await own.getBalance(newcomer, 'processed')).toBe(LAMPORTS_PER_SOL);
    expect(await seen()).toEqual([0, 0]);
    await rpc(slow.url, 'sandbox_advance', [finalitySlots + 1]);
    const { value } = await own.getSignatureStatuses([signature], { searchTransactionHistory: true });
    expect(value[0]).toMatchObject({ err: null, confirmationStatus: 'finalized' });
    expect(await seen()).toEqual([LAMPORTS_PER_SOL, 1]);
    await slow.stop();
  });

  test('pages through a long history without gaps or repeats', async () => {
    const hub = sandbox.subjects.find((one) => one.what.includes('hub'));
    const [, , funding] = await connection.getSignaturesForAddress(new PublicKey(hub?.address ?? ''));
    const read = await connection.getTransaction(funding?.signature ?? '', { maxSupportedTransactionVersion: 1 });
    const source = read?.transaction.message.staticAccountKeys[0] ?? PublicKey.default;
    const whole = await connection.getSignaturesForAddress(source);
    const pages: typeof whole = [];
    for (let before: string | undefined; ; ) {
      const page = await connection.getSignaturesForAddress(source, { limit: 300, ...(before ? { before } : {}) });
      if (page.length === 0) break;
      pages.push(...page);
      before = page.at(-1)?.signature;
    }
    expect(whole).toHaveLength(1000);
    expect(pages.length).toBe(1011);
    expect(pages.slice(0, 1000)).toEqual(whole);
    expect(pages.every((one, index) => index === 0 || one.slot <= (pages[index - 1]?.slot ?? 0))).toBe(true);
    const newer = await connection.getSignaturesForAddress(source, { until: pages[10]?.signature ?? '' });
    expect(newer).toEqual(pages.slice(0, 10));
  });
});
