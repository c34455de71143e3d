import { Layout } from 'assay-sandbox/pools/layout.ts';
import { jupiterEscrow } from 'assay-sandbox/pools/lockers.ts';
import { dbcConfig, dbcConfigAccount, dbcPool, dbcPoolAccount, dbcVaults } from 'assay-sandbox/pools/meteora-dbc.ts';
import { curveMintAccount, holdingAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { cpmmPool } from 'assay-sandbox/pools/raydium-cpmm.ts';
import { realmsGovernance, squadsMultisig } from 'assay-sandbox/pools/treasuries.ts';
import { type Address, address, SYSTEM_PROGRAM } from '#solana/address.ts';
import { associatedAccount, TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { AUTHORITY as DBC_AUTHORITY, PROGRAM as DBC_PROGRAM } from '#venues/meteora-dbc/layout.ts';
import { AUTHORITY as CPMM_AUTHORITY } from '#venues/raydium-cpmm/layout.ts';
import { BRIDGE_PROGRAM } from './base-accounts.ts';
import { type MovesChain, NOW_UNIX, named } from './chain.ts';
import { type Keeper, keeperText } from './facts.ts';
import { CPMM_CONFIG } from './markets.ts';

export const CREATOR = named('the creator');
/** Who owns nothing of a token, and signs for nobody who does. */
export const STRANGER = named('a stranger with money');
const STREAMFLOW = address('strmRqUCoQUgGUan5YhzUZa6KqdzwX5L6FpUxfmKg5m');
const UNKNOWN_PROGRAM = named('a program that nobody knows');

/** Where a keeper keeps tokens of a mint. `opens`: the account that its program made for it, in a transaction that names it. */
export interface Kept {
  readonly owner: Address;
  readonly account: Address;
  readonly opens: { readonly program: Address; readonly names: readonly Address[] } | null;
}

export const walletOf = (n: number): Address => named(`wallet ${n}`);

const associated = new Map<string, Address>();

/** The associated account, derived once for each owner and mint. */
export function accountOf(owner: Address, mint: Address, program: Address): Address {
  const at = `${owner} ${mint}`;
  const found = associated.get(at) ?? associatedAccount(owner, mint, program);
  associated.set(at, found);
  return found;
}

/** Puts a keeper's own accounts on the chain, and tells where it keeps tokens of a mint. */
export function keep(chain: MovesChain, keeper: Keeper, mint: Address, program: Address): Kept {
  if (keeper.is === 'junk_pool') return junkPool(chain, keeper.n, mint, program);
  if (keeper.is === 'junk_curve') return junkCurve(chain, keeper.n, mint);
  if (keeper.is === 'multisig') return multisig(chain, keeper.n, mint, program);
  if (keeper.is === 'dao') return dao(chain, keeper.n, mint, program);
  if (keeper.is === 'cancellable_lock')
    return jupiterLock(chain, keeper, { mint, program, days: 365, isCancellable: true });
  if (keeper.is === 'short_lock') return jupiterLock(chain, keeper, { mint, program, days: 20, isCancellable: false });
  if (keeper.is === 'long_lock') return jupiterLock(chain, keeper, { mint, program, days: 365, isCancellable: false });
  const owner = ownerOf(keeper);
  const by = { unknown_program: UNKNOWN_PROGRAM, bridge: BRIDGE_PROGRAM, locker: STREAMFLOW, vault: null } as const;
  const keptBy = keeper.is === 'wallet' || keeper.is === 'creator' ? null : by[keeper.is];
  if (keptBy) chain.put({ address: owner, owner: keptBy, data: new Uint8Array(64) });
  else if (keeper.is !== 'vault') chain.put({ address: owner, owner: SYSTEM_PROGRAM, data: new Uint8Array(0) });
  const account = accountOf(owner, mint, program);
  return { owner, account, opens: keptBy && { program: keptBy, names: [owner, account] } };
}

function ownerOf(keeper: Keeper): Address {
  if (keeper.is === 'creator') return CREATOR;
  return keeper.is === 'wallet' ? walletOf(keeper.n) : named(keeperText(keeper), false);
}

/** A pool of the tokens against a mint that nobody trades. */
function junkPool(chain: MovesChain, n: number, mint: Address, program: Address): Kept {
  const junk = named(`junk mint ${n}`);
  chain.put(curveMintAccount({ mint: junk, supply: 10n ** 12n }));
  const pool = cpmmPool({
    config: CPMM_CONFIG.address,
    creator: CREATOR,
    lpIssued: 1_000_000n,
    tokens: [
      { mint, program, decimals: 6 },
      { mint: junk, decimals: 6 },
    ],
  });
  chain.put(pool);
  putLpMint(chain, { mint: pool.lpMint, authority: CPMM_AUTHORITY }, 1_000_000n);
  const [account, other] = [mint, junk].map((of) => pool.vaults.find((vault) => vault.mint === of)?.address ?? of);
  if (!account || !other) throw new Error('a pool without vaults');
  chain.put(holdingAccount({ authority: CPMM_AUTHORITY, mint: junk, amount: 10n ** 9n, address: other }));
  return { owner: CPMM_AUTHORITY, account, opens: { program: pool.owner, names: [pool.address, account, other] } };
}

/** A curve that sells a coin that nobody trades for the token. */
function junkCurve(chain: MovesChain, n: number, mint: Address): Kept {
  const [junk, pool, config] = [named(`junk coin ${n}`), named(`junk curve ${n}`), named(`junk configuration ${n}`)];
  const under = dbcConfig({ quoteMint: mint });
  const made = dbcPool({ address: pool, under, config, baseMint: junk });
  const [base] = dbcVaults(made, mint, { base: 10n ** 15n, quote: 0n });
  chain.put(curveMintAccount({ mint: junk, supply: 10n ** 15n }));
  for (const account of [dbcPoolAccount(pool, made), dbcConfigAccount(config, under), base])
    if (account) chain.put(account);
  const { quote } = made.vaults;
  return { owner: DBC_AUTHORITY, account: quote, opens: { program: DBC_PROGRAM, names: [pool, quote, DBC_AUTHORITY] } };
}

/** The vault of a multisig of three keys of the creator, who has to sign with two of them. */
function multisig(chain: MovesChain, n: number, mint: Address, program: Address): Kept {
  const members = [0, 1, 2].map((key) => named(`key ${key} of multisig ${n}`));
  const made = squadsMultisig({ createKey: named(`multisig ${n}`), threshold: 2, members, delaySeconds: 90 * 86_400 });
  chain.put(made);
  const account = accountOf(made.vault, mint, program);
  return { owner: made.vault, account, opens: { program: made.owner, names: [made.address, made.vault, account] } };
}

/** The native treasury of a governance whose votes the creator has. */
function dao(chain: MovesChain, n: number, mint: Address, program: Address): Kept {
  const made = realmsGovernance({ realm: named(`realm ${n}`), seed: named(`seed ${n}`), delaySeconds: 90 * 86_400 });
  chain.put(made);
  const account = accountOf(made.vault, mint, program);
  return { owner: made.vault, account, opens: { program: made.owner, names: [made.address, made.vault, account] } };
}

/** Puts the mint of a pool's LP tokens on the chain. */
export function putLpMint(
  chain: MovesChain,
  { mint, authority }: { readonly mint: Address; readonly authority: Address },
  supply: bigint,
): void {
  const data = new Layout(82).u32(0, 1).key(4, authority).u64(36, supply).u8(44, 9).u8(45, 1).bytes();
  chain.put({ address: mint, owner: TOKEN_PROGRAM, data });
}

interface LockFacts {
  readonly mint: Address;
  readonly program: Address;
  readonly days: number;
  readonly isCancellable: boolean;
}

/** Jupiter's lock of everything until one day, perhaps one that its creator can cancel. */
function jupiterLock(chain: MovesChain, keeper: Keeper, { mint, program, days, isCancellable }: LockFacts): Kept {
  const lock = jupiterEscrow({
    base: named(`base of ${keeperText(keeper)}`),
    mint,
    creator: CREATOR,
    recipient: named('a friend of the creator'),
    cancelMode: isCancellable ? 1 : 0,
    cliff: { at: BigInt(NOW_UNIX + days * 86_400), amount: 10n ** 15n },
  });
  chain.put(lock);
  const account = accountOf(lock.address, mint, program);
  return { owner: lock.address, account, opens: { program: lock.owner, names: [lock.address, account] } };
}
