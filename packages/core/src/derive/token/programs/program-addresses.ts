import { type Address, isOnCurve } from '#solana/address.ts';
import { originAddresses, originProgram, type PoweredMint, powerProofs } from '#solana/token/powers/program-power.ts';
import type { AccountBytes, Accounts } from '#venues/venue.ts';
import { upgradeAddresses } from '../authorities.ts';

/**
 * The accounts that show, in the second round, which programs have powers over the mint and who can change these programs, as far as the
 * first round names them; none where a single key has every power.
 */
export function programAddresses(mint: PoweredMint, first: Accounts): readonly Address[] {
  if (!isOffCurve(mint.mintAuthority) && !isOffCurve(mint.freezeAuthority)) return [];
  const programs = powerProofs(mint, existing(first)).map(({ program }) => program);
  const origin = originProgram(mint);
  return [...originAddresses(mint), ...[...programs, ...(origin ? [origin] : [])].flatMap(upgradeAddresses)];
}

/** The accounts that exist. */
export function existing(accounts: Accounts): readonly AccountBytes[] {
  return [...accounts.values()].filter((account) => account !== null);
}

function isOffCurve(of: Address | null): boolean {
  return of !== null && !isOnCurve(of);
}
