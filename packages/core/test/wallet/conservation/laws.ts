import { effectOf } from '#derive/effects/effect.ts';
import type { EffectWorld } from '#derive/effects/effect-scene.ts';
import { type Effect, tokensOf, WRAPPED_SOL_MINT, worthOf } from '#derive/effects/effect-type.ts';
import { keepBook } from '#facts/wallet/book/book.ts';
import { type Book, type CoinCurrency, type Currency, sumsIn } from '#rules/wallet/evidence/book.ts';
import { address, type Signature } from '#solana/address.ts';
import { decodeTransaction } from '#solana/decode/transaction.ts';
import type { Transaction } from '#solana/transaction.ts';
import { changeOfAll, type RawBalances, riseIn, sumOf, unitsIn, worthIn } from './raw.ts';

/** The service's reading of a body; null where it refuses one. */
export function decoded(body: object, signature: string): Transaction | null {
  const reading = decodeTransaction(body, signature as Signature);
  return reading.known ? reading.value : null;
}

/** The service's effect on an owner; null where old metadata names no owners. */
export function effectOn(transaction: Transaction, owner: string, world: EffectWorld): Effect | null {
  const reading = effectOf(transaction, address(owner), world);
  return reading.known ? reading.value : null;
}

type Pairs = Readonly<Record<string, readonly [found: unknown, wanted: unknown]>>;

const shown = (value: unknown) =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one instanceof Map ? [...one] : one));

/** Says which of some values differ from what they have to be. */
function differences(pairs: Pairs): readonly string[] {
  return Object.entries(pairs)
    .map(([name, pair]) => [name, ...pair.map(shown)])
    .flatMap(([name, found, wanted]) => (found === wanted ? [] : [`${name} ${found}, not ${wanted}`]));
}

/** Where a body makes or loses lamports, or the decoder has other balances than it. */
export function wrongBalances(raw: RawBalances, transaction: Transaction): readonly string[] {
  const { keys, signers, preBalances, postBalances, preTokens, postTokens } = transaction;
  const units = (list: Transaction['preTokens']) => list.map(({ account, mint, amount }) => [account, mint, amount]);
  const [before, after] = raw.tokens.map((side) =>
    [...side].map(([account, { mint, amount }]) => [account, mint, amount]),
  );
  return differences({
    change: [changeOfAll(raw), -raw.fee - raw.rent],
    keys: [keys, raw.keys],
    signers: [signers, raw.signers],
    lamports: [[preBalances, postBalances], raw.lamports.map((side) => [...side.values()])],
    units: [
      [units(preTokens), units(postTokens)],
      [before, after],
    ],
  });
}

/** Where the effect on an owner changes anything but what its accounts changed by, each account once. */
export function wrongChange(raw: RawBalances, effect: Effect, owner: string): readonly string[] {
  return differences({
    lamports: [worthOf(effect), worthIn(raw, owner)],
    units: [
      [...tokensOf(effect)].sort(),
      [...unitsIn(raw, owner)].filter(([mint]) => mint !== WRAPPED_SOL_MINT).sort(),
    ],
    fee: [effect.fee, raw.keys[0] === owner ? raw.fee : 0n],
    signed: [effect.signed, raw.signers.includes(owner)],
  }).map((line) => `${owner}: ${line}`);
}

/** Where accounts of others got more by an effect than they rose by, or let go another amount than they fell by. */
export function wrongRises(raw: RawBalances, effect: Effect): readonly string[] {
  const { deposits, onward, funded, released, tips, platformFees, rentForOthers, givenIn, givenOut } = effect;
  const units = (side: 0 | 1, account: string) => raw.tokens[side].get(account)?.amount ?? 0n;
  const mintOf = (account: string) => (raw.tokens[1].get(account) ?? raw.tokens[0].get(account))?.mint;
  const wrong = [
    ...[...deposits, ...onward].filter(
      ({ account, mint, amount }) => amount <= 0n || amount > riseIn(raw, account, 'units') || mintOf(account) !== mint,
    ),
    ...funded.filter(({ account, lamports }) => lamports > riseIn(raw, account, 'lamports') + raw.rent),
    ...released.filter(({ account, amount }) => amount !== units(0, account) - units(1, account)),
    ...[tips, platformFees, rentForOthers, givenIn, givenOut].filter((lamports) => lamports < 0n),
  ];
  return wrong.map(shown);
}

/** Effects on one owner, each with the balances of its body. */
export type OwnHistory = readonly { readonly raw: RawBalances; readonly effect: Effect }[];

/** The book of them. */
export function bookIn(all: OwnHistory, stableCoins: ReadonlyMap<string, CoinCurrency>): Book {
  const effects = all.map(({ effect }) => effect);
  return keepBook({ effects, now: (effects.at(-1)?.time ?? 0) + 60, stableCoins, mints: [] });
}

/** Where the lines of a book come to anything but what the owner's accounts changed by in each currency. */
export function wrongBook(
  book: Book,
  all: OwnHistory,
  owner: string,
  stableCoins: ReadonlyMap<string, CoinCurrency>,
): readonly string[] {
  const coinsIn = (currency: CoinCurrency) =>
    all.flatMap(({ raw }) =>
      [...unitsIn(raw, owner)].flatMap(([mint, units]) => (stableCoins.get(mint) === currency ? [units] : [])),
    );
  const lines = (currency: Currency) => sumOf(Object.values(sumsIn(book, currency).flows));
  return differences({
    sol: [[book.change, lines('sol')], Array(2).fill(sumOf(all.map(({ raw }) => worthIn(raw, owner))))],
    usd: [[book.others.usd.change, lines('usd')], Array(2).fill(sumOf(coinsIn('usd')))],
    eur: [[book.others.eur.change, lines('eur')], Array(2).fill(sumOf(coinsIn('eur')))],
  }).map((line) => `book of ${owner}: ${line}`);
}
