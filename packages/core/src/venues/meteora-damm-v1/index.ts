import type { Address } from '#solana/address.ts';
import { readMint } from '#solana/token/mint.ts';
import { smaller } from '../arithmetic.ts';
import { needed, neededMint, vaultBalance } from '../needed.ts';
import type {
  AccountBytes,
  Accounts,
  Clock,
  OpenPool,
  Pair,
  Pool,
  PoolFacts,
  Refused,
  VaultShares,
  Venue,
} from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { DAMM_V1_PROGRAM, poolAddresses, tokenVaultAddress, VAULT_PROGRAM, vaultLpMintAddress } from './addresses.ts';
import type { DammV1Curve } from './curve.ts';
import { type DammV1PoolAccount, type PoolToken, readPool, readVault } from './layout.ts';
import { marketOf } from './quote.ts';
import { isStale, PRICE_ONE, priceAccountOf, reserveOf, type Stake, unlockedAt, virtualPriceIn } from './vault.ts';

/**
 * Meteora's first dynamic AMM. Pools keep their tokens in vaults that they share with others and that lend out a part, so
 * that a reserve is a share of a vault. Constant product and stable curve.
 */
export const meteoraDammV1: Venue = {
  id: 'meteora_damm_v1',
  name: 'Meteora DAMM v1',
  program: DAMM_V1_PROGRAM,
  authority: null,
  custodian: VAULT_PROGRAM,
  shareMintOf: vaultLpMintAddress,
  // A pool copies its fees from its configuration.
  configurations: [],
  candidates: ({ mint, other }: Pair) => poolAddresses(mint, other),
  recognise,
};

function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const state = readPool(account);
  if (isRefused(state)) return state;
  const { a, b } = state;
  if ((a.mint !== mint && b.mint !== mint) || a.mint === b.mint || a.vault === b.vault) {
    return refuse('inconsistent', `a pool of ${a.mint} and ${b.mint}`);
  }
  const mintIsA = a.mint === mint;
  const [own, other] = mintIsA ? [a, b] : [b, a];
  const vaults = { mint: tokenVaultAddress(own.vault), other: tokenVaultAddress(other.vault) };
  return {
    venue: 'meteora_damm_v1',
    address: account.address,
    mint,
    other: other.mint,
    vaults,
    shares: { mint: vaultSharesOf(own), other: vaultSharesOf(other) },
    holdingsIn: (accounts, clock) => ({
      shares: {
        mint: vaultSharesOf(own, readStake(own, vaults.mint, a.shares, accounts, clock)),
        other: vaultSharesOf(other, readStake(other, vaults.other, a.shares, accounts, clock)),
      },
    }),
    liquidity: { mint: state.lpMint },
    needs: needsOf(state, vaults),
    open: (accounts, clock) => openPool({ address: account.address, known: state, mintIsA, vaults }, accounts, clock),
  };
}

function needsOf(
  state: DammV1PoolAccount,
  vaults: { readonly mint: Address; readonly other: Address },
): readonly Address[] {
  const { a, b, lpMint } = state;
  const priceAccount = priceAccountOf(state);
  return [
    a.vault,
    b.vault,
    vaults.mint,
    vaults.other,
    vaultLpMintAddress(a.vault),
    vaultLpMintAddress(b.vault),
    a.shares,
    b.shares,
    lpMint,
    ...(priceAccount === null ? [] : [priceAccount]),
  ];
}

/** A pool's shares of a vault. Each was paid for with one atomic unit at first, which stands where the vault was not read. */
function vaultSharesOf({ shares: account }: PoolToken, stake?: Stake | Refused): VaultShares {
  const isRead = stake !== undefined && !isRefused(stake) && stake.supply > 0n;
  if (!isRead) return { account, worth: { numerator: 1n, denominator: 1n }, tokens: 0n };
  return { account, worth: { numerator: stake.unlocked, denominator: stake.supply }, tokens: reserveOf(stake) };
}

/** A pool as it was recognised. `vaults` are the token accounts behind the two vaults. */
interface Recognised {
  readonly address: Address;
  readonly known: DammV1PoolAccount;
  readonly mintIsA: boolean;
  readonly vaults: { readonly mint: Address; readonly other: Address };
}

