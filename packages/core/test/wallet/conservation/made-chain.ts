import { type Address, address } from '#solana/address.ts';
import { bytesOf, le } from '../../fixtures/transaction-body.ts';

const SYSTEM = address('11111111111111111111111111111111');
const TOKEN = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const TOKEN_2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const ASSOCIATED = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const STAKE = address('Stake11111111111111111111111111111111111111');
export const WSOL = address('So11111111111111111111111111111111111111112');

/** What every transaction costs. */
export const FEE = 5_000n;
/** The rent of a token account at the slots of these chains. */
export const RENT = 2_039_280n;
const TOKEN_ACCOUNT_BYTES = 165;

interface Held {
  readonly mint: Address;
  readonly owner: Address;
  readonly amount: bigint;
}

interface Account {
  readonly lamports: bigint;
  readonly token: Held | null;
}

export interface Written {
  readonly program: Address;
  readonly accounts: readonly Address[];
  readonly data: readonly number[];
  readonly inner?: readonly Written[];
}

/** Which way something moved: by the transaction itself, under a program that trades, under another, or as rent of an account and beyond it. */
export type Road = 'plain' | 'trade' | 'program' | 'rent' | 'beyond rent';

/** Lamports (`mint` null) or units that went from one owner to another one. */
export interface Passage {
  readonly from: Address;
  readonly to: Address;
  /** The account that it came to. */
  readonly into: Address;
  readonly mint: Address | null;
  readonly amount: bigint;
  readonly road: Road;
}

const NOTHING: Account = { lamports: 0n, token: null };

/** A ledger of accounts with the few rules of the system and token programs, written for these tests alone. */
export class MadeChain {
  readonly accounts = new Map<Address, Account>();
  readonly people: ReadonlySet<Address>;
  readonly venues: ReadonlySet<Address>;
  readonly mints: ReadonlyMap<Address, { readonly decimals: number; readonly is2022?: boolean }>;

  constructor(
    people: Iterable<Address>,
    venues: Iterable<Address>,
    mints: Iterable<readonly [Address, { readonly decimals: number; readonly is2022?: boolean }]>,
  ) {
    this.people = new Set(people);
    this.venues = new Set(venues);
    this.mints = new Map(mints);
  }

  at(key: Address): Account {
    return this.accounts.get(key) ?? NOTHING;
  }

  units(account: Address): bigint {
    return this.at(account).token?.amount ?? 0n;
  }

  put(key: Address, lamports: bigint, token: Held | null = null): void {
    this.accounts.set(key, { lamports, token });
  }

  /** A token account that was there from the beginning. */
  hold(account: Address, mint: Address, owner: Address, amount: bigint): void {
    this.put(account, RENT + (mint === WSOL ? amount : 0n), { mint, owner, amount });
  }

  programOf(mint: Address): Address {
    return this.mints.get(mint)?.is2022 ? TOKEN_2022 : TOKEN;
  }

  /** What somebody holds: lamports with wrapped ones and rent, and units by mint. */
  holdings(owner: Address): { readonly lamports: bigint; readonly units: ReadonlyMap<Address, bigint> } {
    let lamports = this.at(owner).lamports;
    const units = new Map<Address, bigint>();
    for (const [key, { token, lamports: inside }] of this.accounts) {
      if (token?.owner !== owner) continue;
      if (key !== owner) lamports += inside;
      units.set(token.mint, (units.get(token.mint) ?? 0n) + token.amount);
    }
    return { lamports, units };
  }

  /** Carries out a transaction; null where it would do nothing. */
  run(payer: Address, write: (made: MadeTransaction) => void): MadeTransaction | null {
    const made = new MadeTransaction(this, payer);
    this.add(payer, -FEE);
    write(made);
    if (made.written.length > 0) return made;
    this.accounts.clear();
    for (const [key, account] of made.before) this.accounts.set(key, account);
    return null;
  }

  add(key: Address, lamports: bigint): void {
    const { lamports: had, token } = this.at(key);
    if (had + lamports < 0n) throw new Error(`${key} lacks lamports`);
    this.accounts.set(key, { lamports: had + lamports, token });
  }
}

