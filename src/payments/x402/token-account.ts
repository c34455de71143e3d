import type { AccountState } from '#chain/model.ts';

const AMOUNT_OFFSET = 64;

/** The amount of a token account, u64 little-endian behind mint and owner (SPL Token, Token-2022); none holds zero. */
export function tokenAmount(account: AccountState | null): bigint {
  const data = Buffer.from(account?.data ?? []);
  return data.length >= AMOUNT_OFFSET + 8 ? data.readBigUInt64LE(AMOUNT_OFFSET) : 0n;
}
