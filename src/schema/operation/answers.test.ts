import { type GapCause, gapFacts } from 'assay-core/lib/reading.ts';
import { address } from 'assay-core/solana/address.ts';
import { describe, expect, it } from 'vitest';
import { verifyAnswer } from '#lib/signing/attestation.ts';
import {
  countingInspector,
  gapJudgement,
  provenJudgement,
  testNetwork,
  testSigner,
  unreadChain,
} from '../../../test/support/inspection.ts';
import { openAnswers } from './answers.ts';

const subject = address('BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs');

function answersOf(judgement = provenJudgement, sandbox = false) {
  const inspector = countingInspector(judgement);
  let at = 0;
  const inspectors = { funder: inspector };
  const answers = openAnswers({ inspectors, signer: testSigner, network: testNetwork, sandbox, now: () => at });
  const session = unreadChain().session();
  return {
    inspector,
    ask: () => answers({ kind: 'funder', subject, sizeLamports: null }, session),
    wait: (ms: number) => {
      at += ms;
    },
  };
}

describe('an answer', () => {
  it('is these bytes, members in this order', async () => {
    const { document } = await answersOf().ask();
    const { attestation, ...signed } = document;
    expect(Object.keys(document).at(-1)).toBe('attestation');
    expect(JSON.stringify(signed)).toBe(
      '{"schema_version":1,"kind":"funder","subject":"BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs",' +
        '"network":"solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1","verdict":"CEX_FUNDED","reason_codes":["CEX_DIRECT"],' +
        '"confidence":0.81,"flags":["NEVER_SPENT"],"reasons":[{"code":"CEX_DIRECT","severity":"info",' +
        '"message":"Paid by an exchange.","evidence":{"slot":412345678}}],' +
        '"metrics":{"source":"BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs","birth_proven":true,"hops_followed":0},' +
        '"as_of":{"slot":412345679,"commitment":"finalized","time":"2023-11-14T22:13:20Z"},' +
        '"gaps":[{"reading":"hop","cause":"limit_reached","retryable":false}]}',
    );
    expect(attestation).toBe(testSigner.sign(signed));
  });

  it('is signed as it leaves', async () => {
    const { document } = await answersOf(provenJudgement, true).ask();
    expect(document.sandbox).toBe(true);
    expect(Object.keys(document)[4]).toBe('sandbox');
    const received: unknown = JSON.parse(JSON.stringify({ ...document, billing: { route: 'credit' } }));
    expect(await verifyAnswer(received, testSigner.jwks())).toMatchObject({ ok: true });
  });

  it('lists reasons worst first, then by code', async () => {
    const reasons = [
      { code: 'B_CODE', severity: 'info', message: '', evidence: {} },
      { code: 'A_CODE', severity: 'info', message: '', evidence: {} },
      { code: 'Z_CODE', severity: 'critical', message: '', evidence: {} },
    ] as const;
    const { document } = await answersOf(() => ({ ...provenJudgement(), reasons })).ask();
    expect(document.reason_codes).toEqual(['Z_CODE', 'A_CODE', 'B_CODE']);
    expect(document.reasons.map((reason) => reason.code)).toEqual(document.reason_codes);
  });

  it('names a code once, however many reasons carry it', async () => {
    const [reason] = provenJudgement().reasons;
    const twice = () => ({ ...provenJudgement(), reasons: reason ? [reason, reason] : [] });
    const { document } = await answersOf(twice).ask();
    expect(document.reason_codes).toEqual(['CEX_DIRECT']);
    expect(document.reasons).toHaveLength(2);
  });

  it.each(Object.keys(gapFacts) as GapCause[])(
    'decided by the gap %s is free exactly when the gap is ours',
    async (cause) => {
      const { ours, retryable } = gapFacts[cause];
      const { free, document, retryAfterSeconds } = await answersOf(() => gapJudgement(cause)).ask();
      expect(free).toBe(ours);
      expect(retryAfterSeconds).toBe(ours && retryable ? 2 : null);
      if (!ours) {
        expect(document.attestation).toBeTypeOf('string');
        return;
      }
      expect(document).toMatchObject({
        metrics: {},
        reasons: [],
        flags: [],
        reason_codes: ['CEX_DIRECT'],
        verdict: 'UNKNOWN',
      });
      expect(document.gaps).toEqual([{ reading: 'history', cause, retryable }]);
      expect(document.as_of?.slot).toBe(412_345_679);
      expect(document).not.toHaveProperty('attestation');
    },
  );

  it('costs no second work before a free one may be asked for again, which is later each time, up to a minute', async () => {
    const { inspector, ask, wait } = answersOf(() => gapJudgement('rpc_unavailable'));
    for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
      const worked = inspector.inspected.length;
      const { document, retryAfterSeconds } = await ask();
      expect(retryAfterSeconds).toBe(seconds);
      wait(1000 * seconds - 1);
      expect(await ask()).toMatchObject({ document, retryAfterSeconds: 1 });
      expect(inspector.inspected).toHaveLength(worked + 1);
      wait(2);
    }
  });

  it('is asked for again after two seconds where the last one that was free is long ago', async () => {
    const { ask, wait } = answersOf(() => gapJudgement('rpc_unavailable'));
    await ask();
    wait(2_000);
    expect((await ask()).retryAfterSeconds).toBe(4);
    wait(4_000 + 60_001);
    expect((await ask()).retryAfterSeconds).toBe(2);
  });

  it('is worked anew each time when it is paid for', async () => {
    const { inspector, ask } = answersOf();
    await ask();
    await ask();
    expect(inspector.inspected).toHaveLength(2);
  });
});
