import type { TransactionInstruction } from '@solana/web3.js';
import { type Address, address } from 'assay-core/solana/address.ts';
import { Script } from '../script.ts';
import { type AccountUse, little, type ScriptValue, type SignerSeed } from '../script-parts.ts';
import {
  AMOUNT_IN,
  arrivedTokens,
  type ExactInputSwap,
  headOf,
  MINIMUM_OUT,
  type PoolSide,
  shift,
  signer,
  TOKEN_AMOUNT,
  transferTokens,
  VENUE_PROGRAMS,
  writable,
  writeAll,
} from './trade.ts';

/** A pool as the program's `swap_base_input` knows it; sides in the pool's own order. */
export interface CpmmSwapPool {
  readonly address: Address;
  readonly config: Address;
  readonly observation: Address;
  readonly sides: readonly [PoolSide, PoolSide];
  /** The creator's fee: none, always on the input, or on whichever leg is the side with the index. */
  readonly creatorFeeOn: 'none' | 'input' | 0 | 1;
}

/** Source of discriminator, order of accounts, errors: raydium-io/raydium-cp-swap `instructions/swap_base_input.rs`. */
const SWAP_BASE_INPUT = '8fbe5adac41e33de';
const SWAP_EVENT = Buffer.from('40c6cde8260871e2', 'hex');
const ERROR = { exceededSlippage: 6005, zeroTradingTokens: 6006 } as const;
/** Signs for the vaults of all pools. */
const AUTHORITY = address('GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL');
const AUTHORITY_SEEDS: readonly SignerSeed[] = ['vault_and_lp_mint_auth_seed', Buffer.from([253])];

/** Offsets in `PoolState` (of the first side; the second follows) and `AmmConfig`. */
const OWED = { protocol: 341, fund: 357, creator: 397 } as const;
const RATE = { trade: 12, protocol: 20, fund: 28, creator: 108 } as const;
const PARTS = 1_000_000;

/**
 * A swap of exactly `trade.amountIn` of the side with the index `input`. The program reads vaults, owed amounts and rates from their
 * accounts, computes the output and the new owed amounts, and pays.
 */
export function cpmmSwap(pool: CpmmSwapPool, input: 0 | 1, trade: ExactInputSwap): TransactionInstruction {
  const output = input === 0 ? 1 : 0;
  const [entering, leaving] = [pool.sides[input], pool.sides[output]];
  const head = headOf(SWAP_BASE_INPUT, [trade.amountIn, trade.minimumOut]);
  const script = new Script(VENUE_PROGRAMS.raydiumCpmm, head, accountsOf(pool, entering, leaving, trade));
  script.log('Instruction: SwapBaseInput');
  const [reserveIn, reserveOut] = [reserve(script, pool, input), reserve(script, pool, output)];
  const offered = script.argument(AMOUNT_IN);
  const spent = arrivedTokens(script, entering.vault, () =>
    transferTokens(script, entering, { from: trade.from, to: entering.vault, by: trade.wallet, amount: offered }),
  );
  const fees = feesOn(script, pool, input, spent);
  const net = script.subtract(spent, fees.input);
  const swapped = script.ratio(net, reserveOut, script.add(reserveIn, net));
  const creatorOut = fees.creatorRateOut && script.ratioUp(swapped, fees.creatorRateOut, script.number(PARTS));
  const amount = creatorOut ? script.subtract(swapped, creatorOut) : swapped;
  script.require(amount, script.number(1), ERROR.zeroTradingTokens);
  const received = arrivedTokens(script, trade.to, () =>
    transferTokens(script, leaving, {
      from: leaving.vault,
      to: trade.to,
      by: AUTHORITY,
      amount,
      seeds: AUTHORITY_SEEDS,
    }),
  );
  script.require(received, script.argument(MINIMUM_OUT), ERROR.exceededSlippage);
  owe(script, pool, OWED.protocol, input, fees.protocol);
  owe(script, pool, OWED.fund, input, fees.fund);
  if (fees.creatorIn) owe(script, pool, OWED.creator, input, fees.creatorIn);
  if (creatorOut) owe(script, pool, OWED.creator, output, creatorOut);
  const zero = script.number(0);
  script.event([
    ...[SWAP_EVENT, { address: pool.address }, reserveIn, reserveOut, spent, amount],
    ...[script.subtract(offered, spent), script.subtract(amount, received), Buffer.from([1])],
    ...[{ address: entering.mint }, { address: leaving.mint }, fees.trade, fees.creatorIn ?? creatorOut ?? zero],
    little(creatorOut ? 0 : 1, 1),
  ]);
  writeAll(script, trade.writes);
  return script.instruction();
}

/** The balance of a vault beyond the parts of protocol, fund and creator. */
function reserve(script: Script, pool: CpmmSwapPool, side: 0 | 1): ScriptValue {
  const held = script.field(pool.sides[side].vault, TOKEN_AMOUNT);
  const owed = Object.values(OWED).map((offset) => script.field(pool.address, offset + 8 * side));
  return owed.reduce((left, part) => script.subtract(left, part), held);
}

/** The fees of an input: one fee rounded up, which a creator's fee on the input shares with the trade fee. */
function feesOn(script: Script, pool: CpmmSwapPool, input: 0 | 1, spent: ScriptValue) {
  const { config, creatorFeeOn } = pool;
  const parts = script.number(PARTS);
  const tradeRate = script.field(config, RATE.trade);
  const creatorRate = creatorFeeOn === 'none' ? null : script.field(config, RATE.creator);
  const onInput = creatorRate !== null && (creatorFeeOn === 'input' || creatorFeeOn === input);
  const rate = onInput ? script.add(tradeRate, creatorRate) : tradeRate;
  const fee = script.ratioUp(spent, rate, parts);
  const creatorIn = onInput ? script.ratio(fee, creatorRate, rate) : null;
  const trade = creatorIn ? script.subtract(fee, creatorIn) : fee;
  return {
    input: fee,
    trade,
    creatorIn,
    creatorRateOut: onInput ? null : creatorRate,
    protocol: script.ratio(trade, script.field(config, RATE.protocol), parts),
    fund: script.ratio(trade, script.field(config, RATE.fund), parts),
  };
}

function owe(script: Script, pool: CpmmSwapPool, offset: number, side: 0 | 1, amount: ScriptValue): void {
  shift(script, pool.address, offset + 8 * side, 'add', amount);
}

function accountsOf(
  pool: CpmmSwapPool,
  entering: PoolSide,
  leaving: PoolSide,
  trade: ExactInputSwap,
): readonly AccountUse[] {
  return [
    signer(trade.wallet),
    { address: AUTHORITY },
    { address: pool.config },
    ...[pool.address, trade.from, trade.to, entering.vault, leaving.vault].map(writable),
    ...[entering.program, leaving.program, entering.mint, leaving.mint].map((one) => ({ address: one })),
    writable(pool.observation),
  ];
}
