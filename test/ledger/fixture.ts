import type { HoldRequest, HoldResult, Ledger } from '#ledger/model.ts';
import type { Sql } from '#ledger/postgres/database.ts';

export const USDC = 1_000_000n;
export const PRICE = 50_000n;
export const answer = { body: '{"verdict":"CEX_FUNDED"}', verdict: 'CEX_FUNDED' };

/** What an audit says of sound books without abandoned holds. */
export const clean = {
  unbalancedAccounts: 0,
  overdrawnAccounts: 0,
  postedWithoutAnswer: 0,
  staleHolds: 0,
  sumAtomic: 0n,
};

/** A key of a new account with `amount` atomic USDC. */
export async function newKey(ledger: Ledger, amount = USDC): Promise<string> {
  const { apiKey } = await ledger.grant(amount);
  if (!apiKey) throw new Error('the grant made no key');
  return apiKey;
}

export function asked(apiKey: string, priceAtomic = PRICE): HoldRequest {
  return { apiKey, kind: 'funder', subject: 'subject', request: 'funder subject', priceAtomic };
}

export function idOf(held: HoldResult): string {
  if (held.outcome !== 'held') throw new Error(`not held: ${held.outcome}`);
  return held.holdId;
}

/** Lets the lease of a hold, or of all open holds, run out. */
export async function lapse(sql: Sql, holdId?: string): Promise<void> {
  await sql`
    UPDATE holds SET expires_at = now() - interval '1 second'
    WHERE state = 'held' AND id = COALESCE(${holdId ?? null}::bigint, id)`;
}
