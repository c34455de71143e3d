import { expect } from 'vitest';
import { type RecordedPool, recordedPools } from '../../packages/core/test/support/recorded-worlds.ts';
import type { TestDatabase } from '../support/database.ts';
import { type TradeAnswer, withRecorded } from '../support/recorded-service.ts';

/** Pools that the configuration of their venue leads to. */
export const DERIVED = ['clmm', 'whirlpool', 'dlmm', 'cpmm', 'launchlab', 'pumpswap', 'pumpCurve'] as const;

/** A pool of the collection, made anew each time, so that a test may spoil its accounts. */
export function world(name: string): RecordedPool {
  const make = recordedPools[name];
  if (!make) throw new Error(`no world ${name}`);
  return make();
}

export function poolOf({ body }: TradeAnswer, pool: string) {
  return body.metrics.pools?.find((one) => one.address === pool);
}

export function expectFreeUnknown({ status, body }: TradeAnswer, ...codes: readonly string[]): void {
  expect([status, body.verdict, body.billing.charged_usdc]).toEqual([200, 'UNKNOWN', '0.00']);
  expect(body.reason_codes).toEqual(codes);
}

/** The pool is found and priced without holders, priority fees, a clock or, where they are refused, arrays. */
export async function expectFound(
  database: TestDatabase,
  name: string,
  arrays: 'taken' | 'refused_by_error' | 'refused_by_status',
): Promise<void> {
  const { accounts, options, mint, pool, quotes } = world(name);
  const lacking = ['getTokenLargestAccounts', 'getRecentPrioritizationFees'];
  await withRecorded(database, accounts, { ...options, lacking, arrays }, async ({ ask, rpc }) => {
    const [[size, tokens] = ['', '']] = Object.entries(quotes);
    const answer = await ask(mint, size);
    expect([answer.status, answer.body.metrics.tokens_bought]).toEqual([200, tokens]);
    expect(poolOf(answer, pool)).toMatchObject({ used: true });
    expect(answer.body.metrics).toMatchObject({ priority_is_assumed: true, holders_seen: null });
    expect(answer.body.flags).toContain('PRIORITY_FEE_ASSUMED');
    expect(answer.body.confidence).toBeLessThan(0.75);
    if (arrays === 'taken') return;
    // Refused once, arrays are not tried again: what is left is one call a request.
    rpc.forget();
    await ask(mint, '0.25');
    expect(rpc.asked().methods.every((methods) => methods.length === 1)).toBe(true);
    expect(rpc.asked().requests).toBeLessThanOrEqual(8);
    expect(rpc.asked().rounds).toBeLessThanOrEqual(2);
  });
}
