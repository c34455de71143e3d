import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { sandboxKey } from '../../src/app/sandbox.ts';
import { grantCommand } from '../../src/operator/commands/grant.ts';
import { revokeCommand } from '../../src/operator/commands/revoke.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { asked, charged, USDC } from './fixture.ts';

describe('the grant command', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase();
  });
  afterAll(() => test.stop());

  it('makes an account and credits it, one line of JSON each time', async () => {
    const books = { databaseUrl: test.url, dataDir: 'unused' };
    const made = (await grantCommand(['--usdc', '5'], books)).report;
    expect(made).toEqual({ api_key: expect.stringMatching(/^assay_\w{40,}$/), balance_usdc: '5.00' });
    const again = await grantCommand(['--key', String(made.api_key), '--usdc=0.000001'], books);
    expect(again.report).toEqual({ balance_usdc: '5.000001' });
    const much = await grantCommand(['--usdc', '1000000'], books);
    expect(much.report).toMatchObject({ balance_usdc: '1000000.00' });
    await expect(grantCommand(['--usdc', '1', '--key', 'assay_no'], books)).rejects.toThrow(/No account has this key/);
  });

  it.each([
    [[]],
    [['--usdc']],
    [['--usdc', '0']],
    [['--usdc', '0.0000001']],
    [['--usdc', '-1']],
    [['--usdc=-1']],
    [['--usdc', '1e3']],
    [['--usdc', 'five']],
    [['--usdc', '1000000.000001']],
    [['--usdc', '5', '--key', '']],
    [['--usdc', '5', '--amount', '3']],
    [['--usdc', '5', '7']],
  ])('refuses %j in one sentence, before it looks for a database', async (args) => {
    const refused = grantCommand(args, { databaseUrl: 'postgres://127.0.0.1:1/none', dataDir: 'unused' });
    await expect(refused).rejects.toThrow(/^[^\n]+npm run --silent grant -- --usdc 5 \[--key KEY\]$/);
  });
});

describe('the key of the sandbox', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase();
  });
  afterAll(() => test.stop());

  it('stays over restarts, gets credit when it has little left, and gives way to another when it is revoked', async () => {
    const ledger = openLedger(test.database);
    const dataDir = join(mkdtempSync(join(tmpdir(), 'assay-key-')), 'made');
    const balance = async (key: string) => (await ledger.statement(key))?.balanceAtomic;
    const first = await sandboxKey(ledger, dataDir);
    expect(await balance(first)).toBe(5n * USDC);
    expect(statSync(join(dataDir, 'sandbox-key')).mode & 0o777).toBe(0o600);
    await charged(ledger, asked(first, 4n * USDC));
    expect([await sandboxKey(ledger, dataDir), await balance(first)]).toEqual([first, USDC]);
    await charged(ledger, asked(first, 1n));
    expect([await sandboxKey(ledger, dataDir), await balance(first)]).toEqual([first, 6n * USDC - 1n]);
    await revokeCommand(['--key', first], { databaseUrl: test.url, dataDir });
    const second = await sandboxKey(ledger, dataDir);
    expect([second === first, await balance(second)]).toEqual([false, 5n * USDC]);
    expect(await sandboxKey(ledger, dataDir)).toBe(second);
  });
});
