import { curveMintAccount, holdingAccount, pumpCurveAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { type Address, SYSTEM_PROGRAM } from '#solana/address.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { USDC } from '../../recorded-worlds.ts';
import { exchanges } from '../base-accounts.ts';
import { MovesChain, named, SOL, slotBefore } from '../chain.ts';
import { Act, accountFor, LENDER, launchFor, marketOf, mintOf, RENT, UNKNOWN_VENUE } from './acts.ts';
import type { DustFacts, TripFacts, WalletFacts } from './facts.ts';

export const SUBJECT = named('the wallet of moves');
const PERSON = named('who paid for the wallet');
const DUSTER = named('who sends dust');
const OTHER_WALLET = named('another wallet of the owner');

const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;
const MILLI = SOL / 1_000n;
const FIRST_MONEY = 600n * SOL;
const SIDE_MONEY = 40n * SOL;
const UNITS = 10n ** 12n;
/** Millionths of a dollar for a thousandth of a SOL. */
const DOLLARS = 150_000n;
const DUST_LAMPORTS = 1_000n;
const FIRST_DAYS = 400;
/** Others than the wallet that strangers reach. */
const REACHED = 10;

/** Strangers who trade: what each of them did before, and paid for it. */
const STRANGERS = 40;
const HABIT = { count: 600, fee: 2_000_000n, apartSeconds: 4 * 3_600, untilDays: 88 } as const;
/** Purchases of others between a purchase of the wallet and its sale. */
const PAYERS = 4;

interface Scene {
  readonly chain: MovesChain;
  readonly facts: WalletFacts;
}

/** The chain on which the facts hold. */
export function walletChain(facts: WalletFacts): MovesChain {
  const chain = new MovesChain();
  const scene = { chain, facts };
  for (const rich of [...exchanges, DUSTER]) chain.enrich(rich);
  chain.put(curveMintAccount({ mint: USDC, supply: 8n * 10n ** 15n }));
  tellMoney(scene);
  tellStrangers(scene);
  for (const coin of new Set(facts.trips.map((trip) => trip.coin))) tellCoin(scene, coin);
  for (const [n, trip] of facts.trips.entries()) tellTrip(scene, trip, n);
  tellLoans(scene);
  for (const [n, dust] of facts.dust.entries()) if (dust.what !== 'names') tellDust(scene, dust, n);
  chain.play();
  for (const dust of facts.dust) if (dust.what === 'names') tellNaming(scene, dust);
  chain.withholdAt([...chain.history(SUBJECT)], facts.withheld);
  putAccounts(chain);
  return chain;
}

const slotAt = (days: number, seconds = 0) => slotBefore(days * DAY_SECONDS - seconds);

/** The first money of the wallet, and of the other wallets of its owner. */
function tellMoney({ chain, facts }: Scene): void {
  const { bornDays, funder, sides, partners, trips, makers } = facts;
  const [exchange = SUBJECT] = exchanges;
  chain.give(exchange, PERSON, 4_000n * SOL, slotAt(bornDays + 9));
  chain.give(funder === 'person' ? PERSON : exchange, SUBJECT, FIRST_MONEY, slotAt(bornDays));
  if (Object.values(makers).includes('partner')) {
    for (let n = 0; n < partners; n += 1) chain.give(PERSON, partner(n), SOL, slotAt(bornDays, 600 + n));
  }
  if (!trips.some(({ payers }) => payers === 'sides')) return;
  const payer = sides.fundedBy === 'person' ? PERSON : SUBJECT;
  for (let n = 0; n < sides.count; n += 1) {
    const lamports = SIDE_MONEY / BigInt(sides.count);
    let from = payer;
    for (let hop = 0; hop < sides.hops; hop += 1) {
      const next = named(`hop ${hop} to side ${n}`);
      chain.give(from, next, lamports + MILLI * BigInt(sides.hops - hop), slotAt(bornDays, 1_200 + 60 * n + hop));
      from = next;
    }
    chain.give(from, side(n), lamports, slotAt(bornDays, 1_250 + 60 * n));
  }
}

const side = (n: number) => named(`side wallet ${n}`);
const partner = (n: number) => named(`partner ${n}`);
const stranger = (n: number) => named(`stranger ${n % STRANGERS}`);

/** Strangers got their money from exchanges, and have used the chain ever since. */
function tellStrangers({ chain, facts }: Scene): void {
  const before = Math.max(HABIT.untilDays, facts.bornDays) + 1;
  for (let n = 0; n < STRANGERS; n += 1) {
    const days = before + 1 + (HABIT.count * HABIT.apartSeconds) / DAY_SECONDS + n;
    chain.give(exchanges[n % exchanges.length] ?? SUBJECT, stranger(n), 10_000n * SOL, slotAt(days));
    const apart = slotBefore(0) - slotBefore(HABIT.apartSeconds);
    chain.frequent(stranger(n), HABIT.count, slotAt(before, -n), apart, HABIT.fee);
  }
}

function makerOf({ facts }: Scene, coin: number): Address {
  const maker = facts.makers[coin] ?? 'stranger';
  if (maker === 'subject' || maker === 'named') return SUBJECT;
  return maker === 'partner' ? partner(coin % facts.partners) : named(`maker of coin ${coin}`);
}

/** Who signs and pays for a coin. */
const signerOf = (scene: Scene, coin: number): Address =>
  scene.facts.makers[coin] === 'named' ? named(`maker of coin ${coin}`) : makerOf(scene, coin);

/** A coin on its curve, which names its maker. */
function tellCoin(scene: Scene, coin: number): void {
  const { chain, facts } = scene;
  const [mint, maker] = [mintOf(coin), signerOf(scene, coin)];
  chain.put(curveMintAccount({ mint, supply: 10n ** 15n }));
  chain.put(pumpCurveAccount({ mint, creator: makerOf(scene, coin) }));
  const days = Math.max(...facts.trips.filter((trip) => trip.coin === coin).map(({ daysAgo }) => daysAgo));
  if (['stranger', 'named'].includes(facts.makers[coin] ?? 'stranger')) {
    chain.give(exchanges[coin % exchanges.length] ?? SUBJECT, maker, SOL, slotAt(days + 3 + coin));
  }
  const data = new Uint8Array(67);
  data[0] = 20;
  const call = { program: marketOf(chain, mint, 'curve').program, accounts: [maker, mint], data: Uint8Array.of(7) };
  const made = { program: TOKEN_PROGRAM, accounts: [mint], data };
  chain.happen({ slot: slotAt(days, -MINUTE_SECONDS), payer: maker, instructions: [call], inner: [[0, made]] });
}

function tellTrip(scene: Scene, trip: TripFacts, n: number): void {
  const { chain } = scene;
  const mint = mintOf(trip.coin);
  const lamports = BigInt(trip.milliSol) * MILLI;
  const units = UNITS + BigInt(n);
  const start = trip.daysAgo;
  const hold = trip.holdMinutes * MINUTE_SECONDS;
  const kind = trip.money === 'usd' ? 'usd' : trip.through;
  const market = marketOf(chain, mint, kind);
  const got = (lamports * BigInt(10_000 + trip.returnBps)) / 10_000n;
  const priced = (of: bigint) => (trip.money === 'usd' ? (of * DOLLARS) / MILLI : of);
  if (trip.money === 'usd') exchangeFor(chain, lamports, priced(lamports), slotAt(start, -90));
  const stays = staysOpen(scene.facts.trips, trip);
  const opens = !stays || stays === trip;
  if (trip.got === 'given') receive(scene, trip, units, opens);
  else
    opening(new Act(chain, SUBJECT, slotAt(start)), mint, opens)
      .swap(SUBJECT, market, units, priced(lamports))
      .done();
  if (got > lamports && trip.end === 'sold') payUp(scene, trip, got - lamports, n);
  const after = new Act(chain, SUBJECT, slotAt(start, hold));
  const left = (act: Act) => (stays ? act : act.close(SUBJECT, mint)).done();
  switch (trip.end) {
    case 'kept':
      return;
    case 'sold':
      left(after.swap(SUBJECT, market, -units, priced(got)));
      if (trip.money === 'usd') exchangeFor(chain, -got, -priced(got), slotAt(start, hold + 90));
      return;
    case 'sent':
      left(after.open(OTHER_WALLET, mint).send(mint, SUBJECT, OTHER_WALLET, units));
      return;
    case 'parked':
      left(after.deposit(UNKNOWN_VENUE, SUBJECT, mint, units));
      return;
    case 'burned':
      left(after.burn(SUBJECT, mint, units));
  }
}

const opening = (act: Act, mint: Address, opens: boolean) => (opens ? act.open(SUBJECT, mint) : act);

/** The first trip of a coin whose account stays open, because something is kept or trips overlap; null where it is closed each time. */
function staysOpen(trips: readonly TripFacts[], { coin }: TripFacts): TripFacts | null {
  const ordered = trips.filter((one) => one.coin === coin).sort((a, b) => b.daysAgo - a.daysAgo);
  const overlaps = ordered.some((one, n) => {
    const next = ordered[n + 1];
    return next && next.daysAgo * DAY_SECONDS > one.daysAgo * DAY_SECONDS - (one.holdMinutes + 1) * MINUTE_SECONDS;
  });
  return overlaps || ordered.some(({ end }) => end === 'kept') ? (ordered[0] ?? null) : null;
}

/** Lamports for dollars, or back where both are below 0. The account for dollars is opened and closed each time. */
function exchangeFor(chain: MovesChain, lamports: bigint, dollars: bigint, slot: number): void {
  const act = new Act(chain, SUBJECT, slot);
  const hub = marketOf(chain, USDC, 'hub');
  if (dollars > 0n) act.open(SUBJECT, USDC).swap(SUBJECT, hub, dollars, lamports).done();
  else act.swap(SUBJECT, hub, dollars, -lamports).close(SUBJECT, USDC).done();
}

/** The maker hands tokens over for nothing. */
function receive(scene: Scene, { coin, daysAgo }: TripFacts, units: bigint, opens: boolean): void {
  const [mint, giver] = [mintOf(coin), signerOf(scene, coin)];
  const from = giver === SUBJECT ? OTHER_WALLET : giver;
  if (giver === SUBJECT) scene.chain.give(SUBJECT, OTHER_WALLET, MILLI * 20n, slotAt(daysAgo, -30));
  new Act(scene.chain, from, slotAt(daysAgo, -10))
    .open(from, mint)
    .swap(from, marketOf(scene.chain, mint, 'curve'), units, 1n)
    .done();
  opening(new Act(scene.chain, from, slotAt(daysAgo)), mint, opens)
    .send(mint, from, SUBJECT, units)
    .done();
}

/** Others buy between a purchase of the wallet and its sale, and so pay for its gain. */
function payUp(
  { chain, facts }: Scene,
  { coin, daysAgo, holdMinutes, payers, through }: TripFacts,
  gain: bigint,
  n: number,
): void {
  const market = marketOf(chain, mintOf(coin), through);
  for (let at = 0; at < PAYERS; at += 1) {
    const who = payers === 'sides' ? side((n * PAYERS + at) % facts.sides.count) : stranger(n * PAYERS + at);
    const seconds = (holdMinutes * MINUTE_SECONDS * (at + 1)) / (PAYERS + 2);
    const act = new Act(chain, who, slotAt(daysAgo, seconds)).open(who, market.mint);
    act.swap(who, market, UNITS / 4n, gain / BigInt(PAYERS)).done();
  }
}

function tellLoans({ chain, facts }: Scene): void {
  const { count, milliSol } = facts.loans;
  const lamports = BigInt(milliSol) * MILLI;
  for (let n = 0; n < count; n += 1) {
    const days = 1 + (facts.bornDays - 2) * ((n + 0.5) / count);
    new Act(chain, SUBJECT, slotAt(days)).deposit(LENDER, SUBJECT, null, lamports).done();
    new Act(chain, SUBJECT, slotAt(days, 3_600)).deposit(LENDER, SUBJECT, null, -lamports).done();
  }
}

/** When the `n`th dust of a kind arrives, in days before now. */
function daysOf({ when, count }: DustFacts, { bornDays }: WalletFacts, n: number): number {
  const part = (n + 0.5) / count;
  if (when === 'first') return FIRST_DAYS - part;
  if (when === 'spread') return bornDays * 0.98 * (1 - part) + 0.01;
  return when === 'now' ? 0.01 + 0.02 * (1 - part) : bornDays - 0.02 - 0.02 * part;
}

/** Whom dust is sent to, or what is named. */
function targetsOf(scene: Scene, on: DustFacts['on']): readonly Address[] {
  const { chain, facts } = scene;
  const coins = [...new Set(facts.trips.map(({ coin }) => coin))].slice(0, REACHED);
  switch (on) {
    case 'payers':
      return Array.from({ length: REACHED }, (_, n) => stranger(n));
    case 'makers':
      return coins.map((coin) => signerOf(scene, coin));
    case 'curves':
      return coins.map((coin) => marketOf(chain, mintOf(coin), 'curve').pool);
    case 'funder':
      return [facts.funder === 'person' ? PERSON : (exchanges[0] ?? PERSON)];
    case 'everybody':
      return [SUBJECT, ...targetsOf(scene, 'payers'), ...targetsOf(scene, 'makers')];
    default:
      return [SUBJECT];
  }
}

/** Tokens of coins that the wallet has traded and whose account it closed. */
function tellCoins({ chain, facts: { trips } }: Scene, { count }: DustFacts): void {
  const endOf = ({ daysAgo, holdMinutes }: TripFacts) => daysAgo - (holdMinutes * MINUTE_SECONDS) / DAY_SECONDS;
  const coins = [...new Set(trips.filter((one) => staysOpen(trips, one) === null).map(({ coin }) => coin))];
  for (const [n, coin] of coins.slice(0, count).entries()) {
    const end = Math.min(...trips.filter((one) => one.coin === coin).map(endOf));
    sendToken(chain, new Act(chain, DUSTER, slotAt(end * (0.1 + (0.8 * n) / coins.length))), mintOf(coin));
  }
}

function tellDust(scene: Scene, dust: DustFacts, of: number): void {
  if (dust.what === 'coins') tellCoins(scene, dust);
  else for (let n = 0; n < dust.count; n += 1) tellOneDust(scene, dust, of, n);
}

function tellOneDust(scene: Scene, dust: DustFacts, of: number, n: number): void {
  const { chain, facts } = scene;
  const mint = named(`junk ${of}`);
  const slot = slotAt(daysOf(dust, facts, n));
  const act = new Act(chain, DUSTER, slot);
  switch (dust.what) {
    case 'launches':
      launchFor(chain, SUBJECT, named(`launch ${of} ${n}`), slot);
      return;
    case 'tokens':
      sendToken(chain, act, named(`dust ${of} ${n}`));
      return;
    case 'account':
      // One account of the wallet gets all of it, so that only the first transaction names the wallet.
      if (n > 0) act.send(mint, DUSTER, SUBJECT, 7n).done();
      else sendToken(chain, act, mint);
      return;
    default: {
      const lamports = dust.what === 'gifts' ? MILLI * 10n : DUST_LAMPORTS + BigInt(n);
      for (const to of targetsOf(scene, dust.on)) chain.give(DUSTER, to, lamports, slot);
    }
  }
}

function sendToken(chain: MovesChain, act: Act, mint: Address): void {
  chain.put(curveMintAccount({ mint, supply: 10n ** 15n }));
  chain.stock({ account: accountFor(DUSTER, mint), owner: DUSTER, mint, by: 10n ** 15n });
  act.open(SUBJECT, mint).send(mint, DUSTER, SUBJECT, 7n).done();
}

function tellNaming(scene: Scene, dust: DustFacts): void {
  const { chain, facts } = scene;
  const [last, first] = [daysOf(dust, facts, dust.count - 1), daysOf(dust, facts, 0)];
  const apart = dust.count > 1 ? (slotAt(last) - slotAt(first)) / (dust.count - 1) : 1;
  for (const one of targetsOf(scene, dust.on)) chain.crowd(one, dust.count, slotAt(last), apart, dust.failed);
}

/** What the story left to the wallet: its lamports and its token accounts. */
function putAccounts(chain: MovesChain): void {
  const people = [SUBJECT, PERSON, OTHER_WALLET, ...Array.from({ length: STRANGERS }, (_, n) => stranger(n))];
  for (const at of people) {
    chain.put({ address: at, owner: SYSTEM_PROGRAM, data: new Uint8Array(0), lamports: chain.lamports(at) });
  }
  for (const { account, mint, by } of chain.holdings(SUBJECT)) {
    chain.put({ ...holdingAccount({ authority: SUBJECT, mint, amount: by, address: account }), lamports: RENT });
  }
}
