import type { Address } from '#solana/address.ts';
import { associatedAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { needed, neededMint, vaultBalance } from '../needed.ts';
import { readFeeConfig } from '../pump-fees/fee-config.ts';
import { feeConfigAddress, NO_KEY, PUMP_PROGRAM } from '../pump-fees/programs.ts';
import { pumpFeeSchedule } from '../pump-fees/rates.ts';
import type { AccountBytes, Accounts, OpenPool, Pair, Pool, Refused, Venue } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { type BondingCurve, curveAddress, FIRST_TOKEN_2022_CURVE, GLOBAL, readCurve, readGlobal } from './layout.ts';
import { marketOf, type PumpCurveTerms } from './quote.ts';

/** Where the program's fee schedule is. */
const FEE_CONFIG = feeConfigAddress(PUMP_PROGRAM);

const EITHER = [TOKEN_2022_PROGRAM, TOKEN_PROGRAM] as const;

/** The bonding curves of pump.fun, on which its coins trade until they are sold out and go to PumpSwap. */
export const pumpCurve: Venue = {
  id: 'pump_curve',
  name: 'pump.fun bonding curve',
  program: PUMP_PROGRAM,
  // Each curve holds its own tokens.
  authority: null,
  configurations: [GLOBAL, FEE_CONFIG],
  candidates,
  recognise,
};

/** The one curve of a coin. Which mint it is quoted in only its account tells. */
function candidates({ mint }: Pair): readonly Address[] {
  return mint === WRAPPED_SOL ? [] : [curveAddress(mint)];
}

/** A curve names its quote mint but not its coin: only the address proves the coin, so nobody else can be answered. */
function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const curve = readCurve(account);
  if (isRefused(curve)) return curve;
  const { address } = account;
  if (curveAddress(mint) !== address) return refuse('inconsistent', 'the curve of another coin');
  const { quoteMint } = curve;
  const [first, ...more] = tokenAccounts(account, mint);
  const quotes = quoteMint === null ? [] : EITHER.map((program) => associatedAccount(address, quoteMint, program));
  const known = { address, mint, quoteMint };
  return {
    venue: 'pump_curve',
    address,
    mint,
    other: quoteMint ?? WRAPPED_SOL,
    launches: mint,
    vaults: { mint: first, other: quotes[0] ?? null },
    holdingsIn: (accounts) => ({ vaults: vaultsIn(known, accounts) ?? { mint: first, other: quotes[0] ?? null } }),
    needs: [first, ...more, ...quotes],
    open: (accounts) => openCurve(known, accounts),
  };
}

/**
 * The possible accounts of the curve's tokens, likeliest first: the token program is the mint's, which is not known yet. Short accounts
 * are older than coins under Token-2022.
 */
function tokenAccounts({ address, data }: AccountBytes, mint: Address): readonly [Address, ...Address[]] {
  const legacy = associatedAccount(address, mint, TOKEN_PROGRAM);
  if (data.length < FIRST_TOKEN_2022_CURVE) return [legacy];
  return [associatedAccount(address, mint, TOKEN_2022_PROGRAM), legacy];
}

/** The accounts of the tokens under the programs of their mints; null where these were not read. */
function vaultsIn({ address, mint, quoteMint }: Known, accounts: Accounts): Pool['vaults'] | null {
  const at = (of: Address): Address | null => {
    const program = accounts.get(of)?.owner;
    return program === undefined ? null : associatedAccount(address, of, program);
  };
  const [own, other] = [at(mint), quoteMint === null ? null : at(quoteMint)];
  return own === null || (quoteMint !== null && other === null) ? null : { mint: own, other };
}

/** The proven facts of a recognised curve. */
interface Known {
  readonly address: Address;
  readonly mint: Address;
  readonly quoteMint: Address | null;
}

/** The market of a curve as its accounts stand now. */
function openCurve(known: Known, accounts: Accounts): OpenPool | Refused {
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
function isMigrated(curve: BondingCurve): boolean {
  return curve.virtualMint + curve.virtualQuote + curve.realMint + curve.realQuote === 0n;
}

/** Why the curve cannot pay what its reserves say, or null when it can. */
function shortfall(known: Known, curve: BondingCurve, account: AccountBytes, accounts: Accounts): Refused | null {
  const vault = vaultOf(known, known.mint, accounts);
  if (isRefused(vault)) return vault;
  if (vault.amount < curve.realMint) return refuse('inconsistent', 'fewer tokens than the reserves say');
  const quote = known.quoteMint === null ? { amount: account.lamports } : vaultOf(known, known.quoteMint, accounts);
  if (isRefused(quote)) return quote;
  const owed = curve.realQuote + curve.waitingFees;
  return quote.amount < owed ? refuse('inconsistent', 'less was paid in than the reserves say') : null;
}

function vaultOf(known: Known, mint: Address, accounts: Accounts): { amount: bigint } | Refused {
  const read = neededMint(accounts, mint, 'the mint');
  if (isRefused(read)) return read;
  const address = associatedAccount(known.address, mint, read.program);
  return vaultBalance(accounts, { address, mint, authority: known.address });
}

function termsOf(known: Known, curve: BondingCurve, accounts: Accounts): PumpCurveTerms | Refused {
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
  const schedule = pumpFeeSchedule(
    config,
    { canonical: true, quoteMint: known.quoteMint ?? WRAPPED_SOL },
    { creator: curve.creator, ownRate: curve.ownCreatorRate, configurable: global.configurable },
  );
  if (isRefused(schedule)) return schedule;
  return {
    schedule,
    // `BondingCurve::market_cap`: the issued supply for coins in mayhem mode, the existing supply for all others.
    tierSupply: curve.mayhem ? curve.totalSupply : mint.supply,
    bounds: curve.hasUnknownFields ? ['The curve carries fields that are newer than what is known here.'] : [],
  };
}
