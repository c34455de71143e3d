import type { TransactionInstruction } from '@solana/web3.js';
import { type Address, address, addressBytes } from 'assay-core/solana/address.ts';
import { associatedTokenAddress, derivationOf } from '#chain/derivation.ts';
import { PROGRAMS } from '#chain/programs.ts';
import { Script } from '../script.ts';
import type { AccountUse, ScriptValue, SignerSeed } from '../script-parts.ts';
import { FEE_PROGRAM, type PumpFees, type PumpRates, pumpBudget, pumpFees, without } from './pump-curve.ts';
import {
  AMOUNT_IN,
  bumpSeed,
  EVENT_AUTHORITY,
  type ExactInputSwap,
  headOf,
  MINIMUM_OUT,
  type PoolSide,
  signer,
  TOKEN_AMOUNT,
  transferTokens,
  VENUE_PROGRAMS,
  writable,
  writeAll,
} from './trade.ts';

/** A pool of PumpSwap, and where the fees of a trade go. Fees are in the quote. */
export interface PumpSwapPool {
  readonly address: Address;
  readonly base: PoolSide;
  readonly quote: PoolSide;
  /** Its token account for the quote, and the creator's, have to be there. */
  readonly feeRecipient: Address;
  readonly creatorAuthority: Address;
  /** True when the pool's account has the field for a virtual quote, which must not be negative. */
  readonly hasVirtualQuote: boolean;
  readonly seeds: readonly SignerSeed[];
}

/** Source of discriminators, order of accounts, errors: @pump-fun/pump-swap-sdk 1.20.0 `idl/pump_amm.json`. */
const HEAD = { buy: 'c62e1552b4d9e870', sell: '33e685a4017f83ad' } as const;
const ERROR = { exceededSlippage: 6004, belowMinimumBase: 6040 } as const;
const PROGRAM = VENUE_PROGRAMS.pumpSwap;
const GLOBAL_CONFIG = address('ADyA8hdefvWN2dbGGWFotbzWxrAvLW83WG6QCVXvJKqw');
const VOLUME = address('C2aFPdENg4A2HQsmrd5rTw5TaYBX5Ku887cWjbFKtZpw');
const FEE_CONFIG = address('5PHirr8joyTMp9JMm6nW7hNDVyEYdkzDqazxPD7RaTjx');
const VIRTUAL_QUOTE = 245;
const POOL_LENGTH_WITH_VIRTUAL_QUOTE = 261;

/** The pool in an account's data; the mints' programs and decimals stand elsewhere. */
export function pumpSwapPoolOf(of: {
  address: Address;
  data: Uint8Array;
  base: PoolSide;
  quote: PoolSide;
  creator: Address;
  feeRecipient: Address;
}): PumpSwapPool {
  const { data, base, quote } = of;
  const seeds = [
    Buffer.from('pool'),
    data.slice(9, 11),
    data.slice(11, 43),
    ...[base.mint, quote.mint].map(addressBytes),
  ];
  const slice = (offset: number, length: number): SignerSeed => ({ account: of.address, offset, length });
  return {
    address: of.address,
    base,
    quote,
    feeRecipient: of.feeRecipient,
    creatorAuthority: derivationOf([Buffer.from('creator_vault'), addressBytes(of.creator)], PROGRAM).address,
    hasVirtualQuote: data.length >= POOL_LENGTH_WITH_VIRTUAL_QUOTE,
    seeds: [
      'pool',
      slice(9, 2),
      slice(11, 32),
      { address: base.mint },
      { address: quote.mint },
      bumpSeed(PROGRAM, seeds),
    ],
  };
}

