import { expect, it } from 'vitest';
import { type GapCause, known, missing } from '#lib/reading.ts';
import {
  creator,
  foundBy,
  holder,
  holdersOf,
  key,
  reasonOf,
  SUPPLY,
  tokenEvidence,
} from '../../../../test/support/token-evidence.ts';
import { judgeToken } from '../verdict.ts';
import { devHolding } from './dev-holding.ts';

const kept = (bps: bigint) => tokenEvidence({ creator: known(creator({ tokens: (SUPPLY * bps) / 10_000n })) });

it('raises a creator from five and from ten percent on', () => {
  expect([499n, 500n, 999n, 1_000n].map((bps) => foundBy(devHolding, kept(bps)))).toEqual([
    'clear',
    ['DEV_HOLDING_MATERIAL'],
    ['DEV_HOLDING_MATERIAL'],
    ['DEV_HOLDING_LARGE'],
  ]);
});

it('counts what holders have from the creator', () => {
  const own = creator({ tokens: SUPPLY / 20n, handed: SUPPLY / 20n });
  expect(reasonOf(devHolding, tokenEvidence({ creator: known(own) }))).toMatchObject({
    code: 'DEV_HOLDING_LARGE',
    message: 'The creator holds, or handed to holders, 10 % of what circulates.',
    evidence: { tokens: (SUPPLY / 10n).toString(), handed_on: (SUPPLY / 20n).toString() },
  });
});

/** A creator with so many basis points of the supply, beside holders who have as much from whom is not known. */
const made = (tokens: bigint, long: readonly bigint[], unread: readonly bigint[] = []) => {
  const part = (bps: bigint) => (SUPPLY * bps) / 10_000n;
  const holderOf = (why: GapCause) => (bps: bigint, n: number) => ({ wallet: key(90 + n), tokens: part(bps), why });
  const unfollowed = [...long.map(holderOf('limit_reached')), ...unread.map(holderOf('plan_refuses'))];
  return creator({ tokens: part(tokens), unfollowed });
};

it('counts holders whose tokens could not be followed as if they had them from the creator', () => {
  const seen = (tokens: bigint, unfollowed: bigint) => tokenEvidence({ creator: known(made(tokens, [unfollowed])) });
  expect(foundBy(devHolding, seen(0n, 999n))).toBe('clear');
  expect(foundBy(devHolding, seen(0n, 1_000n))).toEqual(['DEV_HOLDING_NOT_EXCLUDED']);
  expect(foundBy(devHolding, seen(600n, 400n))).toEqual(['DEV_HOLDING_MATERIAL', 'DEV_HOLDING_NOT_EXCLUDED']);
  expect(foundBy(devHolding, seen(1_000n, 400n))).toEqual(['DEV_HOLDING_LARGE']);
});

it('tells why, where endpoints did not give what decides', () => {
  const causeOf = (long: bigint, unread: bigint) =>
    reasonOf(devHolding, tokenEvidence({ creator: known(made(0n, [long], [unread])) }))?.evidence.cause;
  expect([causeOf(0n, 1_000n), causeOf(999n, 1n)]).toEqual(['plan_refuses', 'plan_refuses']);
  expect(causeOf(1_000n, 1n)).toBeUndefined();
  const verdictOf = (why: GapCause) => {
    const unfollowed = [{ wallet: key(91), tokens: SUPPLY / 10n, why }];
    return judgeToken(tokenEvidence({ creator: known(creator({ unfollowed })) })).decidedBy.map(({ cause }) => cause);
  };
  expect(verdictOf('plan_refuses')).toEqual(['plan_refuses']);
  expect(verdictOf('limit_reached')).toEqual(['limit_reached']);
});

it('measures against what circulates', () => {
  const pool = known(holdersOf(holder(0, { role: 'pool', tokens: SUPPLY / 2n })));
  expect(reasonOf(devHolding, { ...kept(500n), holders: pool })).toMatchObject({
    code: 'DEV_HOLDING_LARGE',
    message: 'The creator holds 10 % of what circulates.',
    evidence: { creator: key(60), named_by: 'fee_payer', circulating_bps: 1_000, supply_bps: 500 },
  });
});

it('needs a creator, holders, and shares that say something', () => {
  const curve = known(holdersOf(holder(0, { role: 'curve', tokens: (SUPPLY * 99n) / 100n })));
  expect(foundBy(devHolding, { ...kept(1_000n), holders: curve })).toBe('not_applicable');
  expect(foundBy(devHolding, tokenEvidence({ creator: missing('creator', 'deadline') }))).toBe('unknown');
});
