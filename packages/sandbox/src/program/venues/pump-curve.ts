import type { TransactionInstruction } from '@solana/web3.js';
import { type Address, address, addressBytes } from 'assay-core/solana/address.ts';
import { associatedTokenAddress, derivationOf } from '#chain/derivation.ts';
import { PROGRAMS } from '#chain/programs.ts';
import { Script } from '../script.ts';
import { type AccountUse, little, type ScriptValue, type SignerSeed } from '../script-parts.ts';
import {
  AMOUNT_IN,
  EVENT_AUTHORITY,
  type ExactInputSwap,
  headOf,
  MINIMUM_OUT,
  type PoolSide,
  shift,
  showEvent,
  signer,
  transferLamports,
  transferTokens,
  VENUE_PROGRAMS,
  writable,
  writeAll,
} from './trade.ts';

/** Keeps the fee schedules of pump.fun's curves and of PumpSwap. */
export const FEE_PROGRAM = address('pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ');

const BPS = 10_000;

/** A curve that is quoted in native SOL, and where the fees of a trade go. */
export interface PumpCurve {
  readonly address: Address;
  /** The coin; its vault is the curve's token account. */
  readonly side: PoolSide;
  readonly creator: Address;
  /** Gets the creator's fee: an address that follows from the creator. It needs rent of its own before. */
  readonly creatorVault: Address;
  readonly feeRecipient: Address;
  readonly seeds: readonly SignerSeed[];
}

/** A trade without the side of the lamports: a buy has no `from`, a sell no `to`. `holding` is the wallet's token account. */
export interface CurveTrade extends Omit<ExactInputSwap, 'from' | 'to'> {
  readonly holding: Address;
}

/** Source of discriminators, order of accounts, events, errors: pump-public-docs `idl/pump.json`. */
const HEAD = { buy: '38fc74089edfcd5f', sell: '33e685a4017f83ad' } as const;
const TRADE_EVENT = Buffer.from('bddb7fd34ee661ee', 'hex');
const ERROR = { tooLittleSol: 6003, belowMinimumTokens: 6042 } as const;
const PROGRAM = VENUE_PROGRAMS.pumpCurve;
const SYSTEM = address(PROGRAMS.system);
const GLOBAL = address('4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf');
const VOLUME = address('Hq2wp8uJ9jCPsYgNHex8RtqdvMPfVGoYwjvF1ATiwn2Y');
const FEE_CONFIG = address('8Wf5TiAheLUqBrKXeYg2JtAFFMWtKdG2BSFgqUcPVwTt');
/** Offsets in `BondingCurve`. */
const AT = { virtualToken: 8, virtualSol: 16, realToken: 24, realSol: 32, complete: 48 } as const;

/** The curve of a coin of pump.fun (six decimals). */
export function pumpCurveOf(of: {
  mint: Address;
  program: Address;
  creator: Address;
  feeRecipient: Address;
}): PumpCurve {
  const { mint, program, creator, feeRecipient } = of;
  const seeds = [Buffer.from('bonding-curve'), addressBytes(mint)];
  const { address: curve, bump } = derivationOf(seeds, PROGRAM);
  return {
    address: curve,
    side: { mint, program, decimals: 6, vault: associatedTokenAddress(curve, mint, program) },
    creator,
    creatorVault: derivationOf([Buffer.from('creator-vault'), addressBytes(creator)], PROGRAM).address,
    feeRecipient,
    seeds: ['bonding-curve', { address: mint }, Buffer.of(bump)],
  };
}

