import { type Address, address, addressBytes, derivedAddress } from 'assay-core/solana/address.ts';
import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import type { Cast } from '../actors.ts';
import { genesis } from '../market/accounts.ts';
import {
  type Coin,
  coinMintAccount,
  coinOf,
  coinTokens,
  issued,
  type Powers,
  SOL_COIN,
  SUPPLY,
} from '../market/coin.ts';
import { openCpmm } from '../market/cpmm.ts';
import { rawMint } from '../market/metaplex.ts';
import { openWhirlpool } from '../market/whirlpool.ts';
import { type SampleScene, SOL } from '../scene.ts';

const MILLION = 1_000_000_000_000n;

const COINS = 100_000_000_000_000n;
const LAMPORTS = 300n * SOL;
/** Where a mint names who may freeze: an option (u32) and a key. Where a token account has its state, of which 2 is frozen. */
const FREEZE_AUTHORITY = 46;
const STATE = 108;
const FROZEN = 2;
/** No extension has this number. */
const UNHEARD_OF = 77;

/** Coins in pools that look deep, and cannot be sold: by what the mint forbids, or because swaps are switched off. */
export function closedCoinScene(cast: Cast): SampleScene {
  const creator = address(cast.person('who opens traps').address);
  const made = (name: string, powers: Powers | null, isOff = false) => {
    const coin = coinOf(cast, name, powers);
    const pool = openCpmm({ coin, creator, coins: COINS, lamports: LAMPORTS, config: 0, burned: 100n, isOff });
    return { coin, accounts: [...issued(cast, coin, pool.pooled), ...pool.accounts] };
  };
  const frozen = made('a coin that freezes its buyers', { frozenByDefault: true });
  const bound = made('a coin bound to its holder', { nonTransferable: true });
  const paused = made('a paused coin', { paused: true });
  const taking = made('a coin that keeps what is sent', { fee: 10_000 });
  const off = made('a coin whose pool is switched off', null, true);
  const iced = (name: string, freezes: (account: AccountBytes) => boolean) => {
    const coin = coinOf(cast, name);
    const pool = openCpmm({ coin, creator, coins: COINS, lamports: LAMPORTS, config: 0, burned: 100n });
    const accounts = [...issued(cast, coin, pool.pooled), ...pool.accounts].map((account) => {
      if (account.address === coin.mint) return freezable(account, creator);
      const isIts = readTokenAccount(account)?.mint === coin.mint;
      return isIts && freezes(account) ? frozenNow(account) : account;
    });
    return { coin, accounts };
  };
  const isVault = (account: AccountBytes) => readTokenAccount(account)?.amount === COINS;
  const holdersIced = iced('a coin whose holders were frozen', (account) => !isVault(account));
  const vaultIced = iced('a coin whose pool was frozen', isVault);
  const subject = ({ coin }: { coin: Coin }, what: string) =>
    ({ kind: 'trade', verdict: 'UNTRADEABLE', address: coin.mint, what }) as const;
  return {
    accounts: [frozen, bound, paused, taking, off, holdersIced, vaultIced].flatMap(({ accounts }) => accounts),
    acts: [],
    subjects: [
      subject(frozen, 'new token accounts of the mint are frozen'),
      subject(bound, 'its tokens cannot be transferred'),
      subject(paused, 'all transfers of the mint are paused'),
      subject(taking, 'its mint keeps all of every transfer'),
      subject(off, 'swaps in its pool are switched off'),
      subject(holdersIced, 'its maker froze every ordinary holder'),
      subject(vaultIced, 'its maker froze the vault of its pool'),
    ],
  };
}

/** The mint with somebody who may freeze. */
function freezable(mint: AccountBytes, by: Address): AccountBytes {
  const data = Uint8Array.from(mint.data);
  data[FREEZE_AUTHORITY] = 1;
  data.set(addressBytes(by), FREEZE_AUTHORITY + 4);
  return { ...mint, data };
}

function frozenNow(account: AccountBytes): AccountBytes {
  const data = Uint8Array.from(account.data);
  data[STATE] = FROZEN;
  return { ...account, data };
}

/** A coin of which half lies in an account of an unknown program, which may be a market of its own. */
function strangeMarket(cast: Cast): { readonly coin: Coin; readonly accounts: readonly AccountBytes[] } {
  const coin = coinOf(cast, 'a coin in a market that nobody knows');
  const program = address(cast.person('a trading program that nobody knows').address);
  const market = derivedAddress([new TextEncoder().encode('market')], program);
  const [mint, ...shares] = issued(cast, coin, SUPPLY / 2n);
  return {
    coin,
    accounts: [
      mint ?? coinMintAccount(coin, SUPPLY),
      ...shares,
      coinTokens(coin, market, SUPPLY / 2n),
      genesis({ address: market, owner: program, data: new Uint8Array(200) }),
    ],
  };
}

/** Where there is no pool, no mint, or no knowing whether a sale goes through. */
export function unpricedCoinScene(cast: Cast): SampleScene {
  const unlisted = coinOf(cast, 'a coin without a pool');
  const hook = address(cast.person('a hook program that nobody knows').address);
  const hooked = coinOf(cast, 'a coin with a hook', { hook });
  const pool = openWhirlpool([hooked, SOL_COIN], 128, {
    coins: 100n * MILLION,
    others: 900n * SOL,
    shares: [{ percent: 100n, ticks: 12_800 }],
  });
  const strange = strangeMarket(cast);
  const unheard = coinOf(cast, 'a coin with a mark of its own', {});
  const plain = openCpmm({ coin: unheard, creator: hook, coins: COINS, lamports: LAMPORTS, config: 0, burned: 100n });
  const [, ...held] = issued(cast, unheard, plain.pooled);
  return {
    accounts: [
      ...issued(cast, unlisted, 0n),
      ...issued(cast, hooked, pool.pooled),
      ...pool.accounts,
      ...strange.accounts,
      ...[rawMint(unheard, SUPPLY, null, [{ type: UNHEARD_OF, value: new Uint8Array(8) }]), ...held],
      ...plain.accounts,
    ],
    acts: [],
    subjects: [
      { kind: 'trade', verdict: 'NO_POOL', address: unlisted.mint, what: 'five ordinary holders and no pool' },
      {
        kind: 'trade',
        verdict: 'UNKNOWN',
        address: strange.coin.mint,
        what: 'half of it lies under a program that nobody knows',
      },
      { kind: 'trade', verdict: 'UNKNOWN', address: pool.address, what: 'the address of a pool, not of a mint' },
      {
        kind: 'trade',
        verdict: 'UNKNOWN',
        address: unheard.mint,
        what: 'its mint has an extension that nobody reviewed; a pool of Raydium CPMM with 300 SOL',
      },
      {
        kind: 'trade',
        verdict: 'UNKNOWN',
        address: hooked.mint,
        what: 'a hook program decides about every transfer, and no sale was seen to pass it',
      },
    ],
  };
}