/** The market of a recognised pool; refused where an account is missing, contradicts another or does not trade. */
function openPool(pool: Recognised, accounts: Accounts, clock: Clock): OpenPool | Refused {
  const account = needed(accounts, pool.address, 'account');
  if (isRefused(account)) return account;
  const state = readPool(account);
  if (isRefused(state)) return state;
  if (!isSame(state.a, pool.known.a) || !isSame(state.b, pool.known.b)) {
    return refuse('inconsistent', 'the pool has other vaults than before');
  }
  const closed = closedReason(state, clock);
  if (closed !== null) return closed;
  const [own, other] = pool.mintIsA ? [state.a, state.b] : [state.b, state.a];
  const mintStake = readStake(own, pool.vaults.mint, state.a.shares, accounts, clock);
  if (isRefused(mintStake)) return mintStake;
  const otherStake = readStake(other, pool.vaults.other, state.a.shares, accounts, clock);
  if (isRefused(otherStake)) return otherStake;
  const curve = curveOf(state, accounts, clock);
  if (isRefused(curve)) return curve;
  const market = marketOf({ mint: mintStake, other: otherStake, mintIsA: pool.mintIsA, curve, fee: state.fee });
  if (isRefused(market)) return market;
  // The pool's own LP mint moves no price: without it only the locked share is unknown.
  const lpMint = accounts.get(state.lpMint);
  return { market, facts: factsOf(state, (lpMint && readMint(lpMint)?.supply) ?? 0n) };
}

function isSame(one: PoolToken, two: PoolToken): boolean {
  return one.mint === two.mint && one.vault === two.vault && one.shares === two.shares;
}

function closedReason({ enabled, activation }: DammV1PoolAccount, clock: Clock): Refused | null {
  if (!enabled) return refuse('disabled', 'the pool is switched off');
  const now = activation.unit === 'slot' ? clock.slot : clock.unixTime;
  return now < activation.point ? refuse('not_open', `opens at ${activation.unit} ${activation.point}`) : null;
}

/** The pool's part in the vault of one token. The pool's first share account is the authority of both. */
function readStake(
  token: PoolToken,
  tokenVault: Address,
  authority: Address,
  accounts: Accounts,
  clock: Clock,
): Stake | Refused {
  const account = needed(accounts, token.vault, 'account');
  if (isRefused(account)) return account;
  const vault = readVault(account);
  if (isRefused(vault)) return vault;
  if (vault.mint !== token.mint) return refuse('inconsistent', `vault of ${vault.mint}`);
  if (vault.tokenVault !== tokenVault) return refuse('unknown_variant', `token vault ${vault.tokenVault}`);
  const cash = vaultBalance(accounts, { address: tokenVault, mint: token.mint, authority: token.vault });
  if (isRefused(cash)) return cash;
  const lpMint = neededMint(accounts, vault.lpMint, 'LP mint');
  if (isRefused(lpMint)) return lpMint;
  const shares = vaultBalance(accounts, { address: token.shares, mint: vault.lpMint, authority });
  if (isRefused(shares)) return shares;
  const unlocked = unlockedAt(vault, clock.unixTime);
  if (unlocked === null) return refuse('inconsistent', 'locked profit of the vault');
  if (shares.amount > lpMint.supply) return refuse('inconsistent', 'more shares than were issued');
  return { unlocked, supply: lpMint.supply, shares: shares.amount, cash: cash.amount, open: vault.enabled };
}

function curveOf(state: DammV1PoolAccount, accounts: Accounts, clock: Clock): DammV1Curve | Refused {
  const { stable } = state;
  if (stable === null) return { kind: 'product' };
  const { amplification, multiplierA, multiplierB } = stable;
  const priceAccount = priceAccountOf(state);
  if (priceAccount === null) return { kind: 'stable', amplification, scaleA: multiplierA, scaleB: multiplierB };
  const account = isStale(stable, clock.unixTime) ? needed(accounts, priceAccount, 'account') : null;
  if (account !== null && isRefused(account)) return account;
  const price = account === null ? stable.virtualPrice : virtualPriceIn(account, stable.depeg);
  if (typeof price !== 'bigint') return price;
  if (price === 0n) return refuse('inconsistent', 'virtual price of the pool');
  return { kind: 'stable', amplification, scaleA: multiplierA * PRICE_ONE, scaleB: multiplierB * price };
}

/**
 * LP tokens in the pool's lock escrows, of the supply: they only ever pay out fees (`instructions/lock.rs`). Burned ones leave
 * the supply and count for nothing, for the others then stand for more.
 */
function factsOf({ creator, activation, lockedLp }: DammV1PoolAccount, supply: bigint): PoolFacts {
  return {
    creator,
    openedAt: activation.unit === 'time' && activation.point > 0n ? activation.point : null,
    lockedLiquidityBps: supply === 0n ? null : Number(smaller(10_000n, (lockedLp * 10_000n) / supply)),
  };
}
