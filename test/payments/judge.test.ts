import { Keypair } from '@solana/web3.js';
import { type Address, address } from 'assay-core/solana/address.ts';
import { decodeTransaction } from 'assay-core/solana/decode/transaction.ts';
import type { Move } from 'assay-core/solana/move.ts';
import { associatedAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import type { Instruction, TokenBalance, Transaction } from 'assay-core/solana/transaction.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { FIRST_MEMO_PROGRAM, MEMO_PROGRAM } from '../../src/payments/credits/instructions.ts';
import { judge, type Mismatch } from '../../src/payments/credits/judge.ts';
import { memoText, type TicketTerms } from '../../src/payments/credits/ticket-terms.ts';
import { unsignedTransfer } from '../../src/payments/credits/transfer.ts';
import { addressOfKey, type CreditTown, finalTransaction, NETWORK, openCreditTown } from './credit-town.ts';

interface Body {
  readonly transaction: { readonly message: Readonly<Record<string, unknown>> };
  readonly meta: { readonly fee: number; readonly postBalances: readonly number[] };
}

const AMOUNT = 1_000_000n;
const ID = new Uint8Array(16).fill(3);
const stranger = addressOfKey(Keypair.generate());

let town: CreditTown;
let honest: Transaction;
let ticket: TicketTerms;

beforeAll(async () => {
  town = await openCreditTown();
  const wallet = await town.wallet(5_000_000n);
  await town.settle();
  const facts = town.facts.current();
  if (!facts) throw new Error('the sandbox was not read');
  const payer = addressOfKey(wallet);
  const input = { payer, amountAtomic: AMOUNT, memo: memoText(ID), facts, blockhash: (await town.tip()).blockhash };
  const signature = await town.send(unsignedTransfer(input), wallet);
  await town.settle();
  const found = await finalTransaction(town, signature);
  // Decoded instructions work out their data when it is read, which a copy by spreading would leave behind.
  const instructions = found.instructions.map(({ at, program, accounts, data }) => ({ at, program, accounts, data }));
  honest = { ...found, instructions };
  const expiresAt = new Date(0);
  const { mint, payTo: recipient } = facts;
  ticket = { id: ID, payer, amountAtomic: AMOUNT, tier: null, mint, recipient, network: NETWORK, expiresAt };
});
afterAll(() => town.stop());

test('a transfer that landed as a transaction of version 1 is the ticket’s, whatever its header says of fees', async () => {
  const raw = (version: number) => {
    const config = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: version };
    return rpc<Body>(town.sandbox.url, 'getTransaction', [honest.signature, config]);
  };
  const { transaction, meta, ...body } = await raw(1);
  const { addressTableLookups: _, ...message } = transaction.message;
  const limits = { computeUnitLimit: 30_000, heapSize: null, loadedAccountsDataSizeLimit: 200_000 };
  const transactionConfig = { ...limits, priorityFee: 5_000 };
  const asVersion1 = {
    ...body,
    version: 1,
    transaction: { ...transaction, message: { ...message, transactionConfig } },
    meta: { ...meta, fee: meta.fee + 5_000, postBalances: meta.postBalances.map((b, n) => (n === 0 ? b - 5_000 : b)) },
  };
  const read = decodeTransaction(asVersion1, honest.signature);
  if (!read.known) throw new Error(read.gap.detail);
  expect(read.value).toMatchObject({ version: 1, fee: honest.fee + 5_000n, feePayer: ticket.payer });
  expect(verdict(read.value)).toBeNull();
  expect(verdict(read.value, { ...ticket, amountAtomic: AMOUNT + 1n })).toBe('amount');
});

const verdict = (transaction: Transaction, terms = ticket) => judge(transaction, terms, { facilitatorKeys: [] });
const isTransfer = ({ program, at }: Instruction) => program === TOKEN_PROGRAM && at.inner === -1;
const isMemo = ({ program }: Instruction) => program === MEMO_PROGRAM;
const destination = () => associatedAccount(ticket.recipient, ticket.mint, TOKEN_PROGRAM);
const source = () => associatedAccount(ticket.payer, ticket.mint, TOKEN_PROGRAM);

/** The honest transaction with those of its instructions changed that `which` names. */
function changed(which: (one: Instruction) => boolean, to: (one: Instruction) => readonly Instruction[]): Transaction {
  return { ...honest, instructions: honest.instructions.flatMap((one) => (which(one) ? to(one) : [one])) };
}

