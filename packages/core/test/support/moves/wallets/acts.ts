import { pumpCurveAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { type Address, addressBytes, SYSTEM_PROGRAM } from '#solana/address.ts';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { curveAddress } from '#venues/pump-curve/layout.ts';
import { PUMP_PROGRAM } from '#venues/pump-fees/programs.ts';
import { USDC } from '../../recorded-worlds.ts';
import { type Event, type MovesChain, named } from '../chain.ts';
import { tokenTransferOf, transferOf } from '../transfers.ts';

/** Rent of a token account, in lamports. */
export const RENT = 2_039_280n;
const RENT_BYTES = 165;
export const UNKNOWN_VENUE = named('a program that trades and that nobody knows');
export const LENDER = named('a program that lends and that nobody knows');
/** Reserves of every market, so large that no trade matters to them. Atomic units. */
const AMPLE = 10n ** 17n;

type Call = Event['instructions'][number];

const curves = new Map<Address, Address>();

/** Where a coin is sold: its curve, a pool of a program that nobody knows, a pool against dollars, or one of dollars against SOL. */
export interface Market {
  readonly program: Address;
  readonly pool: Address;
  readonly mint: Address;
  /** The pool's account for the coin, and the one for what it pays with; null: lamports of the pool itself. */
  readonly coins: Address;
  readonly money: Address | null;
}

export const mintOf = (coin: number): Address => named(`coin ${coin}`);
export const accountFor = (owner: Address, mint: Address): Address => named(`account of ${owner} for ${mint}`);

/** A market of a coin, with its reserves put on the chain. Only one against dollars does not pay in lamports. */
export function marketOf(chain: MovesChain, mint: Address, kind: 'curve' | 'unknown' | 'usd' | 'hub'): Market {
  const pool = kind === 'curve' ? curveOf(mint) : named(`${kind} market of ${mint}`, false);
  const coins = accountFor(pool, mint);
  const money = kind === 'usd' ? accountFor(pool, USDC) : null;
  if (chain.lamports(pool) === 0n) {
    for (const at of [pool, coins, ...(money ? [money] : [])]) chain.enrich(at);
    chain.stock({ account: coins, owner: pool, mint, by: AMPLE });
    if (money) chain.stock({ account: money, owner: pool, mint: USDC, by: AMPLE });
  }
  return { program: kind === 'unknown' ? UNKNOWN_VENUE : PUMP_PROGRAM, pool, mint, coins, money };
}

function curveOf(mint: Address): Address {
  const found = curves.get(mint) ?? curveAddress(mint);
  curves.set(mint, found);
  return found;
}

/** Instructions of a transaction in the making, with what they change. */
export class Act {
  readonly #payer: Address;
  readonly #slot: number;
  readonly #chain: MovesChain;
  readonly #calls: Call[] = [];
  readonly #inner: (readonly [number, Call])[] = [];
  readonly #lamports: (readonly [Address, bigint])[] = [];
  readonly #tokens = new Map<Address, NonNullable<Event['tokens']>[number]>();

  constructor(chain: MovesChain, payer: Address, slot: number) {
    this.#chain = chain;
    this.#payer = payer;
    this.#slot = slot;
  }

  /** A plain transfer of lamports. */
  give(from: Address, to: Address, lamports: bigint): this {
    this.#calls.push(transferOf(from, to, lamports));
    return this.pay(from, to, lamports);
  }

  /** Lamports that change hands without an instruction of their own. */
  pay(from: Address, to: Address, lamports: bigint): this {
    this.#lamports.push([from, -lamports], [to, lamports]);
    return this;
  }

  /** Opens somebody's account for a mint at the cost of the payer. */
  open(owner: Address, mint: Address): this {
    const account = accountFor(owner, mint);
    const at = this.#calls.length;
    const keys = [this.#payer, account, owner, mint, SYSTEM_PROGRAM, TOKEN_PROGRAM];
    this.#calls.push({ program: ASSOCIATED_TOKEN_PROGRAM, accounts: keys, data: Uint8Array.of(1) });
    this.#inner.push([at, createOf(this.#payer, account)], [at, initializeOf(account, mint, owner)]);
    this.move(account, owner, mint, 0n);
    return this.pay(this.#payer, account, RENT);
  }

  /** Closes somebody's empty account. */
  close(owner: Address, mint: Address): this {
    const account = accountFor(owner, mint);
    this.#calls.push({ program: TOKEN_PROGRAM, accounts: [account, owner, owner], data: Uint8Array.of(9) });
    this.move(account, owner, mint, 0n);
    const moved = this.#tokens.get(account);
    if (moved) this.#tokens.set(account, { ...moved, closes: true });
    return this.pay(account, owner, RENT);
  }

  /** A plain transfer of tokens between two owners' accounts. */
  send(mint: Address, from: Address, to: Address, amount: bigint): this {
    const route = [accountFor(from, mint), accountFor(to, mint)] as const;
    this.#calls.push(tokenTransferOf(TOKEN_PROGRAM, route, from, amount));
    this.move(route[0], from, mint, -amount);
    return this.move(route[1], to, mint, amount);
  }

  /** Puts tokens under a program, or lamports where the mint is null. An `amount` of lamports below 0 takes them out. */
  deposit(program: Address, owner: Address, mint: Address | null, amount: bigint): this {
    const at = this.#calls.length;
    const vault = named(`vault of ${program}`, false);
    if (mint === null) {
      this.#calls.push({ program, accounts: [owner, vault], data: Uint8Array.of(2) });
      if (amount > 0n) this.#inner.push([at, transferOf(owner, vault, amount)]);
      return this.pay(owner, vault, amount);
    }
    const route = [accountFor(owner, mint), accountFor(vault, mint)] as const;
    this.#calls.push({ program, accounts: [owner, vault, ...route], data: Uint8Array.of(3) });
    this.#inner.push([at, tokenTransferOf(TOKEN_PROGRAM, route, owner, amount)]);
    this.move(route[0], owner, mint, -amount);
    return this.move(route[1], vault, mint, amount);
  }

  burn(owner: Address, mint: Address, amount: bigint): this {
    const account = accountFor(owner, mint);
    const data = new Uint8Array(9);
    data[0] = 8;
    new DataView(data.buffer).setBigUint64(1, amount, true);
    this.#calls.push({ program: TOKEN_PROGRAM, accounts: [account, mint, owner], data });
    return this.move(account, owner, mint, -amount);
  }

  /** A swap on a market: `units` above 0 are bought, below 0 sold; `paid` in lamports, or in units of the market's money. */
  swap(who: Address, { program, pool, mint, coins, money }: Market, units: bigint, paid: bigint): this {
    const at = this.#calls.length;
    const own = accountFor(who, mint);
    const dollars = money && accountFor(who, USDC);
    const accounts = [who, pool, mint, coins, own, ...(money && dollars ? [money, dollars] : [])];
    this.#calls.push({ program, accounts, data: Uint8Array.of(248, 198, 158, 145, 225, 117, 135, 200) });
    const isPurchase = units > 0n;
    const amount = isPurchase ? units : -units;
    const route: readonly [Address, Address] = isPurchase ? [coins, own] : [own, coins];
    this.#inner.push([at, tokenTransferOf(TOKEN_PROGRAM, route, isPurchase ? pool : who, amount)]);
    this.move(coins, pool, mint, -units);
    this.move(own, who, mint, units);
    if (!money || !dollars) return this.#paidInLamports(at, { who, pool, isPurchase, paid });
    const payment: readonly [Address, Address] = isPurchase ? [dollars, money] : [money, dollars];
    this.#inner.push([at, tokenTransferOf(TOKEN_PROGRAM, payment, isPurchase ? who : pool, paid)]);
    const by = isPurchase ? paid : -paid;
    this.move(money, pool, USDC, by);
    return this.move(dollars, who, USDC, -by);
  }

  #paidInLamports(
    at: number,
    { who, pool, isPurchase, paid }: { who: Address; pool: Address; isPurchase: boolean; paid: bigint },
  ): this {
    if (isPurchase) this.#inner.push([at, transferOf(who, pool, paid)]);
    return isPurchase ? this.pay(who, pool, paid) : this.pay(pool, who, paid);
  }

  /** Changes a token account without an instruction of its own. */
  move(account: Address, owner: Address, mint: Address, by: bigint): this {
    const moved = this.#tokens.get(account)?.by ?? 0n;
    this.#tokens.set(account, { account, owner, mint, by: moved + by });
    return this;
  }

  /** Writes it into the story. */
  done(): void {
    this.#chain.happen({
      slot: this.#slot,
      payer: this.#payer,
      instructions: this.#calls,
      inner: this.#inner,
      lamports: this.#lamports,
      tokens: [...this.#tokens.values()],
    });
  }
}

const LAUNCHER = named('who launches coins in the name of others');

/** A stranger launches a coin that names somebody as its creator. */
export function launchFor(chain: MovesChain, creator: Address, mint: Address, slot: number): void {
  const curve = pumpCurveAccount({ mint, creator });
  chain.put(curve);
  const data = Uint8Array.of(20, 6);
  const call = { program: curve.owner, accounts: [LAUNCHER, mint, curve.address], data };
  const made = [[0, { program: TOKEN_PROGRAM, accounts: [mint], data }]] as const;
  chain.happen({ slot, payer: LAUNCHER, signers: [mint], instructions: [call], inner: made, names: [creator] });
}

function createOf(from: Address, to: Address): Call {
  const data = new Uint8Array(52);
  const view = new DataView(data.buffer);
  view.setBigUint64(4, RENT, true);
  view.setBigUint64(12, BigInt(RENT_BYTES), true);
  data.set(addressBytes(TOKEN_PROGRAM), 20);
  return { program: SYSTEM_PROGRAM, accounts: [from, to], data };
}

function initializeOf(account: Address, mint: Address, owner: Address): Call {
  const data = new Uint8Array(33);
  data[0] = 18;
  data.set(addressBytes(owner), 1);
  return { program: TOKEN_PROGRAM, accounts: [account, mint], data };
}
