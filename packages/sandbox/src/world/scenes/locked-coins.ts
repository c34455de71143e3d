import { type Address, address, addressBytes, derivedAddress } from 'assay-core/solana/address.ts';
import { START_SLOT } from '#chain/gates.ts';
import type { EncodedAccount } from '#pools/layout.ts';
import { jupiterEscrow, uncxTokenLock } from '#pools/lockers.ts';
import { dlmmPosition } from '#pools/meteora-dlmm.ts';
import { realmsGovernance } from '#pools/treasuries.ts';
import type { Actor, Cast } from '../actors.ts';
import { genesis } from '../market/accounts.ts';
import { type Coin, coinOf, SOL_COIN, SUPPLY } from '../market/coin.ts';
import { type CoinStory, coinScene } from '../market/coin-story.ts';
import { openCpmm } from '../market/cpmm.ts';
import { openDlmm } from '../market/dlmm.ts';
import { evenly, type Share } from '../market/launch.ts';
import { openWhirlpool } from '../market/whirlpool.ts';
import { ago, DAY, type SampleScene, SOL } from '../scene.ts';

/** The first of January 2040 in Unix seconds: account bytes cannot follow the clock of whoever starts the sandbox. */
const FAR = 2_208_988_800n;

const POOLED = (SUPPLY * 3n) / 10n;
/** A lock's share of everything outside of the pool, in percent. */
const LOCKED = 40n;
const TEN_DAYS = 10 * DAY;
const DAY_SECONDS = 86_400;

/** Tokens whose liquidity, or a large part of whose supply, lies in the accounts of a locker. */
export function lockedCoinScene(cast: Cast): SampleScene {
  return coinScene(cast, [
    {
      name: 'a coin with a padlock',
      slot: ago(36, 6),
      by: 'transfer',
      naming: { name: 'Time Vault', symbol: 'VAULT', uri: 'ipfs://sandbox/vault' },
      pool: lockedPool,
      verdict: 'LOW_RISK',
      what: 'all liquidity of its pool of 250 SOL is locked at UNCX until 2040',
    },
    {
      name: 'a coin with a loose padlock',
      slot: ago(33, 6),
      by: 'transfer',
      naming: { name: 'Short Fuse', symbol: 'FUSE', uri: 'ipfs://sandbox/fuse' },
      pool: brieflyLockedPool,
      accounts: (coin, maker) => [briefLock(coin, maker)],
      verdict: 'ELEVATED',
      what: 'its maker can withdraw all liquidity ten days from the start of the sandbox',
    },
    {
      name: 'a coin under a strange lock',
      slot: ago(34, 12),
      by: 'transfer',
      naming: { name: 'Foreign Key', symbol: 'FOREIGN', uri: 'ipfs://sandbox/foreign' },
      pool: strangelyHeldPool,
      verdict: 'ELEVATED',
      what: 'all liquidity of its pool is under a program that is not understood',
    },
    lockedSupply(cast, {
      name: 'a coin that its team waits for',
      slot: ago(36, 3),
      by: 'transfer',
      naming: { name: 'Slow Harvest', symbol: 'SLOW', uri: 'ipfs://sandbox/slow' },
      verdict: 'LOW_RISK',
      what: '40 % of what circulates is under a Jupiter Lock until 2040 that nobody can cancel',
      cancelMode: 0,
    }),
    lockedSupply(cast, {
      name: 'a coin with a lock that opens from inside',
      slot: ago(36),
      by: 'transfer',
      naming: { name: 'Trap Door', symbol: 'TRAP', uri: 'ipfs://sandbox/trap' },
      verdict: 'HIGH_RISK',
      what: '40 % of what circulates is under a Jupiter Lock that its maker can cancel',
      cancelMode: 1,
    }),
    governedSupply(cast, {
      name: 'a coin of a council',
      slot: ago(36, 9),
      by: 'transfer',
      naming: { name: 'Town Hall', symbol: 'TOWN', uri: 'ipfs://sandbox/town' },
      verdict: 'HIGH_RISK',
      what: 'a governance of Realms holds 40 % of what circulates, and may be one person',
    }),
    {
      name: 'a coin whose positions are not listed',
      slot: ago(12),
      isSold: true,
      pool: (coin) =>
        openWhirlpool([coin, SOL_COIN], 64, {
          coins: SUPPLY,
          others: 250n * SOL,
          shares: [{ percent: 100n, ticks: 12_800 }],
        }),
      naming: { name: 'Sealed Envelope', symbol: 'SEAL', uri: 'ipfs://sandbox/seal' },
      verdict: 'UNKNOWN',
      what: 'twelve days old, and who can withdraw the liquidity of its Whirlpool could not be read',
    },
  ]);
}

