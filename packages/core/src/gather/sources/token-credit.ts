import { programAt } from '#derive/sources/lamport-run.ts';
import { stableMintsWith } from '#derive/sources/stable-coins.ts';
import type { TokenCredit } from '#rules/funder/evidence.ts';
import { type Address, address } from '#solana/address.ts';
import { nativeBalances, tokenDeltas } from '#solana/decode/balances.ts';
import { isAssociated, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { TokenBalance, Transaction } from '#solana/transaction.ts';
import { placeOf, signable } from './account-facts.ts';
import { RENT_MIN } from './list-beginning.ts';
import type { BalanceAround } from './listing.ts';

/** Dollars of the sandbox and of Solana's development network (Circle's contract addresses). */
const TEST_DOLLAR = address('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU');
const stable: ReadonlySet<string> = new Set(stableMintsWith(TEST_DOLLAR));

/** True for coins of reviewed issuers that are worth a dollar or a euro. All have six decimals. */
export function isStable(mint: string): boolean {
  return stable.has(mint);
}

/** True for tokens that count as money; other tokens are no funding. */
export function isMoney(mint: string): boolean {
  return mint === WRAPPED_SOL || isStable(mint);
}

/** The largest token gain of the owner in the transaction, money before other tokens, with its sender; null where there was none. */
export function tokenCreditOf(transaction: Transaction, owner: Address): TokenCredit | null {
  const gain = largestGain(transaction, owner);
  if (!gain) return null;
  const { mint, account, amount } = gain;
  const arrival = transaction.moves.find((move) => move.kind === 'token_transfer' && move.to === account);
  const program = arrival ? programAt(transaction, arrival.at) : null;
  const debited = debitedOwner(transaction, owner, mint);
  const source = debited ?? (arrival?.kind === 'token_transfer' ? arrival.authority : null);
  const shared = { ...placeOf(transaction), program, mint, amount };
  if (source === null) return { ...shared, mechanism: 'token_mint', source: null };
  const payer = signable(source) ? null : swapPayer(transaction, owner);
  if (payer !== null && payer !== owner) return { ...shared, mechanism: 'swap', source: payer };
  return { ...shared, mechanism: 'token_transfer', source };
}

/** The signer who gave tokens away in the transaction: the owner, else another signer, else null. */
export function swapPayer(transaction: Transaction, owner: Address): Address | null {
  if (losesTokens(transaction, owner)) return owner;
  return transaction.signers.find((signer) => signer !== owner && losesTokens(transaction, signer)) ?? null;
}

function losesTokens(transaction: Transaction, owner: Address): boolean {
  return [...tokenDeltas(transaction, owner)].some(([mint, amount]) => amount < 0n && mint !== WRAPPED_SOL);
}

/** The token balance before the transaction, in atomic units. */
export function amountBefore({ preTokens }: Transaction, account: Address): bigint {
  return preTokens.find((balance) => balance.account === account)?.amount ?? 0n;
}

/** The token balance after the transaction, in atomic units. */
export function amountAfter({ postTokens }: Transaction, account: Address): bigint {
  return postTokens.find((balance) => balance.account === account)?.amount ?? 0n;
}

/** Both token balances; null where the transaction does not show the account, as one without a token program may not. */
export function amountsAround(body: Transaction, account: Address): BalanceAround | null {
  const isShown = [...body.preTokens, ...body.postTokens].some((balance) => balance.account === account);
  return isShown ? { before: amountBefore(body, account), after: amountAfter(body, account) } : null;
}

/** The same, and nothing where the transaction shows that there is no account at the address: each account holds its rent. */
export function holdingsAround(body: Transaction, account: Address): BalanceAround | null {
  const lamports = nativeBalances(body, account);
  const isAbsent = lamports !== null && lamports.before < RENT_MIN && lamports.after < RENT_MIN;
  return amountsAround(body, account) ?? (isAbsent ? { before: 0n, after: 0n } : null);
}

function largestGain(transaction: Transaction, owner: Address) {
  const gains = transaction.postTokens
    .filter((balance) => isBalanceOf(balance, owner))
    .map(({ account, mint, amount }) => ({ account, mint, amount: amount - amountBefore(transaction, account) }))
    .filter(({ amount }) => amount > 0n);
  const money = gains.filter(({ mint }) => isMoney(mint));
  return (money.length > 0 ? money : gains).reduce<(typeof gains)[number] | null>(
    (best, next) => (best && best.amount >= next.amount ? best : next),
    null,
  );
}

/** True for a balance of the owner. Old metadata lacks `owner`: then the account must be the associated one. */
export function isBalanceOf({ owner: named, account, mint }: TokenBalance, owner: Address): boolean {
  return named !== null ? named === owner : isAssociated(account, owner, mint);
}

/** The owner who lost most of the mint's tokens, except the receiver. */
function debitedOwner(transaction: Transaction, receiver: Address, mint: Address): Address | null {
  let most = 0n;
  let debited: Address | null = null;
  for (const before of transaction.preTokens) {
    if (before.mint !== mint || before.owner === null || before.owner === receiver) continue;
    const lost = before.amount - amountAfter(transaction, before.account);
    if (lost <= most) continue;
    most = lost;
    debited = before.owner;
  }
  return debited;
}
