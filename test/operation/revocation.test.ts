import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openClaimBook } from '#ledger/claims.ts';
import { openLedger } from '#ledger/ledger.ts';
import { revokeCommand } from '../../src/operator/commands/revoke.ts';
import type { BooksLocation } from '../../src/operator/run-command.ts';
import { asked, clean, newKey } from '../ledger/fixture.ts';
import { transfer } from '../ledger/payments-fixture.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
let ledger: Ledger;
let books: BooksLocation;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
  books = { databaseUrl: test.url, dataDir: 'unused' };
});
afterAll(() => test.stop());

async function revoke(...args: string[]): Promise<Record<string, unknown>> {
  return (await revokeCommand(args, books)).report;
}

describe('a key that is revoked', () => {
  it('is unknown from then on, and its account keeps what it owns', async () => {
    const apiKey = await newKey(ledger);
    expect(await ledger.hold(asked(apiKey))).toMatchObject({ outcome: 'held' });
    const first = await revoke('--key', apiKey);
    expect(first).toEqual({ account: expect.stringMatching(/^\d+$/), revoked_keys: 1 });
    expect(await ledger.hold(asked(apiKey))).toEqual({ outcome: 'key_unknown' });
    expect(await ledger.statement(apiKey)).toBeNull();
    expect(await revoke('--key', apiKey)).toEqual({ ...first, revoked_keys: 0, already: true });
    const { api_key: next } = await revoke('--account', String(first.account), '--rotate');
    expect(await ledger.statement(String(next))).toMatchObject({ balanceAtomic: 950_000n });
  });

  it('gives its account to a new key when it is rotated, once', async () => {
    const apiKey = await newKey(ledger);
    const { api_key: next } = await revoke('--rotate', '--key', apiKey);
    expect(next).toMatch(/^assay_/);
    expect(await ledger.statement(String(next))).toMatchObject({ balanceAtomic: 1_000_000n });
    expect(await ledger.statement(apiKey)).toBeNull();
    await expect(revoke('--rotate', '--key', apiKey)).rejects.toThrow(
      /had been revoked before.*--account \d+ --rotate/,
    );
  });

  it('while its check is under way leaves the check paid for and answered, and pays no other', async () => {
    const apiKey = await newKey(ledger);
    const held = await ledger.hold(asked(apiKey));
    if (held.outcome !== 'held') throw new Error(held.outcome);
    const { api_key: next } = await revoke('--rotate', '--key', apiKey);
    expect(await ledger.post(held.holdId, { body: '{}', verdict: 'UNKNOWN' })).toBeTruthy();
    expect(await ledger.statement(String(next))).toMatchObject({ balanceAtomic: 950_000n });
    expect(await ledger.hold(asked(apiKey))).toEqual({ outcome: 'key_unknown' });
    expect(await ledger.audit()).toEqual(clean);
  });

  it('comes back by no repeat of the claim that made it', async () => {
    const claims = openClaimBook(test.database);
    const request = transfer();
    const made = await claims.credit(request);
    if (made.outcome !== 'credited' || !made.apiKey) throw new Error(made.outcome);
    const { api_key: next } = await revoke('--rotate', '--key', made.apiKey);
    expect(await claims.recall(request)).toEqual({ outcome: 'repeated', creditedAtomic: 5_000_000n, tier: null });
    expect(await ledger.statement(String(next))).not.toBeNull();
  });

  it('is one that there is', async () => {
    await expect(revoke('--key', 'assay_no')).rejects.toThrow(/no such key or account, so nothing was revoked/);
    await expect(revoke('--account', '999999')).rejects.toThrow(/no such key or account/);
    const [system] = await test.database.sql<{ id: bigint }[]>`SELECT id FROM accounts WHERE kind = 'system' LIMIT 1`;
    await expect(revoke('--account', String(system?.id), '--rotate')).rejects.toThrow(/no such key or account/);
  });

  it.each([
    [[]],
    [['--key']],
    [['--key', '']],
    [['--key', 'a', '--account', '1']],
    [['--account', '-1']],
    [['--account', 'x']],
    [['--rotate']],
    [['--all']],
  ])('is not named by %j, which is said before a database is looked for', async (args) => {
    const refused = revokeCommand(args, { databaseUrl: 'postgres://127.0.0.1:1/none', dataDir: 'unused' });
    await expect(refused).rejects.toThrow(/npm run --silent revoke -- --key KEY/);
  });
});
