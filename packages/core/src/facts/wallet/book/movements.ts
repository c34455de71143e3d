import { WRAPPED_SOL_MINT } from '#derive/effects/effect-type.ts';
import type { FlowClass } from '#rules/wallet/evidence/book.ts';
import type { TradeLedger } from './ledger.ts';
import { sumOfLots } from './lots.ts';
import { depositQuote, returnQuote } from './quotes.ts';
import { type Amount, DUST, type Reckoned } from './reckon.ts';

/**
 * Notes money that came from a program that holds units of the wallet. It may have paid for an unknown part of them, so units that never
 * come back are no loss. Returns true where only money and units came; then the money is no gain within the transaction.
 */
export function notePaid(ledger: TradeLedger, { effect, rose, fell, receipts, sol, coins, onward }: Reckoned): boolean {
  const { givenIn, givenOut, plain, deposits, programs } = effect;
  const [came, isOut] = [sol + givenOut, deposits.length > 0];
  const isMoney = came > DUST || coins.some(({ units }) => units > 0n);
  // Money that an unknown program pays beside a purchase counts as given. Strangers can give too, but the wallet signs its purchases. A
  // program that only keeps the bought units paid nothing.
  const isBeside = effect.signed && rose.length > 0 && programs.length > 1 && onward.length === 0;
  const isGiven = isBeside && (givenIn > DUST || plain.some((moved) => moved.in > 0n));
  const isSold = fell.some((amount) => !receipts.includes(amount));
  if (isSold || (!isGiven && (!isMoney || (isOut && rose.length === 0)))) return false;
  const isHeld = markPaid(ledger, programs);
  return isHeld && isMoney && !isOut && came >= -DUST && coins.every(({ units }) => units > 0n);
}

function markPaid({ holdings }: TradeLedger, programs: readonly string[]): boolean {
  return [...holdings.values()].filter((holding) => holding.notePaid(programs)).length > 0;
}

/** Tokens moved without a purchase or sale: transfers, burns, deposits and their returns. */
export function bookMovement(ledger: TradeLedger, reckoned: Reckoned, isPaid: boolean): void {
  const { effect, rose, fell, sol, sign, coins } = reckoned;
  const isCoinKept = moveCoins(ledger, reckoned) || isPaid;
  const kept = [
    isCoinKept,
    ...fell.map((amount) => leave(ledger, reckoned, amount)),
    ...rose.map((amount) => comeBack(ledger, reckoned, amount)),
    sign < 0 && depositQuote(ledger, reckoned, WRAPPED_SOL_MINT, -sol) > 0n,
    sign > 0 && returnQuote(ledger, reckoned, WRAPPED_SOL_MINT, sol) > 0n,
  ];
  // Money that came and went on into an escrow may have paid for the units.
  const isPassing = fell.length > 0 && sign === 0 && coins.length === 0;
  if (isPassing && effect.deposits.some(({ mint }) => !ledger.isKept(mint))) markPaid(ledger, effect.programs);
  const flow = kept.includes(true) ? 'orders' : movementFlow(reckoned);
  // A trading program moved tokens and SOL without a known order.
  if (flow === 'unclear' && sign !== 0) ledger.taint([...rose, ...fell].map(({ mint }) => mint));
  const coinFlow = isCoinKept ? 'orders' : coinFlowOf(reckoned);
  ledger.apart(reckoned, flow, coinFlow);
  if (coinFlow === 'atomic') noteAtomic(ledger, reckoned);
}

function movementFlow({ effect, rose, fell, sol, sign }: Reckoned): FlowClass {
  if (effect.service !== 'trade') return sol < 0n ? 'transfers_out' : 'transfers_in';
  return rose.length + fell.length === 0 && sign === 0 ? 'conversions' : 'unclear';
}

/** Coins that a trading program took without a known order count as lost; those that it paid to a signer as a gain within the transaction. */
function coinFlowOf({ effect, rose, fell, coins }: Reckoned): FlowClass | 'transfers' {
  if (effect.service !== 'trade') return 'transfers';
  if (rose.length + fell.length > 0) return 'unclear';
  return effect.signed || coins.some(({ units }) => units < 0n) ? 'atomic' : 'transfers_in';
}

function noteAtomic(ledger: TradeLedger, { coinChanges }: Reckoned): void {
  if (coinChanges.some(({ moved }) => moved > 0n)) ledger.atomicGains += 1;
  for (const { currency, moved } of coinChanges) if (moved < 0n) ledger.tallies[currency].atomicLosses -= moved;
}

function moveCoins(ledger: TradeLedger, reckoned: Reckoned): boolean {
  if (reckoned.effect.service !== 'trade') return false;
  const [only, ...more] = reckoned.coins;
  if (!only || more.length > 0) return false;
  const { mint, units } = only;
  const moved = units < 0n ? depositQuote(ledger, reckoned, mint, -units) : returnQuote(ledger, reckoned, mint, units);
  return moved > 0n;
}

/** SOL or coins against others: no profit. A loss within one currency is a cost, and a gain counts as nothing. */
export function bookConversion(ledger: TradeLedger, reckoned: Reckoned): void {
  const { sign, coinChanges } = reckoned;
  ledger.apart(reckoned, 'conversions');
  const [only, ...more] = coinChanges.filter(({ moved }) => moved !== 0n);
  if (sign === 0 && only && more.length === 0 && only.moved < 0n)
    ledger.tallies[only.currency].conversionLosses -= only.moved;
}

