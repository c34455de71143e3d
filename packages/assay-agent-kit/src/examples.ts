import type { ActionExample } from 'solana-agent-kit';

/** Other words for what an action does, by its name. */
export const similes: Readonly<Record<string, string[]>> = {
  assay_guard: ['may I buy this token', 'check before a swap', 'guard a trade'],
  assay_token: ['is this token safe', 'rug check', 'check a mint'],
  assay_trade: ['what does this trade cost', 'check slippage and liquidity', 'can I sell this token again'],
  assay_wallet: ['is this trader any good', 'check a wallet before copying it'],
  assay_funder: ['who funded this wallet', 'check a deployer'],
};

const MINT = 'A2ahDjuMECTdCZhVrNuabndeYJG42Ljg8jUhWq68GUnb';
const ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

/** One call of each action, by its name. The kit puts them into a description of at most 1,023 letters. */
export const examples: Readonly<Record<string, ActionExample[][]>> = {
  assay_guard: example(
    { mint: MINT, sizeSol: '5', budgetBps: 300 },
    { status: 'success', decision: 'reduce', sizeSol: '2.1' },
    'Buy for 2.1 SOL at most: for 5 SOL a round trip costs more than 3 %.',
  ),
  assay_token: example(
    { mint: MINT },
    { status: 'success', verdict: 'LOW_RISK', verified: true },
    'Nothing speaks against the token.',
  ),
  assay_trade: example(
    { mint: MINT, sizeSol: '0.5' },
    { status: 'success', verdict: 'ACCEPTABLE_COST', verified: true },
    'Buying for 0.5 SOL and selling again costs little.',
  ),
  assay_wallet: example(
    { address: ADDRESS },
    { status: 'success', verdict: 'INSUFFICIENT', verified: true },
    'The wallet has too little history to prove a profit.',
  ),
  assay_funder: example(
    { address: ADDRESS },
    { status: 'error', code: 'payment_required', retryable: false },
    'Nothing is known, because nobody paid: do not act on it.',
  ),
};

function example(
  input: ActionExample['input'],
  output: ActionExample['output'],
  explanation: string,
): ActionExample[][] {
  return [[{ input, output, explanation }]];
}
