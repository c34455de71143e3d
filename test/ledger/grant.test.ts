import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantCommand } from '../../src/operator/commands/grant.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

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
