import { gatherToken } from '#facts/token/evidence.ts';
import { gatherTrade } from '#facts/trade/evidence.ts';
import type { Judgement } from '#rules/check.ts';
import { judgeToken } from '#rules/token/verdict.ts';
import { judgeTrade } from '#rules/trade/verdict.ts';
import { optionsOf } from './base-accounts.ts';
import { chainOf } from './build.ts';
import { SOL } from './chain.ts';
import type { TokenFacts } from './facts.ts';
import { MovesReader } from './reader.ts';

/** Sizes of trades by their names, in lamports. */
const SIZES = { 'trade of 0.1 SOL': SOL / 10n, 'trade of 1 SOL': SOL, 'trade of 10 SOL': 10n * SOL } as const;

/** The judgements of the token check, and of the trade check by the name of each size. */
interface Judged {
  readonly token: Judgement;
  readonly trades: ReadonlyMap<string, Judgement>;
}

/** Runs both checks over a token of these facts, each as if it were the first one of a process. */
export async function judged(facts: TokenFacts): Promise<Judged> {
  const { chain, mint } = chainOf(facts);
  const reader = new MovesReader(chain, facts.endpoint);
  const token = judgeToken(await gatherToken(mint, reader, optionsOf()));
  const trades = new Map<string, Judgement>();
  for (const [name, sizeLamports] of Object.entries(SIZES)) {
    trades.set(name, judgeTrade(await gatherTrade({ subject: mint, sizeLamports }, reader, optionsOf())));
  }
  return { token, trades };
}
