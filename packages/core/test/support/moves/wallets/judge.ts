import { knownPrograms } from '#derive/effects/effect-scene.ts';
import { gatherWallet } from '#facts/wallet/evidence.ts';
import type { Judgement } from '#rules/check.ts';
import { type Codes, codesOf } from '#rules/rule.ts';
import type { WalletWeight } from '#rules/wallet/policy.ts';
import { walletRules } from '#rules/wallet/rules/index.ts';
import { judgeWallet } from '#rules/wallet/verdict.ts';
import { noMarket } from '../../no-market.ts';
import { USDC } from '../../recorded-worlds.ts';
import { optionsOf } from '../base-accounts.ts';
import { MovesReader } from '../reader.ts';
import { SUBJECT, walletChain } from './build.ts';
import type { WalletFacts } from './facts.ts';

/** As in the service, but that fewer transactions are read, so that few are many. */
export const fewBounds = {
  windowSeconds: 90 * 86_400,
  signaturesMax: 400,
  signaturesWithBodiesMax: 1_200,
  tokenSignaturesMax: 200,
};

/** As many as the service reads of a wallet's own list. */
export const ownBounds = { ...fewBounds, signaturesMax: 3_000, signaturesWithBodiesMax: 20_000 };

/** The answer of the wallet check about a wallet of these facts. */
export async function judgedWallet(facts: WalletFacts, bounds = fewBounds): Promise<Judgement> {
  const reader = new MovesReader(walletChain(facts), facts.endpoint);
  const programs = knownPrograms(optionsOf().labels, [USDC]);
  return judgeWallet(await gatherWallet(SUBJECT, reader, { programs, bounds, market: noMarket, store: null }));
}

/** UNVERIFIABLE and UNTRUSTED tell everybody to stay away, so that more knowledge may turn one into the other. */
const ranks: Readonly<Record<string, number>> = {
  TRUSTED: 3,
  NEUTRAL: 2,
  INSUFFICIENT: 1,
  UNVERIFIABLE: 0,
  UNTRUSTED: 0,
};
const ROUNDING_PERCENT = 1;

/** Codes that suspect somebody. */
const weights: Codes<WalletWeight> = codesOf(walletRules);
const suspicious = new Set(Object.keys(weights).filter((code) => weights[code]?.provesManipulation));

/** Round trips that count. More of them make a record surer, whoever made them. */
const closedIn = ({ metrics }: Judgement) => Number(metrics.closed ?? 0);

/**
 * Said where nobody knows whose money the gains are, and where losers went out of sight: their loss is not proven then, but the worst
 * case tells it.
 */
const unproven: ReadonlySet<string> = new Set(['STRANGERS_NOT_PROVEN', 'PESSIMISTIC_PNL_NEGATIVE']);
const leavesOpen = ({ gaps, reasons }: Judgement) => gaps.length > 0 || reasons.some(({ code }) => unproven.has(code));

/**
 * Whether the second answer is better. UNTRUSTED rests on proof alone, so that what could not be read may leave NEUTRAL of it, where
 * the answer has the gap or says what is not proven. Of equal verdicts the one is better that suspects less, or that is surer of
 * TRUSTED.
 */
export function isBetterWallet(before: Judgement, after: Judgement): boolean {
  const [was, now] = [ranks[before.verdict] ?? 0, ranks[after.verdict] ?? 0];
  const isUnproven = before.verdict === 'UNTRUSTED' && now < 3 && leavesOpen(after);
  if (before.verdict !== after.verdict) return now > was && !isUnproven;
  const isSurer = after.confidencePercent > before.confidencePercent + ROUNDING_PERCENT;
  if (before.verdict === 'TRUSTED' && isSurer && closedIn(after) <= closedIn(before)) return true;
  if (leavesOpen(after) || before.verdict === 'UNVERIFIABLE') return false;
  const left = new Set(after.reasons.map(({ code }) => code));
  return before.reasons.some(({ code }) => suspicious.has(code) && !left.has(code));
}
