import type { SignedAnswer } from '../answer.ts';
import { funderSections } from './funder.ts';
import type { Section } from './section.ts';
import { tokenNames, tokenSections } from './token.ts';
import { tradeSections } from './trade.ts';
import { walletSections } from './wallet.ts';

/** What a card shows of an answer's figures; nothing of an answer without any. */
export function sectionsOf({ kind, metrics, subject }: SignedAnswer): readonly Section[] {
  if (Object.keys(metrics).length === 0) return [];
  if (kind === 'wallet') return walletSections(metrics);
  if (kind === 'token') return tokenSections(metrics);
  if (kind === 'trade') return tradeSections(metrics);
  return funderSections(metrics, subject);
}

/** The names that the subject gives itself, which prove nothing. */
export function ownNames({ kind, metrics }: SignedAnswer): readonly string[] {
  return kind === 'token' ? tokenNames(metrics) : [];
}
