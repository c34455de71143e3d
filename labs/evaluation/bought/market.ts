import type { SignatureEntry, SignaturePage } from 'assay-core/chain/chain-reader.ts';
import { known, mapReading, missing, type Reading } from 'assay-core/lib/reading.ts';
import { type Address, address, type Signature } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import type { Instruction, Transaction } from 'assay-core/solana/transaction.ts';
import { EXCHANGES } from 'assay-sandbox/world/market/exchange.ts';
import { type MovesChain, named, SOL, unixOf } from '../../../packages/core/test/support/moves/chain.ts';
import { MovesReader } from '../../../packages/core/test/support/moves/reader.ts';
import { tokenTransferOf, transferOf } from '../../../packages/core/test/support/moves/transfers.ts';

/** A labelled hot wallet of an exchange. */
export const EXCHANGE = address(EXCHANGES.binance);
/** A labelled trading program. */
const PROGRAM = address('BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi');
/** A labelled account that takes tips. */
export const TIP_TAKER = address('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5');
/**
 * The part of a trade that a pool keeps for good, in millionths. A trader with himself opens the cheapest pool there is: of 0.25 percent
 * on Raydium's CPMM 12 in 100 go to the protocol, and the rest comes back to the provider of the liquidity.
 */
const FEE_MILLIONTHS = 300n;
const FEES = named('what the protocol keeps');
/** Jupiter's order engine. Its `fill` is signed by the first two accounts: eight bytes, and what each gives. */
const ENGINE = address('61DFfeTKM7trxYcPQCM78bJ794ddZprZpAwAnLiwTpYH');
const FILL = 'a860b7a35c0a28a0';
const COINS = 1_000_000_000_000_000n;

/** A coin on a curve of a constant product that holds lamports. */
export class CurveCoin {
  readonly mint: Address;
  readonly curve: Address;
  readonly vault: Address;
  /** Lamports that the fees of this coin took away for good. */
  fees = 0n;
  readonly #chain: MovesChain;
  readonly #virtual: bigint;
  readonly #held = new Map<Address, bigint>();
  #lamports = 0n;
  #coins = COINS;

  constructor(chain: MovesChain, name: string, virtual = 30n * SOL) {
    [this.mint, this.curve, this.vault] = [named(name), named(`curve of ${name}`, false), named(`vault of ${name}`)];
    this.#chain = chain;
    this.#virtual = virtual;
  }

  /** Made by `creator`, who initialises the mint and fills the vault. */
  create(creator: Address, slot: number): void {
    const initialise = { program: TOKEN_PROGRAM, accounts: [this.mint], data: Uint8Array.of(20) };
    const filled = { account: this.vault, owner: this.curve, mint: this.mint, by: COINS };
    this.#chain.happen({ slot, payer: creator, instructions: [initialise], tokens: [filled] });
  }

  /** A purchase for so many lamports, the fee included. */
  buy(who: Address, lamports: bigint, slot: number): void {
    const fee = (lamports * FEE_MILLIONTHS) / 1_000_000n;
    const into = lamports - fee;
    const out = (this.#coins * into) / (this.#virtual + this.#lamports + into);
    this.fees += fee;
    this.#move(who, { lamports: into, coins: -out, fee }, slot);
  }

  /** A sale of everything that somebody has of it. */
  sell(who: Address, slot: number): void {
    const given = this.#held.get(who) ?? 0n;
    const all = ((this.#virtual + this.#lamports) * given) / (this.#coins + given);
    const out = all < this.#lamports ? all : this.#lamports;
    const fee = (out * FEE_MILLIONTHS) / 1_000_000n;
    this.fees += fee;
    this.#move(who, { lamports: -out, coins: given, fee }, slot);
  }

  /** Hands tokens from a maker who signs to nobody but the maker: an order that both sign. `pays` goes to the seller. */
  sellTo(maker: Address, who: Address, pays: bigint, slot: number): void {
    const given = this.#held.get(who) ?? 0n;
    this.#held.set(who, 0n);
    const [from, to] = [accountOf(who, this.mint), accountOf(maker, this.mint)];
    this.#chain.happen({
      slot,
      payer: who,
      instructions: [
        {
          program: ENGINE,
          accounts: [who, maker, from, to, ENGINE, ENGINE, this.mint, TOKEN_PROGRAM, WRAPPED_SOL, TOKEN_PROGRAM],
          data: fillData(given, pays),
        },
      ],
      inner: [
        [0, transferOf(maker, who, pays)],
        [0, tokenTransferOf(TOKEN_PROGRAM, [from, to], who, given)],
      ],
      lamports: [
        [who, pays],
        [maker, -pays],
      ],
      tokens: [
        { account: from, owner: who, mint: this.mint, by: -given },
        { account: to, owner: maker, mint: this.mint, by: given },
      ],
    });
  }

  #move(who: Address, by: { lamports: bigint; coins: bigint; fee: bigint }, slot: number): void {
    this.#lamports += by.lamports;
    this.#coins += by.coins;
    this.#held.set(who, (this.#held.get(who) ?? 0n) - by.coins);
    const account = accountOf(who, this.mint);
    const isBuy = by.lamports > 0n;
    const units = isBuy ? -by.coins : by.coins;
    const ways: readonly [Address, Address] = isBuy ? [this.vault, account] : [account, this.vault];
    const inner: (readonly [number, Omit<Instruction, 'at'>])[] = [
      [0, tokenTransferOf(TOKEN_PROGRAM, ways, isBuy ? this.curve : who, units)],
    ];
    if (isBuy) inner.push([0, transferOf(who, this.curve, by.lamports)], [0, transferOf(who, FEES, by.fee)]);
    this.#chain.happen({
      slot,
      payer: who,
      inner,
      instructions: [{ program: PROGRAM, accounts: [who, account, this.curve, this.vault, FEES], data: null }],
      lamports: [
        [who, -by.lamports - by.fee],
        [this.curve, by.lamports],
        [FEES, by.fee],
      ],
      tokens: [
        { account, owner: who, mint: this.mint, by: -by.coins },
        { account: this.vault, owner: this.curve, mint: this.mint, by: by.coins },
      ],
    });
  }
}

