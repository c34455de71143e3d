import bs58 from 'bs58';
import type {
  AccountFilter,
  AccountState,
  At,
  BlockSignature,
  BodiesPage,
  BodiesPart,
  ChainReader,
  DataSlice,
  FoundAccount,
  LargeAccount,
  SignatureEntry,
  SignaturePage,
  TokenHolding,
} from '#chain/chain-reader.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import type { Address, Signature } from '#solana/address.ts';
import { scheduleOf } from '#solana/gates/gate-schedule.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import type { Transaction } from '#solana/transaction.ts';
import { type Listed, type MovesChain, NOW_SLOT, unixOf } from './chain.ts';

/**
 * What an endpoint can refuse. `bodies`: pages of histories with their transactions, which most do not offer. `blocks`: the
 * signatures of a block, by which a list is entered at its slot; `places`: it lists nothing behind what is not of the list.
 */
export type Refusal = 'histories' | 'searches' | 'largest' | 'bodies' | 'blocks' | 'places' | 'simulations';

/** How an endpoint answers: what it refuses, and how many lines its pages of history and its lists of holders have at most. */
export interface EndpointFacts {
  readonly refuses: readonly Refusal[];
  readonly pageMax: number;
  readonly largestMax: number;
}

/** A chain as an endpoint of these facts tells it, without a wire. */
export class MovesReader implements ChainReader {
  readonly #chain: MovesChain;
  readonly #facts: EndpointFacts;
  #byMint: ReadonlyMap<Address, readonly TokenHolding[]> | null = null;
  calls = 0;

  constructor(chain: MovesChain, facts: EndpointFacts) {
    this.#chain = chain;
    this.#facts = facts;
  }

  async account(at: Address): Promise<Reading<At<AccountState | null>>> {
    return this.#answer({ slot: NOW_SLOT, value: this.#chain.accounts.get(at) ?? null });
  }

  async snapshot(addresses: readonly Address[]) {
    if (addresses.length > 100) throw new Error('more than a call takes');
    return this.#answer({ slot: NOW_SLOT, value: addresses.map((one) => this.#chain.accounts.get(one) ?? null) });
  }

