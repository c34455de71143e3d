import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { withApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const FOLDER = join('test', 'fixtures', 'worlds', 'sandbox');
const methods = replayMethods(readWorld(FOLDER));
const [subject] = JSON.parse(readFileSync(join(FOLDER, 'subjects.json'), 'utf8')) as { readonly address: string }[];
const STRANGERS = 40;

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.stop());

it('checks with invented keys are no load: each gets an error about its unknown key, and a customer beside them is served', async () => {
  const apiKey = String((await openLedger(test.database).grant(5_000_000n)).apiKey);
  await withApp(test, [methods], { CHECKS_IN_FLIGHT_MAX: '1' }, async ({ url }) => {
    const check = async (key: string): Promise<number> => {
      const response = await fetch(`${url}/check/funder/${subject?.address}`, { headers: { 'x-api-key': key } });
      await response.text();
      return response.status;
    };
    const strangers = Array.from({ length: STRANGERS }, (_, n) => check(`assay_invented_${n}`));
    expect(await check(apiKey)).toBe(200);
    expect(await Promise.all(strangers)).toEqual(Array.from({ length: STRANGERS }, () => 402));
  });
});
