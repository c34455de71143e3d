import type fc from 'fast-check';
import type { Judgement } from '#rules/check.ts';
import { type TokenFacts, textOf } from './facts.ts';
import { type FunderFacts, funderText } from './funders/facts.ts';
import { isBetterFunder, judgedFunder } from './funders/judge.ts';
import { afterFunderMove, anyFunderMove, type MadeFunderMove } from './funders/moves.ts';
import { funderWorlds } from './funders/worlds.ts';
import { judged } from './judge.ts';
import { after, anyMove, type MadeMove } from './moves.ts';
import { isBetter, isWorse } from './order.ts';
import { funderStrangers, strangersOf, tokenStrangers, walletStrangers } from './strangers/moves.ts';
import { honestFunders, honestTokens, honestWallets } from './strangers/worlds.ts';
import { type WalletFacts, walletText } from './wallets/facts.ts';
import { isBetterWallet, judgedWallet, ownBounds } from './wallets/judge.ts';
import { afterWalletMove, anyWalletMove, type MadeWalletMove } from './wallets/moves.ts';
import { walletWorlds } from './wallets/worlds.ts';
import { tokenWorlds } from './worlds.ts';

/** What the suite needs of the subjects of a sort. `judged`: the answers of each check about it, by the check's words for people. */
export interface MoveSuite<Facts, Move> {
  readonly worlds: fc.Arbitrary<Facts>;
  readonly moves: fc.Arbitrary<Move>;
  after(facts: Facts, move: Move): Facts;
  judged(facts: Facts): Promise<ReadonlyMap<string, Judgement>>;
  isBetter(check: string, before: Judgement, after: Judgement): boolean;
  /** Facts and moves as lines that a person can read. */
  textOf(facts: Facts): readonly string[];
  nameOf(move: Move): string;
}

/** Tokens, about which the token check and the trade check are asked. */
export const tokenMoves: MoveSuite<TokenFacts, MadeMove> = {
  worlds: tokenWorlds,
  moves: anyMove,
  after,
  textOf,
  async judged(facts) {
    const { token, trades } = await judged(facts);
    return new Map([['token', token], ...trades]);
  },
  isBetter: (check, before, now) => isBetter(check === 'token' ? 'token' : 'trade', before, now),
  nameOf: ({ move, a, b }) => `${move} (${a}, ${b})`,
};

/** Wallets, about which the wallet check is asked. */
export const walletMoves: MoveSuite<WalletFacts, MadeWalletMove> = {
  worlds: walletWorlds,
  moves: anyWalletMove,
  after: afterWalletMove,
  textOf: walletText,
  judged: async (facts) => new Map([['wallet', await judgedWallet(facts)]]),
  isBetter: (_, before, now) => isBetterWallet(before, now),
  nameOf: ({ move, a, b }) => `${move} (${a}, ${b})`,
};

/** Addresses, about whose first money the funder check is asked. */
export const funderMoves: MoveSuite<FunderFacts, MadeFunderMove> = {
  worlds: funderWorlds,
  moves: anyFunderMove,
  after: afterFunderMove,
  textOf: funderText,
  judged: async (facts) => new Map([['funder', await judgedFunder(facts)]]),
  isBetter: (_, before, now) => isBetterFunder(before, now),
  nameOf: ({ move, a, b }) => `${move} (${a}, ${b})`,
};

/** The same subjects, to which strangers do something. */
export const strangers = {
  token: { ...tokenMoves, worlds: honestTokens, ...strangersOf(tokenStrangers) },
  wallet: {
    ...walletMoves,
    worlds: honestWallets,
    ...strangersOf(walletStrangers),
    judged: async (facts: WalletFacts) => new Map([['wallet', await judgedWallet(facts, ownBounds)]]),
  },
  funder: { ...funderMoves, worlds: honestFunders, ...strangersOf(funderStrangers) },
} as const;

/** Why one of the sequences of moves made an answer better; null where none did. */
export function improvement<Facts, Move>(
  suite: MoveSuite<Facts, Move>,
  facts: Facts,
  sequences: readonly (readonly Move[])[],
): Promise<string | null> {
  return changed(suite, facts, sequences, suite.isBetter);
}

/** Why one of the sequences of strangers' moves made an answer worse; null where none did. */
export function worsening<Facts, Move>(
  suite: MoveSuite<Facts, Move>,
  facts: Facts,
  sequences: readonly (readonly Move[])[],
  seen?: Seen<Move>,
): Promise<string | null> {
  return changed(suite, facts, sequences, (_, before, now) => isWorse(before, now), seen);
}

/** Receives each answer before and after moves. */
export type Seen<Move> = (made: readonly Move[], check: string, before: Judgement, after: Judgement) => void;

async function changed<Facts, Move>(
  suite: MoveSuite<Facts, Move>,
  facts: Facts,
  sequences: readonly (readonly Move[])[],
  isChanged: MoveSuite<Facts, Move>['isBetter'],
  seen?: Seen<Move>,
): Promise<string | null> {
  const before = await suite.judged(facts);
  for (const made of sequences) {
    const moved = made.reduce((now, move) => suite.after(now, move), facts);
    if (moved === facts) continue;
    const now = await suite.judged(moved);
    const wrong = [...before].filter(([check, answer]) => {
      const later = now.get(check);
      if (later) seen?.(made, check, answer, later);
      return later !== undefined && isChanged(check, answer, later);
    });
    if (wrong.length === 0) continue;
    return [
      ...suite.textOf(facts),
      ...made.map((move) => `then somebody ${suite.nameOf(move)}`),
      ...wrong.map(([check, answer]) => `${check}: ${saidOf(answer)} became ${saidOf(now.get(check))}`),
    ].join('\n');
  }
  return null;
}

function saidOf(answer: Judgement | undefined): string {
  const reasons = answer?.reasons.map(({ code }) => code) ?? [];
  const gaps = answer?.gaps.map(({ reading, cause }) => `${reading} ${cause}`) ?? [];
  const flags = answer?.flags ?? [];
  return `${answer?.verdict} ${answer?.confidencePercent} % (${[...reasons, ...gaps, ...flags].join(', ')})`;
}