/** `buy_exact_sol_in`: `trade.amountIn` lamports, fees included; the program may take a few less. */
export function curveBuy(curve: PumpCurve, rates: PumpRates, trade: CurveTrade): TransactionInstruction {
  const head = headOf(HEAD.buy, [trade.amountIn, trade.minimumOut], [1]);
  const script = new Script(PROGRAM, head, accountsOf(curve, trade, 'buy'));
  script.log('Instruction: BuyExactSolIn');
  const fees = pumpBudget(script, script.argument(AMOUNT_IN), rates);
  const [tokens, sol] = [script.field(curve.address, AT.virtualToken), script.field(curve.address, AT.virtualSol)];
  const swapped = script.subtract(fees.net, script.number(1));
  const amount = script.ratio(swapped, tokens, script.add(sol, swapped));
  script.require(amount, script.argument(MINIMUM_OUT), ERROR.belowMinimumTokens);
  const { address: by, side, seeds } = curve;
  transferTokens(script, side, { from: side.vault, to: trade.holding, by, amount, seeds });
  for (const [to, lamports] of [[curve.address, fees.net] as const, ...shares(curve, fees)])
    transferLamports(script, SYSTEM, trade.wallet, to, lamports);
  const after = move(script, curve, { tokens: 'subtract', sol: 'add' }, amount, fees.net);
  // Once the last token is sold the flag at this offset becomes 1; the u64 there has it as its lowest byte.
  const one = script.number(1);
  shift(script, curve.address, AT.complete, 'add', script.subtract(one, script.least(one, after.realToken)));
  show(script, { curve, rates, trade, fees, side: 'buy', tokens: amount, sol: fees.net, after });
  writeAll(script, trade.writes);
  return script.instruction();
}

/** `sell`: exactly `trade.amountIn` tokens. The lamports come from the curve itself. */
export function curveSell(curve: PumpCurve, rates: PumpRates, trade: CurveTrade): TransactionInstruction {
  const head = headOf(HEAD.sell, [trade.amountIn, trade.minimumOut]);
  const script = new Script(PROGRAM, head, accountsOf(curve, trade, 'sell'));
  script.log('Instruction: Sell');
  const amount = script.argument(AMOUNT_IN);
  const [tokens, sol] = [script.field(curve.address, AT.virtualToken), script.field(curve.address, AT.virtualSol)];
  const gross = script.ratio(sol, amount, script.add(tokens, amount));
  const fees = pumpFees(script, gross, rates);
  const received = without(script, gross, fees.total);
  script.require(received, script.argument(MINIMUM_OUT), ERROR.tooLittleSol);
  const { side } = curve;
  transferTokens(script, side, { from: trade.holding, to: side.vault, by: trade.wallet, amount });
  const after = move(script, curve, { tokens: 'add', sol: 'subtract' }, amount, gross);
  show(script, { curve, rates, trade, fees, side: 'sell', tokens: amount, sol: gross, after });
  for (const [to, lamports] of [[trade.wallet, received] as const, ...shares(curve, fees)])
    script.pay(curve.address, to, lamports);
  writeAll(script, trade.writes);
  return script.instruction();
}

function shares(curve: PumpCurve, fees: PumpFees): readonly (readonly [Address, ScriptValue])[] {
  const all = [[curve.feeRecipient, fees.protocol] as const, [curve.creatorVault, fees.creator] as const];
  return all.flatMap(([to, fee]) => (fee ? [[to, fee] as const] : []));
}

/** The reserves after the trade. */
function move(
  script: Script,
  { address: at }: PumpCurve,
  by: { tokens: 'add' | 'subtract'; sol: 'add' | 'subtract' },
  tokens: ScriptValue,
  sol: ScriptValue,
) {
  return {
    virtualToken: shift(script, at, AT.virtualToken, by.tokens, tokens),
    virtualSol: shift(script, at, AT.virtualSol, by.sol, sol),
    realToken: shift(script, at, AT.realToken, by.tokens, tokens),
    realSol: shift(script, at, AT.realSol, by.sol, sol),
  };
}

interface Shown {
  readonly curve: PumpCurve;
  readonly rates: PumpRates;
  readonly trade: CurveTrade;
  readonly fees: PumpFees;
  readonly side: 'buy' | 'sell';
  readonly tokens: ScriptValue;
  readonly sol: ScriptValue;
  readonly after: ReturnType<typeof move>;
}