/** The honest transaction with the token balances of an account changed, before and after. */
function rebalanced(of: Address, to: (one: TokenBalance) => readonly TokenBalance[]): Transaction {
  const change = (list: readonly TokenBalance[]) => list.flatMap((one) => (one.account === of ? to(one) : [one]));
  return { ...honest, preTokens: change(honest.preTokens), postTokens: change(honest.postTokens) };
}

const inner = (one: Instruction): readonly Instruction[] => [
  { ...one, program: stranger, accounts: [], data: new Uint8Array() },
  { ...one, at: { outer: one.at.outer, inner: 0 } },
];
const withAccount = (place: number, to: () => Address) => (one: Instruction) => [
  { ...one, accounts: one.accounts.map((account, index) => (index === place ? to() : account)) },
];
const withData = (change: (data: Buffer) => void) => (one: Instruction) => {
  const data = Buffer.from(one.data ?? []);
  change(data);
  return [{ ...one, data }];
};
const text = (of: string) => (one: Instruction) => [{ ...one, data: Buffer.from(of, 'utf8') }];
const unread = (one: Instruction) => [{ ...one, accounts: [], data: null }];

/** A move of the merchant's tokens beside the transfer, by a call of some program. */
function besides(from: Address, to: Address): Move {
  const at = { outer: 9, inner: 0 };
  return {
    at,
    program: TOKEN_PROGRAM,
    kind: 'token_transfer',
    from,
    to,
    authority: stranger,
    mint: ticket.mint,
    amount: 1n,
  };
}

test('the honest transfer matches, however late it landed and whichever memo program it used', () => {
  expect(verdict(honest)).toBeNull();
  expect(honest.blockTime).toBeGreaterThan(ticket.expiresAt.getTime() / 1000);
  expect(verdict(changed(isMemo, (one) => [{ ...one, program: FIRST_MEMO_PROGRAM }]))).toBeNull();
  expect(verdict({ ...honest, version: 1 })).toBeNull();
});