/** The instructions of one transaction, each of which is carried out at once. */
export class MadeTransaction {
  readonly chain: MadeChain;
  /** The accounts before it. */
  readonly before: MadeChain['accounts'];
  readonly written: Written[] = [];
  readonly signers: Set<Address>;
  readonly named = new Set<Address>();
  readonly rents = new Map<Address, bigint>();
  readonly #passages: {
    from: Address;
    to: Address;
    of: readonly [Address | null, Address | null];
    mint: Address | null;
    amount: bigint;
    road: Road;
  }[] = [];
  /** Owners of token accounts that are opened after lamports came to them. */
  readonly #opened = new Map<Address, Address>();
  #list = this.written;
  #road: Road = 'plain';

  constructor(chain: MadeChain, payer: Address) {
    this.chain = chain;
    this.before = new Map(chain.accounts);
    this.signers = new Set([payer]);
  }

  get passages(): readonly Passage[] {
    const ownerOf = (account: Address, then: Address | null) => then ?? this.#opened.get(account) ?? account;
    return this.#passages
      .map(({ from, to, of, ...one }) => ({ ...one, into: to, from: ownerOf(from, of[0]), to: ownerOf(to, of[1]) }))
      .filter(({ amount }) => amount > 0n);
  }

  /** Everything that `inner` writes is called by the program, whose instruction names whatever is used. */
  call(program: Address, accounts: readonly Address[], inner: () => void, data: readonly number[] = [1]): void {
    const [list, road] = [this.#list, this.#road];
    const calls: Written[] = [];
    this.#list = calls;
    this.#road = this.chain.venues.has(program) || road === 'trade' ? 'trade' : 'program';
    inner();
    [this.#list, this.#road] = [list, road];
    const used = calls.flatMap((call) => [...call.accounts, call.program]);
    const written = { program, accounts: this.#name([...new Set([...accounts, ...used])]), data };
    if (list === this.written) list.push({ ...written, inner: calls });
    else list.push(written, ...calls);
  }

  /** Instructions of the token program as one. */
  batch(parts: () => void): void {
    const list = this.#list;
    const written: Written[] = [];
    this.#list = written;
    parts();
    this.#list = list;
    const data = [255, ...written.flatMap((one) => [one.accounts.length, one.data.length, ...one.data])];
    this.#emit(
      TOKEN,
      written.flatMap(({ accounts }) => accounts),
      data,
    );
  }

  transfer(from: Address, to: Address, lamports: bigint): void {
    this.#sign(from);
    this.#emit(SYSTEM, [from, to], [...le(2, 4), ...le(lamports, 8)]);
    this.#carry(from, to, lamports);
  }

  /** Creates an account of the length of a token account. */
  create(from: Address, to: Address, lamports: bigint, owner: Address): void {
    this.#sign(from);
    this.#emit(SYSTEM, [from, to], [...le(0, 4), ...le(lamports, 8), ...le(TOKEN_ACCOUNT_BYTES, 8), ...bytesOf(owner)]);
    this.#carry(from, to, lamports < RENT ? lamports : RENT, 'rent');
    if (lamports > RENT) this.#carry(from, to, lamports - RENT, 'beyond rent');
  }

  /** Adds what an account lacks of its rent and makes it one, as the associated token program does where lamports came first. */
  complete(payer: Address, account: Address, mint: Address, owner: Address): void {
    this.call(ASSOCIATED, [payer, account, owner, mint, SYSTEM, this.chain.programOf(mint)], () => {
      const lacking = RENT - this.chain.at(account).lamports;
      this.#sign(payer);
      if (lacking > 0n) {
        this.#emit(SYSTEM, [payer, account], [...le(2, 4), ...le(lacking, 8)]);
        this.#carry(payer, account, lacking, 'rent');
      }
      this.#emit(SYSTEM, [account], [...le(8, 4), ...le(TOKEN_ACCOUNT_BYTES, 8)]);
      this.#emit(SYSTEM, [account], [...le(1, 4), ...bytesOf(this.chain.programOf(mint))]);
      this.open(account, mint, owner);
    });
  }

  open(account: Address, mint: Address, owner: Address): void {
    this.#emit(this.chain.programOf(mint), [account, mint], [18, ...bytesOf(owner)]);
    const { lamports } = this.chain.at(account);
    this.#opened.set(account, owner);
    this.chain.put(account, lamports, { mint, owner, amount: mint === WSOL ? lamports - RENT : 0n });
  }

  /** A new token account, whose rent `payer` pays. */
  openPaid(payer: Address, account: Address, mint: Address, owner: Address, lamports = RENT): void {
    this.create(payer, account, lamports, this.chain.programOf(mint));
    this.open(account, mint, owner);
  }

  /** Counts anew what an account wraps. */
  sync(account: Address): void {
    this.#emit(TOKEN, [account], [17]);
    const { lamports, token } = this.chain.at(account);
    if (token) this.chain.put(account, lamports, { ...token, amount: lamports - RENT });
  }

  /** Moves units; `withheld` of them stay in the account that they come to as the mint's fee, as Token-2022 keeps them. */
  pay(from: Address, to: Address, by: Address, amount: bigint, withheld = 0n): void {
    const { token } = this.chain.at(from);
    if (!token) throw new Error('no token account');
    const { mint } = token;
    const { decimals = 6, is2022 } = this.chain.mints.get(mint) ?? {};
    this.#sign(by);
    if (is2022) this.#emit(TOKEN_2022, [from, mint, to, by], [26, 1, ...le(amount, 8), decimals, ...le(withheld, 8)]);
    else this.#emit(TOKEN, [from, to, by], [3, ...le(amount, 8)]);
    this.#pass(from, to, mint, amount - withheld, this.#road);
    this.#units(from, -amount);
    this.#units(to, amount - withheld);
    if (mint !== WSOL) return;
    this.#pass(from, to, null, amount, this.#road);
    this.chain.add(from, -amount);
    this.chain.add(to, amount);
  }

  /** Closes an account. Token-2022 refuses one with withheld fees, so that these are harvested to the mint before. */
  close(account: Address, to: Address, by: Address): void {
    const { lamports, token } = this.chain.at(account);
    this.#sign(by);
    if (token && this.chain.mints.get(token.mint)?.is2022) this.#emit(TOKEN_2022, [token.mint, account], [26, 4]);
    this.#emit(token ? this.chain.programOf(token.mint) : TOKEN, [account, to, by], [9]);
    const wrapped = token?.mint === WSOL ? token.amount : 0n;
    this.#pass(account, to, null, lamports - wrapped, 'rent');
    this.#pass(account, to, null, wrapped, this.#road);
    this.chain.add(to, lamports);
    this.chain.put(account, 0n);
  }

  /** Lets wrapped lamports out; `null` for all of them. */
  unwrap(account: Address, to: Address, by: Address, lamports: bigint | null): void {
    this.#sign(by);
    this.#emit(TOKEN, [account, to, by], lamports === null ? [45, 0] : [45, 1, ...le(lamports, 8)]);
    const amount = lamports ?? this.chain.units(account);
    this.#units(account, -amount);
    this.#carry(account, to, amount);
  }

  /** Takes out what an account holds beyond its rent. */
  excess(account: Address, to: Address, by: Address): void {
    const { lamports, token } = this.chain.at(account);
    this.#sign(by);
    this.#emit(token ? this.chain.programOf(token.mint) : TOKEN, [account, to, by], [38]);
    this.#carry(account, to, lamports - RENT);
  }

  make(mint: Address, to: Address, by: Address, amount: bigint): void {
    this.#sign(by);
    this.#emit(this.chain.programOf(mint), [mint, to, by], [7, ...le(amount, 8)]);
    this.#pass(mint, to, mint, amount, this.#road);
    this.#units(to, amount);
  }

  burn(account: Address, mint: Address, by: Address, amount: bigint): void {
    this.#sign(by);
    this.#emit(this.chain.programOf(mint), [account, mint, by], [8, ...le(amount, 8)]);
    this.#units(account, -amount);
  }

  /** Gives an account to another owner. */
  hand(account: Address, by: Address, to: Address): void {
    const { lamports, token } = this.chain.at(account);
    if (!token) throw new Error('no token account');
    this.#sign(by);
    this.#emit(this.chain.programOf(token.mint), [account, by], [6, 2, 1, ...bytesOf(to)]);
    const of = [by, to] as const;
    this.#passages.push({ from: by, to, of, mint: null, amount: lamports, road: 'rent' });
    this.#passages.push({ from: by, to, of, mint: token.mint, amount: token.amount, road: 'program' });
    this.chain.put(account, lamports, { ...token, owner: to });
  }

  withdrawNonce(from: Address, to: Address, by: Address, lamports: bigint): void {
    this.#sign(by);
    this.#emit(SYSTEM, [from, to, by], [...le(5, 4), ...le(lamports, 8)]);
    this.#carry(from, to, lamports, 'program');
  }

  withdrawStake(from: Address, to: Address, by: Address, lamports: bigint): void {
    this.#sign(by);
    this.#emit(STAKE, [from, to, by], [...le(4, 4), ...le(lamports, 8)]);
    this.#carry(from, to, lamports, 'program');
  }

  /** A program moves lamports from its own account without an instruction. */
  shift(from: Address, to: Address, lamports: bigint): void {
    this.#name([from, to]);
    this.#carry(from, to, lamports);
  }

  /** The chain takes rent from an account. */
  takeRent(from: Address, lamports: bigint): void {
    this.#name([from]);
    this.rents.set(from, lamports);
    this.chain.add(from, -lamports);
  }

  #carry(from: Address, to: Address, lamports: bigint, road = this.#road): void {
    this.#pass(from, to, null, lamports, road);
    this.chain.add(from, -lamports);
    this.chain.add(to, lamports);
  }

  #pass(from: Address, to: Address, mint: Address | null, amount: bigint, road: Road): void {
    const of = [from, to].map((one) => this.chain.at(one).token?.owner ?? null) as [Address | null, Address | null];
    this.#passages.push({ from, to, of, mint, amount, road });
  }

  #units(account: Address, amount: bigint): void {
    const { lamports, token } = this.chain.at(account);
    if (!token || token.amount + amount < 0n) throw new Error(`${account} lacks units`);
    this.chain.put(account, lamports, { ...token, amount: token.amount + amount });
  }

  #sign(by: Address): void {
    if (this.chain.people.has(by)) this.signers.add(by);
  }

  #name(accounts: readonly Address[]): readonly Address[] {
    for (const account of accounts) this.named.add(account);
    return accounts;
  }

  #emit(program: Address, accounts: readonly Address[], data: readonly number[]): void {
    this.#list.push({ program, accounts: this.#name(accounts), data });
  }
}
