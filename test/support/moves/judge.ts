import type { Judgement } from '#checks/check.ts';
import { judgeToken } from '#checks/token/verdict.ts';
import { judgeTrade } from '#checks/trade/verdict.ts';
import { gatherToken } from '#evidence/token/gather.ts';
import { gatherTrade } from '#evidence/trade/gather.ts';
import { chainOf } from './build.ts';
import { SOL } from './chain.ts';
import type { TokenFacts } from './facts.ts';
import { optionsOf } from './ground.ts';
import { MovesReader } from './reader.ts';

/** Sizes of trades, in lamports. */
const SIZES = [SOL / 10n, SOL, 10n * SOL];

/** The judgements of the token check and of the trade check at three sizes. */
export interface Judged {
  readonly token: Judgement;
  readonly trades: readonly Judgement[];
}

/** Runs both checks over a token of these facts, each as if it were the first one of a process. */
export async function judged(facts: TokenFacts): Promise<Judged> {
  const { chain, mint } = chainOf(facts);
  const reader = new MovesReader(chain, facts.endpoint);
  const token = judgeToken(await gatherToken(mint, reader, optionsOf()));
  const trades: Judgement[] = [];
  for (const sizeLamports of SIZES) {
    trades.push(judgeTrade(await gatherTrade({ subject: mint, sizeLamports }, reader, optionsOf())));
  }
  return { token, trades };
}