const hostile: readonly (readonly [string, () => Transaction, Mismatch])[] = [
  ['a reverted transaction', () => ({ ...honest, failed: true }), 'success'],
  ['no memo', () => changed(isMemo, () => []), 'ticket'],
  ['the memo of another ticket', () => changed(isMemo, text(memoText(new Uint8Array(16)))), 'ticket'],
  ['our memo and a longer text', () => changed(isMemo, text(`${memoText(ID)} `)), 'ticket'],
  ['our memo twice', () => changed(isMemo, (one) => [one, one]), 'ticket'],
  ['a second memo', () => changed(isMemo, (one) => [one, ...text('hello')(one)]), 'ticket'],
  [
    'a second memo of the first program',
    () => changed(isMemo, (one) => [one, { ...one, program: FIRST_MEMO_PROGRAM }]),
    'ticket',
  ],
  ['the memo in a call of another program', () => changed(isMemo, inner), 'ticket'],
  ['a memo that was not sent as data', () => changed(isMemo, unread), 'ticket'],
  ['the transfer in a call of another program', () => changed(isTransfer, inner), 'recipient'],
  ['a transfer that was not sent as data', () => changed(isTransfer, unread), 'recipient'],
  [
    'a transfer that names no decimals',
    () =>
      changed(
        isTransfer,
        withData((data) => data.writeUInt8(3, 0)),
      ),
    'recipient',
  ],
  [
    'a transfer inside a batch',
    () =>
      changed(
        isTransfer,
        withData((data) => data.writeUInt8(255, 0)),
      ),
    'recipient',
  ],
  [
    'a transfer cut short',
    () => changed(isTransfer, (one) => [{ ...one, data: one.data?.subarray(0, 9) ?? null }]),
    'recipient',
  ],
  ['the transfer twice', () => changed(isTransfer, (one) => [one, one]), 'amount'],
  [
    'a second one to somebody else',
    () => changed(isTransfer, (one) => [one, ...withAccount(2, () => stranger)(one)]),
    'amount',
  ],
  ['a second one that was not sent as data', () => changed(isTransfer, (one) => [one, ...unread(one)]), 'amount'],
  [
    'another mint',
    () =>
      changed(
        isTransfer,
        withAccount(1, () => stranger),
      ),
    'token',
  ],
  [
    'a look-alike mint of Token-2022',
    () => changed(isTransfer, (one) => withAccount(1, () => stranger)({ ...one, program: TOKEN_2022_PROGRAM })),
    'token',
  ],
  [
    'the mint under another token program',
    () => changed(isTransfer, (one) => [{ ...one, program: TOKEN_2022_PROGRAM }]),
    'token',
  ],
  ['balances of another mint', () => rebalanced(destination(), (one) => [{ ...one, mint: stranger }]), 'token'],
  [
    'another destination',
    () =>
      changed(
        isTransfer,
        withAccount(2, () => stranger),
      ),
    'recipient',
  ],
  ['the payer himself as destination', () => changed(isTransfer, withAccount(2, source)), 'recipient'],
  [
    'the wallet and not its token account',
    () =>
      changed(
        isTransfer,
        withAccount(2, () => ticket.recipient),
      ),
    'recipient',
  ],
  [
    'a token account that changed hands',
    () => rebalanced(destination(), (one) => [{ ...one, owner: stranger }]),
    'recipient',
  ],
  [
    'one unit less',
    () =>
      changed(
        isTransfer,
        withData((data) => data.writeBigUInt64LE(AMOUNT - 1n, 1)),
      ),
    'amount',
  ],
  [
    'one unit more',
    () =>
      changed(
        isTransfer,
        withData((data) => data.writeBigUInt64LE(AMOUNT + 1n, 1)),
      ),
    'amount',
  ],
  [
    'the amount plus 2^32',
    () =>
      changed(
        isTransfer,
        withData((data) => data.writeBigUInt64LE(AMOUNT + 2n ** 32n, 1)),
      ),
    'amount',
  ],
  ['less that arrived', () => rebalanced(destination(), (one) => [{ ...one, amount: AMOUNT - 1n }]), 'amount'],
  ['more that arrived', () => rebalanced(destination(), (one) => [{ ...one, amount: AMOUNT + 1n }]), 'amount'],
  ['no balance of the merchant', () => rebalanced(destination(), () => []), 'amount'],
  [
    'a call that also pays the merchant',
    () => ({ ...honest, moves: [...honest.moves, besides(stranger, destination())] }),
    'amount',
  ],
  [
    'a call that takes from the merchant',
    () => ({ ...honest, moves: [...honest.moves, besides(destination(), stranger)] }),
    'amount',
  ],
  [
    'another authority, as a delegate is',
    () =>
      changed(
        isTransfer,
        withAccount(3, () => stranger),
      ),
    'payer',
  ],
  ['a source of another owner', () => rebalanced(source(), (one) => [{ ...one, owner: stranger }]), 'payer'],
  ['a source whose owner nobody knows', () => rebalanced(source(), (one) => [{ ...one, owner: null }]), 'payer'],
  ['a source without balances', () => rebalanced(source(), () => []), 'payer'],
  ['a payer who did not sign', () => ({ ...honest, signers: [stranger] }), 'payer'],
  [
    'a fee that somebody else paid',
    () => ({ ...honest, feePayer: stranger, signers: [stranger, ticket.payer] }),
    'payer',
  ],
];

describe('what is not the transfer of the ticket is named', () => {
  test.each(hostile)('%s', (_, transaction, mismatch) => {
    expect(verdict(transaction())).toBe(mismatch);
  });

  const others: readonly (readonly [string, Partial<TicketTerms>, Mismatch])[] = [
    ['another id', { id: new Uint8Array(16) }, 'ticket'],
    ['another mint', { mint: stranger }, 'token'],
    ['another recipient', { recipient: stranger }, 'recipient'],
    ['another amount', { amountAtomic: 19_000_000n }, 'amount'],
    ['another payer', { payer: stranger }, 'payer'],
  ];
  test.each(others)('a ticket with %s', (_, terms, mismatch) => {
    expect(verdict(honest, { ...ticket, ...terms })).toBe(mismatch);
  });

  test('a payer who has become a key of the facilitator', () => {
    expect(judge(honest, ticket, { facilitatorKeys: [ticket.payer] })).toBe('payer');
  });

  test('of several differences the first in the order success, ticket, token, recipient, amount, payer', () => {
    const other = { ...ticket, mint: stranger, recipient: stranger, amountAtomic: 1n, payer: stranger };
    expect(verdict({ ...honest, failed: true }, other)).toBe('success');
    expect(verdict(honest, { ...other, id: new Uint8Array(16) })).toBe('ticket');
    expect(verdict(honest, other)).toBe('token');
    expect(verdict(honest, { ...other, mint: ticket.mint })).toBe('recipient');
    expect(verdict(honest, { ...ticket, amountAtomic: 1n, payer: address(stranger) })).toBe('amount');
  });
});
