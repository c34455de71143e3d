import { PublicKey } from '@solana/web3.js';
import { type Address, address } from '#solana/address.ts';
import { named } from '../../fixtures/transaction-body.ts';
import { MadeChain, type MadeTransaction, RENT, WSOL } from './made-chain.ts';

export const SOL = 1_000_000_000n;
export const MILLI = 1_000_000n;
/** Rent that was taken from a wallet with less than the exemption, once an epoch. */
const RENT_TAKEN = 2_439n;

export const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
export const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const addresses = new Map<string, Address>();
/** An address that the name alone decides. Deriving one takes long, and most are asked for often. */
function of(name: string): Address {
  const found = addresses.get(name) ?? named(`conservation ${name}`);
  addresses.set(name, found);
  return found;
}

/** An address that somebody may have the key of, or one that only a program signs for. */
function ownerOf(name: string, hasKey: boolean): Address {
  for (let count = 0; ; count += 1) {
    const found = of(`${name} ${count}`);
    if (PublicKey.isOnCurve(found) === hasKey) return found;
  }
}

/** A coin of the token program, one of Token-2022 whose transfers cost a fee, and the middle coin of routes. */
export const coins = { plain: of('coin'), taxed: of('taxed coin'), middle: of('middle coin') };
const venue = of('venue');
const market = of('market whose vaults own themselves');
const router = of('router');
/** Programs without a label. */
const [forwarder, escrow] = [of('forwarder'), of('escrow')];
const [pool, curve] = [ownerOf('pool', false), ownerOf('curve', false)];
/** Owns what lies with the program without a label. */
export const keeper = ownerOf('keeper', false);
const [tips, botFees] = [of('takes tips'), of('takes fees')];

/** Two wallets that everything happens between, and whoever pays for them. */
export const wallets = [ownerOf('one wallet', true), ownerOf('other wallet', true)] as const;
export const sponsor = ownerOf('sponsor', true);
const little = ownerOf('wallet below the exemption', true);
export const people: ReadonlySet<Address> = new Set([...wallets, sponsor, little]);

export const labels: ReadonlyMap<Address, string> = new Map([
  [venue, 'dex_program'],
  [market, 'dex_program'],
  [router, 'aggregator_program'],
  [tips, 'jito_tip'],
  [botFees, 'bot_fee_account'],
]);

const mints = [
  [WSOL, { decimals: 9 }],
  [USDC, { decimals: 6 }],
  [coins.plain, { decimals: 6 }],
  [coins.middle, { decimals: 6 }],
  [coins.taxed, { decimals: 6, is2022: true }],
] as const;

const accountOf = (owner: Address, mint: Address) => of(`${owner} ${mint}`);
const vaultOf = (mint: Address) => accountOf(pool, mint);
const selfOwned = (mint: Address) => of(`owns itself ${mint}`);
const kept = (mint: Address) => accountOf(keeper, mint);
const STAKE = of('stake account');
const NONCE = of('nonce account');

export function newChain(): MadeChain {
  const chain = new MadeChain(people, [venue, market], mints);
  for (const wallet of wallets) chain.put(wallet, 1_000n * SOL);
  chain.put(sponsor, 1_000n * SOL);
  chain.put(little, 500_000n);
  for (const one of [pool, curve, keeper, tips, botFees, STAKE, NONCE]) chain.put(one, 10_000n * SOL);
  for (const [mint] of mints) {
    chain.put(mint, SOL);
    chain.hold(vaultOf(mint), mint, pool, 1_000_000n * SOL);
    chain.hold(selfOwned(mint), mint, selfOwned(mint), 1_000n * SOL);
    for (const wallet of wallets)
      if (mint === USDC || mint === coins.middle) chain.hold(accountOf(wallet, mint), mint, wallet, 1_000_000n * MILLI);
  }
  return chain;
}

/** One act of a transaction, drawn at random. `me` does it, perhaps with `they`. */
interface Drawn {
  readonly made: MadeTransaction;
  readonly me: Address;
  readonly they: Address;
  /** An amount from 1 on, mostly large. */
  readonly amount: bigint;
  readonly coin: Address;
  readonly flag: boolean;
  readonly other: boolean;
  /** A name for accounts that are made for this act alone. */
  readonly name: string;
}

const least = (one: bigint, two: bigint) => (one < two ? one : two);
const fee = (mint: Address, amount: bigint) => (mint === coins.taxed ? amount / 50n : 0n);

/** The account of an owner for a mint, opened where it is not there. */
function ready({ made, me }: Drawn, owner: Address, mint: Address, payer = me): Address {
  const account = accountOf(owner, mint);
  if (!made.chain.at(account).token) made.openPaid(payer, account, mint, owner);
  return account;
}

/** A temporary account of wrapped lamports; `close` ends it. */
function temporary({ made, me, name }: Drawn, lamports: bigint): Address {
  const account = of(`temporary ${name}`);
  made.openPaid(me, account, WSOL, me);
  if (lamports > 0n) {
    made.transfer(me, account, lamports);
    made.sync(account);
  }
  return account;
}

