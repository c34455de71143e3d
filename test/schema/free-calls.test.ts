import { address as asAddress } from 'assay-core/solana/address.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openFreeCallBook } from '#ledger/free-calls.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openChecks } from '#schema/checks/run.ts';
import type { Caller } from '#schema/contract.ts';
import { openAnswers } from '#schema/operation/answers.ts';
import { openCheckService } from '#schema/operation/operation.ts';
import { askOf } from '#schema/questions.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  countingInspector,
  gapJudgement,
  provenJudgement,
  testNetwork,
  testSigner,
  unreadChain,
} from '../support/inspection.ts';
import { callerWith, keyBilling, noMoney } from '../support/key-billing.ts';

const ADDRESS = asAddress('BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs');
const CALLS = 17;

let database: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  database = await openTestDatabase();
  ledger = openLedger(database.database);
});
afterAll(async () => {
  await database.stop();
});

/** A service that gives 5 free calls a day, whose every operation asks the chain `CALLS` times. */
function serviceThat(judgement = provenJudgement) {
  const book = openFreeCallBook(database.database);
  const billing = keyBilling(ledger, database.database, { freeCalls: { book, perDay: 5 } });
  const inspectors = { funder: countingInspector(judgement) };
  const answers = openAnswers({ inspectors, signer: testSigner, network: testNetwork, sandbox: false });
  const unread = unreadChain();
  const chain = { ...unread, session: () => ({ ...unread.session(), calls: CALLS }) };
  const service = openCheckService({ billing, chain, answers });
  return { book, service, checks: openChecks(service, noMoney) };
}

/** A caller without means of payment to whom a transport gives free calls. */
function freeCaller(address: string, payment: Caller['credentials']['payment'] = null): Caller {
  const caller = callerWith(null);
  return { ...caller, credentials: { ...caller.credentials, address, payment, freeCalls: true } };
}

describe('a free check', () => {
  it('is billed as such, signed like a paid one, and counted by what it asked of the chain', async () => {
    const { checks, book } = serviceThat();
    const before = (await book.today(['-'])).rpcCalls;
    const { billing, document } = await checks.run({ kind: 'funder', subject: ADDRESS }, freeCaller('192.0.2.1'));
    expect(billing).toEqual({ route: 'free', charged_usdc: '0.00', free_remaining: 4 });
    expect(document).toMatchObject({ verdict: 'CEX_FUNDED', attestation: expect.any(String) });
    // An answer leaves before its calls are noted.
    await expect.poll(async () => (await book.today(['-'])).rpcCalls - before).toBe(CALLS);
  });

  it('that a gap of ours decided was an attempt too, and says when to come back', async () => {
    const { checks } = serviceThat(() => gapJudgement('rpc_unavailable'));
    const { billing, retryAfterSeconds } = await checks.run(
      { kind: 'funder', subject: ADDRESS },
      freeCaller('192.0.2.2'),
    );
    expect(billing).toEqual({ route: 'free', charged_usdc: '0.00', free_remaining: 4 });
    expect(retryAfterSeconds).toBe(2);
  });

  it('that is malformed is refused before it is counted', async () => {
    const { checks, book } = serviceThat();
    const { results } = await checks.runAll([{ kind: 'funder', subject: 'x' }], freeCaller('192.0.2.3'));
    expect(results).toMatchObject([{ code: 'invalid_request' }]);
    expect(await book.today(['192.0.2.3'])).toMatchObject({ calls: [0] });
  });

  it('that is not covered carries what is left and the price', async () => {
    const { checks } = serviceThat();
    const caller = freeCaller('192.0.2.4');
    for (let n = 0; n < 5; n += 1) await checks.run({ kind: 'funder', subject: ADDRESS }, caller);
    await expect(checks.run({ kind: 'funder', subject: ADDRESS }, caller)).rejects.toMatchObject({
      code: 'payment_required',
      extra: { priceAtomic: 50_000n, freeCalls: { limit: 5, remaining: 0 } },
    });
  });
});

describe('an operation that only a key can pay', () => {
  it.each([null, { version: 2, value: 'signed' } as const])(
    'takes no free calls, with the payment %j',
    async (paid) => {
      const { service, book } = serviceThat();
      const ask = askOf('funder', ADDRESS);
      const operation = service.open(freeCaller('192.0.2.5', paid), { asks: [ask], items: 1, keysOnly: true });
      await expect(operation.check(ask)).rejects.toMatchObject({ code: 'payment_required' });
      await operation.close();
      expect(await book.today(['192.0.2.5'])).toMatchObject({ calls: [0] });
    },
  );
});
