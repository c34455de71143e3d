import type { LargeAccount, StateReader } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import { accountsOfMint } from '#derive/market/found-pools.ts';
import { curvePrograms, lockers, marketsIn, poolPrograms, roleOf } from '#derive/token/roles.ts';
import { known, missing, renamed } from '#lib/reading.ts';
import type { HolderRole } from '#rules/token/evidence.ts';
import { canFreeze, type LargeHolders, type TradeEvidence, type TradeMintFacts } from '#rules/trade/evidence.ts';
import { type Address, isOnCurve } from '#solana/address.ts';
import type { Accounts } from '#venues/venue.ts';
import type { HeldBeyond } from '../market/holders.ts';
import type { OpenedPool } from '../market/opened-pools.ts';
import { readApart } from '../market/rounds.ts';

/** The readings of the largest holders. `accounts`: those of the second round. `held`: holders that none of the opened pools explains. */
interface HoldersRead {
  readonly large: readonly LargeAccount[];
  readonly accounts: Accounts;
  readonly held: HeldBeyond;
  readonly opened: readonly OpenedPool[];
}

/** A large account of the mint and its owner. */
type OwnedAccount = LargeHolders['frozen'][number];

/** Roles of ordinary holders. */
const HOLDER_ROLES: readonly HolderRole[] = ['wallet', 'program', 'exchange'];

/** An unknown program may be a market where it has this part of the supply. Own choice. */
const STRANGER_PARTS = 100n;

/** Number of largest accounts that an endpoint lists, and the part of the supply by which two reads may differ. */
const LISTED_MAX = 20;
const UNLISTED_PARTS = 100n;

/**
 * The roles of the largest accounts. Frozen accounts of programs take one more call, because only the owning program separates a market or
 * a lock from a holder.
 */
export async function largeHolders(
  subject: Address,
  mint: TradeMintFacts,
  labels: LabelTable,
  reader: StateReader,
  { large, accounts, held: { unpriced, others }, opened }: HoldersRead,
): Promise<TradeEvidence['holders']> {
  const frozen = frozenIn(large, accounts, subject);
  const kept = frozen.filter(({ owner }) => !isOnCurve(owner)).map(({ owner }) => owner);
  const owners = kept.length > 0 && mint.freezeAuthority !== null ? await readApart(reader, kept) : null;
  if (owners && !owners.known) return renamed('holders', owners.gap);
  const context = {
    freezeAuthority: mint.freezeAuthority,
    labels,
    ...marketsIn(opened.map(({ pool }) => pool)),
  };
  const roles = others.map(({ account, authority: owner, program, tokens }) =>
    roleOf({ account, owner, tokens, frozen: false }, { ...context, ownerAccount: { owner: program } }),
  );
  const isOrdinary = (one: OwnedAccount): boolean => {
    const ownerAccount = owners?.value.accounts.get(one.owner);
    const isLock = lockers.has(one.owner) || lockers.has(ownerAccount?.owner ?? one.owner);
    return !isLock && HOLDER_ROLES.includes(roleOf({ ...one, frozen: true }, { ...context, ownerAccount }));
  };
  const ordinary = frozen.filter(isOrdinary);
  if (ordinary.length === 0 && canFreeze(mint) && isCut(large, mint)) {
    return missing('holders', 'rpc_disagrees', 'fewer of the largest accounts were listed than there are');
  }
  return known({
    seen: large.length,
    unpriced: [
      ...unpriced,
      ...others.flatMap(({ program, ...one }, at) => {
        return roles[at] === 'pool' || roles[at] === 'curve' ? [{ ...one, venue: marketName(program) }] : [];
      }),
    ],
    strangers: others.filter(({ program, tokens }, at) => {
      return roles[at] === 'program' && !lockers.has(program) && tokens * STRANGER_PARTS >= mint.supply;
    }),
    frozen: ordinary,
  });
}

/** Whether a list is short and does not add up to the supply. Withheld fees are in no amount. */
function isCut(large: readonly LargeAccount[], { supply, transferFee, feeIsMutable }: TradeMintFacts): boolean {
  if (large.length >= LISTED_MAX || transferFee !== null || feeIsMutable) return false;
  const listed = large.reduce((sum, { amount }) => sum + amount, 0n);
  return (supply - listed) * UNLISTED_PARTS > supply;
}

/** The name of a trading or launch program that is not priced. */
function marketName(program: Address): string {
  return poolPrograms.get(program) ?? curvePrograms.get(program) ?? program;
}

function frozenIn(large: readonly LargeAccount[], accounts: Accounts, mint: Address): readonly OwnedAccount[] {
  return accountsOfMint(mint, large, accounts).flatMap(({ account, authority, amount, frozen }) =>
    frozen && amount > 0n ? [{ account, owner: authority, tokens: amount }] : [],
  );
}
