import type { Move, Transaction } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { associatedAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#lib/token/programs.ts';
import { amountDelta, type Side, type Stand } from './effect-sides.ts';

/**
 * Fills in the owners that metadata from before that member lacks. The other side of the account tells it, or an instruction
 * that only its owner may give, or the derivation of associated accounts. Returns false where an account changed and whose it
 * is cannot be told: what the transaction did to the wallet is not known then, and certainly not nothing.
 */
export function fillOwners(sides: readonly Side[], transaction: Transaction, wallet: Address): boolean {
  for (const side of sides) {
    if (!lacksOwner(side)) continue;
    const owner = side.before?.owner ?? side.after?.owner ?? provenOwner(side, transaction, wallet);
    if (owner === null) {
      if (isChanged(side)) return false;
      continue;
    }
    side.before = withOwner(side.before, owner);
    side.after = withOwner(side.after, owner);
  }
  return true;
}

function lacksOwner({ before, after }: Side): boolean {
  return before?.owner === null || after?.owner === null;
}

function isChanged(side: Side): boolean {
  return amountDelta(side) !== 0n || side.before?.lamports !== side.after?.lamports;
}

function withOwner(stand: Stand | null, owner: Address): Stand | null {
  return stand?.owner === null ? { ...stand, owner } : stand;
}

function provenOwner(side: Side, transaction: Transaction, wallet: Address): Address | null {
  for (const move of transaction.moves) {
    const owner = ownerSaid(move, side.account);
    if (owner !== null) return owner;
  }
  if (isAssociated(side, wallet)) return wallet;
  // Only what changed must be known, and deriving addresses is slow.
  return isChanged(side) ? (transaction.keys.find((key) => key !== wallet && isAssociated(side, key)) ?? null) : null;
}

/** Whom a move names as the owner of the account. A delegate moves what another owns, and old metadata does not tell them apart. */
function ownerSaid(move: Move, account: Address): Address | null {
  switch (move.kind) {
    case 'open_token_account':
      return move.account === account ? move.owner : null;
    case 'close_token_account':
      return move.from === account ? move.owner : null;
    case 'token_transfer':
    case 'burn_tokens':
      return move.from === account ? move.authority : null;
    default:
      return null;
  }
}

function isAssociated({ account, mint }: Side, owner: Address): boolean {
  return [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].some((program) => associatedAccount(owner, mint, program) === account);
}