/** `TradeEvent`, with zeros for volumes, cashback, buyback and rewards, and native SOL as the quote. */
function show(script: Script, { curve, rates, trade, fees, side, tokens, sol, after }: Shown): void {
  const zero = script.number(0);
  const flag = Buffer.from([side === 'buy' ? 1 : 0]);
  const name = Buffer.from(side === 'buy' ? 'buy_exact_sol_in' : 'sell');
  showEvent(script, 'pumpCurve', [
    ...[TRADE_EVENT, { address: curve.side.mint }, sol, tokens, flag, { address: trade.wallet }, script.time()],
    ...[after.virtualSol, after.virtualToken, after.realSol, after.realToken, { address: curve.feeRecipient }],
    ...[script.number(rates.protocol), fees.protocol ?? zero, { address: curve.creator }],
    ...[script.number(rates.creator), fees.creator ?? zero, flag, zero, zero, zero, zero],
    ...[little(name.length, 4), name, Buffer.from([0]), zero, zero, zero, zero, little(0, 4), { address: SYSTEM }],
    ...[sol, after.virtualSol, after.realSol, zero, zero],
  ]);
}

function accountsOf(curve: PumpCurve, trade: CurveTrade, side: 'buy' | 'sell'): readonly AccountUse[] {
  const plain = (one: Address): AccountUse => ({ address: one });
  const { mint, vault, program } = curve.side;
  const first = [plain(GLOBAL), writable(curve.feeRecipient), plain(mint), writable(curve.address), writable(vault)];
  const user = [writable(trade.holding), signer(trade.wallet), plain(SYSTEM)];
  const own = [plain(EVENT_AUTHORITY.pumpCurve), plain(PROGRAM)];
  const fee = [plain(FEE_CONFIG), plain(FEE_PROGRAM)];
  if (side === 'sell') return [...first, ...user, writable(curve.creatorVault), plain(program), ...own, ...fee];
  return [
    ...first,
    ...user,
    plain(program),
    writable(curve.creatorVault),
    ...own,
    plain(VOLUME),
    writable(volumeOf(trade.wallet)),
    ...fee,
  ];
}

/** Where the program counts what a wallet traded. */
function volumeOf(wallet: Address): Address {
  return derivationOf([Buffer.from('user_volume_accumulator'), addressBytes(wallet)], PROGRAM).address;
}

/** Rates in basis points, from whichever tier counts; a curve has no liquidity providers. */
export interface PumpRates {
  readonly lp?: number;
  readonly protocol: number;
  readonly creator: number;
}

/** Fees in atomic units of the quote; null where the rate is 0. `total` is null without any. */
export interface PumpFees {
  readonly lp: ScriptValue | null;
  readonly protocol: ScriptValue | null;
  readonly creator: ScriptValue | null;
  readonly total: ScriptValue | null;
}

/** The fees on an amount, each rounded up. */
export function pumpFees(script: Script, amount: ScriptValue, rates: PumpRates): PumpFees {
  const on = (rate = 0) => (rate === 0 ? null : script.ratioUp(amount, script.number(rate), script.number(BPS)));
  const fees = { lp: on(rates.lp), protocol: on(rates.protocol), creator: on(rates.creator) };
  return { ...fees, total: sumOf(script, Object.values(fees)) };
}

/**
 * The rest of a budget for the swap, and the fees on top of it. They are charged on a first estimate; if their rounding overshoots, the
 * excess comes off the swapped part. The same as `splitBudget` of the venues `pump-fees`.
 */
export function pumpBudget(
  script: Script,
  budget: ScriptValue,
  rates: PumpRates,
): PumpFees & { readonly net: ScriptValue } {
  const whole = BPS + (rates.lp ?? 0) + rates.protocol + rates.creator;
  const estimate = script.ratio(budget, script.number(BPS), script.number(whole));
  const fees = pumpFees(script, estimate, rates);
  const wanted = fees.total ? script.add(estimate, fees.total) : estimate;
  const excess = script.subtract(script.most(wanted, budget), budget);
  return { ...fees, net: script.subtract(estimate, excess) };
}

/** The rest of an amount after fees. */
export function without(script: Script, amount: ScriptValue, fee: ScriptValue | null): ScriptValue {
  return fee ? script.subtract(amount, fee) : amount;
}

/** The sum of those that are there. */
function sumOf(script: Script, values: readonly (ScriptValue | null)[]): ScriptValue | null {
  return values.reduce((sum, one) => (sum && one ? script.add(sum, one) : (sum ?? one)), null);
}
