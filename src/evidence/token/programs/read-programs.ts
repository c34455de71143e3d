import type { AccountState } from '#chain/chain-reader.ts';
import { type Address, addressBytes, isOnCurve } from '#lib/address.ts';
import { type Gap, gapFacts, known, missing, type Reading, renamed } from '#lib/reading.ts';
import { poolTokenBytes, poolTokenProgram } from '#lib/token/powers/pool-token.ts';
import {
  heldByProgram,
  originProgram,
  type PoweredMint,
  type PowerProof,
  type PowerRole,
  type ProgramPower,
  powerProofs,
} from '#lib/token/powers/program-power.ts';
import { STAKE_POOL_PROGRAMS } from '#lib/token/stake-pool.ts';
import type { AccountBytes } from '#venues/venue.ts';
import { readApart } from '../../market/rounds.ts';
import { upgradeOf, upgradePlaces } from '../authorities.ts';
import { accountsOf, type RoundContext, type SecondRound, type TokenReader } from '../second-round.ts';
import { existing } from './program-places.ts';
import { governedPowers, type HeldPower } from './read-governance.ts';

/** The offset of the mint in a stake pool, and the bytes to read of a found account. */
const POOL_MINT_AT = 162;

const POOL_BYTES = 194;

type Accounts = ReadonlyMap<Address, AccountState | null>;

/** What goes on beside the rounds: the search of `searchPools`, and when the requests of the third round start. */
interface ProgramReads {
  readonly pools: Promise<Reading<readonly AccountBytes[]>>;
  readonly third: Promise<void>;
}

/**
 * Proves which powers over the mint lie with programs of fixed rules, and reads who can change these programs. Nothing is read where
 * a single key has every power. The accounts come with the second round (`programPlaces`), as far as the first one tells where to
 * look; a stake pool that only a search finds takes one more read in the third round, and a governance another one for its votes.
 * What could not be read is a gap, and so is a search that endpoints refuse, where it could prove that a program has a power; what is
 * not proven counts as a person's power.
 */
export async function readPrograms(
  work: RoundContext,
  second: Reading<SecondRound>,
  { pools, third }: ProgramReads,
): Promise<Reading<readonly ProgramPower[]>> {
  const mint = poweredMint(work);
  const held = heldByPrograms(mint);
  if (held.length === 0) return known([]);
  if (!second.known) return renamed('programs', second.gap);
  const accounts = accountsOf(work, second.value);
  const proofs = powerProofs(mint, existing(accounts));
  const left = held.filter(([role]) => proofs.every((proof) => proof.role !== role));
  // A search takes longer than a read, so that what is known does not wait for it.
  const [near, governed, found] = await Promise.all([
    withUpgrades(proofs, accounts, work.reader, third),
    governedPowers(left, accounts, work.reader, third),
    pools.then((some) => withUpgrades(powerProofsIn(mint, some), accounts, work.reader, third)),
  ]);
  if (!near.known) return near;
  if (!found.known) return found;
  if (!governed.known) return governed;
  const votes = await withUpgrades(governed.value.proofs, governed.value.accounts, work.reader, third);
  if (!votes.known) return votes;
  const powers = [...near.value, ...found.value, ...votes.value];
  const lost = unreadProof(held, powers, { pools: await pools, proposals: governed.value.unsearched });
  return lost ? renamed('programs', lost) : known(powers);
}

/** The searches that may prove powers. */
interface Searches {
  readonly pools: Reading<unknown>;
  readonly proposals: ReadonlyMap<Address, Gap>;
}

