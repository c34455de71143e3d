import type { AccountState } from '#chain/chain-reader.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import type { TokenCheckSubject } from '#rules/token/evidence.ts';
import { type Address, isOnCurve, SYSTEM_PROGRAM } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { readTokenSubject } from '#solana/token/token-subject.ts';
import type { FirstRound } from '../market/first-round.ts';

/** The length of a mint without extensions, and the offset of its initialized flag. */
const MINT_BYTES = 82;

const INITIALIZED_AT = 45;

/** What the first round shows of the subject. A gap where it has holders and no account. */
export function checkedSubject(subject: Address, { markets }: FirstRound): Reading<TokenCheckSubject> {
  const { moment, accounts, large } = markets;
  const account = accounts.get(subject) ?? null;
  const hasHolders = large.known && large.value.some(({ amount }) => amount > 0n);
  if (account === null && hasHolders) return missing('mint', 'rpc_disagrees', 'a mint without an account has holders');
  return known(readSubject(account, moment.clock.epoch));
}

/** Classifies the account of the subject, in an epoch. */
export function readSubject(account: AccountState | null, epoch: bigint): TokenCheckSubject {
  if (account === null) return { is: 'nothing' };
  const { owner } = account;
  const read = readTokenSubject(account);
  switch (read.is) {
    case 'mint':
      return { is: 'mint', mint: { ...read.mint, epoch } };
    case 'malformed':
      return { is: 'malformed', owner, why: read.why };
    case 'uninitialized':
      return { is: 'uninitialized', owner };
    case 'token_account':
      return other('token_account', owner, { mint: read.mint });
    case 'multisig':
      return other('multisig', owner);
    case 'foreign':
      return other(whatIs(account), owner, { looksLikeMint: looksLikeMint(account) });
  }
}

type Other = Extract<TokenCheckSubject, { readonly is: 'other' }>;

function other(
  what: Other['what'],
  owner: Address,
  more: Partial<Pick<Other, 'mint' | 'looksLikeMint'>> = {},
): TokenCheckSubject {
  return { is: 'other', what, owner, mint: null, looksLikeMint: false, ...more };
}

function whatIs({ address, owner, executable, data }: AccountState): Other['what'] {
  if (executable) return 'program';
  return owner === SYSTEM_PROGRAM && data.length === 0 && isOnCurve(address) ? 'wallet' : 'account';
}

/** True for data of a forked token program, whose rules are unknown. */
function looksLikeMint({ owner, data }: AccountState): boolean {
  if (owner === SYSTEM_PROGRAM || data.length !== MINT_BYTES) return false;
  const bytes = new Bytes(data);
  return bytes.u8(INITIALIZED_AT) === 1 && bytes.u32(0) <= 1 && bytes.u32(INITIALIZED_AT + 1) <= 1;
}
