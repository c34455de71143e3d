import type { AccountState, StateReader } from '#chain/model.ts';
import type { MintFacts } from '#checks/wallet/book/model.ts';
import { type Effect, tokensOf } from '#checks/wallet/effect.ts';
import { type Address, address } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { isBare } from '#lib/token/programs.ts';
import { readTokenSubject } from '#lib/token/token-subject.ts';

/** As many accounts as one snapshot takes. */
const ACCOUNTS_PER_SNAPSHOT = 100;

/** Extensions under which an account's balance does not show everything that it holds. */
const HIDING: ReadonlySet<string> = new Set(['confidential_transfer', 'confidential_mint_burn']);

/**
 * What has to be known of the mints that the wallet traded, read in one round. A mint that was closed since has no facts: it
 * moved in the open while it was there. Of one whose bytes are not understood, anything may be hidden.
 */
export async function readMintFacts(
  effects: readonly Effect[],
  reader: StateReader,
): Promise<Reading<readonly MintFacts[]>> {
  const mints = tradedMints(effects);
  const readings = await Promise.all(
    portions(mints).map(async (portion) => ({ portion, snapshot: await reader.snapshot(portion) })),
  );
  const facts: MintFacts[] = [];
  for (const { portion, snapshot } of readings) {
    if (!snapshot.known) return renamed('mints', snapshot.gap);
    for (const [index, mint] of portion.entries()) {
      const state = snapshot.value.value[index] ?? null;
      if (state && isBare(state)) return missing('mints', 'rpc_disagrees', `the mint ${mint} came without data`);
      const found = factsOf(mint, state);
      if (found.nft || found.confidential) facts.push(found);
    }
  }
  return known(facts);
}

/** Mints that moved where a program took part: what came by plain transfer alone and stayed needs no facts. */
function tradedMints(effects: readonly Effect[]): readonly Address[] {
  const traded = new Set<string>();
  for (const effect of effects) {
    if (effect.service === null || effect.failed) continue;
    for (const mint of tokensOf(effect).keys()) traded.add(mint);
  }
  return [...traded].sort().map(address);
}

function portions(mints: readonly Address[]): readonly (readonly Address[])[] {
  return Array.from({ length: Math.ceil(mints.length / ACCOUNTS_PER_SNAPSHOT) }, (_, index) =>
    mints.slice(index * ACCOUNTS_PER_SNAPSHOT, (index + 1) * ACCOUNTS_PER_SNAPSHOT),
  );
}

function factsOf(mint: Address, state: AccountState | null): MintFacts {
  if (!state) return { mint, nft: false, confidential: false };
  const subject = readTokenSubject(state);
  if (subject.is !== 'mint') return { mint, nft: false, confidential: true };
  const { decimals, supply, extensions, unknownExtensions } = subject.mint;
  const hides = extensions.some(({ type }) => HIDING.has(type)) || unknownExtensions.length > 0;
  return { mint, nft: decimals === 0 && supply === 1n, confidential: hides };
}