/** `buy_exact_quote_in`: `trade.amountIn` of the quote, fees included; the program may take a few units less. */
export function pumpSwapBuy(pool: PumpSwapPool, rates: PumpRates, trade: ExactInputSwap): TransactionInstruction {
  const head = headOf(HEAD.buy, [trade.amountIn, trade.minimumOut], [1]);
  const script = new Script(PROGRAM, head, accountsOf(pool, trade, 'buy'));
  script.log('Instruction: BuyExactQuoteIn');
  const fees = pumpBudget(script, script.argument(AMOUNT_IN), rates);
  const { base, quote } = reservesOf(script, pool);
  const swapped = script.subtract(fees.net, script.number(1));
  const amount = script.ratio(base, swapped, script.add(quote, swapped));
  script.require(amount, script.argument(MINIMUM_OUT), ERROR.belowMinimumBase);
  transferTokens(script, pool.base, {
    from: pool.base.vault,
    to: trade.to,
    by: pool.address,
    amount,
    seeds: pool.seeds,
  });
  const kept = fees.lp ? script.add(fees.net, fees.lp) : fees.net;
  for (const [to, part] of [[pool.quote.vault, kept] as const, ...shares(pool, fees)])
    transferTokens(script, pool.quote, { from: trade.from, to, by: trade.wallet, amount: part });
  writeAll(script, trade.writes);
  return script.instruction();
}

/** `sell`: exactly `trade.amountIn` of the base. */
export function pumpSwapSell(pool: PumpSwapPool, rates: PumpRates, trade: ExactInputSwap): TransactionInstruction {
  const head = headOf(HEAD.sell, [trade.amountIn, trade.minimumOut]);
  const script = new Script(PROGRAM, head, accountsOf(pool, trade, 'sell'));
  script.log('Instruction: Sell');
  const amount = script.argument(AMOUNT_IN);
  const { base, quote } = reservesOf(script, pool);
  const gross = script.ratio(quote, amount, script.add(base, amount));
  const fees = pumpFees(script, gross, rates);
  const received = without(script, gross, fees.total);
  script.require(received, script.argument(MINIMUM_OUT), ERROR.exceededSlippage);
  transferTokens(script, pool.base, { from: trade.from, to: pool.base.vault, by: trade.wallet, amount });
  const { address: by, seeds } = pool;
  for (const [to, part] of [[trade.to, received] as const, ...shares(pool, fees)])
    transferTokens(script, pool.quote, { from: pool.quote.vault, to, by, amount: part, seeds });
  writeAll(script, trade.writes);
  return script.instruction();
}

/** The reserves that the pool prices with. */
function reservesOf(script: Script, pool: PumpSwapPool): { readonly base: ScriptValue; readonly quote: ScriptValue } {
  const base = script.field(pool.base.vault, TOKEN_AMOUNT);
  const held = script.field(pool.quote.vault, TOKEN_AMOUNT);
  const quote = pool.hasVirtualQuote ? script.add(held, script.field(pool.address, VIRTUAL_QUOTE)) : held;
  return { base, quote };
}

function holdingOf({ quote }: PumpSwapPool, owner: Address): Address {
  return associatedTokenAddress(owner, quote.mint, quote.program);
}

function shares(pool: PumpSwapPool, fees: PumpFees): readonly (readonly [Address, ScriptValue])[] {
  const all = [[pool.feeRecipient, fees.protocol] as const, [pool.creatorAuthority, fees.creator] as const];
  return all.flatMap(([owner, fee]) => (fee ? [[holdingOf(pool, owner), fee] as const] : []));
}

function accountsOf(pool: PumpSwapPool, trade: ExactInputSwap, side: 'buy' | 'sell'): readonly AccountUse[] {
  const plain = (...list: readonly Address[]): readonly AccountUse[] => list.map((one) => ({ address: one }));
  const { base, quote } = pool;
  const [ofBase, ofQuote] = side === 'buy' ? [trade.to, trade.from] : [trade.from, trade.to];
  const volume = () =>
    derivationOf([Buffer.from('user_volume_accumulator'), addressBytes(trade.wallet)], PROGRAM).address;
  return [
    ...[writable(pool.address), signer(trade.wallet), ...plain(GLOBAL_CONFIG, base.mint, quote.mint)],
    ...[ofBase, ofQuote, base.vault, quote.vault].map(writable),
    ...[...plain(pool.feeRecipient), writable(holdingOf(pool, pool.feeRecipient))],
    ...plain(base.program, quote.program, address(PROGRAMS.system), address(PROGRAMS.associatedToken)),
    ...plain(EVENT_AUTHORITY.pumpSwap, PROGRAM),
    ...[writable(holdingOf(pool, pool.creatorAuthority)), ...plain(pool.creatorAuthority)],
    ...(side === 'buy' ? [...plain(VOLUME), writable(volume())] : []),
    ...plain(FEE_CONFIG, FEE_PROGRAM),
  ];
}
