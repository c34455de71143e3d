import { Layout } from 'assay-sandbox/pools/layout.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, address, addressOf } from '../../address.ts';
import { isOpenProposal, readGovernance, readRealm } from './governance.ts';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const GOVERNANCE = address('GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw');
const JITO = address('jtogvBNH3WBSWDYD5FJfQP2ZxNTuf82zL8GkEhPeaJx');
const [STRICT, DISABLED] = [0, 2];
const HOUR = 3_600;

/** A governance with a hold-up of one hour and votes of two, in which everybody may vote, laid out by hand. */
function governance({ type = 18, communityTips = DISABLED, councilTips = DISABLED, council = [0, 60] } = {}) {
  const layout = new Layout(236).u8(0, type).key(1, key(5)).key(33, key(6)).u8(69, 0).u8(70, 60);
  layout
    .u32(79, HOUR)
    .u32(83, 2 * HOUR)
    .u8(87, communityTips);
  for (const [n, byte] of council.entries()) layout.u8(88 + n, byte);
  const veto = 88 + council.length;
  return layout
    .u8(veto, 2)
    .u8(veto + 9, councilTips)
    .bytes();
}

const delayOf = (data: Uint8Array, owner = GOVERNANCE) => readGovernance({ owner, data })?.delaySeconds;

describe('a governance', () => {
  it('takes its hold-up and its votes, where none of them ends early', () => {
    expect(readGovernance({ owner: GOVERNANCE, data: governance() })).toEqual({
      realm: key(5),
      delaySeconds: 3 * HOUR,
      communityVotes: true,
      councilVotes: true,
    });
    expect(delayOf(governance({ type: 20 }))).toBe(3 * HOUR);
  });

  it('takes its hold-up alone where those who have most votes end them', () => {
    expect(delayOf(governance({ communityTips: STRICT }))).toBe(HOUR);
    expect(delayOf(governance({ councilTips: STRICT }))).toBe(HOUR);
    expect(delayOf(governance(), JITO)).toBe(HOUR);
  });

  it('asks only those who may vote', () => {
    expect(delayOf(governance({ council: [2], councilTips: STRICT }))).toBe(3 * HOUR);
    const council = governance({ communityTips: STRICT });
    const silent = Uint8Array.from([...council.subarray(0, 69), 2, ...council.subarray(71), 0]);
    expect(delayOf(silent)).toBe(3 * HOUR);
  });

  it('says who may vote', () => {
    const voters = (data: Uint8Array) => {
      const terms = readGovernance({ owner: GOVERNANCE, data });
      return [terms?.communityVotes, terms?.councilVotes];
    };
    expect(voters(governance({ council: [2] }))).toEqual([true, false]);
    expect(voters(governance({ council: [0, 0] }))).toEqual([true, true]);
  });

  it('of an older version lets the council vote as the community does', () => {
    expect(delayOf(governance({ council: [0, 0], councilTips: STRICT }))).toBe(3 * HOUR);
    expect(delayOf(governance({ council: [0, 0], communityTips: STRICT }))).toBe(HOUR);
  });

  it('is no other account, and none with a threshold that is not known', () => {
    expect(delayOf(governance({ type: 16 }))).toBeUndefined();
    expect(delayOf(governance({ council: [7, 0] }))).toBeUndefined();
    expect(delayOf(governance().subarray(0, 90))).toBeUndefined();
  });
});

/** A realm, laid out by hand. */
function realm(authority: number | null, council: number | null, type = 16): Uint8Array {
  const layout = new Layout(280).u8(0, type).key(1, key(1));
  if (council !== null) layout.u8(58, 1).key(59, key(council));
  const at = council === null ? 67 : 99;
  if (authority !== null) layout.u8(at, 1).key(at + 1, key(authority));
  return layout.bytes();
}

const terms = (authority: Address | null, councilMint: Address | null) => ({
  authority,
  councilMint,
  communityMint: key(1),
});

describe('a realm', () => {
  it.each([1, 16])('of the type %s names its voters and who can change them', (type) => {
    expect(readRealm(realm(3, null, type))).toEqual(terms(key(3), null));
    expect(readRealm(realm(3, 4, type))).toEqual(terms(key(3), key(4)));
    expect(readRealm(realm(null, 4, type))).toEqual(terms(null, key(4)));
    expect(readRealm(realm(null, null, type))).toEqual(terms(null, null));
  });

  it('is no other account', () => {
    expect(readRealm(realm(3, 4, 18))).toBeNull();
    expect(readRealm(realm(3, 4).subarray(0, 60))).toBeNull();
  });
});

it.each([
  ['a vote', 14, 2, true],
  ['an approved proposal', 14, 3, true],
  ['one that is executed in parts', 14, 4, true],
  ['one whose execution failed', 5, 8, true],
  ['a draft', 14, 0, true],
  ['a draft that is being signed', 14, 1, true],
  ['one that was executed', 14, 5, false],
  ['one that was refused', 5, 7, false],
  ['another account', 18, 3, false],
])('%s of the type %i and the state %i is under way: %s', (_, type, state, isOpen) => {
  expect(isOpenProposal(new Layout(66).u8(0, type).u8(65, state).bytes())).toBe(isOpen);
  expect(isOpenProposal(new Uint8Array(0))).toBe(false);
});

it('no bytes make any of them throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 260 }), (data) => {
      readGovernance({ owner: GOVERNANCE, data });
      readRealm(data);
      isOpenProposal(data);
    }),
  );
});
