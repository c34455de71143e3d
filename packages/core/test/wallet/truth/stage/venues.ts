import type { TransactionInstruction } from '@solana/web3.js';
import { derivationOf } from 'assay-sandbox/chain/derivation.ts';
import { derive, PROGRAMS } from 'assay-sandbox/chain/programs.ts';
import { Script } from 'assay-sandbox/program/script.ts';
import type { SignerSeed } from 'assay-sandbox/program/script-parts.ts';
import {
  headOf,
  type PoolSide,
  signer,
  transferLamports,
  transferTokens,
  writable,
} from 'assay-sandbox/program/venues/trade.ts';
import type { Actor } from 'assay-sandbox/world/actors.ts';
import { type Coin, coinMintAccount, coinTokens, SOL_COIN } from 'assay-sandbox/world/market/coin.ts';
import { tokenHoldingOf } from 'assay-sandbox/world/token-instructions.ts';
import { type Address, address, addressBytes, addressOf } from '#solana/address.ts';
import type { AccountBytes } from '#venues/venue.ts';
import type { Swapped, TruthPool } from './pools.ts';

/** The order engine of Jupiter, whose fills a maker co-signs, and Phoenix, whose vaults own themselves (`labels.json`). */
const ORDER_ENGINE = address('61DFfeTKM7trxYcPQCM78bJ794ddZprZpAwAnLiwTpYH');
const PHOENIX = address('PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY');
/** Programs that nobody has a label for: a curve that mints what it sells, and a vault that keeps what is put into it. */
const CURVE = addressOf(derive('truth', 'curve'));
const VAULT = addressOf(derive('truth', 'vault'));

/** Programs of the stage that the sample world does not have. */
export const stagePrograms: readonly Address[] = [ORDER_ENGINE, PHOENIX, CURVE, VAULT];

/** `fill(input_amount, output_amount, expire_at)`. Source: jup-ag/rfq-webhook-toolkit `programs/order-engine/src/instructions/fill.rs`. */
const FILL = 'a860b7a35c0a28a0';
const FOREVER = 2n ** 62n;
const HEAD = headOf('0102030405060708', []);
const [MINT_TO, BURN] = [7, 8];
const SLIPPAGE = 6001;
const SYSTEM = address(PROGRAMS.system);

/** A price of constant product that nobody takes a fee of. */
class Product {
  readonly #reserves: Map<Coin, bigint>;
  readonly #other: (from: Coin) => Coin;

  constructor(coins: readonly [Coin, Coin], amounts: readonly [bigint, bigint]) {
    this.#reserves = new Map(coins.map((coin, index) => [coin, amounts[index] ?? 0n]));
    this.#other = (from) => (from === coins[0] ? coins[1] : coins[0]);
  }

  of(coin: Coin): bigint {
    return this.#reserves.get(coin) ?? 0n;
  }

