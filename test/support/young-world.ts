import { associatedAccount, TOKEN_PROGRAM } from '#lib/token/programs.ts';
import { Layout } from '#sandbox/pools/layout.ts';
import { curveMintAccount } from '#sandbox/pools/pump-curve.ts';
import { putTransaction, type TokenWorld, tokenWorld } from './token-worlds.ts';
import { key, SYSTEM } from './transactions.ts';

const HOUR_SLOTS = 9_000;
const WALLETS = 10;
const FUNDING = 500_000_000n;

/**
 * A token that was made two days ago by a creator, bought by three wallets in the slots of its launch. Ten of its holders got
 * their first money from one person an hour before.
 */
export function youngWorld(name: string): TokenWorld {
  const mint = key(name);
  const world = tokenWorld(curveMintAccount({ mint, supply: 10n ** 15n }), { daysAgo: 2 });
  const created = 2 * 24 * HOUR_SLOTS;
  for (let n = 0; n < WALLETS; n += 1) {
    const [funder, wallet] = [key('funder'), key(`wallet ${n}`)];
    putTransaction(world, {
      name: `funding of ${wallet} for ${name}`,
      slotsAgo: created + HOUR_SLOTS - n,
      keys: [funder, wallet],
      instructions: [
        { program: SYSTEM, accounts: [funder, wallet], data: new Layout(12).u32(0, 2).u64(4, FUNDING).bytes() },
      ],
      moved: new Map([
        [funder, -FUNDING],
        [wallet, FUNDING],
      ]),
    });
  }
  for (let n = 0; n < 3; n += 1) {
    const buyer = key(`wallet ${n}`);
    const account = associatedAccount(buyer, mint, TOKEN_PROGRAM);
    putTransaction(world, {
      name: `purchase ${n} of ${name}`,
      slotsAgo: created - 1,
      keys: [buyer, mint, account],
      instructions: [{ program: key('some market'), accounts: [buyer, mint, account], data: Uint8Array.of(1) }],
      tokens: [{ account, mint, owner: buyer, amount: 1_000_000n }],
    });
  }
  return world;
}
