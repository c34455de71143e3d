import { createHash } from 'node:crypto';
import bs58 from 'bs58';
import type { AccountState, SignatureEntry } from '#chain/chain-reader.ts';
import { type Address, address, addressOf, isOnCurve, type Signature, SYSTEM_PROGRAM } from '#solana/address.ts';
import { readMoves } from '#solana/decode/moves/index.ts';
import { isTokenProgram, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Instruction, TokenBalance, Transaction } from '#solana/transaction.ts';
import { transferOf } from './transfers.ts';

/** Where every chain stands. */
export const NOW_SLOT = 445_000_000;
export const NOW_UNIX = 1_790_000_000;
export const SLOTS_PER_HOUR = 9_000;
export const SOL = 1_000_000_000n;
const SECONDS_PER_SLOT = 0.4;
const FEE = 5_000n;
/** What those have who are as rich as a story needs. */
const RICH = 10n ** 16n;

const made = new Map<string, Address>();

/** The address of a name: of a wallet, or of an account that nobody can sign for. The same name gives the same address. */
export function named(name: string, onCurve = true): Address {
  const known = made.get(name);
  if (known) return known;
  for (let salt = 0; ; salt += 1) {
    const found = addressOf(createHash('sha256').update(`${name} ${salt}`).digest());
    if (isOnCurve(found) !== onCurve) continue;
    made.set(name, found);
    return found;
  }
}

const signatures: Signature[] = [];

/** The `n`th of many signatures. They are made once, because each takes longer than all else of its transaction. */
function signatureAt(n: number): Signature {
  for (let at = signatures.length; at <= n; at += 1) {
    const bytes = createHash('sha512').update(`signature ${at}`).digest();
    signatures.push(bs58.encode(bytes) as Signature);
  }
  return signatures[n] as Signature;
}

/** Seconds before now, as the slot of that time. */
export function slotBefore(seconds: number): number {
  return NOW_SLOT - Math.round(seconds / SECONDS_PER_SLOT);
}

/** The time of a slot, in Unix seconds. */
export function unixOf(slot: number): number {
  return NOW_UNIX - Math.round((NOW_SLOT - slot) * SECONDS_PER_SLOT);
}

/** A token account's gain or loss in an event. */
export interface TokenChange {
  readonly account: Address;
  readonly owner: Address;
  readonly mint: Address;
  readonly by: bigint;
  /** The account is gone afterwards. */
  readonly closes?: true;
}

/** A transaction of a story. The payer pays the fee; lamports and tokens change beside it, and `names` are only named. */
export interface Event {
  readonly slot: number;
  readonly payer: Address;
  /** Signers beside the payer. */
  readonly signers?: readonly Address[];
  readonly instructions: readonly Omit<Instruction, 'at'>[];
  readonly lamports?: readonly (readonly [Address, bigint])[];
  readonly tokens?: readonly TokenChange[];
  readonly names?: readonly Address[];
  /** Instructions that programs called, by the index of the caller. */
  readonly inner?: readonly (readonly [number, Omit<Instruction, 'at'>])[];
}

/** A line of a list. `order`: its place in the order of all transactions. */
export interface Listed extends SignatureEntry {
  readonly order: number;
}

/** A story that was played: what accounts there are, and every transaction with the balances around it. */
export class MovesChain {
  readonly accounts = new Map<Address, AccountState>();
  readonly #events: Event[] = [];
  readonly #habits = new Map<Address, Habit>();
  readonly #lists = new Map<Address, Listed[]>();
  /** What makes the rest of a list when somebody asks for it. */
  readonly #unlisted = new Map<Address, () => void>();
  readonly #bodies = new Map<Signature, () => Transaction>();
  readonly #lamports = new Map<Address, bigint>();
  readonly #tokens = new Map<Address, TokenChange & { by: bigint }>();
  /** What the lists' addresses had after each event, in the order of events, but for what habits cost. */
  /** Accounts that are there, since their program was called with them. */
  readonly #made = new Set<Address>();
  readonly #balances = new Map<
    Address,
    { readonly slot: number; readonly order: number; readonly lamports: bigint }[]
  >();
  readonly #pastTokens = new Map<Address, (MovedTokens & { readonly slot: number; readonly order: number })[]>();
  #count = 0;

