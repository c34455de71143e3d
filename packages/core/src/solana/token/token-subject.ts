import type { Address } from '../address.ts';
import { Bytes } from '../bytes.ts';
import { readTokenAccount } from './account.ts';
import type { FullMint, MintExtension, TokenSubject } from './decoded-mint.ts';
import { type Extension, optionalKey, readExtensions } from './extensions.ts';
import { decodeMintExtension } from './mint-extension.ts';
import { isTokenProgram, TOKEN_PROGRAM } from './programs.ts';

/** An account: its address, the program that owns it, and its bytes. */
interface Account {
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
}

/** Lengths without extensions. The program makes no account with extensions as long as a multisig. */
const LENGTH = { mint: 82, account: 165, multisig: 355 } as const;
const TYPE_AT = 165;
const TYPE = { uninitialized: 0, mint: 1, account: 2 } as const;
/** State of a token account: 0 uninitialized. */
const STATE_AT = 108;

/**
 * Classifies the account of a subject and, for a mint, decodes everything in it. Program, length, account type and contradictions
 * decide: without extensions a mint has 82 bytes, a token account 165 and a multisig 355; with extensions (Token-2022) byte 165
 * decides (spl-token-2022, `interface/src/state.rs` and `extension/mod.rs`). Never throws.
 */
export function readTokenSubject(account: Account): TokenSubject {
  const { owner, data } = account;
  if (!isTokenProgram(owner)) return { is: 'foreign' };
  if (data.length === LENGTH.multisig) return { is: 'multisig' };
  if (data.length === LENGTH.mint) return plainMint(account);
  if (data.length === LENGTH.account) return tokenAccount(account);
  if (data.length < LENGTH.account || owner === TOKEN_PROGRAM) return malformed(`${data.length} bytes, as nothing has`);
  switch (data[TYPE_AT]) {
    case TYPE.mint:
      return extendedMint(account);
    case TYPE.account:
      return tokenAccount(account);
    case TYPE.uninitialized:
      return isBlank(data) ? { is: 'uninitialized' } : malformed('an account without its type');
    default:
      return malformed('an unknown account type');
  }
}

function malformed(why: string): TokenSubject {
  return { is: 'malformed', why };
}

/** Extensions may be written before the base, so only the base must be blank. */
function isBlank(data: Uint8Array): boolean {
  return new Bytes(data).isZero(0, LENGTH.account);
}

function tokenAccount(account: Account): TokenSubject {
  const tokenAccount = readTokenAccount(account);
  if (tokenAccount !== null) return { is: 'token_account', mint: tokenAccount.mint, owner: tokenAccount.authority };
  return account.data[STATE_AT] === 0 ? { is: 'uninitialized' } : malformed('an unknown state of a token account');
}

function plainMint({ owner, data }: Account): TokenSubject {
  const base = readBase(owner, data);
  if (base === 'uninitialized') return { is: 'uninitialized' };
  if (typeof base === 'string') return malformed(base);
  return { is: 'mint', mint: { ...base, extensions: [], unknownExtensions: [] } };
}

function extendedMint({ address, owner, data }: Account): TokenSubject {
  const base = readBase(owner, data);
  // The program writes the account type together with the base, never one without the other.
  if (base === 'uninitialized') return malformed('a mint by its type that is not initialized');
  if (typeof base === 'string') return malformed(base);
  if (!new Bytes(data).isZero(LENGTH.mint, LENGTH.account - LENGTH.mint)) return malformed('padding that is not zero');
  const listed = readExtensions(data);
  if (listed === null) return malformed('extensions that contradict their own lengths');
  const read = decodeAll(address, listed);
  return typeof read === 'string' ? malformed(read) : { is: 'mint', mint: { ...base, ...read } };
}

/**
 * Mint authority option 0 and key 4, supply 36, decimals 44, initialized 45, freeze authority option 46 and key 50; a text
 * says what is wrong.
 */
function readBase(
  program: Address,
  data: Uint8Array,
):
  | Omit<FullMint, 'extensions' | 'unknownExtensions'>
  | 'uninitialized'
  | 'an option or a flag that is neither 0 nor 1' {
  const bytes = new Bytes(data);
  if (bytes.u8(45) === 0) return 'uninitialized';
  const [mintAuthority, freezeAuthority] = [optionalKey(bytes, 0), optionalKey(bytes, 46)];
  if (bytes.u8(45) !== 1 || mintAuthority === undefined || freezeAuthority === undefined) {
    return 'an option or a flag that is neither 0 nor 1';
  }
  return { program, supply: bytes.u64(36), decimals: bytes.u8(44), mintAuthority, freezeAuthority };
}

/** The extensions of a mint, those of no known type by their numbers; a text says which one contradicts itself. */
function decodeAll(
  mint: Address,
  listed: readonly Extension[],
): Pick<FullMint, 'extensions' | 'unknownExtensions'> | string {
  const extensions: MintExtension[] = [];
  const unknownExtensions: number[] = [];
  for (const { type, data } of listed) {
    const one = decodeMintExtension(type, data);
    if (one === 'malformed') return `an extension of type ${type} that contradicts its layout`;
    if (typeof one === 'string') unknownExtensions.push(type);
    else if (one.type === 'token_metadata' && one.metadata.mint !== mint) return 'metadata of another mint';
    else extensions.push(one);
  }
  return { extensions, unknownExtensions };
}
