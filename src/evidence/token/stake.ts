import type { ScanReader } from '#chain/model.ts';
import type { StakeFacts } from '#checks/token/evidence.ts';
import { type Address, addressBytes, isOnCurve } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import type { FullMint } from '#lib/token/extension-model.ts';
import { STAKE_POOL_PROGRAMS, stakeProof } from '#lib/token/stake-pool.ts';
import type { AccountBytes, Accounts } from '#venues/model.ts';

/** Where a stake pool names its mint, and how much of a found account is needed. */
const POOL_MINT_AT = 162;
const POOL_BYTES = 194;

/**
 * Proof that supply grows only through a staking program. `accounts` holds the pool where it is a known one; for others the
 * programs are asked which pool names the mint, one more call in the second round. Where endpoints do not answer that,
 * nothing is proven, and nothing is missing: the mint authority counts as any other.
 */
export async function readStake(
  subject: Address,
  mint: FullMint,
  accounts: Accounts,
  reader: ScanReader,
): Promise<Reading<StakeFacts | null>> {
  const { mintAuthority, freezeAuthority } = mint;
  // A program's address is off the curve, and no staking program leaves a freeze authority.
  if (mintAuthority === null || freezeAuthority !== null || isOnCurve(mintAuthority)) return known(null);
  const question = { address: subject, mintAuthority, freezeAuthority };
  const near = [...accounts.values()].filter((account): account is AccountBytes => account !== null);
  const proof = stakeProof(question, near);
  if (proof !== null) return known(proof);
  const found = await Promise.all(
    [...STAKE_POOL_PROGRAMS.keys()].map((program) =>
      reader.programAccounts(program, [{ at: POOL_MINT_AT, bytes: addressBytes(subject) }], {
        offset: 0,
        length: POOL_BYTES,
      }),
    ),
  );
  return known(
    stakeProof(
      question,
      found.flatMap((reading) => (reading.known ? reading.value : [])),
    ),
  );
}