  put({ address: at, owner, data, lamports = SOL, executable = false }: Partial<AccountState> & PutAccount): void {
    this.accounts.set(at, { address: at, owner, data, lamports, executable });
  }

  /** Gives somebody lamports without a history, so that a story can begin with them. */
  enrich(who: Address): void {
    this.#lamports.set(who, RICH);
  }

  /** Gives a token account tokens without a history. */
  stock(held: TokenChange): void {
    this.#tokens.set(held.account, held);
  }

  happen(event: Event): void {
    this.#events.push(event);
  }

  /** A plain transfer of lamports. */
  give(from: Address, to: Address, lamports: bigint, slot: number): void {
    const moved = [
      [from, -lamports],
      [to, lamports],
    ] as const;
    this.happen({ slot, payer: from, instructions: [transferOf(from, to, lamports)], lamports: moved });
  }

  /** Plays the story in the order of its slots. Events of one slot keep their order. */
  play(): void {
    const ordered = [...this.#events].sort((a, b) => a.slot - b.slot);
    for (const event of ordered) this.#record(event);
    this.#events.length = 0;
  }

  /**
   * Lists `count` transactions of strangers that name `subject` and move nothing of it, the last one in the slot `last`. `apart`: how
   * many slots lie between two of them.
   */
  crowd(subject: Address, count: number, last: number, apart = 1, failed = false): void {
    const payer = named('a stranger with a script');
    const instructions = [{ program: NAMING_PROGRAM, accounts: [subject], data: Uint8Array.of(1) }];
    const list = this.#listOf(subject);
    for (let n = count - 1; n >= 0; n -= 1) {
      const entry = { ...this.#next(Math.floor(last - n * apart)), failed };
      list.push(entry);
      this.#bodies.set(entry.signature, () => {
        const balances = new Map([
          [payer, RICH],
          [subject, this.#balanceAt(subject, entry) - this.#habitCost(subject, entry.slot)],
        ]);
        return bodyOf(
          { slot: entry.slot, payer, instructions },
          entry,
          [payer, subject, NAMING_PROGRAM],
          balances,
          balances,
          this.#unmoved(subject, entry),
        );
      });
    }
  }

  /**
   * Lists `count` transactions that somebody rich paid for, the last one in the slot `last`: whoever uses the chain. `fee` is what each
   * of them cost, in lamports. They are made when somebody asks for the list: of most who use the chain nobody does. It is told before
   * the story is played, once for an address.
   */
  frequent(who: Address, count: number, last: number, apart: number, fee: bigint): void {
    const instructions = [{ program: NAMING_PROGRAM, accounts: [who], data: Uint8Array.of(1) }];
    const first = this.#count;
    this.#count += count;
    const slotOf = (n: number) => Math.floor(last - (count - 1 - n) * apart);
    this.#habits.set(who, { count, fee, slotOf });
    this.#unlisted.set(who, () => {
      for (let n = 0; n < count; n += 1) {
        const entry = entryOf(slotOf(n), first + n);
        this.#listOf(who).push(entry);
        this.#bodies.set(entry.signature, () => {
          const before = this.#balanceAt(who, entry) - fee * BigInt(n);
          const event = { slot: entry.slot, payer: who, instructions };
          const balances = [new Map([[who, before]]), new Map([[who, before - fee]])] as const;
          return bodyOf(event, { ...entry, fee }, [who, NAMING_PROGRAM], ...balances, []);
        });
      }
    });
  }

  /** Lamports of an address as far as the story was played, less what its habit has cost by the end of a slot. */
  lamports(of: Address, slot = NOW_SLOT): bigint {
    return (this.#lamports.get(of) ?? 0n) - this.#habitCost(of, slot);
  }

  #habitCost(of: Address, slot: number): bigint {
    const habit = this.#habits.get(of);
    return habit ? costBy(habit, slot) : 0n;
  }

  /** What a token account held at a line of its list, as a transaction shows it that only names it. */
  #unmoved(account: Address, { slot, order }: Listed): readonly MovedTokens[] {
    const past = (this.#pastTokens.get(account) ?? []).filter(
      (one) => one.slot < slot || (one.slot === slot && one.order < order),
    );
    const last = past.at(-1);
    return last && !last.closes ? [{ ...last, by: 0n, before: last.after, isOld: true }] : [];
  }

  /** The token accounts that the story left to an owner. */
  holdings(owner: Address): readonly TokenChange[] {
    return [...this.#tokens.values()].filter((one) => one.owner === owner);
  }

  /** Takes the body of a transaction away, and its lines in all lists unless it stays `listed`. */
  withhold(signature: Signature, listed: boolean): void {
    this.#bodies.delete(signature);
    if (listed) return;
    for (const [of, list] of this.#lists) {
      const left = list.filter((one) => one.signature !== signature);
      if (left.length < list.length) this.#lists.set(of, left);
    }
  }

  /** The same for entries at places of a list, in thousandths of it. */
  withholdAt(list: readonly SignatureEntry[], places: readonly { place: number; listed: boolean }[]): void {
    for (const { place, listed } of places) {
      const entry = list[Math.floor((place * (list.length - 1)) / 1_000)];
      if (entry) this.withhold(entry.signature, listed);
    }
  }

  /** Lamports of an address after what was recorded before a line of its list. */
  #balanceAt(of: Address, { slot, order }: Listed): bigint {
    const before = (this.#balances.get(of) ?? []).filter(
      (one) => one.slot < slot || (one.slot === slot && one.order < order),
    );
    return before.at(-1)?.lamports ?? 0n;
  }

  /** What the story left in a token account. */
  held(account: Address): bigint {
    return this.#tokens.get(account)?.by ?? 0n;
  }

  /** The history of an address, newest first. */
  history(of: Address): readonly Listed[] {
    this.#unlisted.get(of)?.();
    this.#unlisted.delete(of);
    const list = this.#lists.get(of) ?? [];
    return list.sort((a, b) => b.slot - a.slot || b.order - a.order);
  }

  transaction(signature: Signature): Transaction | null {
    return this.#bodies.get(signature)?.() ?? null;
  }

  #record(event: Event): void {
    const entry = this.#next(event.slot);
    const keys = keysOf(event);
    const before = this.#shown(keys, event.slot);
    this.#pay(event.payer, -FEE);
    for (const [who, by] of event.lamports ?? []) this.#pay(who, by);
    const tokens = (event.tokens ?? []).map((change) => this.#moveTokens(change));
    for (const moved of tokens) {
      this.#pastTokens.set(moved.account, [...(this.#pastTokens.get(moved.account) ?? []), { ...moved, ...entry }]);
    }
    const called = new Set(event.instructions.map(({ program }) => program));
    for (const one of keys) if (called.has(this.accounts.get(one)?.owner ?? one)) this.#made.add(one);
    const after = this.#shown(keys, event.slot);
    for (const one of keys) {
      if (programs.has(one)) continue;
      this.#listOf(one).push(entry);
      const balances = this.#balances.get(one) ?? [];
      balances.push({ ...entry, lamports: (after.get(one) ?? 0n) + this.#habitCost(one, event.slot) });
      this.#balances.set(one, balances);
    }
    // Where nobody pays for new accounts, they begin with their rent.
    const unpaid = tokens.filter(({ account, isOld }) => !isOld && this.lamports(account, event.slot) < RENT);
    const paid = new Map([...before, ...unpaid.map(({ account }) => [account, RENT] as const)]);
    this.#bodies.set(entry.signature, () => bodyOf(event, entry, keys, paid, after, tokens));
  }

  /** What each of these has, with the rent of accounts and what is wrapped in them. */
  #shown(keys: readonly Address[], slot: number): ReadonlyMap<Address, bigint> {
    return new Map(
      keys.map((one) => {
        const held = this.#tokens.get(one);
        const wrapped = held?.mint === WRAPPED_SOL ? held.by : 0n;
        const own = this.lamports(one, slot);
        // Some stories pay rent themselves.
        const rent = own < RENT && (held || this.#made.has(one)) ? RENT : 0n;
        return [one, own + wrapped + rent];
      }),
    );
  }

  #pay(who: Address, by: bigint): void {
    this.#lamports.set(who, (this.#lamports.get(who) ?? 0n) + by);
  }

  #moveTokens(change: TokenChange): MovedTokens {
    const held = this.#tokens.get(change.account);
    const before = held?.by ?? 0n;
    if (change.closes) this.#tokens.delete(change.account);
    else this.#tokens.set(change.account, { ...change, by: before + change.by });
    const owner = this.accounts.get(change.account)?.owner;
    const isNative = owner !== undefined && !isTokenProgram(owner);
    return { ...change, before, after: before + change.by, isOld: held !== undefined, isNative };
  }

  #listOf(of: Address): Listed[] {
    const list = this.#lists.get(of) ?? [];
    this.#lists.set(of, list);
    return list;
  }

  #next(slot: number): Listed {
    const order = this.#count;
    this.#count += 1;
    return entryOf(slot, order);
  }
}

