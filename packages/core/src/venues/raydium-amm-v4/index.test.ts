import { describe, expect, it } from 'vitest';
import { RandomNumbers } from '../../../test/venues/random-numbers.ts';
import * as w from '../../../test/venues/raydium-world.ts';
import { U64_MAX } from '../arithmetic.ts';
import { raydiumAmmV4 } from './index.ts';

const [COIN, PC] = w.MINTS;
const AMOUNTS = [1_000_000_000_000n, 50_000_000_000n] as const;

function market(plan: Partial<Parameters<typeof w.ammWorld>[0]> = {}, mint = COIN) {
  return w.marketIn(raydiumAmmV4, w.ammWorld({ amounts: AMOUNTS, ...plan }), mint);
}

describe('quoting Raydium AMM v4', () => {
  it('takes the fee of the pool from the input, rounded up, and leaves it in the pool', () => {
    const quote = w.granted(market().quote('sell', 1_000_001n));
    expect(quote).toMatchObject({ spent: 1_000_001n, received: 49_874n });
    expect(quote.fees()).toEqual([{ share: 'lp', of: 'input', amount: 2_501n }]);
    expect(quote.afterwards().depth).toEqual({ mint: AMOUNTS[0] + 1_000_001n, other: AMOUNTS[1] - 49_874n });
    const fee = { numerator: 30n, denominator: 1_000n };
    expect(w.granted(market({ spec: { fee } }).quote('sell', 1_000_000n)).fees()[0]?.amount).toBe(30_000n);
  });

  it('prices the same pool from either side, without what the protocol is owed', () => {
    const spec = { coin: { mint: COIN, owed: 15n }, pc: { mint: PC, owed: 11n } };
    expect(market({ spec }).price).toEqual({ numerator: AMOUNTS[1] - 11n, denominator: AMOUNTS[0] - 15n });
    expect(market({ spec }, PC).price).toEqual({ numerator: AMOUNTS[0] - 15n, denominator: AMOUNTS[1] - 11n });
    expect(w.received(market({ spec }), 'buy', 12_345_678n)).toBe(
      w.received(market({ spec }, PC), 'sell', 12_345_678n),
    );
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
    expect(w.received(market({ amounts: [1n, 1_000n] }), 'sell', U64_MAX - 1n)).toBe(999n);
  });

  it('does after one swap what the accounts would do that the swap leaves behind', () => {
    const spec = { coin: { mint: COIN, owed: 15n }, pc: { mint: PC, owed: 11n } };
    const first = w.granted(market({ spec }).quote('buy', 7_654_321n));
    const left = market({ spec, amounts: [AMOUNTS[0] - first.received, AMOUNTS[1] + first.spent] });
    for (const side of ['buy', 'sell'] as const) {
      const [ours, theirs] = [first.afterwards(), left].map((one) => w.facts(w.granted(one.quote(side, 9_999_999n))));
      expect(ours).toEqual(theirs);
    }
  });

  it('lets nobody gain by a round trip, gives more for more, and splits fees without a rest', () => {
    const chance = new RandomNumbers(5);
    for (let i = 0; i < 300; i += 1) {
      const amounts = [chance.magnitude(1n, 1n << 62n), chance.magnitude(1n, 1n << 62n)] as const;
      const fee = { numerator: chance.between(0n, 300n), denominator: 10_000n };
      w.expectSoundAt(
        market({ amounts, spec: { fee } }),
        Array.from({ length: 6 }, () => chance.magnitude(1n, 1n << 62n)),
      );
    }
  });
});