/** Why a power that counts as a person's may be a program's all the same; null where no search failed for our sake that could tell. */
function unreadProof(
  held: readonly HeldPower[],
  powers: readonly ProgramPower[],
  { pools, proposals }: Searches,
): Gap | null {
  // Without a proposal under way these give notice.
  const calm = powers.map(
    (one): ProgramPower =>
      one.governance && proposals.has(one.authority)
        ? { ...one, governance: { ...one.governance, isUnderWay: false } }
        : one,
  );
  const gaps = held
    .filter(([role, authority]) => heldByProgram(powers, role, authority) === null)
    .flatMap(([role, authority]) => {
      const isProven = powers.some((one) => one.role === role && one.authority === authority);
      if (!isProven) return pools.known ? [] : [pools.gap];
      return heldByProgram(calm, role, authority) === null ? [] : (proposals.get(authority) ?? []);
    });
  return gaps.find(({ cause }) => gapFacts[cause].ours) ?? null;
}

function powerProofsIn(mint: PoweredMint, found: Reading<readonly AccountBytes[]>): readonly PowerProof[] {
  return found.known && found.value.length > 0 ? powerProofs(mint, found.value) : [];
}

function poweredMint({ question, mint }: RoundContext): PoweredMint {
  return { ...mint, address: question.subject };
}

/** The powers with an authority that no key can sign for. */
function heldByPrograms({ mintAuthority, freezeAuthority }: PoweredMint): readonly HeldPower[] {
  const powers: readonly (readonly [PowerRole, Address | null])[] = [
    ['mint', mintAuthority],
    ['freeze', freezeAuthority],
  ];
  return powers.flatMap(([role, of]) => (of === null || isOnCurve(of) ? [] : [[role, of] as const]));
}

/**
 * The pools that name the mint, by one search of each program beside the second round, where the first one proves nothing: of the
 * program whose authority it names, else of the staking programs.
 */
export async function searchPools(work: RoundContext): Promise<Reading<readonly AccountBytes[]>> {
  const { look, reader } = work;
  const mint = poweredMint(work);
  const { mintAuthority, freezeAuthority } = mint;
  // No such program leaves a freeze authority.
  if (mintAuthority === null || isOnCurve(mintAuthority) || freezeAuthority !== null) return known([]);
  if (originProgram(mint) !== null || powerProofs(mint, existing(look.sight.accounts)).length > 0) return known([]);
  const tokens = poolTokenProgram(mintAuthority);
  const bytes = addressBytes(mint.address);
  const found = await Promise.all(
    tokens
      ? [
          reader.programAccounts(tokens.program, [{ dataSize: tokens.poolBytes }, { at: tokens.mintAt, bytes }], {
            offset: 0,
            length: poolTokenBytes(tokens),
          }),
        ]
      : [...STAKE_POOL_PROGRAMS.keys()].map((program) =>
          reader.programAccounts(program, [{ at: POOL_MINT_AT, bytes }], { offset: 0, length: POOL_BYTES }),
        ),
  );
  const pools = found.flatMap((reading) => (reading.known ? reading.value : []));
  const refused = found.find((reading) => !reading.known);
  return pools.length === 0 && refused ? refused : known(pools);
}

/** The powers with who can upgrade their programs. What was read is not read again. */
async function withUpgrades(
  proofs: readonly PowerProof[],
  before: Accounts,
  reader: TokenReader,
  third: Promise<void>,
): Promise<Reading<readonly ProgramPower[]>> {
  const further = proofs.flatMap(({ program }) => upgradePlaces(program)).filter((place) => !before.has(place));
  // The requests of the third round are shared.
  if (further.length > 0) await third;
  const round = await readApart(reader, further);
  if (!round.known) return renamed('programs', round.gap);
  const accounts: Accounts = new Map([...before, ...round.value.accounts]);
  const powers: ProgramPower[] = [];
  for (const proof of proofs) {
    const upgrade = upgradeOf(proof.program, accounts);
    // Stake pools were believed before their programs were read, and their programs were reviewed.
    if (upgrade === null && proof.kind !== 'staking') {
      return missing('programs', 'rpc_disagrees', `the program ${proof.program} is not there`);
    }
    powers.push({ ...proof, upgrade: upgrade ?? { by: 'unread', authority: null } });
  }
  return known(powers);
}
