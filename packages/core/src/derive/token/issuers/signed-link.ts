import type { SignatureEntry } from '#chain/chain-reader.ts';
import { type Address, isOnCurve } from '#solana/address.ts';
import { currentKeys, type IssuerProfile } from '#solana/token/issuers.ts';
import type { Instruction, Transaction } from '#solana/transaction.ts';

/** Transactions read for a signature of the issuer: the oldest and the newest of the newest page of the mint's list. */
const OLDEST_READ = 10;
const NEWEST_READ = 20;

/** Where an instruction names the mint and the authority that has to sign. */
interface AccountIndexes {
  readonly mint: number;
  readonly authority: number;
}

const FIRST: AccountIndexes = { mint: 0, authority: 1 };
const MINTING: AccountIndexes = { mint: 0, authority: 2 };
const THAWING: AccountIndexes = { mint: 1, authority: 2 };

/**
 * Instructions of the token programs that only an authority of the mint can sign, by their first byte (solana-program/token and
 * token-2022, `instruction.rs`): MintTo, MintToChecked, ThawAccount, and SetAuthority, which names the mint first where it changes one of
 * its powers. Burn and transfers are left out: any holder of tokens signs those. FreezeAccount is left out too: an issuer freezes holders
 * of a fake that names its key, to stop the fake, and does not acknowledge it.
 */
const OF_AUTHORITY: ReadonlyMap<number, AccountIndexes> = new Map([
  [7, MINTING],
  [14, MINTING],
  [11, THAWING],
  [6, FIRST],
]);

/**
 * Instructions of extensions, by their two first bytes (token-2022, `extension/`): fee, confidential transfer, interest, hook, metadata
 * pointer, multiplier and resume. A pause and a default state are left out as a freeze is: they stop a fake.
 */
const OF_EXTENSION: readonly (readonly [number, number])[] = [
  [26, 5],
  [27, 1],
  [33, 1],
  [36, 1],
  [39, 1],
  [43, 1],
  [44, 2],
];

/**
 * The transaction in which a key of the profile signed for this mint; null where none is such: as the authority of an instruction on the
 * mint, or as the payer of the mint's account. The token program checks the signature of an authority, those of enough members of
 * a multisig, and of the vault where a program signs. A signature for something else in the same transaction proves nothing, and neither
 * does a name or an address in a list. A former key counts for transactions before its end.
 */
export function signedLink(
  profile: IssuerProfile,
  mint: Address,
  transactions: readonly Transaction[],
): Transaction | null {
  const current = currentKeys(profile);
  const isOf = (key: Address, time: number | null) =>
    current.has(key) || profile.former.some((one) => one.key === key && time !== null && time < one.until);
  const proves = (transaction: Transaction) => {
    const { failed, instructions, moves, signers, blockTime } = transaction;
    const signing = instructions.flatMap((one) =>
      one.program === profile.program ? (authorityIn(one, mint, signers) ?? []) : [],
    );
    const paying = moves.flatMap((one) => (one.kind === 'create_account' && one.to === mint ? [one.from] : []));
    return !failed && [...signing, ...paying].some((one) => isOf(one, blockTime));
  };
  return transactions.find(proves) ?? null;
}

/** The account that signed as an authority of the mint, itself, by members of its multisig or by its program; null for none. */
function authorityIn({ accounts, data }: Instruction, mint: Address, signers: readonly Address[]): Address | null {
  const [tag, second] = data ?? [];
  if (tag === undefined) return null;
  const isOfExtension = OF_EXTENSION.some(([one, own]) => one === tag && own === second);
  const indexes = OF_AUTHORITY.get(tag) ?? (isOfExtension ? FIRST : null);
  const authority = indexes && accounts[indexes.mint] === mint ? accounts[indexes.authority] : undefined;
  if (indexes === null || authority === undefined) return null;
  const isSigned = !isOnCurve(authority) || accounts.slice(indexes.authority).some((one) => signers.includes(one));
  return isSigned ? authority : null;
}

/** The transactions of a page that are read for a signature, newest first. */
export function linkCandidates(page: readonly SignatureEntry[]): readonly SignatureEntry[] {
  const done = page.filter(({ failed }) => !failed);
  return [...new Set([...done.slice(0, NEWEST_READ), ...done.slice(-OLDEST_READ)])];
}
