import { clmmAccounts } from 'assay-sandbox/pools/raydium-clmm.ts';
import { describe, expect, it } from 'vitest';
import type { Address } from '#solana/address.ts';
import { cases } from '../../../test/support/cases.ts';
import { asked, CLOCK, existingPool, MINT, onChain, spec, the } from '../../../test/venues/clmm-world.ts';
import { RandomNumbers } from '../../../test/venues/random-numbers.ts';
import type { AccountBytes, Accounts, OpenPool, Refused } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { raydiumClmm } from './index.ts';

const { pool, accounts } = existingPool(spec());
const account = the(accounts, pool.address);

/** One account in two comes away whole; the others get up to 20 random bytes where the fields are. */
function damaged(chance: RandomNumbers, one: AccountBytes): AccountBytes {
  const data = one.data.slice();
  const end = BigInt(Math.min(data.length, 1600) - 1);
  const hits = Math.max(0, Number(chance.between(-20n, 20n)));
  for (let hit = 0; hit < hits; hit += 1) data[Number(chance.between(0n, end))] = Number(chance.between(0n, 255n));
  return { ...one, data };
}

/** Recognised and opened in one go. */
function opening(address: Address, chain: Accounts): OpenPool | Refused {
  const found = raydiumClmm.recognise(the(chain, address), MINT);
  return isRefused(found) ? found : found.open(asked(found, chain), CLOCK);
}

describe('a Raydium CLMM pool of any bytes', () => {
  it('survives random damage to any of its accounts without a throw', () => {
    const chance = new RandomNumbers(77);
    const all = onChain(clmmAccounts(spec({ orders: [{ tick: 600, amount: 1000n }] })));
    for (let i = 0; i < cases(2_000); i += 1) {
      const open = opening(
        pool.address,
        new Map([...all].map(([address, one]) => [address, one && damaged(chance, one)])),
      );
      for (const side of ['buy', 'sell'] as const) {
        const quote = isRefused(open) ? open : open.market.quote(side, chance.magnitude(1n, 1n << 63n));
        if (!isRefused(quote)) expect(quote.received).toBeGreaterThan(0n);
      }
    }
  });

  it('is refused for random bytes behind its discriminator', () => {
    const chance = new RandomNumbers(78);
    for (let i = 0; i < cases(300); i += 1) {
      const data = account.data.slice().map((byte, at) => (at < 8 ? byte : Number(chance.between(0n, 255n))));
      expect(isRefused(raydiumClmm.recognise({ ...account, data }, MINT))).toBe(true);
    }
  });
});
