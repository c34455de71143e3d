import type { TokenOptions, TokenReader } from '#gather/token/second-round.ts';
import type { TokenEvidence } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import { allFacts, openFacts } from '../fact.ts';
import { apartFromPeople, creator, developer, examinedLaunch, holders, insiders } from './people.ts';
import { ofMint, type TokenInput } from './start.ts';

/** Pools are chosen for a trade of this size: 0.1 SOL. */
const SIZE_LAMPORTS = 100_000_000n;

const evidence = {
  ...apartFromPeople,
  holders: ofMint(holders, null),
  developer: ofMint(developer, null),
  creator: ofMint(creator, null),
  launch: ofMint(examinedLaunch, null),
  insiders: ofMint(insiders, null),
};

/**
 * Reads the evidence of a token check. The first round reads the mint, its metadata, the first history pages, the largest holders
 * and every possible pool address; the second the state of pools, large accounts and authorities; the third the owners' accounts
 * and trial sales. A young market takes up to three rounds more for its launch, its holders and its developer; so does an older
 * one whose largest holders have much together. Pools behind holders and concentrated positions take up to two.
 */
export async function gatherToken(
  subject: Address,
  reader: TokenReader,
  options: TokenOptions,
): Promise<TokenEvidence> {
  const input: TokenInput = { subject, sizeLamports: SIZE_LAMPORTS, reader, options };
  const check = openFacts(input, () => reader.closed ?? false);
  return { subject, ...(await allFacts(check, evidence)) };
}