  readonly quote = (from: Coin, amount: bigint): Swapped => ({
    spent: amount,
    out: (amount * this.of(this.#other(from))) / (this.of(from) + amount),
  });

  readonly settle = (from: Coin, amount: bigint): void => {
    const { out } = this.quote(from, amount);
    const to = this.#other(from);
    this.#reserves.set(from, this.of(from) + amount);
    this.#reserves.set(to, this.of(to) - out);
  };
}

type Coins = readonly [Coin, Coin];
type Amounts = readonly [bigint, bigint];

const sideAt = ({ mint, program, decimals }: Coin, vault: Address): PoolSide => ({ mint, program, decimals, vault });

/** Begins the script of a swap that fails below its minimum. */
function begin(program: Address, signers: readonly Address[], out: bigint, minimum: bigint): Script {
  const script = new Script(program, HEAD, signers.map(signer));
  script.require(script.number(out), script.number(minimum), SLIPPAGE);
  return script;
}

/** Fills of an order engine: a maker signs beside the wallet, and both pay each other from their own accounts. */
export function makerPool(maker: Actor, coins: Coins, amounts: Amounts): TruthPool {
  const product = new Product(coins, amounts);
  const at = address(maker.address);
  return {
    sides: coins,
    native: false,
    maker,
    accounts: [],
    keys: [ORDER_ENGINE, at],
    quote: product.quote,
    settle: product.settle,
    swap(wallet, from, amount, minimum) {
      const to = from === coins[0] ? coins[1] : coins[0];
      const { out } = product.quote(from, amount);
      const holding = (coin: Coin, of: Address) => tokenHoldingOf(coin, of);
      const moved = [from, to].flatMap((coin) => [holding(coin, wallet), holding(coin, at)]);
      const named = [from.mint, from.program, to.mint, to.program, SYSTEM].map((one) => ({ address: one }));
      const accounts = [signer(wallet), signer(at), ...moved.map(writable), ...named];
      const script = new Script(ORDER_ENGINE, headOf(FILL, [amount, out, FOREVER]), accounts);
      script.require(script.number(out), script.number(minimum), SLIPPAGE);
      const [given, got] = [script.number(amount), script.number(out)];
      const paid = { from: holding(from, wallet), to: holding(from, at), by: wallet, amount: given };
      transferTokens(script, sideAt(from, paid.to), paid);
      const filled = { from: holding(to, at), to: holding(to, wallet), by: at, amount: got };
      transferTokens(script, sideAt(to, filled.from), filled);
      return script.instruction();
    },
  };
}

/** A market each vault of which is a token account that owns itself. */
export function selfOwnedPool(coins: Coins, amounts: Amounts): TruthPool {
  const product = new Product(coins, amounts);
  const vaults = new Map(coins.map((coin) => [coin, vaultOf(PHOENIX, ['vault', coins[0].mint, coin.mint])]));
  const side = (coin: Coin) => {
    const vault = vaults.get(coin);
    if (!vault) throw new Error('it has no such side');
    return vault;
  };
  return {
    sides: coins,
    native: false,
    quote: product.quote,
    settle: product.settle,
    keys: [PHOENIX, ...[...vaults.values()].map(({ at }) => at)],
    accounts: coins.map((coin, index) => coinTokens(coin, side(coin).at, amounts[index] ?? 0n, side(coin).at)),
    swap(wallet, from, amount, minimum) {
      const to = from === coins[0] ? coins[1] : coins[0];
      const { out } = product.quote(from, amount);
      const script = begin(PHOENIX, [wallet], out, minimum);
      const [into, outOf] = [side(from).at, side(to).at];
      const given = { from: tokenHoldingOf(from, wallet), to: into, by: wallet, amount: script.number(amount) };
      transferTokens(script, sideAt(from, into), given);
      const got = { from: outOf, to: tokenHoldingOf(to, wallet), by: outOf, amount: script.number(out) };
      transferTokens(script, sideAt(to, outOf), { ...got, seeds: side(to).seeds });
      return script.instruction();
    },
  };
}

/** A curve that keeps lamports, makes the coin on a purchase and burns it on a sale. It is the coin's only mint authority. */
export function mintingCurve(coin: Coin, amounts: Amounts): TruthPool {
  const product = new Product([coin, SOL_COIN], amounts);
  const { at, seeds } = curveOf(coin);
  const [, lamports] = amounts;
  const kept: AccountBytes = { address: at, owner: CURVE, lamports, data: new Uint8Array(8) };
  const { mint, program } = coin;
  return {
    sides: [coin, SOL_COIN],
    native: true,
    quote: product.quote,
    settle: product.settle,
    keys: [CURVE, at],
    accounts: [kept],
    swap(wallet, from, amount, minimum) {
      const { out } = product.quote(from, amount);
      const script = begin(CURVE, [wallet], out, minimum);
      const holding = tokenHoldingOf(coin, wallet);
      const [given, got] = [script.number(amount), script.number(out)];
      if (from === coin) {
        const burnt = [writable(holding), writable(mint), { address: wallet, signer: true }];
        script.call({ program, accounts: burnt, data: [Buffer.of(BURN), given] });
        script.pay(at, wallet, got);
      } else {
        transferLamports(script, SYSTEM, wallet, at, given);
        const made = [writable(mint), writable(holding), { address: at, signer: true }];
        script.call({ program, accounts: made, data: [Buffer.of(MINT_TO), got], seeds });
      }
      return script.instruction();
    },
  };
}

/** The mint of a coin that a curve makes, with what others hold of it. */
export function mintedByCurve(coin: Coin, supply: bigint): AccountBytes {
  return coinMintAccount(coin, supply, curveOf(coin).at);
}

function curveOf({ mint }: Coin) {
  return vaultOf(CURVE, ['curve', mint]);
}

/** A program's account that keeps units of a coin for whoever put them there; it gives no receipt. */
export function keepOf(coin: Coin) {
  const { at } = vaultOf(VAULT, ['keep', coin.mint]);
  const keeper = vaultOf(VAULT, ['keeper', coin.mint]);
  const account = coinTokens(coin, keeper.at, 0n, at);
  const move = (wallet: Address, units: bigint, isIn: boolean) => {
    const script = new Script(VAULT, HEAD, [signer(wallet)]);
    const amount = script.number(units);
    const holding = tokenHoldingOf(coin, wallet);
    if (isIn) transferTokens(script, sideAt(coin, at), { from: holding, to: at, by: wallet, amount });
    else
      transferTokens(script, sideAt(coin, at), { from: at, to: holding, by: keeper.at, amount, seeds: keeper.seeds });
    return script.instruction();
  };
  /** Somebody takes units out of it that the wallet put there, and pays the wallet out of his own. */
  const fill = (wallet: Address, by: Address, units: bigint, lamports: bigint) => {
    const script = new Script(VAULT, HEAD, [signer(by), writable(wallet)]);
    const taken = { from: at, to: tokenHoldingOf(coin, by), by: keeper.at, amount: script.number(units) };
    transferTokens(script, sideAt(coin, at), { ...taken, seeds: keeper.seeds });
    transferLamports(script, SYSTEM, by, wallet, script.number(lamports));
    return script.instruction();
  };
  return { account, move, fill };
}

/** The program of the vaults passes lamports on. */
export function forwarding(from: Address, to: Address, lamports: bigint): TransactionInstruction {
  const script = new Script(VAULT, HEAD, [signer(from)]);
  transferLamports(script, SYSTEM, from, to, script.number(lamports));
  return script.instruction();
}

/** Where the program of the vaults has the money for orders that were filled. */
export const till: AccountBytes = {
  address: vaultOf(VAULT, ['till']).at,
  owner: VAULT,
  lamports: 10n ** 15n,
  data: new Uint8Array(8),
};

/** The program of the vaults pays a wallet from it, when somebody asks for that. */
export function settling(wallet: Address, by: Address, lamports: bigint): TransactionInstruction {
  const script = new Script(VAULT, HEAD, [signer(by), ...(by === wallet ? [] : [writable(wallet)])]);
  script.pay(till.address, wallet, script.number(lamports));
  return script.instruction();
}

/** An address that follows from a name and mints, and what its program signs for it with. */
function vaultOf(program: Address, [name, ...mints]: readonly [string, ...Address[]]) {
  const seeds = [Buffer.from(name), ...mints.map(addressBytes)];
  const { address: at, bump } = derivationOf(seeds, program);
  const spelled: readonly SignerSeed[] = [name, ...mints.map((mint) => ({ address: mint })), Buffer.of(bump)];
  return { at, seeds: spelled };
}