/** What every account holds beside its own, in lamports. */
const RENT = 2_039_280n;

/** What somebody pays for again and again: `count` times, `fee` lamports each. `slotOf`: the slot of the `n`th time. */
interface Habit {
  readonly count: number;
  readonly fee: bigint;
  readonly slotOf: (n: number) => number;
}

/** What a habit has cost by the end of a slot, in lamports. */
function costBy({ count, fee, slotOf }: Habit, slot: number): bigint {
  let done = 0;
  while (done < count && slotOf(done) <= slot) done += 1;
  return fee * BigInt(done);
}

function entryOf(slot: number, order: number): Listed {
  return { signature: signatureAt(order), slot, blockTime: unixOf(slot), failed: false, order };
}

interface PutAccount {
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
}

interface MovedTokens extends TokenChange {
  readonly before: bigint;
  readonly after: bigint;
  /** It was there before. */
  readonly isOld: boolean;
  /** Lamports that a program's account holds itself. */
  readonly isNative: boolean;
}

/** A program that takes anything. */
const NAMING_PROGRAM = named('a program that does nothing');

/** Programs that everybody names, so that nobody lists who did. */
const programs: ReadonlySet<Address> = new Set([
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  WRAPPED_SOL,
  address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'),
]);

function keysOf({
  payer,
  signers = [],
  instructions,
  inner = [],
  lamports = [],
  tokens = [],
  names = [],
}: Event): readonly Address[] {
  const all = [...instructions, ...inner.map(([, one]) => one)];
  return [
    ...new Set([
      payer,
      ...signers,
      ...lamports.map(([who]) => who),
      ...tokens.map(({ account }) => account),
      ...all.flatMap(({ accounts, program }) => [...accounts, program]),
      ...names,
    ]),
  ];
}

