import { type Effect, type HeldAccount, WRAPPED_SOL_MINT } from '#derive/effects/effect-type.ts';

export const SOL = 1_000_000_000n;
/** What a transaction with one signature pays. */
export const FEE = 5_000n;
/** Rent of a token account. */
export const RENT = 2_039_280n;
/** Unix seconds at which played wallets begin. */
export const PLAYED_FROM = 1_700_000_000;
export const DAY = 86_400;
/** A mint of one dollar with six decimals. */
export const DOLLAR = 'dollar';
export const OTHER_DOLLAR = 'other dollar';
export const EURO = 'euro';

const TOKEN_DECIMALS = 6;
const PLAYED_FROM_SLOT = 250_000_000;
const SLOTS_A_SECOND = 2.5;

/** An effect of a transaction that did nothing. */
export const effect = (over: Partial<Effect> = {}): Effect => ({
  signature: 'nothing',
  slot: PLAYED_FROM_SLOT,
  index: null,
  time: PLAYED_FROM,
  failed: false,
  signed: true,
  native: null,
  accounts: [],
  fee: 0n,
  tips: 0n,
  platformFees: 0n,
  rentFromOthers: 0n,
  rentForOthers: 0n,
  givenIn: 0n,
  givenOut: 0n,
  funded: [],
  plain: [],
  minted: [],
  burned: [],
  created: [],
  programs: [],
  service: null,
  deposits: [],
  onward: [],
  released: [],
  cobuyers: 0,
  poolImpactBps: null,
  joint: false,
  atMarket: false,
  counterparty: null,
  rate: null,
  ...over,
});

/**
 * One transaction of a played wallet. `sol`: the change of its lamports without fee, tips, platform fees, rent for others,
 * gifts and the rent that others paid, all of which come on top by themselves; `wrapped`: the part of `sol` that wrapped SOL
 * makes. `tokens`: change of each mint in atomic units; a mint may be written `mint@account`, to name the account.
 */
export interface Act extends Partial<Omit<Effect, 'native' | 'accounts'>> {
  readonly sol?: bigint;
  readonly wrapped?: bigint;
  readonly tokens?: Readonly<Record<string, bigint>>;
  /** Seconds since the transaction before. Default 60. */
  readonly wait?: number;
}

interface Standing {
  readonly mint: string;
  amount: bigint;
}

const unsigned = { signed: false, fee: 0n } as const;

/**
 * A wallet that keeps its balances from one transaction to the next, so that its effects follow on from each other as those of
 * a real one do. Every act returns its effect and adds it to `effects`.
 */
export class PlayedWallet {
  readonly effects: Effect[] = [];
  time: number;
  #lamports: bigint;
  readonly #accounts = new Map<string, Standing>();

  /** `tokens`: units that were there before anything was seen. */
  constructor({
    time = PLAYED_FROM,
    lamports = 1_000n * SOL,
    tokens = {},
  }: {
    readonly time?: number;
    readonly lamports?: bigint;
    readonly tokens?: Readonly<Record<string, bigint>>;
  } = {}) {
    this.time = time;
    this.#lamports = lamports;
    for (const [mint, amount] of Object.entries(tokens)) this.#accounts.set(`${mint}-account`, { mint, amount });
  }

  /** Any transaction. Throws a RangeError when it would leave less than nothing. */
  act({ sol = 0n, wrapped = 0n, tokens = {}, wait = 60, ...over }: Act = {}): Effect {
    this.time += wait;
    const fee = over.fee ?? (over.signed === false ? 0n : FEE);
    const costs = fee + (over.tips ?? 0n) + (over.platformFees ?? 0n) + (over.rentForOthers ?? 0n);
    const moves = Object.entries(wrapped === 0n ? tokens : { ...tokens, [WRAPPED_SOL_MINT]: wrapped });
    const accounts = moves.map(([name, delta]) => this.#move(name, delta));
    const opened = BigInt(accounts.filter(({ before }) => before === null).length) * RENT;
    const before = this.#lamports;
    const after = before + sol - wrapped - costs + (over.givenIn ?? 0n) + (over.rentFromOthers ?? 0n) - opened;
    if (after < 0n) throw new RangeError('the wallet has not enough lamports');
    this.#lamports = after;
    const made = effect({
      signature: `signature ${this.effects.length}`,
      slot: PLAYED_FROM_SLOT + Math.floor((this.time - PLAYED_FROM) * SLOTS_A_SECOND),
      time: this.time,
      ...over,
      fee,
      native: { before, after },
      accounts,
    });
    this.effects.push(made);
    return made;
  }

  #move(name: string, delta: bigint): HeldAccount {
    const [mint = name, account = `${mint}-account`] = name.split('@');
    const held = this.#accounts.get(account);
    const amount = (held?.amount ?? 0n) + delta;
    if (amount < 0n) throw new RangeError(`the wallet has not enough of ${name}`);
    this.#accounts.set(account, { mint, amount });
    const side = (units: bigint) => ({ amount: units, lamports: mint === WRAPPED_SOL_MINT ? RENT + units : RENT });
    const before = held ? side(held.amount) : null;
    return { account, mint, decimals: TOKEN_DECIMALS, before, after: side(amount) };
  }