/** A pool of 250 SOL whose LP tokens lie in UNCX's vault. */
function lockedPool(coin: Coin, creator: Address) {
  return openCpmm({
    coin,
    creator,
    coins: POOLED,
    lamports: 250n * SOL,
    config: 0,
    burned: 0n,
    holder({ pool, lpMint, amount }) {
      const lock = uncxTokenLock({ locker: 'cpmm', pool, lpMint, id: 1n, owner: creator, unlocks: FAR, amount });
      return { owner: lock.authority, at: lock.vault, accounts: [atBeginning(lock)] };
    },
  });
}

/** A pool of 250 SOL whose LP tokens only a program of which nothing is known can sign for. */
function strangelyHeldPool(coin: Coin, creator: Address) {
  return openCpmm({
    coin,
    creator,
    coins: POOLED,
    lamports: 250n * SOL,
    config: 0,
    burned: 0n,
    holder({ pool }) {
      const owner = derivedAddress([addressBytes(pool)], creator);
      return { owner, at: derivedAddress([addressBytes(owner)], creator), accounts: [] };
    },
  });
}

/** A pool of 250 SOL around the price, of bins of a quarter of a percent. */
function brieflyLockedPool(coin: Coin, creator: Address) {
  return openDlmm({
    coin,
    creator,
    preset: 0,
    activeId: -2_840,
    binsAside: 25,
    binCoins: POOLED / 25n,
    binLamports: 10n * SOL,
  });
}

/** The one position of that pool. It opens in slots, which follow the sandbox's start as no Unix time does. */
function briefLock(coin: Coin, owner: Address) {
  const { address: pool } = brieflyLockedPool(coin, owner);
  const at = derivedAddress([Buffer.from('position'), addressBytes(pool)], owner);
  const releasePoint = BigInt(START_SLOT + TEN_DAYS);
  return genesis(dlmmPosition({ address: at, pool, owner, share: 1_000_000n, releasePoint }));
}

/** A story of which a lock of Jupiter holds a part of what circulates, for the maker. */
function lockedSupply(cast: Cast, { cancelMode, ...story }: CoinStory & { readonly cancelMode: number }): CoinStory {
  const base = address(cast.person(`base of the lock of ${story.name}`).address);
  const amount = ((SUPPLY - POOLED) * LOCKED) / 100n;
  const escrowOf = (mint: Address, maker: Address) =>
    jupiterEscrow({ mint, creator: maker, recipient: maker, base, cancelMode, cliff: { at: FAR, amount } });
  const holder = cast.stranger(escrowOf(coinOf(cast, story.name).mint, base).address);
  return {
    ...story,
    shares: (crowd) => withShare(holder, crowd),
    accounts: (coin, maker) => [atBeginning(escrowOf(coin.mint, maker))],
  };
}

/** A story in which a governance holds that part of what circulates. */
function governedSupply(cast: Cast, story: CoinStory): CoinStory {
  const person = (role: string) => address(cast.person(`${role} of ${story.name}`).address);
  const made = realmsGovernance({ realm: person('realm'), seed: person('seed'), delaySeconds: 3 * DAY_SECONDS });
  const holder = cast.stranger(made.address);
  return { ...story, shares: (crowd) => withShare(holder, crowd), accounts: () => [atBeginning(made)] };
}

/** The crowd's shares beside the lock's. */
function withShare(holder: Actor, crowd: readonly Actor[]): readonly Share[] {
  const others = evenly(crowd).map((share) => ({ ...share, weight: share.weight * (100n - LOCKED) }));
  const rest = others.reduce((sum, { weight }) => sum + weight, 0n);
  return [{ holder, weight: (rest * LOCKED) / (100n - LOCKED) }, ...others];
}

function atBeginning({ address: at, owner, data }: EncodedAccount) {
  return genesis({ address: at, owner, data });
}
