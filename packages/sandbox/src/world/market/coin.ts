import { type Address, address } from 'assay-core/solana/address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { associatedTokenAddress } from '#chain/derivation.ts';
import { USDC_MINT } from '#identity.ts';
import { Layout } from '#pools/layout.ts';
import type { Actor, Cast } from '../actors.ts';
import { genesis } from './accounts.ts';

/** A token as pools and wallets of the sample world hold it. */
export interface Coin {
  readonly mint: Address;
  readonly program: Address;
  readonly decimals: number;
  readonly powers: Powers;
}

/** The effects of a Token-2022 mint on transfers. */
export interface Powers {
  /** Basis points that the mint keeps of each transfer. */
  readonly fee?: number;
  readonly frozenByDefault?: boolean;
  readonly nonTransferable?: boolean;
  readonly paused?: boolean;
  readonly hook?: Address;
  /** Whether somebody may set a hook while there is none, or may move and burn everybody's tokens. */
  readonly hookable?: boolean;
  readonly delegated?: boolean;
}

/** Wrapped lamports, and the sandbox's USDC. */
export const SOL_COIN: Coin = { mint: WRAPPED_SOL, program: TOKEN_PROGRAM, decimals: 9, powers: {} };
export const USDC_COIN: Coin = { mint: address(USDC_MINT), program: TOKEN_PROGRAM, decimals: 6, powers: {} };
/** Atomic units of a coin that everything here issues: a thousand million with six decimals. */
export const SUPPLY = 1_000_000_000_000_000n;

/** The first holder gets a half, the next one a third of what is left, and so on; the last one what remains. */
const DIVISORS = [2n, 3n, 4n, 5n, 1n] as const;

const MINT_BYTES = 82;
/** Where a mint or an account under Token-2022 says which of both it is, before its extensions. */
const KIND_AT = 165;
const KIND = { mint: 1, account: 2 } as const;
const FROZEN = 2;
const FEE_MAXIMUM = 1n << 62n;

/** A coin of the world's own. With powers it is one of Token-2022. */
export function coinOf(cast: Cast, name: string, powers: Powers | null = null): Coin {
  const program = powers ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM;
  return { mint: address(cast.person(`mint of ${name}`).address), program, decimals: 6, powers: powers ?? {} };
}

/** A mint's account. Nobody may mint or freeze, unless an authority is named. */
export function coinMintAccount(
  { mint, program, decimals, powers }: Coin,
  supply: bigint,
  authority: Address | null = null,
): AccountBytes {
  const extensions = mintExtensions(powers, mint);
  const end = KIND_AT + 1 + extensions.reduce((sum, { length }) => sum + 4 + length, 0);
  const layout = new Layout(extensions.length > 0 ? end : MINT_BYTES).u64(36, supply).u8(44, decimals).u8(45, 1);
  if (authority) layout.u32(0, 1).key(4, authority);
  if (extensions.length > 0) writeExtensions(layout, KIND.mint, extensions);
  return genesis({ address: mint, owner: program, data: layout.bytes() });
}

/** Tokens of an owner, in its associated account unless another is named. */
export function coinTokens(
  { mint, program, powers }: Coin,
  owner: Address,
  amount: bigint,
  at?: Address,
): AccountBytes {
  const extensions = accountExtensions(program, powers);
  const end = KIND_AT + extensions.reduce((sum, { length }) => sum + 4 + length, extensions.length > 0 ? 1 : 0);
  const layout = new Layout(end).key(0, mint).key(32, owner).u64(64, amount).u8(108, 1);
  if (extensions.length > 0) writeExtensions(layout, KIND.account, extensions);
  return genesis({ address: at ?? associatedTokenAddress(owner, mint, program), owner: program, data: layout.bytes() });
}

/** The holders of the supply of a coin, the largest first. */
export function holdersOf(cast: Cast, { mint }: Coin): readonly Actor[] {
  return DIVISORS.map((divisor) => cast.person(`holder ${divisor} of ${mint}`));
}

/**
 * The mint with its whole supply: the pools' part, and the rest in shares of a half, a third of the remainder and so on for holders with
 * no other facts.
 */
export function issued(cast: Cast, coin: Coin, pooled: bigint, supply = SUPPLY): readonly AccountBytes[] {
  const shares: AccountBytes[] = [];
  let left = supply - pooled;
  for (const [index, divisor] of DIVISORS.entries()) {
    const holder = holdersOf(cast, coin)[index];
    if (holder) shares.push(coinTokens(coin, address(holder.address), left / divisor));
    left -= left / divisor;
  }
  return [coinMintAccount(coin, supply), ...shares];
}

interface Extension {
  readonly type: number;
  readonly length: number;
  write?(layout: Layout, at: number): void;
}

function mintExtensions(powers: Powers, authority: Address): readonly Extension[] {
  const { fee, hook } = powers;
  const list: Extension[] = [];
  if (fee !== undefined)
    list.push({
      type: 1,
      length: 108,
      write: (layout, at) => {
        layout.key(at, authority).key(at + 32, authority);
        for (const term of [at + 72, at + 90]) layout.u64(term + 8, FEE_MAXIMUM).u16(term + 16, fee);
      },
    });
  if (powers.frozenByDefault) list.push({ type: 6, length: 1, write: (layout, at) => layout.u8(at, FROZEN) });
  if (powers.nonTransferable) list.push({ type: 9, length: 0 });
  if (powers.delegated) list.push({ type: 12, length: 32, write: (layout, at) => layout.key(at, authority) });
  if (powers.hookable) list.push({ type: 14, length: 64, write: (layout, at) => layout.key(at, authority) });
  if (hook) list.push({ type: 14, length: 64, write: (layout, at) => layout.key(at, authority).key(at + 32, hook) });
  if (powers.paused)
    list.push({ type: 26, length: 33, write: (layout, at) => layout.key(at, authority).u8(at + 32, 1) });
  return list;
}

/** The extensions that an account has to have room for; an immutable owner needs none. */
function accountExtensions(program: Address, powers: Powers): readonly Extension[] {
  if (program === TOKEN_PROGRAM) return [];
  return [
    { type: 7, length: 0 },
    ...(powers.fee === undefined ? [] : [{ type: 2, length: 8 }]),
    ...(powers.nonTransferable ? [{ type: 13, length: 0 }] : []),
    ...(powers.hook || powers.hookable ? [{ type: 15, length: 1 }] : []),
    ...(powers.paused ? [{ type: 27, length: 0 }] : []),
  ];
}

function writeExtensions(layout: Layout, kind: number, extensions: readonly Extension[]): void {
  layout.u8(KIND_AT, kind);
  let at = KIND_AT + 1;
  for (const { type, length, write } of extensions) {
    layout.u16(at, type).u16(at + 2, length);
    write?.(layout, at + 4);
    at += 4 + length;
  }
}
