import type { TransactionInstruction } from '@solana/web3.js';
import { type Address, address, addressBytes } from 'assay-core/solana/address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { PROGRAMS } from '#chain/programs.ts';
import { Script } from '../script.ts';
import type { AccountUse, SignerSeed } from '../script-parts.ts';
import {
  AMOUNT_IN,
  arrivedTokens,
  bumpSeed,
  EVENT_AUTHORITY,
  type ExactInputSwap,
  headOf,
  MINIMUM_OUT,
  type PoolSide,
  signer,
  transferTokens,
  VENUE_PROGRAMS,
  writable,
  writeAll,
} from './trade.ts';

/**
 * A pool whose price moves along ticks or bins. The sandbox's program does not walk them: the trade says what comes out
 * (from the venue's own quote) and which bytes change; transfers, signatures and the least output are still the chain's.
 */
export interface ConcentratedPool {
  readonly address: Address;
  readonly sides: readonly [PoolSide, PoolSide];
  readonly oracle: Address;
  /** Tick or bin arrays that the trade touches, in its direction. */
  readonly arrays: readonly Address[];
  /** The seeds that the pool signs for its vaults with. */
  readonly seeds: readonly SignerSeed[];
}

/** A trade with what it pays, in atomic units as they leave the vault. */
export interface QuotedSwap extends ExactInputSwap {
  readonly amountOut: bigint;
}

const MEMO = address(PROGRAMS.memo);
const NO_PRICE_LIMIT = new Array<number>(16).fill(0);
const plain = (...list: readonly Address[]): readonly AccountUse[] => list.map((one) => ({ address: one }));

/** The seeds of a Whirlpool. */
export function whirlpoolSeeds(
  pool: Address,
  data: Uint8Array,
  mints: readonly [Address, Address],
): readonly SignerSeed[] {
  const keys = [data.slice(8, 40), ...mints.map(addressBytes), data.slice(43, 45)];
  const bump = bumpSeed(VENUE_PROGRAMS.orcaWhirlpool, [Buffer.from('whirlpool'), ...keys]);
  const slice = (offset: number, length: number): SignerSeed => ({ account: pool, offset, length });
  return ['whirlpool', slice(8, 32), ...mints.map((mint) => ({ address: mint })), slice(43, 2), bump];
}

/** The seeds of a pool of Raydium CLMM at its canonical address. */
export function clmmSeeds(config: Address, mints: readonly [Address, Address]): readonly SignerSeed[] {
  const bump = bumpSeed(VENUE_PROGRAMS.raydiumClmm, [Buffer.from('pool'), ...[config, ...mints].map(addressBytes)]);
  return ['pool', ...[config, ...mints].map((one) => ({ address: one })), bump];
}

/** The seeds of a pool of Meteora DLMM that was made with a preset or by a customizing creator. `lower` by the mints' bytes. */
export function dlmmSeeds(base: Address, lower: Address, higher: Address): readonly SignerSeed[] {
  const bump = bumpSeed(VENUE_PROGRAMS.meteoraDlmm, [base, lower, higher].map(addressBytes));
  return [addressBytes(base), { address: lower }, { address: higher }, bump];
}

/** Orca's `swap_v2`; side 0 is token A. Source: orca-so/whirlpools `instructions/v2/swap.rs`. */
export function whirlpoolSwap(pool: ConcentratedPool, input: 0 | 1, trade: QuotedSwap): TransactionInstruction {
  const [a, b] = pool.sides;
  const [ofA, ofB] = input === 0 ? [trade.from, trade.to] : [trade.to, trade.from];
  const rest = [...NO_PRICE_LIMIT, 1, input === 0 ? 1 : 0, 0];
  const accounts = [
    ...[...plain(a.program, b.program, MEMO), signer(trade.wallet), writable(pool.address), ...plain(a.mint, b.mint)],
    ...[ofA, a.vault, ofB, b.vault, ...pool.arrays, pool.oracle].map(writable),
  ];
  const script = scriptOf('orcaWhirlpool', headOf('2b04ed0b1ac91e62', amountsOf(trade), rest), accounts);
  script.log('Instruction: SwapV2');
  return swap(script, pool, input, trade, 6036);
}

/** Raydium's `swap_v2`. Source: raydium-io/raydium-clmm `instructions/swap_v2.rs`. */
export function clmmSwap(
  pool: ConcentratedPool & { readonly config: Address },
  input: 0 | 1,
  trade: QuotedSwap,
): TransactionInstruction {
  const [entering, leaving] = ordered(pool, input);
  const accounts = [
    ...[signer(trade.wallet), ...plain(pool.config)],
    ...[pool.address, trade.from, trade.to, entering.vault, leaving.vault, pool.oracle].map(writable),
    ...plain(TOKEN_PROGRAM, TOKEN_2022_PROGRAM, MEMO, entering.mint, leaving.mint),
    ...pool.arrays.map(writable),
  ];
  const script = scriptOf(
    'raydiumClmm',
    headOf('2b04ed0b1ac91e62', amountsOf(trade), [...NO_PRICE_LIMIT, 1]),
    accounts,
  );
  script.log('Instruction: SwapV2');
  return swap(script, pool, input, trade, 6018);
}

/** Meteora's `swap`; side 0 is token X. Source: MeteoraAg/dlmm-sdk `idls/dlmm.json`. */
export function dlmmSwap(pool: ConcentratedPool, input: 0 | 1, trade: QuotedSwap): TransactionInstruction {
  const [x, y] = pool.sides;
  const program = VENUE_PROGRAMS.meteoraDlmm;
  // An optional account that is not there is spelled as the program's own address.
  const accounts = [
    ...[writable(pool.address), ...plain(program)],
    ...[x.vault, y.vault, trade.from, trade.to].map(writable),
    ...[...plain(x.mint, y.mint), writable(pool.oracle), ...plain(program), signer(trade.wallet)],
    ...plain(x.program, y.program, EVENT_AUTHORITY.meteoraDlmm, program),
    ...pool.arrays.map(writable),
  ];
  const script = scriptOf('meteoraDlmm', headOf('f8c69e91e17587c8', amountsOf(trade)), accounts);
  script.log('Instruction: Swap');
  return swap(script, pool, input, trade, 6003);
}

function amountsOf({ amountIn, minimumOut }: ExactInputSwap): readonly bigint[] {
  return [amountIn, minimumOut];
}

function scriptOf(venue: keyof typeof VENUE_PROGRAMS, head: Uint8Array, accounts: readonly AccountUse[]): Script {
  return new Script(VENUE_PROGRAMS[venue], head, accounts);
}

function ordered({ sides: [first, second] }: ConcentratedPool, input: 0 | 1): readonly [PoolSide, PoolSide] {
  return input === 0 ? [first, second] : [second, first];
}

function swap(
  script: Script,
  pool: ConcentratedPool,
  input: 0 | 1,
  trade: QuotedSwap,
  slippage: number,
): TransactionInstruction {
  const [entering, leaving] = ordered(pool, input);
  const { from, to, wallet, amountOut, writes } = trade;
  transferTokens(script, entering, { from, to: entering.vault, by: wallet, amount: script.argument(AMOUNT_IN) });
  const amount = script.number(amountOut);
  const { address: by, seeds } = pool;
  const received = arrivedTokens(script, to, () =>
    transferTokens(script, leaving, { from: leaving.vault, to, by, amount, seeds }),
  );
  script.require(received, script.argument(MINIMUM_OUT), slippage);
  writeAll(script, writes);
  return script.instruction();
}
