import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, holder, holdersOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { launchSystem } from './launch-system.ts';

const held = (tokens: bigint) =>
  foundBy(launchSystem, tokenEvidence({ holders: known(holdersOf(holder(0, { role: 'launch_system', tokens }))) }));

it('flags a launch system that holds a part', () => {
  expect([held(1n), held(0n), foundBy(launchSystem, tokenEvidence())]).toEqual([['MAYHEM_MODE'], 'clear', 'clear']);
});

it('needs holders', () => {
  expect(foundBy(launchSystem, tokenEvidence({ holders: missing('holders', 'deadline') }))).toBe('unknown');
});
