import { HOOK_PROGRAM } from '../../program/hook.ts';
import type { Cast } from '../actors.ts';
import { coinOf, holdersOf, issued, SOL_COIN } from '../market/coin.ts';
import { gateAccounts } from '../market/gate.ts';
import { openWhirlpool } from '../market/whirlpool.ts';
import { type Scene, SOL } from '../scene.ts';

const MILLION = 1_000_000_000_000n;

/** Coins whose transfers a hook decides about, in pools that hand it what it wants: one lets holders sell, one does not. */
export function hookedCoinScene(cast: Cast): Scene {
  const made = (name: string, isOpen: boolean) => {
    const coin = coinOf(cast, name, { hook: HOOK_PROGRAM });
    const pool = openWhirlpool([coin, SOL_COIN], 64, {
      ...{ coins: 100n * MILLION, others: 900n * SOL, shares: [{ percent: 100n, ticks: 12_800 }] },
    });
    const accounts = [...issued(cast, coin, pool.pooled), ...pool.accounts, ...gateAccounts(coin.mint, isOpen)];
    const endowments = holdersOf(cast, coin).map((to) => ({ to, lamports: SOL }));
    return { mint: coin.mint, accounts, endowments };
  };
  const open = made('a coin behind an open gate', true);
  const closed = made('a coin behind a closed gate', false);
  return {
    endowments: [...open.endowments, ...closed.endowments],
    accounts: [...open.accounts, ...closed.accounts],
    acts: [],
    subjects: [
      {
        kind: 'trade',
        verdict: 'ACCEPTABLE_COST',
        address: open.mint,
        what: "a transfer hook lets holders' tokens into its Whirlpool",
      },
      {
        kind: 'trade',
        verdict: 'UNTRADEABLE',
        address: closed.mint,
        what: "a transfer hook refuses holders' tokens on their way into its Whirlpool",
      },
    ],
  };
}