/** `fill(input_amount: u64, output_amount: u64, expire_at: i64)`. */
function fillData(input: bigint, output: bigint): Uint8Array {
  const data = Buffer.alloc(32);
  data.write(FILL, 'hex');
  data.writeBigUInt64LE(input, 8);
  data.writeBigUInt64LE(output, 16);
  return data;
}

function accountOf(who: Address, mint: Address): Address {
  return named(`${who} holds ${mint}`, false);
}

/** A wallet's past before it paid: the number of transactions, of which a share costs `lamports` for good beyond the base fee. */
export interface Past {
  readonly transactions: number;
  readonly dear: (nth: number) => bigint;
}

const BASE_FEE = 5_000n;

/** A chain on which some wallets have a past, which is made only where it is asked for. */
export class PastReader extends MovesReader {
  readonly #pasts: ReadonlyMap<Address, Past>;
  readonly #chain: MovesChain;
  readonly #begins: number;

  constructor(chain: MovesChain, pasts: ReadonlyMap<Address, Past>, begins: number) {
    super(chain, { refuses: [], pageMax: 1_000, largestMax: 20 });
    [this.#chain, this.#pasts, this.#begins] = [chain, pasts, begins];
  }

  override async signatures(of: Address, page: SignaturePage = {}): Promise<Reading<readonly SignatureEntry[]>> {
    const past = this.#pasts.get(of);
    if (!past) return super.signatures(of, page);
    const older = Array.from({ length: past.transactions }, (_, n): SignatureEntry => {
      const slot = this.#begins - 10 * n;
      return { signature: `past ${of} ${n}` as Signature, slot, blockTime: unixOf(slot), failed: false };
    });
    const all = [...this.#chain.history(of), ...older];
    const from = page.before === undefined ? 0 : all.findIndex(({ signature }) => signature === page.before) + 1;
    return known(all.slice(from, from + (page.limit ?? 1_000)));
  }

  override async transaction(signature: Signature): Promise<Reading<Transaction>> {
    const [word, of, nth] = signature.split(' ');
    if (word !== 'past') return mapReading(await super.transaction(signature), completed);
    const past = this.#pasts.get(of as Address);
    return past ? known(pastBody(of as Address, signature, past, Number(nth))) : missing('transaction', 'not_found');
  }

  override async bodies() {
    return missing('bodies', 'not_found', 'no endpoint offers pages of bodies');
  }

  override passing(signature: Signature) {
    return this.transaction(signature);
  }
}

/** A seller of everything closes his account; the maker of an order signs it. */
function completed(body: Transaction): Transaction {
  const order = body.instructions.find(({ program }) => program === ENGINE);
  const maker = order?.accounts[1];
  const signers = maker ? [body.feePayer, maker] : body.signers;
  const held = (tokens: Transaction['preTokens']) => tokens.filter(({ amount }) => amount > 0n);
  return { ...body, signers, preTokens: held(body.preTokens), postTokens: held(body.postTokens) };
}

/** The `nth` newest transaction of a past: it only costs. The oldest one brings the first money. */
function pastBody(of: Address, signature: Signature, { transactions, dear }: Past, nth: number): Transaction {
  const first = 100n * SOL;
  const isFirst = nth === transactions - 1;
  const fee = isFirst ? BASE_FEE : BASE_FEE + dear(nth);
  let held = first;
  for (let older = transactions - 2; older > nth; older -= 1) held -= BASE_FEE + dear(older);
  const keys = isFirst ? [EXCHANGE, of] : [of];
  const payer = isFirst ? EXCHANGE : of;
  return {
    signature,
    signatures: [signature],
    slot: 1,
    index: null,
    blockTime: 1,
    version: 0,
    failed: false,
    fee,
    feePayer: payer,
    signers: [payer],
    keys,
    preBalances: isFirst ? [2n * first, 0n] : [held],
    postBalances: isFirst ? [first - fee, first] : [held - fee],
    preTokens: [],
    postTokens: [],
    moves: [],
    instructions: isFirst ? [{ ...transferOf(EXCHANGE, of, first), at: { outer: 0, inner: -1 } }] : [],
  };
}