function pays(made: MadeTransaction, from: Address, to: Address, by: Address, amount: bigint): void {
  const mint = made.chain.at(from).token?.mint ?? WSOL;
  made.pay(from, to, by, amount, fee(mint, amount));
}

function buyWrapped(act: Drawn): void {
  const { made, me, they, amount, coin, flag, other } = act;
  const mine = ready(act, me, coin);
  const account = temporary(act, amount);
  const spent = other ? amount : amount - amount / 10n;
  const exchange = () => {
    pays(made, account, vaultOf(WSOL), me, spent);
    pays(made, vaultOf(coin), mine, pool, amount * 3n);
  };
  if (flag) made.call(router, [me], () => made.call(venue, [pool, me], exchange));
  else made.call(venue, [pool, me], exchange);
  close(act, account, other ? they : me);
}

/** Closes an account of `me`: plainly, in a batch of the token program, or under a program without a label. */
function close({ made, me, flag, other }: Drawn, account: Address, to: Address): void {
  if (flag && other) made.call(forwarder, [me], () => made.close(account, to, me));
  else if (flag) made.batch(() => made.close(account, to, me));
  else made.close(account, to, me);
}

function sellWrapped(act: Drawn): void {
  const { made, me, they, coin, amount, other } = act;
  const mine = accountOf(me, coin);
  const units = made.chain.units(mine);
  if (units === 0n) return;
  const account = temporary(act, 0n);
  made.call(venue, [pool, me], () => {
    pays(made, mine, vaultOf(coin), me, units);
    pays(made, vaultOf(WSOL), account, pool, amount);
  });
  close(act, account, other ? they : me);
}

function buyNative(act: Drawn): void {
  const { made, me, amount, coin, flag } = act;
  const mine = ready(act, me, coin);
  made.call(venue, [curve, me], () => {
    made.transfer(me, curve, amount);
    if (flag) made.transfer(me, botFees, amount / 100n + 1n);
    pays(made, vaultOf(coin), mine, pool, amount * 2n);
  });
}

/** A sale of all or a part, whose lamports a curve credits; sometimes they are next to nothing. */
function sellNative({ made, me, amount, coin, flag, other }: Drawn): void {
  const mine = accountOf(me, coin);
  const units = made.chain.units(mine);
  if (units === 0n) return;
  made.call(venue, [curve, me], () => {
    pays(made, mine, vaultOf(coin), me, flag ? units : units / 2n + 1n);
    made.shift(curve, me, other ? least(amount, 9_999n) : amount);
  });
}

/** A purchase with dollars through the middle coin, of which a unit or some lamports are left over. */
function hop(act: Drawn): void {
  const { made, me, amount, coin, flag } = act;
  const dollars = accountOf(me, USDC);
  const paid = least(amount, made.chain.units(dollars));
  if (paid < 10n) return;
  const mine = ready(act, me, coin);
  const middle = flag ? accountOf(me, coins.middle) : temporary(act, 0n);
  const mint = flag ? coins.middle : WSOL;
  made.call(router, [me], () => {
    made.call(venue, [pool, me], () => {
      pays(made, dollars, vaultOf(USDC), me, paid);
      pays(made, vaultOf(mint), middle, pool, paid);
    });
    made.call(venue, [pool, me], () => {
      pays(made, middle, vaultOf(mint), me, paid - 1n);
      pays(made, vaultOf(coin), mine, pool, paid * 5n);
    });
  });
  if (!flag) made.close(middle, me, me);
}

/** A trade in a market whose vaults own themselves. */
function selfOwnedTrade(act: Drawn): void {
  const { made, me, amount, coin, flag } = act;
  const mine = ready(act, me, coin);
  if (flag) {
    const account = temporary(act, amount);
    made.call(market, [me], () => {
      pays(made, account, selfOwned(WSOL), me, amount);
      pays(made, selfOwned(coin), mine, selfOwned(coin), 7n);
    });
    made.close(account, me, me);
  } else {
    made.transfer(me, selfOwned(WSOL), amount);
    made.sync(selfOwned(WSOL));
  }
}

/** A program that is no venue moves lamports between the wallet and somebody who signs too. */
function forward({ made, me, they, amount, flag, other }: Drawn): void {
  const [from, to] = flag ? [me, they] : [they, me];
  made.call(forwarder, [from, to], () => {
    if (other) made.transfer(from, to, amount / 2n + 1n);
    made.transfer(from, to, amount);
  });
}

function gift({ made, me, they, amount, flag }: Drawn): void {
  made.transfer(flag ? me : they, flag ? they : me, amount);
}

function tokenGift(act: Drawn): void {
  const { made, me, they, amount, coin, flag } = act;
  const [from, to] = flag ? [me, they] : [they, me];
  const units = least(amount, made.chain.units(accountOf(from, coin)));
  if (units === 0n) return;
  pays(made, accountOf(from, coin), ready(act, to, coin, from), from, units);
}

/** Wrapped lamports kept for later, some sent on as tokens, or let out for oneself or another. */
function wrapped(act: Drawn): void {
  const { made, me, they, amount, flag, other } = act;
  const mine = ready(act, me, WSOL);
  made.transfer(me, mine, amount);
  made.sync(mine);
  if (flag) pays(made, mine, ready(act, they, WSOL), me, amount / 2n + 1n);
  else made.unwrap(mine, other ? they : me, me, other ? amount : null);
}

