import { kinds } from 'assay-core/rules/index.ts';
import { address as asAddress } from 'assay-core/solana/address.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { Fault, type FaultCode } from '#lib/fault.ts';
import { verifyAnswer } from '#lib/signing/attestation.ts';
import { openChecks } from '#schema/checks/run.ts';
import type { Checks } from '#schema/contract.ts';
import { openAnswers } from '#schema/operation/answers.ts';
import { openCheckService } from '#schema/operation/operation.ts';
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

const address = asAddress('BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs');
let database: TestDatabase;
let ledger: Ledger;

beforeAll(async () => {
  database = await openTestDatabase();
  ledger = openLedger(database.database);
});
afterAll(async () => {
  expect(await ledger.audit()).toMatchObject({ unbalancedAccounts: 0, overdrawnAccounts: 0, postedWithoutAnswer: 0 });
  await database.stop();
});

function checksThat(judgement = provenJudgement) {
  const inspector = countingInspector(judgement);
  const chain = unreadChain();
  const answers = openAnswers({
    inspectors: { funder: inspector },
    signer: testSigner,
    network: testNetwork,
    sandbox: false,
  });
  return {
    inspector,
    chain,
    checks: openChecks(openCheckService({ billing: keyBilling(ledger, database.database), chain, answers }), noMoney),
  };
}

function ask(checks: Checks, apiKey: string | null) {
  return checks.run({ kind: 'funder', subject: address }, callerWith(apiKey));
}

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Fault)) throw new Error(`no fault but ${String(error)}`);
  return error;
}

async function keyWith(atomic: bigint): Promise<string> {
  const { apiKey } = await ledger.grant(atomic);
  if (!apiKey) throw new Error('no key');
  return apiKey;
}

describe('a check in process', () => {
  it('is charged, signed and delivered with its billing', async () => {
    const { checks, chain } = checksThat();
    const delivered = await ask(checks, await keyWith(120_000n));
    expect(delivered.billing).toEqual({ route: 'credit', charged_usdc: '0.05', balance_usdc: '0.07' });
    expect(delivered.document).toMatchObject({ kind: 'funder', subject: address, verdict: 'CEX_FUNDED' });
    expect(await verifyAnswer(delivered.document, testSigner.jwks())).toMatchObject({ ok: true });
    expect(delivered).not.toHaveProperty('retryAfterSeconds');
    expect(chain).toMatchObject({ opened: 1, closed: 1 });
  });

  it('is free when a gap of ours decided, and says when to come back', async () => {
    const { checks } = checksThat(() => gapJudgement('rpc_unavailable'));
    const delivered = await ask(checks, await keyWith(120_000n));
    expect(delivered.billing).toEqual({ route: 'none', charged_usdc: '0.00', balance_usdc: '0.12' });
    expect(delivered.retryAfterSeconds).toBe(2);
    expect(delivered.document).not.toHaveProperty('attestation');
  });

  it.each<[string, () => Promise<string | null>, FaultCode]>([
    ['no key', async () => null, 'payment_required'],
    ['an unknown key', async () => 'assay_unknown', 'api_key_unknown'],
    ['too little credit', () => keyWith(49_999n), 'insufficient_balance'],
  ])('is refused before any work with %s', async (_case, key, code) => {
    const { checks, inspector, chain } = checksThat();
    const fault = await faultOf(ask(checks, await key()));
    expect(fault.code).toBe(code);
    expect(fault.extra.priceAtomic).toBe(50_000n);
    expect(inspector.inspected).toEqual([]);
    expect(chain.opened).toBe(0);
  });

  it.each(['x', `${address} `, ''])(
    'is refused in a batch for the subject %j before it looks for a key',
    async (subject) => {
      const { checks } = checksThat();
      const { results } = await checks.runAll([{ kind: 'funder', subject }], callerWith(null));
      expect(results).toMatchObject([{ code: 'invalid_request', invalid: [{ loc: ['subject'] }] }]);
    },
  );

  it('of a kind that does not run yet is never charged', async () => {
    const { state } = kinds.wallet;
    onTestFinished(() => {
      Object.assign(kinds.wallet, { state });
    });
    // Every kind may run by now, so one is taken back for this.
    Object.assign(kinds.wallet, { state: 'planned' });
    const { checks } = checksThat();
    const caller = callerWith(await keyWith(1_000_000n));
    expect((await faultOf(checks.run({ kind: 'wallet', subject: address }, caller))).code).toBe('kind_not_available');
  });

  it('that fails by accident gives the hold back and reports the accident to its caller', async () => {
    const { checks, chain } = checksThat(() => {
      throw new TypeError('an accident');
    });
    const apiKey = await keyWith(50_000n);
    await expect(ask(checks, apiKey)).rejects.toThrow('an accident');
    expect(chain.closed).toBe(1);
    expect((await ask(checksThat().checks, apiKey)).billing.balance_usdc).toBe('0.00');
  });
});
