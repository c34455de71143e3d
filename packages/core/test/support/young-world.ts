import { Layout } from 'assay-sandbox/pools/layout.ts';
import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import { putTransaction, type TokenWorld, tokenWorld } from './token-worlds.ts';
import { key, SYSTEM } from './transactions.ts';

const HOUR_SLOTS = 9_000;
const FUNDED = 10;
const WALLETS = Array.from({ length: 25 }, (_, n) => key(`wallet ${n}`));
const FUNDING = 500_000_000n;

/**
 * A token that was made two days ago by a creator, bought by three wallets in the slots of its launch and by the others later. Ten of its holders got
 * their first money from one person an hour before.
 */
export function youngWorld(name: string): TokenWorld {
  const mint = key(name);
  const world = tokenWorld(curveMintAccount({ mint, supply: 10n ** 15n }), { daysAgo: 2 });
  const created = 2 * 24 * HOUR_SLOTS;
  for (let n = 0; n < FUNDED; n += 1) {
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
  const holders = [...world.accounts.values()].flatMap((account) => {
    const { authority, amount } = readTokenAccount(account) ?? {};
    return authority && amount && WALLETS.includes(authority)
      ? [{ account: account.address, owner: authority, amount }]
      : [];
  });
  for (const [n, { account, owner, amount }] of holders.entries()) {
    putTransaction(world, {
      name: `purchase ${n} of ${name}`,
      slotsAgo: created - (n < 3 ? 1 : 100 + n),
      keys: [owner, mint, account],
      instructions: [{ program: key('some market'), accounts: [owner, mint, account], data: Uint8Array.of(1) }],
      tokens: [{ account, mint, owner, amount }],
    });
  }
  return world;
}