/** Units go into an account of a program's, which somebody else may take them out of. */
function order(act: Drawn): void {
  const { made, me, coin, flag } = act;
  const mine = accountOf(me, coin);
  const units = made.chain.units(mine);
  if (units < 2n) return;
  made.call(escrow, [me, keeper], () => {
    const to = ready(act, keeper, coin);
    pays(made, mine, to, me, flag ? units : units / 2n);
  });
}

/** Somebody fills an order of `me` alone and pays for it himself. */
function fill(act: Drawn): void {
  const { made, me, they, amount, coin, flag } = act;
  const units = made.chain.units(kept(coin));
  if (units === 0n) return;
  const theirs = ready(act, they, coin, they);
  made.call(escrow, [they, me, keeper], () => {
    pays(made, kept(coin), theirs, keeper, units);
    if (flag) made.transfer(they, me, amount);
    else
      pays(
        made,
        accountOf(they, USDC),
        accountOf(me, USDC),
        they,
        least(amount, made.chain.units(accountOf(they, USDC))),
      );
    made.close(kept(coin), me, keeper);
  });
}

/** Somebody pays into a program's keep, and the owner takes it out by himself. */
function settle(act: Drawn): void {
  const { made, me, they, amount, flag } = act;
  const [from, mine] = [accountOf(they, USDC), accountOf(me, USDC)];
  const units = least(amount, made.chain.units(flag ? from : kept(USDC)));
  if (units === 0n) return;
  made.call(escrow, [me, keeper], () => {
    if (flag) pays(made, from, ready(act, keeper, USDC, they), they, units);
    else pays(made, kept(USDC), mine, keeper, units);
  });
}

/** An account changes its owner with all that is in it, or is made for somebody with more than its rent. */
function handOver({ made, me, they, amount, coin, flag, name }: Drawn): void {
  const mine = accountOf(me, coin);
  const account = of(`handed ${name}`);
  if (flag) made.openPaid(me, account, coin, they, RENT + amount);
  else {
    made.openPaid(me, account, coin, me);
    if (made.chain.units(mine) > 1n) pays(made, mine, account, me, made.chain.units(mine) / 2n);
    made.hand(account, me, they);
  }
}

/** Somebody sends lamports to the address of an account that is not there yet, and it is made of them and of others. */
function prefunded({ made, me, they, amount, coin, flag, other, name }: Drawn): void {
  const account = of(`prefunded ${name}`);
  const [sender, owner] = [flag ? me : they, other ? me : they];
  made.transfer(sender, account, amount);
  made.complete(me, account, coin, owner);
}

/** Lamports beyond the rent are put into an account and taken out. */
function excess(act: Drawn): void {
  const { made, me, they, amount, coin, flag, other } = act;
  const mine = ready(act, me, coin);
  made.transfer(flag ? me : they, mine, amount);
  made.excess(mine, other ? they : me, me);
}

function withdrawal({ made, me, they, amount, flag, other }: Drawn): void {
  const by = other ? me : they;
  if (flag) made.withdrawNonce(NONCE, me, by, least(amount, SOL));
  else made.withdrawStake(STAKE, me, by, least(amount, SOL));
}

function tip({ made, me, amount, flag, other }: Drawn): void {
  const paid = () => made.transfer(me, other ? tips : botFees, least(amount, MILLI));
  if (flag) made.call(forwarder, [me], paid);
  else paid();
}

function madeOrBurned(act: Drawn): void {
  const { made, me, they, amount, coin, flag } = act;
  const mine = ready(act, me, coin);
  if (flag) made.make(coin, mine, they, amount);
  else if (made.chain.units(mine) > 0n) made.burn(mine, coin, me, made.chain.units(mine) / 2n + 1n);
}

/** A wallet with less than the exemption gives some of it, and the chain takes its rent. */
function rentTaken({ made, me }: Drawn): void {
  if (made.rents.size > 0 || made.chain.at(little).lamports < 100_000n) return;
  made.takeRent(little, RENT_TAKEN);
  made.transfer(little, me, 1_000n);
}

/** A program that is no venue moves units, or closes an account of another's to the wallet. */
function forwardTokens(act: Drawn): void {
  const { made, me, they, amount, flag } = act;
  const [from, to] = flag ? [me, they] : [they, me];
  const units = least(amount, made.chain.units(accountOf(from, WSOL)));
  if (units === 0n) return;
  const theirs = ready(act, to, WSOL, from);
  made.call(forwarder, [from, to], () => pays(made, accountOf(from, WSOL), theirs, from, units));
}

/** What may happen in a transaction. */
export const shapes = {
  buyWrapped,
  sellWrapped,
  buyNative,
  sellNative,
  hop,
  selfOwnedTrade,
  forward,
  forwardTokens,
  gift,
  tokenGift,
  wrapped,
  order,
  fill,
  settle,
  handOver,
  prefunded,
  excess,
  withdrawal,
  tip,
  madeOrBurned,
  rentTaken,
};