/** Units leave: burned, into an escrow, or to others. Returns whether a program keeps some. */
function leave(ledger: TradeLedger, { effect }: Reckoned, { mint, units }: Amount): boolean {
  const holding = ledger.leaving(mint);
  let left = units;
  for (const gone of effect.burned) {
    const part = gone.mint === mint ? atMost(gone.amount, left) : 0n;
    if (part === 0n) continue;
    const lots = holding.take(part);
    holding.position?.burn(sumOfLots(lots));
    left -= part;
  }
  let isKept = false;
  for (const deposit of effect.deposits) {
    const part = deposit.mint === mint ? atMost(deposit.amount, left) : 0n;
    if (part === 0n) continue;
    holding.deposit(part, deposit.account, effect.programs);
    isKept = true;
    left -= part;
  }
  if (left > 0n) ledger.transferOut(mint, holding.take(left));
  return isKept;
}

/**
 * Units come: from escrows of this transaction's programs with their basis, all others without. Returns whether any came from an
 * escrow.
 */
function comeBack(ledger: TradeLedger, reckoned: Reckoned, amount: Amount): boolean {
  const { programs } = reckoned.effect;
  const left = restoreFrom(ledger, reckoned, amount, ledger.holding(amount.mint).kept.keysOf(programs));
  if (left > 0n) markSpent(ledger, programs);
  return left < amount.units;
}

/** Units came from programs. Nothing shows which escrow of the wallet paid for them. */
function markSpent(ledger: TradeLedger, programs: readonly string[]): void {
  markPaid(ledger, programs);
  for (const key of ledger.quotesKept.keysOf(programs)) {
    const escrow = ledger.quoteEscrows.get(key);
    if (escrow) escrow.isSpent = true;
  }
}

function atMost(units: bigint, most: bigint): bigint {
  return units < most ? units : most;
}

/** Lending, staking or a market of collectibles without receipts: deposits may come back from the same program. */
export function bookService(ledger: TradeLedger, reckoned: Reckoned, flow: FlowClass): void {
  const { effect, rose, fell } = reckoned;
  for (const { mint, units } of fell) {
    const holding = ledger.leaving(mint);
    const account = effect.deposits.find((deposit) => deposit.mint === mint)?.account;
    holding.deposit(units, account ?? `program ${effect.programs[0] ?? ''}`, effect.programs);
  }
  for (const amount of rose) comeBack(ledger, reckoned, amount);
  ledger.apart(reckoned, flow);
}

/** Collectibles are no trades and have no lots. */
export function bookNft(ledger: TradeLedger, reckoned: Reckoned): void {
  for (const amount of reckoned.fell) leave(ledger, reckoned, amount);
  for (const amount of reckoned.rose) comeBack(ledger, reckoned, amount);
  ledger.apart(reckoned, 'nfts');
}

/**
 * A program minted or burned receipts for deposits. A deposit keeps its basis, and the same mint returns with it, up to the
 * deposited units. Bought receipts that are redeemed leave with their basis.
 */
export function bookReceipts(ledger: TradeLedger, reckoned: Reckoned, flow: FlowClass): void {
  const { effect, rose, fell, receipts } = reckoned;
  const keys = receipts.map(receiptKey);
  const isReceipt = new Set(receipts.map(({ mint }) => mint));
  for (const { mint, units } of fell) {
    const holding = ledger.leaving(mint);
    if (isReceipt.has(mint)) ledger.transferOut(mint, holding.takeReceipts(units));
    else holding.deposit(units, keys[0] ?? '', effect.programs);
  }
  for (const amount of rose) {
    if (isReceipt.has(amount.mint)) putReceipt(ledger, reckoned, amount);
    else restoreFrom(ledger, reckoned, amount, keys);
  }
  ledger.apart(reckoned, flow);
}

const receiptKey = ({ mint }: Amount) => `receipt ${mint}`;

function putReceipt(ledger: TradeLedger, reckoned: Reckoned, { mint, units }: Amount): void {
  const { order, time, receivedAt } = ledger.coming(reckoned);
  ledger.holding(mint).receipts.put({ order, units, basis: null, acquiredAt: time, receivedAt });
}

/** Units that were bought and went on at once: a deposit that keeps its basis, and the receipts for it. */
export function bookOnward(ledger: TradeLedger, reckoned: Reckoned): void {
  const { effect, onward, onwardReceipts } = reckoned;
  const [receipt] = onwardReceipts;
  // The exchange is called before the program that keeps the units.
  const programs = effect.programs.length > 1 ? effect.programs.slice(1) : effect.programs;
  for (const { account, mint, amount } of onward)
    ledger.holding(mint).deposit(amount, receipt ? receiptKey(receipt) : account, programs);
  for (const amount of onwardReceipts) putReceipt(ledger, reckoned, amount);
}

/** Returns the units that were in no escrow of these keys. */
function restoreFrom(ledger: TradeLedger, reckoned: Reckoned, { mint, units }: Amount, keys: Iterable<string>): bigint {
  const holding = ledger.holding(mint);
  let left = units;
  for (const key of keys) left -= left > 0n ? holding.restore(key, left) : 0n;
  if (left > 0n) holding.enterUnknown(left, ledger.coming(reckoned));
  return left;
}

/** Payment for something unknown: incoming units get no basis, and outgoing ones count as transferred out. */
export function bookUnclear(ledger: TradeLedger, reckoned: Reckoned): void {
  const { rose, fell } = reckoned;
  for (const { mint, units } of rose) ledger.holding(mint).enterUnknown(units, ledger.coming(reckoned));
  if (rose.length > 0) markSpent(ledger, reckoned.effect.programs);
  for (const { mint, units } of fell) ledger.transferOut(mint, ledger.take(mint, units));
  ledger.taint([...rose, ...fell].map(({ mint }) => mint));
  ledger.unclear(reckoned);
}
