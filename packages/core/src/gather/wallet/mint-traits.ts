import type { AccountState, StateReader } from '#chain/chain-reader.ts';
import { type Effect, type MintTraits, tokensOf } from '#derive/effects/effect-type.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { type Address, address } from '#solana/address.ts';
import { isBare } from '#solana/token/programs.ts';
import { readTokenSubject } from '#solana/token/token-subject.ts';

/** As many accounts as one snapshot takes. */
export const ACCOUNTS_PER_SNAPSHOT = 100;

/** Extensions under which an account's balance does not show everything that it holds. */
const HIDING: ReadonlySet<string> = new Set(['confidential_transfer', 'confidential_mint_burn']);

/**
 * Reads the traits of the mints that a wallet traded in these effects, in one round. A mint that was closed since has none; its
 * balances were visible while it existed. A mint whose bytes are not understood may hide balances.
 */
export async function readMintTraits(
  effects: readonly Effect[],
  reader: StateReader,
): Promise<Reading<readonly MintTraits[]>> {
  const readings = await Promise.all(
    portions(tradedMints(effects), ACCOUNTS_PER_SNAPSHOT).map(async (portion) => ({
      portion,
      snapshot: await reader.snapshot(portion),
    })),
  );
  const traits: MintTraits[] = [];
  for (const { portion, snapshot } of readings) {
    if (!snapshot.known) return snapshot;
    for (const [index, mint] of portion.entries()) {
      const state = snapshot.value.value[index] ?? null;
      if (state && isBare(state)) return missing('mints', 'rpc_disagrees', `the mint ${mint} came without data`);
      const found = traitsOf(mint, state);
      if (found.nft || found.confidential) traits.push(found);
    }
  }
  return known(traits);
}

/** Mints that moved in a transaction with a program. Tokens that only arrived by plain transfer need no facts. */
function tradedMints(effects: readonly Effect[]): readonly Address[] {
  const traded = effects.filter(({ service, failed }) => service !== null && !failed);
  return [...new Set(traded.flatMap((effect) => [...tokensOf(effect).keys()]))].sort().map(address);
}

/** Parts of a list of at most so many. */
export function portions<T>(list: readonly T[], most: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, n) => list.slice(n * most, (n + 1) * most));
}

function traitsOf(mint: Address, state: AccountState | null): MintTraits {
  if (!state) return { mint, nft: false, confidential: false };
  const subject = readTokenSubject(state);
  if (subject.is !== 'mint') return { mint, nft: false, confidential: true };
  const { decimals, supply, extensions, unknownExtensions } = subject.mint;
  const hides = extensions.some(({ type }) => HIDING.has(type)) || unknownExtensions.length > 0;
  return { mint, nft: decimals === 0 && supply === 1n, confidential: hides };
}
