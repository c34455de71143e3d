import { describe, expect, it } from 'vitest';
import type { SignatureEntry } from '#chain/chain-reader.ts';
import type { Address, Signature } from '#solana/address.ts';
import { derivedAddress } from '#solana/address.ts';
import type { Move } from '#solana/move.ts';
import type { IssuerProfile } from '#solana/token/issuers.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/token/programs.ts';
import type { Instruction, Transaction } from '#solana/transaction.ts';
import { key } from '../../../../test/support/transactions.ts';
import { linkCandidates, signedLink } from './signed-link.ts';

const [MINT, MINTER, MEMBER, STRANGER, HOLDING] = ['mint', 'minter', 'member', 'stranger', 'holding'].map(key) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
/** Off the curve, as the vault of a multisig program. */
const VAULT = derivedAddress([new TextEncoder().encode('vault')], TOKEN_PROGRAM);

const profile: IssuerProfile = {
  name: 'An issuer',
  class: 'rwa-stock',
  program: TOKEN_2022_PROGRAM,
  extensions: [[]],
  keys: { mint: [MINTER] },
  others: [VAULT],
  former: [],
  source: 'a document',
  capturedUnix: 0,
  reviewed: '2026-11-28',
};

const at = { outer: 0, inner: -1 };
const instruction = (accounts: readonly Address[], ...data: readonly number[]): Instruction => ({
  at,
  program: TOKEN_2022_PROGRAM,
  accounts,
  data: Uint8Array.from(data),
});
const made = (signer: Address, instructions: readonly Instruction[], more: Partial<Transaction> = {}) =>
  ({
    failed: false,
    blockTime: 1_790_000_000,
    signers: [signer],
    instructions,
    moves: [],
    ...more,
  }) as unknown as Transaction;
const isLinked = (...transactions: readonly Transaction[]) => signedLink(profile, MINT, transactions) !== null;

describe('a key of the issuer signs for the mint', () => {
  it.each([
    ['fee', [26, 5]],
    ['interest', [33, 1]],
    ['hook', [36, 1]],
    ['metadata pointer', [39, 1]],
    ['multiplier', [43, 1]],
    ['resume', [44, 2]],
  ])('as the authority of an extension: %s', (_, data) => {
    expect(isLinked(made(STRANGER, [instruction([MINT, VAULT], ...data)]))).toBe(true);
    expect(isLinked(made(STRANGER, [instruction([MINT, STRANGER, VAULT], ...data)]))).toBe(false);
  });

  it('as a multisig by a member, and as the vault of a program inside of its instruction', () => {
    expect(isLinked(made(MEMBER, [instruction([MINT, HOLDING, MINTER, MEMBER], 7)]))).toBe(true);
    expect(isLinked(made(STRANGER, [instruction([MINT, HOLDING, MINTER, MEMBER], 7)]))).toBe(false);
    expect(isLinked(made(STRANGER, [{ ...instruction([HOLDING, MINT, VAULT], 11), at: { outer: 1, inner: 3 } }]))).toBe(
      true,
    );
  });

  it('as the payer of the account of the mint, and not of another account', () => {
    const paid = (from: Address, to: Address) =>
      [
        { at, program: STRANGER, kind: 'create_account', from, to, lamports: 1n, space: 82n, owner: STRANGER },
      ] as readonly Move[];
    expect(isLinked(made(MINTER, [], { moves: paid(MINTER, MINT) }))).toBe(true);
    expect(isLinked(made(MINTER, [], { moves: paid(STRANGER, MINT) }))).toBe(false);
    expect(isLinked(made(MINTER, [], { moves: paid(MINTER, HOLDING) }))).toBe(false);
  });

  it('and not where the issuer stops a fake that names his keys: a freeze, a pause, new accounts frozen', () => {
    expect(isLinked(made(STRANGER, [instruction([HOLDING, MINT, VAULT], 10)]))).toBe(false);
    expect(isLinked(made(STRANGER, [instruction([MINT, VAULT], 44, 1)]))).toBe(false);
    expect(isLinked(made(STRANGER, [instruction([MINT, VAULT], 28, 1, 2)]))).toBe(false);
  });

  it('and does not where the transaction failed, where the initializer names the key, or without the bytes', () => {
    expect(isLinked(made(MINTER, [instruction([MINT, HOLDING, MINTER], 7)], { failed: true }))).toBe(false);
    expect(isLinked(made(MINTER, [instruction([MINT, MINTER], 20, 6)]))).toBe(false);
    expect(isLinked(made(MINTER, [instruction([MINT, MINTER], 44, 0)]))).toBe(false);
    expect(isLinked(made(MINTER, [{ ...instruction([MINT, HOLDING, MINTER]), data: null }]))).toBe(false);
    expect(isLinked()).toBe(false);
  });
});

it('reads the twenty newest and the ten oldest of a page, each once and none that failed', () => {
  const entry = (n: number): SignatureEntry => ({
    signature: `s${n}` as Signature,
    slot: 1_000 - n,
    blockTime: null,
    failed: n === 3,
  });
  const page = Array.from({ length: 100 }, (_, n) => entry(n));
  const read = linkCandidates(page).map(({ signature }) => Number(signature.slice(1)));
  expect(read).toEqual([
    ...Array.from({ length: 21 }, (_, n) => n).filter((n) => n !== 3),
    ...Array.from({ length: 10 }, (_, n) => 90 + n),
  ]);
  expect(linkCandidates(page.slice(0, 12))).toHaveLength(11);
});
