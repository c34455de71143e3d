import type { Address } from '#lib/address.ts';
import { associatedAccount, WRAPPED_SOL } from '#lib/token/programs.ts';
import type { AccountBytes, Accounts, OpenPool, Refused } from '../model.ts';
import { needed, neededMint, vaultBalance } from '../needed.ts';
import { readFeeConfig } from '../pump-fees/fee-config.ts';
import { feeConfigAddress, NO_KEY, PUMP_PROGRAM } from '../pump-fees/programs.ts';
import { scheduleOf } from '../pump-fees/rates.ts';
import { isRefused, refuse } from '../refusal.ts';
import { type Curve, GLOBAL, readCurve, readGlobal } from './layout.ts';
import { marketOf, type Terms } from './quote.ts';

/** Where the program's fee schedule is. */
export const FEE_CONFIG = feeConfigAddress(PUMP_PROGRAM);

/** What was proven about a curve when it was recognised. */
export interface Known {
  readonly address: Address;
  readonly mint: Address;
  readonly quoteMint: Address | null;
}

/** The market of a curve as its accounts stand now. */
export function openCurve(known: Known, accounts: Accounts): OpenPool | Refused {
  const account = needed(accounts, known.address, 'the curve');
  if (isRefused(account)) return account;
  const curve = readCurve(account);
  if (isRefused(curve)) return curve;
  if (curve.quoteMint !== known.quoteMint) return refuse('inconsistent', 'the curve has another quote mint now');
  if (curve.complete || isMigrated(curve)) return refuse('completed', 'the coin trades on PumpSwap, or soon will');
  if (curve.virtualMint === 0n || curve.virtualQuote === 0n)
    return refuse('wrong_layout', 'virtual reserves are empty');

  const short = shortfall(known, curve, account, accounts);
  if (short !== null) return short;
  const terms = termsOf(known, curve, accounts);
  if (isRefused(terms)) return terms;
  const creator = curve.creator === NO_KEY ? null : curve.creator;
  return { market: marketOf(curve, terms), facts: { creator, openedAt: null, lockedLiquidityBps: null } };
}

/** The migration to PumpSwap leaves no reserves behind. */
function isMigrated(curve: Curve): boolean {
  return curve.virtualMint + curve.virtualQuote + curve.realMint + curve.realQuote === 0n;
}

/** Why the curve cannot pay what its reserves say, or null when it can. */
function shortfall(known: Known, curve: Curve, account: AccountBytes, accounts: Accounts): Refused | null {
  const held = heldOf(known, known.mint, accounts);
  if (isRefused(held)) return held;
  if (held.amount < curve.realMint) return refuse('inconsistent', 'fewer tokens than the reserves say');
  const quote = known.quoteMint === null ? { amount: account.lamports } : heldOf(known, known.quoteMint, accounts);
  if (isRefused(quote)) return quote;
  const owed = curve.realQuote + curve.waitingFees;
  return quote.amount < owed ? refuse('inconsistent', 'less was paid in than the reserves say') : null;
}

function heldOf(known: Known, mint: Address, accounts: Accounts): { amount: bigint } | Refused {
  const read = neededMint(accounts, mint, 'the mint');
  if (isRefused(read)) return read;
  const address = associatedAccount(known.address, mint, read.program);
  return vaultBalance(accounts, { address, mint, authority: known.address });
}

function termsOf(known: Known, curve: Curve, accounts: Accounts): Terms | Refused {
  const configAccount = needed(accounts, FEE_CONFIG, 'fee configuration');
  if (isRefused(configAccount)) return configAccount;
  const config = readFeeConfig(configAccount);
  if (isRefused(config)) return config;
  const globalAccount = needed(accounts, GLOBAL, 'global settings');
  if (isRefused(globalAccount)) return globalAccount;
  const global = readGlobal(globalAccount);
  if (isRefused(global)) return global;
  const mint = neededMint(accounts, known.mint, 'the mint');
  if (isRefused(mint)) return mint;
  const schedule = scheduleOf(
    config,
    { canonical: true, quoteMint: known.quoteMint ?? WRAPPED_SOL },
    { creator: curve.creator, ownRate: curve.ownCreatorRate, configurable: global.configurable },
  );
  if (isRefused(schedule)) return schedule;
  return {
    schedule,
    // `BondingCurve::market_cap`: what was issued for coins in mayhem mode, what exists for all others.
    tierSupply: curve.mayhem ? curve.totalSupply : mint.supply,
    bounds: curve.hasUnknownFields ? ['The curve carries fields that are newer than what is known here.'] : [],
  };
}
