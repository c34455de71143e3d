import { governancesIn, governedPowers } from '#gather/token/programs/read-governance.ts';
import {
  heldByPrograms,
  type PoweredRead,
  poweredRead,
  proofsOfPools,
  searchPools,
  unreadProof,
  unreadUpgrades,
  withUpgrades,
} from '#gather/token/programs/read-programs.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import type { PowerProof, ProgramPower } from '#solana/token/powers/program-power.ts';
import { type FactCheck, factsOf } from '../fact.ts';
import { second, third } from './market.ts';
import { type TokenInput, work } from './start.ts';

const { reading } = factsOf<TokenInput>();

/** Searches take longer than reads, so they leave beside the second round. If one fails, its powers count as a person's. */
const searched = reading('searched', { work }, async (given) => known({ pools: await searchPools(given.work) }));

const powered = reading('powered', { work, second }, (given) => known(poweredRead(given.work, given.second)));

/** The powers of proofs, with who can upgrade the programs. Accounts that are still unread are read with the third round. */
async function upgraded(
  proofs: readonly PowerProof[],
  before: PoweredRead['accounts'],
  { get, input: { reader } }: FactCheck<TokenInput>,
): Promise<Reading<readonly ProgramPower[]>> {
  if (unreadUpgrades(proofs, before).length > 0) await get(third);
  return withUpgrades(proofs, before, reader);
}

const near = reading('near', { powered }, (given, check) =>
  upgraded(given.powered.proofs, given.powered.accounts, check),
);

const found = reading('found', { powered, searched }, (given, check) =>
  upgraded(proofsOfPools(given.powered.mint, given.searched.pools), given.powered.accounts, check),
);

const governed = reading('governed', { powered }, async (given, { get, input: { reader } }) => {
  const { left, accounts } = given.powered;
  const governances = governancesIn(left, accounts);
  if (governances.length > 0) await get(third);
  return governedPowers(governances, accounts, reader);
});

const votes = reading('votes', { governed }, (given, check) =>
  upgraded(given.governed.proofs, given.governed.accounts, check),
);

/** A gap also where a search failed for our sake that could prove a power. */
const powers = reading('powers', { work, near, found, governed, votes, searched }, (given) => {
  const all = [...given.near, ...given.found, ...given.votes];
  const searches = { pools: given.searched.pools, proposals: given.governed.unsearched };
  const lost = unreadProof(heldByPrograms(given.work), all, searches);
  return lost ? renamed('powers', lost) : known(all);
});

/** Powers over the mint that programs of fixed rules have, and who can change these. A key with all powers needs no reading. */
export const programs = reading('programs', { work }, (given, { get }) =>
  heldByPrograms(given.work).length === 0 ? known([]) : get(powers),
);
