import { describe, expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { assetNamed, sampleAssets } from '../../../test/support/issuers.ts';
import { curatedEvidence, unlisted } from '../../../test/support/token-arbitraries-evidence.ts';
import { age, key, market, mint, NOW, tokenEvidence } from '../../../test/support/token-evidence.ts';
import { codes, type TokenCode } from './codes.ts';
import type { TokenEvidence } from './evidence.ts';
import { weightOf } from './gate.ts';
import { judgesHolders } from './issuer.ts';
import { judgeToken } from './verdict.ts';
import { waive } from './waivers.ts';

const evidenceOf = (symbol: string) => curatedEvidence(assetNamed(symbol));

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
      'ISSUER_CAN_REFUSE',
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

  it('excuse the mint authority alone of a coin without an issuer', () => {
    expect(waived(evidenceOf('ORCA'))).toEqual(['MINT_AUTHORITY_LIVE']);
    expect(waive(all, evidenceOf('ORCA')).flags).toEqual(['ISSUER_CAN_MINT']);
  });

  it('count who holds a security, and who holds anything else', () => {
    expect(judgesHolders(evidenceOf('NFLXx'))).toBe(true);
    expect(judgesHolders(tokenEvidence())).toBe(true);
    expect(judgesHolders({ ...evidenceOf('USDC'), mint: missing('mint', 'deadline') })).toBe(true);
  });

  it('lower what somebody can take, and never excuse it', () => {
    const { reasons } = waive(all, evidenceOf('PYUSD'));
    const severityOf = (code: TokenCode) => [codes[code].severity, reasons.find((one) => one.code === code)?.severity];
    expect(severityOf('PERMANENT_DELEGATE_LIVE')).toEqual(['critical', 'medium']);
    expect(severityOf('TRANSFER_HOOK_ACTIVE')).toEqual(['high', 'medium']);
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

  it('count for a mint that its issuer signed for, and not for one that only names the keys', () => {
    expect(waived(unlisted('signed')).sort()).toEqual(powers);
    expect(waived(unlisted('not_signed'))).toEqual([]);
    const [signed, unsigned] = [judgeToken(unlisted('signed')), judgeToken(unlisted('not_signed'))];
    expect([signed.verdict, unsigned.verdict]).toEqual(['ELEVATED', 'CRITICAL']);
    expect(signed.flags).toContain('ISSUER_PROVEN');
    expect(unsigned.reasons.map(({ code }) => code)).toContain('ISSUER_NOT_PROVEN');
  });

  it('are none where no list has the mint', () => {
    const named = { ...evidenceOf('USDC'), subject: key(2), issuer: known(null) };
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

  it('give each listed asset the verdict of its class', () => {
    const verdicts = sampleAssets.map((asset) => [asset.symbol, judgeToken(curatedEvidence(asset)).verdict]);
    expect(Object.fromEntries(verdicts)).toEqual({
      USDC: 'LOW_RISK',
      USDT: 'LOW_RISK',
      USDS: 'LOW_RISK',
      SOL: 'LOW_RISK',
      PYUSD: 'ELEVATED',
      USDP: 'ELEVATED',
      NFLXx: 'ELEVATED',
      cbBTC: 'LOW_RISK',
      PAXG: 'ELEVATED',
      CASH: 'ELEVATED',
      USDY: 'LOW_RISK',
      AAPLon: 'LOW_RISK',
      BLSH: 'ELEVATED',
      ORCA: 'LOW_RISK',
      WIF: 'LOW_RISK',
    });
    const poolless = { ...evidenceOf('SOL'), liquidity: known({ pools: [], unmeasured: [], usdMicrosPerSol: null }) };
    expect(judgeToken(poolless).verdict).toBe('LOW_RISK');
  });
});
