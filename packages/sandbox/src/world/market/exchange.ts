import type { Cast } from '../actors.ts';
import { openTokenAccount, pay, payToken } from '../instructions.ts';
import { ago, dailyLife, type SampleScene, SOL, USDC, usdcFromFaucet } from '../scene.ts';

/** Hot wallets of exchanges, as the label table of the service has them: strong grade, on the curve. */
export const EXCHANGES = {
  binance: '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9',
  coinbase: 'GJRs4FwHtemZ5ZE9x3FNvJ8TMwitKTh21yxdRPqn7npE',
  okx: '5VCwKtCXgCJ6kit5FybXjvriW3xELsFDhYrPSqtJNmcD',
} as const;

/** Withdrawals from exchanges: the first money of most honest wallets. */
export function exchangeScene(cast: Cast): SampleScene {
  const binance = cast.stranger(EXCHANGES.binance);
  const coinbase = cast.stranger(EXCHANGES.coinbase);
  const okx = cast.stranger(EXCHANGES.okx);
  const trader = cast.person('paid out by Binance');
  const newcomer = cast.person('paid out by Coinbase');
  const saver = cast.person('paid out by OKX');
  return {
    endowments: [binance, coinbase, okx].map((to) => ({ to, lamports: 90_000n * SOL })),
    acts: [
      { slot: ago(33, 7), payer: binance, instructions: [pay(binance, trader.publicKey, 2n * SOL)] },
      ...dailyLife(cast, trader, [33, 30, 24, 16, 9, 2]),
      { slot: ago(0, 5), payer: coinbase, instructions: [pay(coinbase, newcomer.publicKey, SOL / 2n)] },
      { slot: ago(30), ...usdcFromFaucet(cast, okx.publicKey, 1_000_000n * USDC.one) },
      {
        slot: ago(12),
        payer: okx,
        instructions: [
          openTokenAccount(okx, saver.publicKey, USDC.mint),
          payToken(okx, saver.publicKey, USDC.mint, 250n * USDC.one, USDC.decimals),
        ],
      },
    ],
    subjects: [
      {
        kind: 'funder',
        verdict: 'CEX_FUNDED',
        address: trader.address,
        what: '2 SOL from a Binance hot wallet, spent since',
      },
      {
        kind: 'funder',
        verdict: 'CEX_FUNDED',
        address: newcomer.address,
        what: '0.5 SOL from Coinbase five hours before the start, never spent',
      },
      {
        kind: 'funder',
        verdict: 'CEX_FUNDED',
        address: saver.address,
        what: 'USDC only, its token account opened by OKX',
      },
      { kind: 'funder', verdict: 'UNKNOWN', address: binance.address, what: 'the Binance hot wallet itself' },
    ],
  };
}
