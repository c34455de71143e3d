import type { AccountState } from '#chain/chain-reader.ts';
import { known, type Reading } from '#lib/reading.ts';
import type { AuthorityFacts, HookFacts } from '#rules/token/authority-facts.ts';
import { type Address, address, addressBytes, derivedAddress, isOnCurve } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { FullMint } from '#solana/token/decoded-mint.ts';
import { authorityRoles } from '#solana/token/mint-extension.ts';
import type { ProgramUpgrade } from '#solana/token/powers/program-power.ts';
import { isRuledByOne, upgradeMultisigAddresses } from '#solana/token/powers/upgrade-multisig.ts';
import { readTokenSubject } from '#solana/token/token-subject.ts';

type Accounts = ReadonlyMap<Address, AccountState | null>;

/** The loader of upgradeable programs. A program account contains the address of its code account: a tag u32 2 and the address. */
const UPGRADEABLE_LOADER = address('BPFLoaderUpgradeab1e11111111111111111111111');

/** The code account: a tag u32 3, the slot u64, an option u8 and the upgrade authority. */
const CODE = { tag: 3, optionAt: 12, authorityAt: 13, bytesMin: 45 } as const;

/** The loaders whose programs nobody can change. */
const FIXED_LOADERS = [
  address('BPFLoader1111111111111111111111111111111111'),
  address('BPFLoader2111111111111111111111111111111111'),
];

/** The addresses with authority over the mint, each with all its roles, in the order of the roles. */
function rolesByAddress(mint: FullMint): ReadonlyMap<Address, readonly string[]> {
  const roles = new Map<Address, readonly string[]>();
  for (const [role, of] of authorityRoles(mint)) if (of !== null) roles.set(of, [...(roles.get(of) ?? []), role]);
  return roles;
}

/** The accounts that show who controls the mint and whether its hook is upgradeable. */
export function authorityAddresses(mint: FullMint): readonly Address[] {
  const hook = hookProgramOf(mint);
  return [...rolesByAddress(mint).keys(), ...(hook ? [hook, codeAddress(hook)] : [])];
}

/** The authorities of the mint. An address on the curve may be a multisig, so its account is needed. */
export function authorityFacts(mint: FullMint, accounts: Accounts): readonly AuthorityFacts[] {
  return [...rolesByAddress(mint)].map(([of, roles]) => {
    const account = accounts.get(of) ?? null;
    return { address: of, roles, kind: kindOf(of, account), program: account?.owner ?? null };
  });
}

function kindOf(of: Address, account: AccountState | null): AuthorityFacts['kind'] {
  if (account && readTokenSubject(account).is === 'multisig') return 'multisig';
  return isOnCurve(of) && !account?.executable ? 'wallet' : 'program';
}

/** The transfer hook program, and whether it is upgradeable. */
export function hookFacts(mint: FullMint, accounts: Accounts): Reading<HookFacts | null> {
  const program = hookProgramOf(mint);
  return known(program && { program, upgradeable: isUpgradeable(program, accounts) });
}

/** The transfer hook program of the mint; null where there is none. */
export function hookProgramOf(mint: FullMint): Address | null {
  return mint.extensions.find((one) => one.type === 'transfer_hook')?.program ?? null;
}

function codeAddress(program: Address): Address {
  return derivedAddress([addressBytes(program)], UPGRADEABLE_LOADER);
}

function isUpgradeable(program: Address, accounts: Accounts): boolean | null {
  const account = accounts.get(program);
  if (!account) return null;
  if (account.owner !== UPGRADEABLE_LOADER) return account.executable ? false : null;
  const code = codeOf(program, accounts);
  return code && code.u8(CODE.optionAt) !== 0;
}

/** The beginning of the code account of an upgradeable program; null where it is not there or is something else. */
function codeOf(program: Address, accounts: Accounts): Bytes | null {
  const code = accounts.get(codeAddress(program));
  if (code?.owner !== UPGRADEABLE_LOADER || code.data.length < CODE.bytesMin) return null;
  const bytes = new Bytes(code.data);
  return bytes.u32(0) === CODE.tag ? bytes : null;
}

/** The accounts that show who can upgrade a program. */
export function upgradeAddresses(program: Address): readonly Address[] {
  return [program, codeAddress(program), ...upgradeMultisigAddresses(program)];
}

/**
 * Who can upgrade a program: a single key, also by a multisig that one key decides for, or an address that only a program signs
 * for; null where its accounts are not there.
 */
export function upgradeOf(program: Address, accounts: Accounts): ProgramUpgrade | null {
  const owner = accounts.get(program)?.owner;
  if (owner && FIXED_LOADERS.includes(owner)) return { by: 'nobody', authority: null };
  const code = owner === UPGRADEABLE_LOADER ? codeOf(program, accounts) : null;
  if (code === null) return null;
  if (code.u8(CODE.optionAt) === 0) return { by: 'nobody', authority: null };
  const authority = code.key(CODE.authorityAt);
  const isKey = isOnCurve(authority) || isRuledByOne(program, authority, (place) => accounts.get(place));
  return { by: isKey ? 'key' : 'program', authority };
}
