import type { Address, Signature } from 'assay-core/solana/address.ts';
import { isFeePayer, nativeDelta, tokenDeltas } from 'assay-core/solana/decode/balances.ts';
import { signedMessageHash } from 'assay-core/solana/decode/signed-message.ts';
import { decodeTransaction } from 'assay-core/solana/decode/transaction.ts';
import type { Transaction } from 'assay-core/solana/transaction.ts';
import { describe, expect, it } from 'vitest';
import { collected, hasCollected, type ManifestEntry } from './collected.ts';

interface Body {
  readonly transaction?: { readonly message?: { readonly accountKeys?: readonly unknown[] } };
}

interface Effect {
  readonly file: string;
  readonly wallet: Address;
  readonly fee_payer: boolean;
  readonly in_account_keys: boolean;
  readonly failed: boolean;
  readonly fee: string;
  readonly native_delta: string;
  readonly tokens: Readonly<Record<string, string>>;
}

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

/** Collected bodies that are not answers of `getTransaction` as a node gives them, and why each is a gap. */
const justified: Readonly<Record<string, string>> = {
  'no slot: cut out of a block': 'rpc_unavailable',
  'version written as text': 'unreadable',
  'trimmed by hand: more keys than balances, some twice': 'rpc_unavailable',
};

function reasonFor(entry: ManifestEntry): string | null {
  if (entry.slot === null) return 'no slot: cut out of a block';
  if (entry.file === 'Fbartoli__copySolana__4XHAZ5TDPhjq.json') return 'version written as text';
  if (entry.file === 'MetaMask__snap-solana-wallet__JiqYGkWcYu8G.json') {
    return 'trimmed by hand: more keys than balances, some twice';
  }
  return null;
}

describe.runIf(hasCollected)('decoding collected mainnet transactions', () => {
  const entries = hasCollected ? collected<ManifestEntry[]>('transactions/MANIFEST.json') : [];
  const decoded = new Map<string, Transaction>();
  const gaps = new Map<string, string>();
  for (const entry of entries) {
    // The slot that a block's transactions lack is given to them here, so that all the rest of them is read too.
    const body = { ...collected<Record<string, unknown>>(`transactions/${entry.file}`) };
    const strict = decodeTransaction(body, entry.signature as Signature);
    if (!strict.known) gaps.set(entry.file, strict.gap.cause);
    const reading = decodeTransaction({ ...body, slot: body.slot ?? 1 }, entry.signature as Signature);
    if (reading.known) decoded.set(entry.file, reading.value);
  }

  it('finds the signatures of each over its message, where the endpoint sent the message as it was signed', () => {
    // Some that were collected from tests of a wallet have other keys than were signed, and one its version as a text.
    const changed = ({ file }: ManifestEntry) => /^(MetaMask|Fbartoli)__/.test(file);
    const isWritten = ({ transaction }: Body) => typeof transaction?.message?.accountKeys?.[0] === 'string';
    const written = entries
      .filter((entry) => !changed(entry))
      .filter(({ file }) => isWritten(collected<Body>(`transactions/${file}`)))
      .map(({ file }) => ({ file, signed: signedMessageHash(collected(`transactions/${file}`)) }));
    expect(written.filter(({ signed }) => !signed)).toEqual([]);
    expect(written.length).toBeGreaterThan(400);
  });

  it('reads each, or names a gap that is justified', () => {
    expect(entries.length).toBeGreaterThan(500);
    for (const entry of entries) {
      const reason = reasonFor(entry);
      const cause = gaps.get(entry.file);
      if (reason === null) expect([entry.file, cause]).toEqual([entry.file, undefined]);
      else expect([justified[reason], 'history_missing'], entry.file).toContain(cause);
    }
    expect(decoded.size).toBeGreaterThanOrEqual(entries.length - 3);
  });

  it('conserves lamports in each, and moves nothing in failed ones', () => {
    const sum = (list: readonly bigint[]) => list.reduce((total, entry) => total + entry, 0n);
    for (const { file, failed } of entries) {
      const transaction = decoded.get(file);
      if (!transaction) continue;
      expect(sum(transaction.postBalances) - sum(transaction.preBalances)).toBe(-transaction.fee);
      expect(transaction.failed).toBe(failed);
      if (failed) expect(transaction.moves).toEqual([]);
    }
  });

  it('agrees with independently worked out effects on lamports, fees and tokens', () => {
    const effects = collected<Effect[]>('transactions/expected_effects.json');
    let compared = 0;
    for (const effect of effects) {
      const transaction = decoded.get(effect.file);
      if (!transaction) continue;
      compared += 1;
      expect(nativeDelta(transaction, effect.wallet), effect.file).toBe(BigInt(effect.native_delta));
      expect(isFeePayer(transaction, effect.wallet)).toBe(effect.fee_payer);
      expect(transaction.keys.includes(effect.wallet)).toBe(effect.in_account_keys);
      if (effect.fee_payer) expect(transaction.fee).toBe(BigInt(effect.fee));
      const tokens = Object.fromEntries(
        [...tokenDeltas(transaction, effect.wallet)].filter(([m]) => m !== WRAPPED_SOL),
      );
      const expected = Object.entries(effect.tokens).map(([mint, amount]) => [mint, BigInt(amount)] as const);
      expect(tokens, effect.file).toEqual(Object.fromEntries(expected));
    }
    expect(compared).toBeGreaterThan(effects.length - 10);
  });

  it('explains every native credit of a plain transfer by its moves', () => {
    const binance = decoded.get([...decoded.keys()].find((file) => file.includes('2msqMqeUTTZh')) ?? '');
    const credits = binance?.moves.filter((move) => move.kind === 'transfer') ?? [];
    expect(credits.length).toBe(2);
    for (const credit of credits) {
      if (credit.kind === 'transfer' && binance) expect(nativeDelta(binance, credit.to)).toBe(credit.lamports);
    }
  });
});
