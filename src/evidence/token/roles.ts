import type { Category, Label, LabelTable } from '#chain/labels/label.ts';
import type { LargeAccount } from '#chain/model.ts';
import type { HolderAccount, HolderFacts, HolderRole } from '#checks/token/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import { isTokenProgram } from '#lib/token/programs.ts';
import type { AccountBytes, Accounts } from '#venues/model.ts';
import {
  burnOwners,
  curveAuthorities,
  curvePrograms,
  launchSystems,
  lockedForATime,
  lockedForGood,
  lockerPrograms,
  poolAuthorities,
  poolPrograms,
  SYSTEM_PROGRAM,
} from './known-owners.ts';

/** A large account of the mint. `tokens` in atomic units. */
export type Held = Pick<HolderAccount, 'account' | 'owner' | 'tokens' | 'frozen'>;

/** What the roles of all holders of a mint rest on. */
export interface OwnerContext {
  readonly mint: Address;
  /** Null: nobody can thaw an account of the mint. */
  readonly freezeAuthority: Address | null;
  /** Vaults of pools that were found, and those pools. */
  readonly vaults: ReadonlySet<Address>;
  /** Curves of the mint that were found or derived; they count as such among the vaults as well. */
  readonly curves: ReadonlySet<Address>;
  readonly labels: LabelTable;
}

/** The same with the owner's own account: null where the chain has none, undefined where nobody asked. */
export interface RoleContext extends Omit<OwnerContext, 'mint'> {
  readonly ownerAccount: Pick<AccountBytes, 'owner'> | null | undefined;
}

type Names = ReadonlyMap<Address, string>;

/** Labels that name somebody who keeps the tokens of many: lenders, stake pools and bridges, and their programs. */
const CUSTODIANS: ReadonlySet<Category> = new Set([
  'bridge_account',
  'bridge_program',
  'lending_perp_program',
  'staking_program',
]);

const BY_OWNER: readonly Names[] = [
  burnOwners,
  poolAuthorities,
  curveAuthorities,
  launchSystems,
  lockedForGood,
  lockedForATime,
];
const BY_PROGRAM: readonly Names[] = [poolPrograms, curvePrograms, lockerPrograms];

/** Whose an account of tokens is: the first that fits. What is not known as anything else is a program or a wallet. */
export function roleOf(held: Held, context: RoleContext): HolderRole {
  const { owner, frozen } = held;
  const program = context.ownerAccount?.owner ?? null;
  if (burnOwners.has(owner) || (frozen && context.freezeAuthority === null)) return 'burn';
  const keeper = keeperOf(held, program, context) ?? labelledRole(owner, program, context.labels);
  if (keeper !== null) return keeper;
  return (program !== null && program !== SYSTEM_PROGRAM) || !isOnCurve(owner) ? 'program' : 'wallet';
}

/** The program of a market, launch or lock that keeps the tokens; null where none does. */
function keeperOf({ account, owner }: Held, program: Address | null, context: RoleContext): HolderRole | null {
  const under = (programs: Names): boolean => program !== null && programs.has(program);
  // A curve's vaults may be listed with those of pools.
  if (context.curves.has(owner) || curveAuthorities.has(owner) || under(curvePrograms)) return 'curve';
  if (context.vaults.has(account) || context.vaults.has(owner)) return 'pool';
  if (poolAuthorities.has(owner) || under(poolPrograms)) return 'pool';
  if (launchSystems.has(owner)) return 'launch_system';
  return lockedForGood.has(owner) || lockedForATime.has(owner) || under(lockerPrograms) ? 'locker' : null;
}

function labelledRole(owner: Address, program: Address | null, labels: LabelTable): HolderRole | null {
  const found = labelsOf(owner, program, labels);
  if (found.some((label) => label && CUSTODIANS.has(label.category))) return 'custody';
  return found[0]?.category === 'cex' ? 'exchange' : null;
}

/**
 * The largest accounts of a mint with their roles, in the order of the list. `accounts` holds the listed ones, `owners` the
 * accounts of their owners. One that does not read as an account of the mint is left out, so that the sums tell of it.
 */
export function holderFacts(
  large: readonly LargeAccount[],
  accounts: Accounts,
  owners: Accounts,
  context: OwnerContext,
): HolderFacts {
  const found = large.flatMap(({ account }): readonly HolderAccount[] => {
    const state = accounts.get(account);
    const read = state ? readTokenAccount(state) : null;
    if (read === null || read.mint !== context.mint) return [];
    const held = { account, owner: read.authority, tokens: read.amount, frozen: read.frozen };
    const ownerAccount = owners.get(held.owner);
    const program = ownerAccount?.owner ?? null;
    const role = roleOf(held, { ...context, ownerAccount });
    return [{ ...held, role, label: nameOf(held.owner, program, context.labels), program }];
  });
  return {
    accounts: found,
    listedTokens: large.reduce((sum, { amount }) => sum + amount, 0n),
    readTokens: found.reduce((sum, { tokens }) => sum + tokens, 0n),
  };
}

/** A name for an owner, or else for the program that owns its account; the label table speaks first. */
function nameOf(owner: Address, program: Address | null, labels: LabelTable): string | null {
  const [ownLabel, programLabel] = labelsOf(owner, program, labels);
  return (
    ownLabel?.label ??
    nameIn(BY_OWNER, owner) ??
    programLabel?.label ??
    (program === null ? null : nameIn(BY_PROGRAM, program))
  );
}

function nameIn(lists: readonly Names[], of: Address): string | null {
  return lists.map((names) => names.get(of)).find((name) => name !== undefined) ?? null;
}

/** Labels of an owner and of its program that are more than hearsay. The programs of wallets and tokens name nobody. */
function labelsOf(owner: Address, program: Address | null, labels: LabelTable): readonly (Label | null)[] {
  const plain = program === null || program === SYSTEM_PROGRAM || isTokenProgram(program);
  return [labels.find(owner), plain ? null : labels.find(program)].map((label) =>
    label === null || label.grade === 'weak' ? null : label,
  );
}
