import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../packages/assay/src/answer.ts';
import { classOf, kindNames } from '../../packages/assay/src/classes.ts';
import { type TextLayout, table } from '../../packages/assay/src/layout.ts';
import { refusalLines } from '../../packages/assay/src/refusal.ts';
import { answerLines } from '../../packages/assay/src/render.ts';
import { changeRows, roundLines } from '../../packages/assay/src/show.ts';
import { cellsOf, plain } from '../../packages/assay/src/terminal.ts';
import { cases } from '../../packages/core/test/support/cases.ts';

const SUBJECT = 'A2ahDjuMECTdCZhVrNuabndeYJG42Ljg8jUhWq68GUnb';
const URL = 'http://127.0.0.1:8402';
const page: TextLayout = { width: 60, paint: plain };
const NOW = Date.parse('2026-11-21T12:00:30Z');

const body = {
  schema_version: 1,
  kind: 'token',
  subject: SUBJECT,
  verdict: 'HIGH_RISK',
  reason_codes: ['MINT_AUTHORITY_LIVE'],
  confidence: 0.9,
  flags: ['LP_BURNED'],
  reasons: [{ code: 'MINT_AUTHORITY_LIVE', severity: 'high', message: 'Somebody can mint more.' }],
  metrics: { name: 'Old\u202e Oak', symbol: 'OAK', is_token_2022: false, mint_authority: null, age_seconds: 90_000 },
  as_of: { slot: 7, commitment: 'confirmed', time: '2026-11-21T12:00:00Z' },
  gaps: [{ reading: 'holders', cause: 'rpc_unavailable', retryable: true }],
  billing: { route: 'credit', charged_usdc: '0.02', balance_usdc: '4.98' },
};
const answer = (changed: object = {}) => {
  const read = readAnswer({ ...body, ...changed }, 'token', SUBJECT);
  if (read === null) throw new Error('no answer');
  return read;
};