  /** Units of a mint in all its accounts. */
  units(mint: string): bigint {
    return [...this.#accounts.values()].reduce((sum, held) => (held.mint === mint ? sum + held.amount : sum), 0n);
  }

  /** Bought at a venue; costs come on top of `lamports`. */
  buy(mint: string, units: bigint, lamports: bigint, over: Act = {}): Effect {
    return this.act({ service: 'trade', sol: -lamports, tokens: { [mint]: units }, programs: ['venue'], ...over });
  }

  /** Sold at a venue; costs come off `lamports`. */
  sell(mint: string, units: bigint, lamports: bigint, over: Act = {}): Effect {
    return this.act({ service: 'trade', sol: lamports, tokens: { [mint]: -units }, programs: ['venue'], ...over });
  }

  /** One mint against another at a venue; either may be a stable one. */
  swap(from: string, fromUnits: bigint, to: string, toUnits: bigint, over: Act = {}): Effect {
    const tokens = { [from]: -fromUnits, [to]: toUnits };
    return this.act({ service: 'trade', tokens, programs: ['venue'], ...over });
  }

  /** SOL against a stable mint; units above 0 were bought. The pool's rate is observed. */
  convert(units: bigint, lamports: bigint, over: Act = {}): Effect {
    return this.act({
      service: 'trade',
      sol: lamports,
      tokens: { [DOLLAR]: units },
      programs: ['venue'],
      rate: { mint: DOLLAR, units: units < 0n ? -units : units, lamports: lamports < 0n ? -lamports : lamports },
      ...over,
    });
  }

  /** Tokens of others, by a plain transfer that others signed, as an airdrop does too. */
  receive(mint: string, units: bigint, over: Act = {}): Effect {
    return this.act({ ...unsigned, tokens: { [mint]: units }, plain: [{ mint, in: units, out: 0n }], ...over });
  }

  /** Tokens to others, by a plain transfer. */
  send(mint: string, units: bigint, over: Act = {}): Effect {
    return this.act({ tokens: { [mint]: -units }, plain: [{ mint, in: 0n, out: units }], ...over });
  }

  receiveSol(lamports: bigint, over: Act = {}): Effect {
    return this.act({ ...unsigned, givenIn: lamports, ...over });
  }

  sendSol(lamports: bigint, over: Act = {}): Effect {
    return this.act({ sol: -lamports, ...over });
  }

  /** Wrapped when above 0, unwrapped below: the account stays open. */
  wrap(lamports: bigint, over: Act = {}): Effect {
    return this.act({ wrapped: lamports, ...over });
  }

  /** Burned by the wallet itself. */
  burn(mint: string, units: bigint, over: Act = {}): Effect {
    return this.act({
      tokens: { [mint]: -units },
      burned: [{ mint, amount: units, byProgram: false, byCurve: false }],
      ...over,
    });
  }

  /** Only the fee is gone. */
  fail(over: Act = {}): Effect {
    return this.act({ failed: true, ...over });
  }

  /** A tip and nothing else. */
  tip(lamports: bigint, over: Act = {}): Effect {
    return this.act({ tips: lamports, ...over });
  }

  /** Units of a mint go into an order's account. */
  placeOrder(mint: string, units: bigint, account: string, over: Act = {}): Effect {
    return this.act({
      service: 'trade',
      tokens: { [mint]: -units },
      deposits: [{ account, mint, amount: units }],
      programs: ['orders'],
      ...over,
    });
  }

  /** SOL goes, wrapped, into an order's account. */
  placeSolOrder(lamports: bigint, account: string, over: Act = {}): Effect {
    return this.act({
      service: 'trade',
      sol: -lamports,
      deposits: [{ account, mint: WRAPPED_SOL_MINT, amount: lamports }],
      programs: ['orders'],
      ...over,
    });
  }

  /** A keeper fills an order: `released` of `mint` left the order's account for what `gains` says. */
  filled(account: string, mint: string, released: bigint, gains: Pick<Act, 'sol' | 'tokens'>, over: Act = {}): Effect {
    return this.act({
      ...unsigned,
      service: 'trade',
      released: [{ account, mint, amount: released }],
      programs: ['orders'],
      ...gains,
      ...over,
    });
  }

  /** SOL and a token go into a pool, whose program makes `receipts` of `receipt` for them; all negative takes them out. */
  provide(receipt: string, receipts: bigint, mint: string, units: bigint, lamports: bigint, over: Act = {}): Effect {
    const made = [{ mint: receipt, amount: receipts < 0n ? -receipts : receipts, byProgram: true, byCurve: false }];
    return this.act({
      service: 'trade',
      sol: -lamports,
      tokens: { [mint]: -units, [receipt]: receipts },
      ...(receipts < 0n ? { burned: made } : { minted: made }),
      programs: ['pool'],
      ...over,
    });
  }
}
