import type { Address } from '#solana/address.ts';
import { needed, vaultBalance } from '../needed.ts';
import type { AccountBytes, Accounts, OpenPool, Pair, Pool, Refused, Venue } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import {
  LAUNCHLAB_AUTHORITY,
  LAUNCHLAB_PROGRAM,
  type LaunchLabPoolAccount,
  poolAddress,
  readGlobalConfig,
  readPlatformConfig,
  readPool,
  WRAPPED_SOL_CONFIGURATION,
} from './layout.ts';
import { type CurveState, isComplete, type LaunchLabFeeRates, marketOf, RATE_ONE, totalFeeRate } from './quote.ts';

/** Raydium LaunchLab: bonding curves of many launch platforms, letsbonk.fun among them. Constant product only. */
export const raydiumLaunchlab: Venue = {
  id: 'raydium_launchlab',
  name: 'Raydium LaunchLab',
  program: LAUNCHLAB_PROGRAM,
  authority: LAUNCHLAB_AUTHORITY,
  configurations: [WRAPPED_SOL_CONFIGURATION],
  // The platform's configuration is only known from the pool, so that a second round is needed anyway.
  candidates: ({ mint, other }: Pair) => [poolAddress(mint, other)],
  recognise,
};

const CONSTANT_PRODUCT = 0;
const FUNDING = 0;
const MIGRATED = 2;

function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const state = readPool(account);
  if (isRefused(state)) return state;
  const { baseMint, quoteMint, baseVault, quoteVault } = state;
  if ((baseMint !== mint && quoteMint !== mint) || baseMint === quoteMint || baseVault === quoteVault) {
    return refuse('inconsistent', `a pool of ${baseMint} and ${quoteMint}`);
  }
  const mintIsBase = baseMint === mint;
  return {
    venue: 'raydium_launchlab',
    address: account.address,
    mint,
    other: mintIsBase ? quoteMint : baseMint,
    launches: baseMint,
    vaults: mintIsBase ? { mint: baseVault, other: quoteVault } : { mint: quoteVault, other: baseVault },
    needs: [baseVault, quoteVault, state.globalConfig, state.platformConfig],
    open: (accounts) => open(account.address, state, mintIsBase, accounts),
  };
}

function open(
  address: Address,
  known: LaunchLabPoolAccount,
  mintIsBase: boolean,
  accounts: Accounts,
): OpenPool | Refused {
  const account = needed(accounts, address, 'account');
  if (isRefused(account)) return account;
  const state = readPool(account);
  if (isRefused(state)) return state;
  if (!isSame(state, known)) return refuse('inconsistent', 'the pool is another one than before');
  if (state.status > MIGRATED) return refuse('unknown_variant', `status ${state.status}`);
  if (state.status !== FUNDING) return refuse('completed', state.status === MIGRATED ? 'migrated' : 'waits to migrate');
  const rates = ratesOf(state, accounts);
  if (isRefused(rates)) return rates;
  const base = vaultBalance(accounts, {
    address: state.baseVault,
    mint: state.baseMint,
    authority: LAUNCHLAB_AUTHORITY,
  });
  if (isRefused(base)) return base;
  const quote = vaultBalance(accounts, {
    address: state.quoteVault,
    mint: state.quoteMint,
    authority: LAUNCHLAB_AUTHORITY,
  });
  if (isRefused(quote)) return quote;
  if (state.virtualBase <= state.realBase || state.totalBaseSell >= state.virtualBase || state.virtualQuote === 0n) {
    return refuse('inconsistent', 'the curve ends beyond its reserves');
  }
  const curve: CurveState = { ...state, baseVault: base.amount, quoteVault: quote.amount, rates, mintIsBase };
  if (isComplete(curve)) return refuse('completed', 'the curve has sold all');
  return {
    market: marketOf(curve),
    // The curve opens with its creation, of which no time is kept; nobody has shares of its liquidity.
    facts: { creator: state.creator, openedAt: null, lockedLiquidityBps: null },
  };
}

function isSame(one: LaunchLabPoolAccount, two: LaunchLabPoolAccount): boolean {
  return (
    one.baseMint === two.baseMint &&
    one.quoteMint === two.quoteMint &&
    one.baseVault === two.baseVault &&
    one.quoteVault === two.quoteVault &&
    one.globalConfig === two.globalConfig &&
    one.platformConfig === two.platformConfig
  );
}

/** The charges of a trade. Refused for a curve whose arithmetic is not known: fixed price (1) and linear (2). */
function ratesOf(state: LaunchLabPoolAccount, accounts: Accounts): LaunchLabFeeRates | Refused {
  const globalAccount = needed(accounts, state.globalConfig, 'account');
  if (isRefused(globalAccount)) return globalAccount;
  const global = readGlobalConfig(globalAccount);
  if (isRefused(global)) return global;
  if (global.curveType !== CONSTANT_PRODUCT) return refuse('unknown_variant', `curve type ${global.curveType}`);
  if (global.quoteMint !== state.quoteMint) return refuse('inconsistent', `configuration for ${global.quoteMint}`);
  const platformAccount = needed(accounts, state.platformConfig, 'account');
  if (isRefused(platformAccount)) return platformAccount;
  const platform = readPlatformConfig(platformAccount);
  if (isRefused(platform)) return platform;
  const rates = { protocol: global.tradeFeeRate, platform: platform.feeRate, creator: platform.creatorFeeRate };
  return totalFeeRate(rates) > RATE_ONE ? refuse('wrong_layout', 'fees of more than everything') : rates;
}