describe('an answer', () => {
  it('is read only where it answers the question', () => {
    expect(readAnswer(body, 'token', SUBJECT)?.verdict).toBe('HIGH_RISK');
    expect(readAnswer(body, 'wallet', SUBJECT)).toBeNull();
    expect(readAnswer(body, 'token', `${SUBJECT.slice(0, -1)}a`)).toBeNull();
    expect(readAnswer({ ...body, reason_codes: [] }, 'token', SUBJECT)).toBeNull();
    expect(readAnswer({ ...body, verdict: null }, 'token', SUBJECT)).toBeNull();
    expect(readAnswer({ ...body, confidence: '0.9' }, 'token', SUBJECT)).toBeNull();
    expect(readAnswer('LOW_RISK', 'token', SUBJECT)).toBeNull();
    const trade = { ...body, kind: 'trade', metrics: { size_sol: '0.5' } };
    expect(readAnswer(trade, 'trade', SUBJECT, '0.50')?.kind).toBe('trade');
    expect(readAnswer(trade, 'trade', SUBJECT, '5')).toBeNull();
  });

  it('is shown with everything that a person decides by', () => {
    expect(answerLines(page, answer(), URL, NOW)).toEqual([
      'HIGH_RISK (bad)',
      `  token       ${SUBJECT}`,
      '  Confidence  0.90',
      '  Flags       LP_BURNED',
      '  high: MINT_AUTHORITY_LIVE',
      '    Somebody can mint more.',
      '  Calls itself   "Old\\u{202e} Oak", "OAK"',
      '  Can mint more  nobody',
      '  Can freeze     nobody',
      '  Top holders    not known',
      '  Liquidity      not known',
      '  Age            25 h',
      '  Not read   holders: rpc_unavailable, asking again may help',
      '  As of      2026-11-21T12:00:00Z, 30 s ago (slot 7,',
      '             confirmed)',
      '  Charged    0.02 USDC by credit, 4.98 USDC left',
      `  Explained  ${URL}/reason-codes/MINT_AUTHORI`,
      '             TY_LIVE',
    ]);
  });

  it('belongs to no class that it was not made for', () => {
    expect(classOf('token', 'LOW_RISK', 1)).toBe('good');
    expect(classOf('token', 'LOW_RISK', 2)).toBe('not_known');
    expect(classOf('token', 'TRUSTED', 1)).toBe('not_known');
    expect(classOf('token', 'low_risk', 1)).toBe('not_known');
    for (const verdict of ['', 'toString', 'constructor', '__proto__'])
      expect(classOf('token', verdict, 1)).toBe('not_known');
  });

  it('never steers the terminal and never leaves the page, whatever it holds', () => {
    const steering = fc.string({ unit: fc.constantFrom('\u001b', '[', 'm', '\u202e', '\n', '\u200b', 'x', ' ') });
    const members = Object.keys(body.metrics).concat(
      'pools',
      'top1_bps',
      'cost_bps',
      'cost_lamports',
      'route',
      'window',
    );
    const metrics = fc.dictionary(fc.constantFrom(...members), fc.oneof(fc.jsonValue(), steering));
    const hostile = fc.record({
      kind: fc.constantFrom(...kindNames),
      verdict: steering,
      reason_codes: fc.array(steering, { minLength: 1 }),
      flags: fc.array(steering),
      reasons: fc.array(fc.oneof(fc.jsonValue(), fc.record({ code: steering, severity: steering, message: steering }))),
      metrics: fc.oneof(metrics, fc.jsonValue()),
      as_of: fc.jsonValue(),
      gaps: fc.jsonValue(),
      billing: fc.oneof(fc.jsonValue(), fc.record({ route: steering, charged_usdc: steering })),
    });
    fc.assert(
      fc.property(hostile, (changed) => {
        const read = readAnswer({ ...body, ...changed }, changed.kind, SUBJECT);
        const lines = read ? [...answerLines(page, read, URL, NOW), ...roundLines(page, answer(), read, NOW)] : [];
        expect(lines.filter((line) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(line))).toEqual([]);
        expect(lines.filter((line) => cellsOf(line) > page.width)).toEqual([]);
      }),
      { numRuns: cases(500) },
    );
  });
});

describe('a change', () => {
  it('is said of verdict, codes, flags, confidence and gaps, and of nothing else', () => {
    const after = answer({
      verdict: 'CRITICAL',
      reason_codes: ['PERMANENT_DELEGATE_LIVE'],
      flags: [],
      confidence: 0.5,
      gaps: [],
      as_of: { slot: 8 },
    });
    expect(table({ width: 90, paint: plain }, changeRows(answer(), after))).toEqual([
      'Verdict     HIGH_RISK -> CRITICAL',
      'Codes       +PERMANENT_DELEGATE_LIVE, -MINT_AUTHORITY_LIVE',
      'Flags       -LP_BURNED',
      'Confidence  0.90 -> 0.50',
      'Not read    -holders (rpc_unavailable)',
    ]);
    expect(roundLines(page, answer(), answer({ as_of: { slot: 8 } }), NOW)).toEqual([
      '12:00:30Z no change, HIGH_RISK 0.90; charged 0.02 USDC by',
      'credit, 4.98 USDC left',
    ]);
  });
});

describe('a refusal', () => {
  it('names each place of a 422', () => {
    const problem = { detail: [{ loc: ['path', 'mint'], msg: 'is\u001b[31m no mint' }] };
    const refusal = { exit: 2, problem, text: null, retryable: false, retryAfterSeconds: null } as const;
    expect(refusalLines(page, refusal, URL)).toEqual(['Validation failed', '  path.mint: is\\u{1b}[31m no mint']);
  });

  it('takes any document for what it is', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('hint', 'detail', 'title', 'status', 'price_usdc'), fc.jsonValue()),
        (problem) => {
          const refusal = { exit: 3, problem, text: null, retryable: false, retryAfterSeconds: 5 } as const;
          expect(refusalLines(page, refusal, URL).length).toBeGreaterThan(0);
        },
      ),
    );
  });
});
