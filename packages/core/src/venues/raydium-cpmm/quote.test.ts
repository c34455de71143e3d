import { describe, expect, it } from 'vitest';
import { RandomNumbers } from '../../../test/venues/random-numbers.ts';
import * as w from '../../../test/venues/raydium-world.ts';
import { U64_MAX } from '../arithmetic.ts';
import { raydiumCpmm } from './index.ts';
import { swap } from './quote.ts';

const [ZERO, ONE] = w.MINTS;
const AMOUNTS = [1_000_000_000_000n, 50_000_000_000n] as const;

function market(plan: Partial<Parameters<typeof w.cpmmWorld>[0]> = {}, mint = ZERO) {
  return w.marketIn(raydiumCpmm, w.cpmmWorld({ amounts: AMOUNTS, ...plan }), mint);
}

describe('quoting Raydium CPMM', () => {
  it('gives the numbers of the program: fee rounded up on the input, output rounded down', () => {
    const quote = w.granted(market().quote('sell', 1_000_000n));
    expect(quote).toMatchObject({ spent: 1_000_000n, received: 49_874n });
    expect(quote.fees()).toEqual([
      { share: 'lp', of: 'input', amount: 2_100n },
      { share: 'protocol', of: 'input', amount: 400n },
    ]);
    expect(quote.afterwards().depth).toEqual({ mint: AMOUNTS[0] + 1_000_000n - 400n, other: AMOUNTS[1] - 49_874n });
  });

  it('prices the same pool from either side, without what is owed', () => {
    const tokens = [
      { mint: ZERO, owed: { protocol: 7n, fund: 5n, creator: 3n } },
      { mint: ONE, owed: { fund: 11n } },
    ] as const;
    const plan = { spec: { tokens } };
    expect(market(plan).price).toEqual({ numerator: AMOUNTS[1] - 11n, denominator: AMOUNTS[0] - 15n });
    expect(market(plan, ONE).price).toEqual({ numerator: AMOUNTS[0] - 15n, denominator: AMOUNTS[1] - 11n });
    expect(w.received(market(plan), 'buy', 12_345_678n)).toBe(w.received(market(plan, ONE), 'sell', 12_345_678n));
  });

  it('takes the creator fee from the input, or from the token that the pool names, whichever way the trade goes', () => {
    const feesFor = (creatorFeeIn: typeof ZERO | null, side: 'buy' | 'sell') =>
      w
        .granted(market({ config: { creator: 5_500n }, spec: { creatorFeeIn } }).quote(side, 1_000_000n))
        .fees()
        .find(({ share }) => share === 'creator')?.of;
    expect([feesFor(null, 'buy'), feesFor(null, 'sell')]).toEqual(['input', 'input']);
    expect([feesFor(ZERO, 'buy'), feesFor(ZERO, 'sell')]).toEqual(['output', 'input']);
    expect([feesFor(ONE, 'buy'), feesFor(ONE, 'sell')]).toEqual(['input', 'output']);
  });

  it('takes no creator fee while the pool does not enable it, whatever the configuration says', () => {
    expect(w.received(market({ config: { creator: 5_500n } }), 'sell', 1_000_000n)).toBe(49_874n);
  });

  it('rounds trade and creator fee up together and splits them down', () => {
    const rates = { trade: 3n, protocol: 0n, fund: 0n, creator: 1n };
    const reserves = { input: 1_000_000n, output: 1_000_000n };
    const parts = (creatorFeeOn: 'input' | 'output') => {
      const { received, lp, protocol, creator } = w.granted(swap(reserves, rates, creatorFeeOn, 250_001n));
      return { received, lp, protocol, creator };
    };
    expect(parts('input')).toEqual({ received: 199_999n, lp: 2n, protocol: 0n, creator: 0n });
    expect(parts('output')).toEqual({ received: 199_999n, lp: 1n, protocol: 0n, creator: 1n });
  });

  it('refuses what the program cannot divide: an input fee whose rates are all 0', () => {
    expect(w.codeOf(market({ config: { trade: 0n } }).quote('sell', 10_000n))).toBe('disabled');
    const named = market({ config: { trade: 0n }, spec: { creatorFeeIn: ONE } });
    expect(w.codeOf(named.quote('sell', 10_000n))).toBe('accepted');
    expect(w.codeOf(named.quote('buy', 10_000n))).toBe('disabled');
  });

  it('refuses nothing, dust, and more than 64 bits or than the vault can hold', () => {
    const codes = [-1n, 0n, 1n, U64_MAX - AMOUNTS[0], U64_MAX - AMOUNTS[0] + 1n, U64_MAX + 1n].map((amount) =>
      w.codeOf(market().quote('sell', amount)),
    );
    expect(codes).toEqual([
      'amount_too_small',
      'amount_too_small',
      'amount_too_small',
      'accepted',
      'overflow',
      'overflow',
    ]);
  });

  it('never pays out all that it holds', () => {
    const tiny = market({ amounts: [1n, 1_000n] });
    expect(w.received(tiny, 'sell', U64_MAX - 1n)).toBe(999n);
  });

  it('does after one swap what the accounts would do that the swap leaves behind', () => {
    const tokens = [{ mint: ZERO }, { mint: ONE }] as const;
    const config = { creator: 5_500n };
    const first = w.granted(market({ config, spec: { tokens, creatorFeeIn: ZERO } }).quote('buy', 7_654_321n));
    const amount = (share: string) => first.fees().find((fee) => fee.share === share)?.amount ?? 0n;
    const owed = [
      { mint: ZERO, owed: { creator: amount('creator') } },
      { mint: ONE, owed: { protocol: amount('protocol') } },
    ] as const;
    const amounts = [AMOUNTS[0] - first.received, AMOUNTS[1] + first.spent] as const;
    const left = market({ amounts, config, spec: { tokens: owed, creatorFeeIn: ZERO } });
    for (const side of ['buy', 'sell'] as const) {
      const [ours, theirs] = [first.afterwards(), left].map((one) => w.facts(w.granted(one.quote(side, 9_999_999n))));
      expect(ours).toEqual(theirs);
    }
  });

  it('lets nobody gain by a round trip, gives more for more, and splits fees without a rest', () => {
    const chance = new RandomNumbers(3);
    for (let i = 0; i < 300; i += 1) {
      const amounts = [chance.magnitude(1n, 1n << 62n), chance.magnitude(1n, 1n << 62n)] as const;
      const config = { trade: chance.between(1n, 40_000n), creator: chance.between(0n, 50_000n) };
      const creatorFeeIn = chance.pick([null, ZERO, ONE]);
      const sizes = Array.from({ length: 6 }, () => chance.magnitude(1n, 1n << 62n));
      w.expectSoundAt(market({ amounts, config, spec: { creatorFeeIn } }), sizes);
    }
  });
});
