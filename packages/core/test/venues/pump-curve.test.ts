import {
  curveMintAccount,
  holdingAccount,
  PUMP_SUPPLY,
  pumpCurveAccount,
  pumpFeeConfigAccount,
  pumpGlobalAccount,
} from 'assay-sandbox/pools/pump-curve.ts';
import { describe, expect, it } from 'vitest';
import { address } from '#solana/address.ts';
import { TOKEN_2022_PROGRAM } from '#solana/token/programs.ts';
import { pumpCurve } from '#venues/pump-curve/index.ts';
import { readCurve } from '#venues/pump-curve/layout.ts';
import { PUMP_PROGRAM } from '#venues/pump-fees/programs.ts';
import type { AccountBytes, OpenPool } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import { answeredAccount, collectedAccount, collectedQuotes, hasPools } from './pump-collected.ts';

const CLOCK = { slot: 0n, unixTime: 0n, epoch: 0n };
const LIVE = address('3SPyj7fHQ6TKGR5Agua1gPdCnb2oWHF8Zi8bY33bpump');
const GRADUATED = address('J5reXJehdCV86HPHg2ewbeGYfMkxQT2YmLcg4DVfpump');
const CREATOR = address('62qc2CNXwrYqQScmEdiZFFAnJR262PxWEuNQtxfafNgV');

function got<T extends object>(result: T): Exclude<T, { refused: unknown }> {
  if (isRefused(result)) throw new Error(`${result.refused}: ${result.detail}`);
  return result as Exclude<T, { refused: unknown }>;
}

/** Opens a curve with the rates that mainnet's schedule gave in the recorded trades: 95 and 30 basis points. */
function open(account: AccountBytes, mint: typeof LIVE): OpenPool | { refused: unknown } {
  const beside = [
    curveMintAccount({ mint, supply: PUMP_SUPPLY, program: TOKEN_2022_PROGRAM }),
    holdingAccount({ authority: account.address, mint, program: TOKEN_2022_PROGRAM, amount: PUMP_SUPPLY }),
    pumpFeeConfigAccount({ program: PUMP_PROGRAM }),
    pumpGlobalAccount(),
  ];
  const pool = got(pumpCurve.recognise(account, mint));
  return pool.open(new Map([account, ...beside].map((one) => [one.address, one])), CLOCK);
}

describe.runIf(hasPools)('collected curves of pump.fun', () => {
  it('are read at every length that was collected, with the distance that pump.fun gives real and virtual reserves', () => {
    const curves = [
      answeredAccount('pump-bonding-curve/curve-chainstack-old-raw.json', LIVE),
      collectedAccount('pump-bonding-curve/sauce-pumpfun-bonding-curve/pool.json'),
      answeredAccount('pump-bonding-curve/curve-chainstack-raw.json', LIVE),
      collectedAccount('pump-bonding-curve/curve-live-3SPyj7.json'),
    ];
    expect(curves.map((curve) => curve.data.length)).toEqual([49, 115, 151, 151]);
    for (const account of curves) {
      const curve = got(readCurve(account));
      expect(curve.virtualMint - curve.realMint).toBe(279_900_000_000_000n);
      expect(curve.virtualQuote - curve.realQuote).toBe(30_000_000_000n);
      expect(account.lamports).toBeGreaterThanOrEqual(curve.realQuote);
      expect(curve).toMatchObject({
        totalSupply: PUMP_SUPPLY,
        complete: false,
        quoteMint: null,
        hasUnknownFields: false,
      });
    }
  });

  it('belong to their coin by the address alone, and trade', () => {
    const account = collectedAccount('pump-bonding-curve/curve-live-3SPyj7.json');
    const { market } = got(open(account, LIVE) as OpenPool);
    expect(market.depth.other).toBe(market.price.numerator - 30_000_000_000n);
    expect(got(market.quote('buy', 1_000_000_000n)).received).toBeGreaterThan(9_000_000_000_000n);
    expect(pumpCurve.recognise(account, GRADUATED)).toMatchObject({ refused: 'inconsistent' });
  });

  it('tell that they are complete', () => {
    const account = collectedAccount('pump-bonding-curve/curve-graduated-J5reXJ.json');
    expect(open(account, GRADUATED)).toMatchObject({ refused: 'completed' });
  });

  it('give what recorded trades of the program gave, to the last unit', () => {
    const vectors = collectedQuotes('pump curve');
    expect(vectors).toHaveLength(2);
    for (const { vt, vq, buy, sell } of vectors) {
      const [virtualMint, virtualQuote] = [BigInt(vt!), BigInt(vq!)];
      const account = pumpCurveAccount({
        mint: LIVE,
        creator: CREATOR,
        virtualMint,
        virtualQuote,
        realMint: virtualMint - 279_900_000_000_000n,
        realQuote: virtualQuote - 30_000_000_000n,
      });
      const { market } = got(open(account, LIVE) as OpenPool);
      for (const [spend, out] of Object.entries(buy ?? {})) {
        expect(got(market.quote('buy', BigInt(spend))).received).toBe(BigInt(out));
      }
      for (const [amount, gross, protocol, creator] of Object.values(sell ?? {})) {
        const quote = got(market.quote('sell', BigInt(amount!)));
        expect(quote.fees().map((fee) => fee.amount)).toEqual([BigInt(protocol!), BigInt(creator!)]);
        expect(quote.received).toBe(BigInt(gross!) - BigInt(protocol!) - BigInt(creator!));
      }
    }
  });
});
