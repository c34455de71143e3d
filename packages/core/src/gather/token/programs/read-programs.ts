import type { AccountState } from '#chain/chain-reader.ts';
import { upgradeAddresses, upgradeOf } from '#derive/token/authorities.ts';
import { existing } from '#derive/token/programs/program-addresses.ts';
import { type Gap, gapFacts, known, missing, type Reading, renamed } from '#lib/reading.ts';
import { type Address, addressBytes, isOnCurve } from '#solana/address.ts';
import { poolTokenBytes, poolTokenProgram } from '#solana/token/powers/pool-token.ts';
import {
  heldByProgram,
  originProgram,
  type PoweredMint,
  type PowerProof,
  type PowerRole,
  type ProgramPower,
  powerProofs,
} from '#solana/token/powers/program-power.ts';
import { STAKE_POOL_PROGRAMS } from '#solana/token/stake-pool.ts';
import type { AccountBytes } from '#venues/venue.ts';
import { readApart } from '../../market/rounds.ts';
import { accountsOf, type RoundContext, type SecondRound, type TokenReader } from '../second-round.ts';
import type { HeldPower } from './read-governance.ts';

/** The offset of the mint in a stake pool, and the bytes to read of a found account. */
const POOL_MINT_AT = 162;

const POOL_BYTES = 194;

type Accounts = ReadonlyMap<Address, AccountState | null>;

/** What the first two rounds show of powers without a key. `left`: those of which no account proves a program of fixed rules. */
export interface PoweredRead {
  readonly mint: PoweredMint;
  readonly accounts: Accounts;
  readonly proofs: readonly PowerProof[];
  readonly left: readonly HeldPower[];
}

/** The powers over the mint that no key can sign for, with the proofs in the accounts of the first two rounds (`programAddresses`). */
export function poweredRead(work: RoundContext, second: SecondRound): PoweredRead {
  const mint = poweredMint(work);
  const accounts = accountsOf(work, second);
  const proofs = powerProofs(mint, existing(accounts));
  const left = heldByPrograms(work).filter(([role]) => proofs.every((proof) => proof.role !== role));
  return { mint, accounts, proofs, left };
}

/** The searches that may prove powers. */
interface Searches {
  readonly pools: Reading<unknown>;
  readonly proposals: ReadonlyMap<Address, Gap>;
}

/** Why a power that counts as a person's may still be a program's; null where no search that could show it failed for our sake. */
export function unreadProof(
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

/** The proofs in pools that a search found; none where it failed. */
export function proofsOfPools(mint: PoweredMint, found: Reading<readonly AccountBytes[]>): readonly PowerProof[] {
  return found.known && found.value.length > 0 ? powerProofs(mint, found.value) : [];
}

function poweredMint({ question, mint }: RoundContext): PoweredMint {
  return { ...mint, address: question.subject };
}

/** The powers with an authority that no key can sign for. */
export function heldByPrograms({ mint: { mintAuthority, freezeAuthority } }: RoundContext): readonly HeldPower[] {
  const powers: readonly (readonly [PowerRole, Address | null])[] = [
    ['mint', mintAuthority],
    ['freeze', freezeAuthority],
  ];
  return powers.flatMap(([role, of]) => (of === null || isOnCurve(of) ? [] : [[role, of] as const]));
}

/**
 * The pools that name the mint, by one search of each program beside the second round, where the first one proves nothing: the program
 * whose authority the mint names, else the staking programs.
 */
export async function searchPools(work: RoundContext): Promise<Reading<readonly AccountBytes[]>> {
  const { first, reader } = work;
  const mint = poweredMint(work);
  const { mintAuthority, freezeAuthority } = mint;
  // No such program leaves a freeze authority.
  if (mintAuthority === null || isOnCurve(mintAuthority) || freezeAuthority !== null) return known([]);
  if (originProgram(mint) !== null || powerProofs(mint, existing(first.markets.accounts)).length > 0) return known([]);
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

/** The accounts that show who can upgrade the programs of these powers, without those that were read before. */
export function unreadUpgrades(proofs: readonly PowerProof[], before: Accounts): readonly Address[] {
  return proofs.flatMap(({ program }) => upgradeAddresses(program)).filter((address) => !before.has(address));
}

/** The powers with who can upgrade their programs. */
export async function withUpgrades(
  proofs: readonly PowerProof[],
  before: Accounts,
  reader: TokenReader,
): Promise<Reading<readonly ProgramPower[]>> {
  const round = await readApart(reader, unreadUpgrades(proofs, before));
  if (!round.known) return renamed('programs', round.gap);
  const accounts: Accounts = new Map([...before, ...round.value.accounts]);
  const powers: ProgramPower[] = [];
  for (const proof of proofs) {
    const upgrade = upgradeOf(proof.program, accounts);
    // Stake pools were trusted before their programs were read, and their programs were reviewed.
    if (upgrade === null && proof.kind !== 'staking') {
      return missing('programs', 'rpc_disagrees', `the program ${proof.program} is not there`);
    }
    powers.push({ ...proof, upgrade: upgrade ?? { by: 'unread', authority: null } });
  }
  return known(powers);
}
