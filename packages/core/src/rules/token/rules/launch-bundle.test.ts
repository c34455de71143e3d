import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  foundBy,
  holder,
  holdersOf,
  reasonOf,
  SUPPLY,
  tokenEvidence,
} from '../../../../test/support/token-evidence.ts';
import { launch, launchBuyer } from '../../../../test/support/token-insiders.ts';
import { launchBundle } from './launch-bundle.ts';

const bps = (part: bigint) => (SUPPLY * part) / 10_000n;
const buyer = (n: number, tokens: bigint) => launchBuyer(n, tokens);
const bought = (...buyers: readonly ReturnType<typeof buyer>[]) => tokenEvidence({ launch: known(launch({ buyers })) });

it('raises what first buyers still hold, from five and from fifteen percent on', () => {
  expect(
    [249n, 250n, 749n, 750n].map((n) => foundBy(launchBundle, bought(buyer(71, bps(n)), buyer(72, bps(n))))),
  ).toEqual(['clear', ['LAUNCH_BUNDLE_HELD'], ['LAUNCH_BUNDLE_HELD'], ['LAUNCH_BUNDLE_LARGE']]);
});

it('counts each wallet once, the creator too, and none that sold', () => {
  const evidence = bought(buyer(60, bps(300n)), buyer(60, bps(300n)), buyer(71, bps(300n)), buyer(72, 0n));
  expect(reasonOf(launchBundle, evidence)).toMatchObject({
    message:
      'Of what circulates 6 % was kept, or moved without a sale, by 2 wallets that bought in the slots of the launch.',
    evidence: {
      wallets: 2,
      tokens: bps(600n).toString(),
      circulating_bps: 600,
      supply_bps: 600,
      launch_transactions: 5,
    },
  });
});

it('takes the most that was read of a wallet that is listed twice, in any order', () => {
  // 400 and 700 basis points of one wallet are 700, not 400 and not 1,100.
  const listed = [buyer(71, bps(400n)), buyer(71, bps(700n))];
  for (const order of [listed, listed.toReversed()]) {
    expect(reasonOf(launchBundle, bought(...order))?.evidence).toMatchObject({ wallets: 1, circulating_bps: 700 });
  }
});

it('counts what a buyer moved to others as kept', () => {
  const moved = launchBuyer(71, bps(2_000n), { tokensNow: 0n });
  expect(reasonOf(launchBundle, bought(moved))).toMatchObject({
    code: 'LAUNCH_BUNDLE_LARGE',
    evidence: { circulating_bps: 2_000 },
  });
  expect(foundBy(launchBundle, bought({ ...moved, tokensKept: 0n }))).toBe('clear');
});

it('flags tips, whatever is held', () => {
  const tipped = { launch: known(launch({ tippedTransactions: 1 })) };
  expect(foundBy(launchBundle, tokenEvidence(tipped))).toEqual(['LAUNCH_BUNDLED']);
  expect(foundBy(launchBundle, tokenEvidence({ ...tipped, holders: known(null) }))).toEqual(['LAUNCH_BUNDLED']);
});

it('needs a launch, and shares that say something', () => {
  const curve = known(holdersOf(holder(0, { role: 'curve', tokens: bps(9_900n) })));
  expect(foundBy(launchBundle, { ...bought(buyer(71, bps(100n))), holders: curve })).toBe('clear');
  expect(foundBy(launchBundle, tokenEvidence({ launch: missing('launch', 'deadline') }))).toBe('unknown');
});