function bodyOf(
  {
    slot,
    payer,
    signers = [],
    instructions,
    inner = [],
  }: Pick<Event, 'slot' | 'payer' | 'signers' | 'instructions' | 'inner'>,
  { signature, blockTime, failed, fee = FEE }: SignatureEntry & { readonly fee?: bigint },
  keys: readonly Address[],
  before: ReadonlyMap<Address, bigint>,
  after: ReadonlyMap<Address, bigint>,
  tokens: readonly MovedTokens[],
): Transaction {
  const calls = instructions.flatMap((one, outer): readonly Instruction[] => [
    { ...one, at: { outer, inner: -1 } },
    ...inner.filter(([caller]) => caller === outer).map(([, call], n) => ({ ...call, at: { outer, inner: n } })),
  ]);
  const shown = tokens.filter(({ isNative }) => !isNative);
  const preTokens = shown.filter((one) => one.isOld || one.by < 0n).map((one) => balanceOf(one, one.before, keys));
  return {
    signature,
    signatures: [signature, ...signers.map((_, n) => signatureAt(n))],
    slot,
    index: null,
    blockTime,
    version: 0,
    failed,
    fee,
    feePayer: payer,
    signers: [payer, ...signers],
    keys,
    preBalances: keys.map((one) => before.get(one) ?? 0n),
    postBalances: keys.map((one) => after.get(one) ?? 0n),
    preTokens,
    postTokens: shown.filter(({ closes }) => !closes).map((one) => balanceOf(one, one.after, keys)),
    instructions: calls,
    moves: readMoves(
      calls.map((instruction) => ({ instruction, dataChars: 0, parsed: null })),
      preTokens,
    ),
  };
}

function balanceOf({ account, mint, owner }: TokenChange, amount: bigint, keys: readonly Address[]): TokenBalance {
  return { keyIndex: keys.indexOf(account), account, mint, owner, program: TOKEN_PROGRAM, amount, decimals: 6 };
}