  async signatures(of: Address, page: SignaturePage = {}): Promise<Reading<readonly SignatureEntry[]>> {
    if (this.#refuses('histories')) return this.#refusal('signatures');
    const list = this.#chain.history(of);
    const from = page.before === undefined ? 0 : this.#placeBehind(list, page.before);
    const until = page.until === undefined ? -1 : list.findIndex(({ signature }) => signature === page.until);
    const part = list.slice(from, until < 0 ? undefined : until);
    return this.#answer(part.slice(0, Math.min(page.limit ?? 1_000, this.#facts.pageMax)));
  }

  async blockSignature(slot: number): Promise<Reading<BlockSignature>> {
    if (this.#refuses('blocks')) return this.#refusal('block_signature');
    if (slot > NOW_SLOT) return missing('block_signature', 'rpc_unavailable', 'the slot is not there yet');
    return this.#answer({ signature: voteAt(slot), slot });
  }

  /** Where a list goes on behind a transaction, which need not be of the list. Behind an unknown one there is nothing. */
  #placeBehind(newest: readonly SignatureEntry[], before: Signature): number {
    const own = newest.findIndex(({ signature }) => signature === before);
    if (own >= 0) return own + 1;
    const at = this.#refuses('places') ? 0 : (slotOfVote(before) ?? this.#chain.transaction(before)?.slot ?? 0);
    const next = newest.findIndex(({ slot }) => slot < at);
    return next < 0 ? newest.length : next;
  }

  async transaction(signature: Signature): Promise<Reading<Transaction>> {
    if (this.#refuses('histories')) return this.#refusal('transaction');
    const found = this.#chain.transaction(signature);
    return found ? this.#answer(found) : missing('transaction', 'history_missing');
  }

  passing(signature: Signature) {
    return this.transaction(signature);
  }

  async bodies(of: Address, part: BodiesPart): Promise<Reading<BodiesPage>> {
    if (this.#refuses('histories') || this.#refuses('bodies')) {
      return missing('bodies', 'not_found', 'no endpoint offers pages of bodies');
    }
    const newest = this.#chain.history(of);
    const end = part.until ? newest.findIndex(({ signature }) => signature === part.until?.signature) : -1;
    const kept = end < 0 ? newest : newest.slice(0, end);
    const ordered = part.order === 'newest' ? kept : [...kept].reverse();
    const { from } = part;
    const left = from ? ordered.filter((one) => isBehind(one, from.token, part.order)) : ordered;
    const entries = left.slice(0, part.limit);
    const last = left.length > entries.length ? entries.at(-1) : undefined;
    const signatures = new Set(entries.map(({ signature }) => signature));
    const next = last ? { token: `${last.slot}:${last.order + 1}`, slot: last.slot, signatures } : null;
    return this.#answer({ entries: entries.map((entry) => ({ ...entry, body: () => this.#bodyOf(entry) })), next });
  }

  #bodyOf({ signature }: SignatureEntry): Reading<Transaction> {
    const found = this.#chain.transaction(signature);
    return found ? known(found) : missing('transaction', 'history_missing');
  }

  async largestAccounts(mint: Address): Promise<Reading<readonly LargeAccount[]>> {
    if (this.#refuses('largest')) return this.#refusal('largest_accounts');
    const held = [...(this.#holdings().get(mint) ?? [])].sort((a, b) => (a.amount > b.amount ? -1 : 1));
    return this.#answer(held.slice(0, this.#facts.largestMax).map(({ account, amount }) => ({ account, amount })));
  }

  async tokenHoldings(owner: Address): Promise<Reading<At<readonly TokenHolding[]>>> {
    const all = [...this.#holdings().values()].flat();
    return this.#answer({ slot: NOW_SLOT, value: all.filter((one) => one.owner === owner) });
  }

  async programAccounts(
    program: Address,
    filters: readonly AccountFilter[],
    slice: DataSlice,
  ): Promise<Reading<readonly FoundAccount[]>> {
    if (this.#refuses('searches')) return this.#refusal('program_accounts');
    const found = [...this.#chain.accounts.values()].filter(
      (account) => account.owner === program && filters.every((filter) => passes(account, filter)),
    );
    const cut = found.map((account) => ({
      ...account,
      data: account.data.subarray(slice.offset, slice.offset + slice.length),
      bytes: account.data.length,
    }));
    return this.#answer(cut.sort((a, b) => (a.address < b.address ? -1 : 1)));
  }

  async priorityFees(): Promise<Reading<readonly bigint[]>> {
    return this.#answer([1_000n]);
  }

  async run(): Promise<Reading<{ readonly ok: true }>> {
    return this.#refuses('simulations') ? this.#refusal('run') : this.#answer({ ok: true });
  }

  async blockTime(slot: number): Promise<Reading<number | null>> {
    return this.#answer(unixOf(slot));
  }

  async schedule() {
    return known(scheduleOf(new Map()));
  }

  spent() {
    return { calls: this.calls, bytes: 0 };
  }

  #holdings(): ReadonlyMap<Address, readonly TokenHolding[]> {
    this.#byMint ??= holdingsIn(this.#chain.accounts.values());
    return this.#byMint;
  }

  #refuses(what: Refusal): boolean {
    return this.#facts.refuses.includes(what);
  }

  #answer<T>(value: T): Reading<T> {
    this.calls += 1;
    return known(value);
  }

  #refusal(reading: string): Reading<never> {
    this.calls += 1;
    return missing(reading, 'plan_refuses', 'the endpoint refuses it');
  }
}

const SIGNATURE_BYTES = 64;

/** The signature of a vote in the block at a slot, which comes before all else in it. */
function voteAt(slot: number): Signature {
  const bytes = Buffer.alloc(SIGNATURE_BYTES, 0x5a);
  bytes.writeBigUInt64BE(BigInt(slot));
  return bs58.encode(bytes) as Signature;
}

function slotOfVote(signature: Signature): number | null {
  const bytes = Buffer.from(bs58.decodeUnsafe(signature) ?? []);
  const slot = bytes.length === SIGNATURE_BYTES ? Number(bytes.readBigUInt64BE()) : Number.POSITIVE_INFINITY;
  return slot <= NOW_SLOT && voteAt(slot) === signature ? slot : null;
}

/** Whether an entry is behind the `<slot>:<place>` of a token, as of `getTransactionsForAddress`. Place 0 is before all of its slot. */
function isBehind({ slot, order }: Listed, token: string, from: BodiesPart['order']): boolean {
  const [atSlot, at] = token.split(':').map(Number);
  if (atSlot === undefined || at === undefined) throw new Error(`${token} is no place of a list`);
  const apart = slot - atSlot || order + 1 - at;
  return from === 'newest' ? apart < 0 : apart > 0;
}

function holdingsIn(accounts: Iterable<AccountState>): ReadonlyMap<Address, readonly TokenHolding[]> {
  const byMint = new Map<Address, TokenHolding[]>();
  for (const account of accounts) {
    const token = readTokenAccount(account);
    if (!token) continue;
    const { mint, authority, amount } = token;
    const { address: at, owner, lamports } = account;
    const list = byMint.get(mint) ?? [];
    list.push({ account: at, program: owner, mint, owner: authority, amount, lamports });
    byMint.set(mint, list);
  }
  return byMint;
}

function passes({ data }: AccountState, filter: AccountFilter): boolean {
  if ('dataSize' in filter) return data.length === filter.dataSize;
  return Buffer.from(filter.bytes).equals(data.subarray(filter.at, filter.at + filter.bytes.length));
}
