import type { AccountState } from '#chain/chain-reader.ts';
import { type Address, addressBytes, isOnCurve } from '#lib/address.ts';
import { known, mapReading, missing, type Reading, renamed } from '#lib/reading.ts';
import {
  GOVERNANCE_PROGRAMS,
  isOpenProposal,
  PROPOSAL,
  readGovernance,
  readRealm,
} from '#lib/token/powers/governance.ts';
import {
  type GovernanceFacts,
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

/** The offset of the mint in a stake pool, and the bytes to read of a found account. */
const POOL_MINT_AT = 162;

const POOL_BYTES = 194;

type Accounts = ReadonlyMap<Address, AccountState | null>;

/** What goes on beside the rounds: the search of `searchStakePools`, and when the requests of the third round start. */
interface ProgramReads {
  readonly pools: Promise<readonly AccountBytes[]>;
  readonly third: Promise<void>;
}

/**
 * Proves which powers over the mint lie with programs of fixed rules, and reads who can change these programs. Nothing is read where
 * a single key has every power. The accounts come with the second round (`programPlaces`), as far as the first one tells where to
 * look; a stake pool that only a search finds, and a governance, take one more read in the third round.
 * What could not be read is a gap; what is not proven counts as a person's power.
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
  const own = [...proofs, ...governedBy(left, accounts)];
  // A search takes longer than a read, so that what is known does not wait for it.
  const [near, found] = await Promise.all([
    withUpgrades(own, accounts, work.reader, third),
    pools.then((found) => withUpgrades(found.length > 0 ? powerProofs(mint, found) : [], accounts, work.reader, third)),
  ]);
  if (!near.known) return near;
  return mapReading(found, (powers) => [...near.value, ...powers]);
}

function poweredMint({ question, mint }: RoundContext): PoweredMint {
  return { ...mint, address: question.subject };
}

/** A governance of which nothing but its own account was read. */
const UNTOLD = { keyRules: true, isUnderWay: true } as const;

type Held = readonly [role: PowerRole, authority: Address];

/** The powers with an authority that no key can sign for. */
function heldByPrograms({ mintAuthority, freezeAuthority }: PoweredMint): readonly Held[] {
  const powers: readonly (readonly [PowerRole, Address | null])[] = [
    ['mint', mintAuthority],
    ['freeze', freezeAuthority],
  ];
  return powers.flatMap(([role, of]) => (of === null || isOnCurve(of) ? [] : [[role, of] as const]));
}

/**
 * The stake pools that name the mint, by one search of each program beside the second round, where the first one proves nothing. If
 * endpoints refuse the search, nothing is proven and nothing is missing: the mint authority then counts as any other.
 */
export async function searchStakePools(work: RoundContext): Promise<readonly AccountBytes[]> {
  const { look, reader } = work;
  const mint = poweredMint(work);
  const { mintAuthority, freezeAuthority } = mint;
  // No staking program leaves a freeze authority.
  if (mintAuthority === null || isOnCurve(mintAuthority) || freezeAuthority !== null) return [];
  if (originProgram(mint) !== null || powerProofs(mint, existing(look.sight.accounts)).length > 0) return [];
  const found = await Promise.all(
    [...STAKE_POOL_PROGRAMS.keys()].map((program) =>
      reader.programAccounts(program, [{ at: POOL_MINT_AT, bytes: addressBytes(mint.address) }], {
        offset: 0,
        length: POOL_BYTES,
      }),
    ),
  );
  return found.flatMap((reading) => (reading.known ? reading.value : []));
}

/** The powers whose authority is a governance account. */
function governedBy(left: readonly Held[], accounts: Accounts): readonly PowerProof[] {
  return left.flatMap(([role, authority]): readonly PowerProof[] => {
    const account = accounts.get(authority);
    const programName = account && GOVERNANCE_PROGRAMS.get(account.owner);
    const terms = programName ? readGovernance(account) : null;
    if (!account || !programName || terms === null) return [];
    const common = { role, authority, program: account.owner, programName, account: authority, backing: null } as const;
    return [{ ...common, kind: 'governance', how: 'governance', governance: { ...terms, ...UNTOLD } }];
  });
}

/** The powers with who can upgrade their programs and who can change the voters of a governance. What was read is not read again. */
async function withUpgrades(
  proofs: readonly PowerProof[],
  before: Accounts,
  reader: TokenReader,
  third: Promise<void>,
): Promise<Reading<readonly ProgramPower[]>> {
  const places = proofs.flatMap(({ program, governance }) => [
    ...upgradePlaces(program),
    ...(governance ? [governance.realm] : []),
  ]);
  const further = places.filter((place) => !before.has(place));
  // The requests of the third round are shared.
  if (further.length > 0) await third;
  const [round, underWay] = await Promise.all([readApart(reader, further), underWayIn(proofs, reader)]);
  if (!round.known) return renamed('programs', round.gap);
  const accounts: Accounts = new Map([...before, ...round.value.accounts]);
  const powers: ProgramPower[] = [];
  for (const proof of proofs) {
    const upgrade = upgradeOf(proof.program, accounts);
    // Stake pools were believed before their programs were read, and their programs were reviewed.
    if (upgrade === null && proof.kind !== 'staking') {
      return missing('programs', 'rpc_disagrees', `the program ${proof.program} is not there`);
    }
    const terms = proof.governance && governanceOf(proof, proof.governance, accounts);
    const governance = terms && { ...terms, isUnderWay: underWay.has(proof.authority) };
    powers.push({ ...proof, governance, upgrade: upgrade ?? { by: 'unread', authority: null } });
  }
  return known(powers);
}

/** A realm that is not understood counts as one that a key rules. */
function governanceOf({ program }: PowerProof, governance: GovernanceFacts, accounts: Accounts): GovernanceFacts {
  const account = accounts.get(governance.realm);
  const realm = account?.owner === program ? readRealm(account.data) : null;
  const keyRules = realm === null || (realm.authority !== null && isOnCurve(realm.authority));
  return { ...governance, keyRules };
}

/** The governances that have a proposal under way, or of which no endpoint searches that. */
async function underWayIn(proofs: readonly PowerProof[], reader: TokenReader): Promise<ReadonlySet<Address>> {
  const governed = proofs.filter(({ governance }) => governance !== null);
  const found = await Promise.all(
    governed.map(async ({ authority, program }) => {
      const filter = { at: PROPOSAL.governanceAt, bytes: addressBytes(authority) };
      const reading = await reader.programAccounts(program, [filter], { offset: 0, length: PROPOSAL.bytes });
      return !reading.known || reading.value.some(({ data }) => isOpenProposal(data)) ? [authority] : [];
    }),
  );
  return new Set(found.flat());
}
