import { describe, expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import { curatedEvidence } from '../../../test/support/token-arbitraries-evidence.ts';
import { age, key, market, mint, NOW, tokenEvidence } from '../../../test/support/token-evidence.ts';
import { codes, type TokenCode } from './codes.ts';
import { curatedAssets, judgesHolders } from './curated.ts';
import type { TokenEvidence } from './evidence.ts';
import { weightOf } from './gate.ts';
import { judgeToken } from './verdict.ts';
import { waive } from './waivers.ts';

function evidenceOf(symbol: string): TokenEvidence {
  const asset = curatedAssets.find((one) => one.symbol === symbol);
  if (!asset) throw new Error(`no curated ${symbol}`);
  return curatedEvidence(asset);
}

const all = (Object.keys(codes) as TokenCode[])
  .filter((code) => weightOf({ code }))
  .map((code) => ({ code, severity: codes[code].severity, message: codes[code].meaning, evidence: {} }));
const left = (evidence: TokenEvidence) => waive(all, evidence).reasons.map(({ code }) => code as TokenCode);
const waived = (evidence: TokenEvidence) => {
  const kept = left(evidence);
  return all.map(({ code }) => code as TokenCode).filter((code) => !kept.includes(code));
};
const powers = [
  'FREEZE_AUTHORITY_LIVE',
  'HOLDERS_FROZEN',
  'MINT_AUTHORITY_LIVE',
  'PAUSABLE_LIVE',
  'TRANSFER_FEE_MUTABLE',
  'TRANSFER_HOOK_ARMED',
];
const shares = all
  .map(({ code }) => code as TokenCode)
  .filter(
    (code) =>
      weightOf({ code })?.category === 'holders' ||
      ['HOLDERS_INCONSISTENT', 'HOLDERS_PARTIAL', 'HOLDERS_CUT'].includes(code) ||
      code.startsWith('LP_'),
  );

describe('waivers', () => {
  it('take out what an issuer may do, and say it by flags', () => {
    const { flags } = waive(all, evidenceOf('NFLXx'));
    expect(waived(evidenceOf('NFLXx')).sort()).toEqual(powers);
    expect([...flags].sort()).toEqual([
      'ISSUER_CAN_CHANGE_FEE',
      'ISSUER_CAN_FREEZE',
      'ISSUER_CAN_MINT',
      'ISSUER_CAN_PAUSE',
      'ISSUER_CAN_SEIZE',
      'ISSUER_CAN_SET_HOOK',
      'ISSUER_HAS_FROZEN',
    ]);
  });

  it.each(['USDC', 'USDT', 'USDS', 'SOL', 'PYUSD', 'USDP'])('do not count who holds %s, or its liquidity', (symbol) => {
    expect(judgesHolders(evidenceOf(symbol))).toBe(false);
    expect(waived(evidenceOf(symbol)).sort()).toEqual([...powers, ...shares].sort());
    const young = {
      age: known(age({ provenSince: NOW - 2 * 86_400 })),
      market: known(market({ provenSince: NOW - 3_600 })),
    };
    expect(judgeToken({ ...evidenceOf(symbol), ...young }).reasons.map(({ code }) => code)).toContain('TOKEN_NEW');
  });

  it('count who holds a security, and who holds anything else', () => {
    expect(judgesHolders(evidenceOf('NFLXx'))).toBe(true);
    expect(judgesHolders(tokenEvidence())).toBe(true);
    expect(judgesHolders({ ...evidenceOf('USDC'), mint: missing('mint', 'deadline') })).toBe(true);
  });

  it('lower what somebody can take, and never excuse it', () => {
    const { reasons } = waive(all, evidenceOf('PYUSD'));
    const severity = reasons.find(({ code }) => code === 'PERMANENT_DELEGATE_LIVE')?.severity;
    expect([codes.PERMANENT_DELEGATE_LIVE.severity, severity]).toEqual(['critical', 'medium']);
    expect(judgeToken(evidenceOf('PYUSD')).verdict).toBe('ELEVATED');
    expect(left(evidenceOf('PYUSD'))).toEqual(
      expect.arrayContaining([
        'TRANSFERS_PAUSED',
        'DEFAULT_STATE_FROZEN',
        'TRANSFER_FEE_PRESENT',
        'TRANSFER_HOOK_ACTIVE',
        'SELL_BLOCKED_HOOK',
        'SELL_BLOCKED_VENUE',
        'LIQUIDITY_NONE_FOUND',
        'IMPERSONATES_CANONICAL',
        'UNKNOWN_EXTENSION',
      ]),
    );
  });

  it('know an asset by its mint alone', () => {
    const named = { ...evidenceOf('USDC'), subject: key(2) };
    expect(waived(named)).toEqual([]);
    expect(judgeToken(named).verdict).toBe('HIGH_RISK');
  });

  it.each([
    ['another key may freeze', mint({ mintAuthority: key(51), freezeAuthority: key(99) })],
    ['an extension more', mint({ mintAuthority: key(51), extensions: [{ type: 'close_authority', authority: null }] })],
    ['an extension that nobody knows', mint({ mintAuthority: key(51), unknownExtensions: [99] })],
  ])('are all off where the mint is not as reviewed: %s', (_, subject) => {
    const drifted = { ...evidenceOf('USDC'), mint: known(subject) };
    expect(waived(drifted)).toEqual([]);
    expect(judgesHolders(drifted)).toBe(true);
    const { verdict, reasons, flags } = judgeToken(drifted);
    expect(['HIGH_RISK', 'CRITICAL']).toContain(verdict);
    expect(reasons.map(({ code }) => code)).toContain('CANONICAL_PROFILE_DRIFT');
    expect(flags).not.toContain('CANONICAL_ASSET');
  });

  it('stay where powers were given up', () => {
    const given = { ...evidenceOf('USDC'), mint: known(mint()) };
    expect(waived(given)).not.toEqual([]);
    expect(judgeToken(given).verdict).toBe('LOW_RISK');
  });

  it('give each curated asset the verdict of its class', () => {
    const verdicts = curatedAssets.map((asset) => [asset.symbol, judgeToken(curatedEvidence(asset)).verdict]);
    expect(Object.fromEntries(verdicts)).toEqual({
      USDC: 'LOW_RISK',
      USDT: 'LOW_RISK',
      USDS: 'LOW_RISK',
      SOL: 'LOW_RISK',
      PYUSD: 'ELEVATED',
      USDP: 'ELEVATED',
      NFLXx: 'ELEVATED',
    });
    const [sol] = curatedAssets.filter((asset) => asset.mint === WRAPPED_SOL).map(curatedEvidence);
    const poolless = sol && { ...sol, liquidity: known({ pools: [], unmeasured: [], usdMicrosPerSol: null }) };
    expect(poolless && judgeToken(poolless).verdict).toBe('LOW_RISK');
  });
});
