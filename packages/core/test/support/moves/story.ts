import { type Address, addressBytes } from '#solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { curveAddress } from '#venues/pump-curve/layout.ts';
import { exchanges } from './base-accounts.ts';
import { type Cast, lamportsOf, type PlacedHolder, type PlacedMarket, slotOf, tokensOf, tradedHours } from './cast.ts';
import { type Event, NOW_SLOT, named, SLOTS_PER_HOUR, SOL, slotBefore } from './chain.ts';
import type { CrowdFacts, FundingFacts } from './facts.ts';
import { accountOf, CREATOR, type Kept, STRANGER, walletOf } from './keepers.ts';
import { tokenTransferOf, transferOf } from './transfers.ts';
import { gainsOf, holdingsOf } from './written-market.ts';

const MINUTE_SLOTS = 150;
const HOUR_MINUTES = 60;
const NETWORK_LAMPORTS = SOL / 50n;
/** Wallets that wash trades go through, and holders that strangers write to. */
const WASH_WALLETS = 3;
const CROWDED_HOLDERS = 10;

/** What the curves of the creator's earlier coins held at most, and what one of them has left that ended. */
export const EARLIER_SOL = { most: 40n * SOL, left: SOL / 100n } as const;
const EARLIER_HOURS = 24;
const STRANGE_UNITS = 1_000_000_000n;

type Call = Event['instructions'][number];

/** A purchase (tokens above 0) or a sale on the market of the launch. */
interface Trade {
  readonly who: Address;
  readonly tokens: bigint;
  readonly slot: number;
}

/** Writes and plays the history that led to the cast's accounts: creation, openings, money, purchases, transfers and sales. */
export function tell(cast: Cast): void {
  for (const exchange of exchanges) cast.chain.enrich(exchange);
  const trades = tradesOf(cast);
  tellEarlierLaunches(cast);
  tellCreation(cast, trades);
  for (const market of cast.markets) tellOpening(cast, market, trades);
  tellTrades(cast, trades);
  for (const holder of cast.holders) tellHolder(cast, holder);
  tellSaleThrough(cast);
  cast.chain.play();
  for (const crowd of cast.facts.crowds) tellCrowd(cast, crowd);
}

/** Where the token was launched, and where it trades most. */
const launchOf = ({ markets }: Cast): PlacedMarket | undefined => markets[0];

function mainOf({ markets }: Cast): PlacedMarket | undefined {
  const open = markets.filter(({ facts }) => !facts.complete);
  return [...open].sort((a, b) => b.facts.sol - a.facts.sol)[0];
}

/** Every purchase and sale of the launch's market, oldest first. */
function tradesOf(cast: Cast): readonly Trade[] {
  const launch = launchOf(cast);
  if (!launch) return [];
  const hours = tradedHours(launch.facts);
  const opened = slotOf(hours);
  // A curve that is complete trades until the pool after it opens.
  const end = (launch.facts.complete ? cast.markets[1]?.openedSlot : undefined) ?? NOW_SLOT;
  const later = (n: number) => opened + 40 + Math.round(((n % 24) + 1) * (end - opened) * 0.004);
  const bought = cast.holders.flatMap(({ facts, tokens, buyer }, n): readonly Trade[] => {
    if (facts.got === 'given' || tokens === 0n) return [];
    return [{ who: buyer, tokens, slot: facts.got === 'launch' ? opened + (n % 3) : later(n) }];
  });
  const { soldBps, soldThrough } = cast.facts.creator;
  const sold = tokensOf(soldBps);
  const half = Math.round((opened + end) / 2);
  const dump: readonly Trade[] =
    soldBps > 0
      ? [
          { who: CREATOR, tokens: sold, slot: opened },
          { who: soldThrough === null ? CREATOR : walletOf(soldThrough), tokens: -sold, slot: half },
        ]
      : [];
  const strange = strangeTokens(cast);
  // Soon after the launch, so that the market is as deep for as long as without it.
  const theirs: readonly Trade[] = strange > 0n ? [{ who: STRANGER, tokens: strange, slot: opened + 41 }] : [];
  return [...bought, ...dump, ...theirs].sort((a, b) => a.slot - b.slot);
}

/** What a stranger buys to put it into markets, and a little to send around. */
function strangeTokens({ markets, facts }: Cast): bigint {
  const put = markets.reduce(
    (sum, { facts: { of, joined, bps } }) => sum + (of || joined ? tokensOf(bps * (joined?.part ?? 1)) : 0n),
    0n,
  );
  return put > 0n || facts.strangers ? put + STRANGE_UNITS : 0n;
}

/** The lamports beside `tokens` in the pool whose product is that of its present state. */
function besides(cast: Cast, market: PlacedMarket, tokens: bigint): bigint {
  const now = reservesOf(cast, market);
  return tokens > 0n ? (now.lamports * now.tokens) / tokens : now.lamports;
}

/** What a market holds; of a curve that is complete what it gave to the pool after it. */
export function reservesOf(
  { markets }: Cast,
  market: PlacedMarket,
): { readonly tokens: bigint; readonly lamports: bigint } {
  const { facts } = (market.facts.complete ? markets[1] : undefined) ?? market;
  return { tokens: tokensOf(facts.bps), lamports: lamportsOf(facts.sol) };
}

function tellCreation(cast: Cast, trades: readonly Trade[]): void {
  const { chain, facts, mint, program } = cast;
  const slot = slotOf(facts.madeHours);
  const own = accountOf(CREATOR, mint, program);
  const ours = cast.markets.filter((market) => !market.facts.of);
  const cost = ours.reduce((sum, market) => sum + lamportsOf(market.facts.sol + market.facts.parkedSol), 0n);
  cast.chain.give(exchanges[0] ?? CREATOR, CREATOR, cost + 200n * SOL, slot - 24 * SLOTS_PER_HOUR);
  const initialize: Call = { program, accounts: [mint], data: Uint8Array.of(20, 6, ...addressBytes(CREATOR), 0) };
  const mintTo: Call = { program, accounts: [mint, own, CREATOR], data: Uint8Array.of(7, 0, 0, 0, 0, 0, 0, 0, 0) };
  const given = cast.holders.filter((one) => one.facts.got === 'given').reduce((sum, { tokens }) => sum + tokens, 0n);
  const bought = trades.reduce((sum, { tokens }) => sum + tokens, 0n);
  const pooled = ours.reduce((sum, market) => sum + tokensOf(market.facts.bps), 0n);
  const by = given + bought + pooled;
  chain.happen({
    slot,
    payer: CREATOR,
    instructions: [initialize, mintTo],
    tokens: [{ account: own, owner: CREATOR, mint, by }],
  });
}

/** The creator makes each earlier coin, others buy it, and the creator sells it. */
function tellEarlierLaunches({ chain, facts }: Cast): void {
  const { launches, dumped, soldThem } = facts.creator;
  for (let n = 0; n < launches; n += 1) {
    const mint = named(`earlier coin ${n}`);
    const curve = curveAddress(mint);
    const at = (owner: Address) => ({ account: accountOf(owner, mint, TOKEN_PROGRAM), owner, mint });
    const slot = slotOf(facts.madeHours) - EARLIER_HOURS * (n + 2) * SLOTS_PER_HOUR;
    const initialize: Call = { program: TOKEN_PROGRAM, accounts: [mint], data: Uint8Array.of(20) };
    chain.happen({
      slot,
      payer: CREATOR,
      instructions: [initialize],
      names: [curve],
      tokens: [
        { ...at(curve), by: 900n },
        { ...at(CREATOR), by: 100n },
      ],
    });
    chain.happen({
      slot: slot + 100,
      payer: named('buyers of earlier coins'),
      instructions: [],
      names: [mint],
      lamports: [[curve, EARLIER_SOL.most]],
      tokens: [{ ...at(curve), by: -500n }],
    });
    if (n >= dumped) continue;
    const seller = soldThem ? CREATOR : named('buyers of earlier coins');
    const by = soldThem ? 100n : 500n;
    chain.happen({
      slot: slot + 200,
      payer: seller,
      instructions: [],
      names: [mint],
      lamports: [[curve, EARLIER_SOL.left - EARLIER_SOL.most]],
      tokens: [
        { ...at(curve), by },
        { ...at(seller), by: -by },
      ],
    });
  }
}

/** The market takes what it holds now and what was bought of it since; the pool after a curve takes it from the curve. */
function tellOpening(cast: Cast, market: PlacedMarket, trades: readonly Trade[]): void {
  const { chain, mint, program } = cast;
  const { pool, program: venue, openedSlot, shares, owners } = market;
  const launch = launchOf(cast);
  const bought = market === launch ? trades.reduce((sum, { tokens }) => sum + tokens, 0n) : 0n;
  const tokens = reservesOf(cast, market).tokens + bought;
  const lamports = besides(cast, market, tokens);
  const parked = lamportsOf(market.facts.parkedSol);
  const curve = launch?.facts.complete && market === cast.markets[1] ? launch : null;
  const opener = market.facts.of ? STRANGER : CREATOR;
  const own = accountOf(opener, mint, program);
  const lpMint = shares.by === 'lp' ? [shares.mint] : [];
  const call: Call = {
    program: venue,
    accounts: [opener, pool, mint, WRAPPED_SOL, ...holdingsOf(market), ...lpMint],
    data: Uint8Array.of(175, 175, 109, 31, 13, 152, 155, 237),
  };
  chain.happen({
    slot: openedSlot,
    payer: opener,
    ...migrationOf(call, curve),
    lamports: [[opener, curve ? -parked : -lamports - parked]],
    tokens: [
      curve
        ? { account: curve.vaults.mint, owner: curve.vaultOwners.mint, mint, by: -tokens }
        : { account: own, owner: opener, mint, by: -tokens },
      ...(curve
        ? [{ account: curve.vaults.other, owner: curve.vaultOwners.other, mint: WRAPPED_SOL, by: -lamports }]
        : []),
      ...gainsOf(market, mint, { tokens, lamports: lamports + parked }),
    ],
  });
  for (const owner of owners) tellLiquidity(cast, market, owner);
  if (market.facts.bandHours !== undefined) tellUnparking(cast, market, slotOf(market.facts.bandHours));
}

/** Liquidity moves to the price in one transaction, which leaves as much in the vaults as there was. */
function tellUnparking({ chain, mint }: Cast, market: PlacedMarket, slot: number): void {
  const { pool, program } = market;
  const call = {
    program,
    accounts: [CREATOR, pool, ...holdingsOf(market)],
    data: Uint8Array.of(46, 156, 243, 118),
  };
  chain.happen({
    slot,
    payer: CREATOR,
    instructions: [call],
    tokens: gainsOf(market, mint, { tokens: 0n, lamports: 0n }),
  });
}

/** The launchpad itself opens the pool after its curve. */
function migrationOf(opening: Call, curve: PlacedMarket | null): Pick<Event, 'instructions' | 'inner'> {
  if (!curve) return { instructions: [opening] };
  const migration = { program: curve.program, accounts: [CREATOR, curve.pool], data: Uint8Array.of(207) };
  return { instructions: [migration], inner: [[0, opening]] };
}

/** Liquidity leaves the hands of who opened the market in a transaction of its own. */
function tellLiquidity({ chain }: Cast, { facts, shares, pool, openedSlot }: PlacedMarket, kept: Kept): void {
  if (kept.owner === CREATOR) return;
  const names = shares.by === 'lp' ? [shares.mint, kept.account] : [pool, kept.account];
  const call = { program: kept.opens?.program ?? TOKEN_PROGRAM, accounts: names, data: Uint8Array.of(9) };
  chain.happen({
    slot: openedSlot + 10,
    payer: facts.of ? STRANGER : CREATOR,
    instructions: [call],
    names: kept.opens?.names ?? [],
  });
}

function tellTrades(cast: Cast, trades: readonly Trade[]): void {
  const launch = launchOf(cast);
  if (!launch) return;
  let left = reservesOf(cast, launch).tokens + trades.reduce((sum, { tokens }) => sum + tokens, 0n);
  const money = new Map(cast.holders.map((one) => [one.buyer, one.facts.funding]));
  // What strangers will buy. Wallets have got as much money as without them.
  let strange = trades.reduce((sum, { who, tokens }) => sum + (who === STRANGER ? tokens : 0n), 0n);
  const costOf = (tokens: bigint, from: bigint) => besides(cast, launch, from - tokens) - besides(cast, launch, from);
  for (const trade of trades) {
    const funding = money.get(trade.who);
    if (trade.tokens > 0n && funding) fund(cast, trade, funding, costOf(trade.tokens, left - strange));
    const lamports = costOf(trade.tokens, left);
    left -= trade.tokens;
    if (trade.who === STRANGER) strange -= trade.tokens;
    swap(cast, launch, trade, lamports);
  }
  tellWash(cast);
}

/** A swap: tokens from the pool for lamports, or back where both are below 0. */
export function swap(
  { chain, mint, program }: Cast,
  market: PlacedMarket,
  { who, tokens, slot }: Trade,
  lamports: bigint,
): void {
  const { pool, program: venue, vaults } = market;
  const own = accountOf(who, mint, program);
  const route: readonly [Address, Address] = tokens > 0n ? [vaults.mint, own] : [own, vaults.mint];
  const amount = tokens > 0n ? tokens : -tokens;
  const call = {
    program: venue,
    accounts: [who, pool, mint, WRAPPED_SOL, ...holdingsOf(market), own],
    data: Uint8Array.of(248, 198, 158, 145, 225, 117, 135, 200),
  };
  chain.happen({
    slot,
    payer: who,
    instructions: [call],
    lamports: [[who, -lamports]],
    inner: [[0, tokenTransferOf(program, route, tokens > 0n ? pool : who, amount)]],
    tokens: [{ account: own, owner: who, mint, by: tokens }, ...gainsOf(market, mint, { tokens: -tokens, lamports })],
  });
}

/** Gives a wallet its first money before a purchase, over wallets that are used once. */
function fund(cast: Cast, { who, slot }: Pick<Trade, 'who' | 'slot'>, facts: FundingFacts, cost: bigint): void {
  if (who === CREATOR) return;
  const { by, helper, hops, milliSol, minutesBefore } = facts;
  const unit = (SOL * BigInt(milliSol)) / 1_000n;
  const lamports = ((cost + NETWORK_LAMPORTS) / unit + 1n) * unit;
  const paid = slot - minutesBefore * MINUTE_SLOTS;
  let from = sourceOf(cast, by, milliSol, paid - 24 * SLOTS_PER_HOUR);
  if (helper > 0) {
    const next = named(`helper ${helper} of ${by}`);
    cast.chain.give(from, next, lamports + NETWORK_LAMPORTS * BigInt(hops + 1), paid - 2 * HOUR_MINUTES * MINUTE_SLOTS);
    from = next;
  }
  for (let hop = 0; hop < hops; hop += 1) {
    const next = named(`hop ${hop} to ${who}`);
    cast.chain.give(from, next, lamports + NETWORK_LAMPORTS * BigInt(hops - hop), paid - (hops - hop) * MINUTE_SLOTS);
    from = next;
  }
  cast.chain.give(from, who, lamports, paid);
}

/** Where money comes from. A person who pays for others got rich through an exchange the day before. */
function sourceOf(cast: Cast, by: FundingFacts['by'], milliSol: number, slot: number): Address {
  if (by === 'exchange') return exchanges[milliSol % exchanges.length] ?? CREATOR;
  if (by === 'creator') return CREATOR;
  const person = named(`person ${by}`);
  cast.chain.give(exchanges[by % exchanges.length] ?? CREATOR, person, 1_000n * SOL, slot);
  return person;
}

/** How tokens came from who got them first to their keeper. */
function tellHolder(cast: Cast, { facts, tokens, kept, buyer }: PlacedHolder): void {
  const { chain, mint, program } = cast;
  const launch = launchOf(cast);
  const from = facts.got === 'given' ? CREATOR : buyer;
  if (kept.owner === from || tokens === 0n) return;
  const hours = facts.got === 'given' || !launch ? cast.facts.madeHours : tradedHours(launch.facts);
  const slot = slotOf(hours) + Math.round(hours * SLOTS_PER_HOUR * 0.12) + 60;
  const source = accountOf(from, mint, program);
  const call = tokenTransferOf(program, [source, kept.account], from, tokens);
  const opening = kept.opens && { program: kept.opens.program, accounts: kept.opens.names, data: Uint8Array.of(1) };
  chain.happen({
    slot,
    payer: from,
    instructions: opening ? [opening, call] : [call],
    names: [mint, kept.owner],
    tokens: [
      { account: source, owner: from, mint, by: -tokens },
      { account: kept.account, owner: kept.owner, mint, by: tokens },
    ],
  });
}

/** The creator passes what it sells to the wallet that sells it. */
function tellSaleThrough(cast: Cast): void {
  const { chain, mint, program } = cast;
  const launch = launchOf(cast);
  const { soldBps, soldThrough } = cast.facts.creator;
  if (!launch || soldBps === 0 || soldThrough === null) return;
  const [from, to] = [CREATOR, walletOf(soldThrough)].map((who) => accountOf(who, mint, program));
  if (!from || !to) return;
  const by = tokensOf(soldBps);
  chain.happen({
    slot: launch.openedSlot + 50,
    payer: CREATOR,
    names: [mint],
    instructions: [
      transferOf(CREATOR, walletOf(soldThrough), NETWORK_LAMPORTS),
      tokenTransferOf(program, [from, to], CREATOR, by),
    ],
    lamports: [
      [CREATOR, -NETWORK_LAMPORTS],
      [walletOf(soldThrough), NETWORK_LAMPORTS],
    ],
    tokens: [
      { account: from, owner: CREATOR, mint, by: -by },
      { account: to, owner: walletOf(soldThrough), mint, by },
    ],
  });
}

/** Side wallets of one person buy and sell back, a pair a minute, until now. */
function tellWash(cast: Cast): void {
  const market = mainOf(cast);
  const pairs = cast.facts.washTrades;
  if (!market || pairs === 0) return;
  const tokens = reservesOf(cast, market).tokens / 200n;
  const lamports = reservesOf(cast, market).lamports / 200n;
  const person = sourceOf(cast, 99, 0, slotBefore((pairs + 60) * 60));
  for (let n = 0; n < Math.min(WASH_WALLETS, pairs); n += 1) {
    cast.chain.give(person, named(`washer ${n}`), lamports + SOL, slotBefore((pairs + 30) * 60));
  }
  for (let n = 0; n < pairs; n += 1) {
    const who = named(`washer ${n % WASH_WALLETS}`);
    const slot = slotBefore((pairs - n) * 60);
    swap(cast, market, { who, tokens, slot }, lamports);
    swap(cast, market, { who, tokens: -tokens, slot: slot + 20 }, -lamports);
  }
}

/** Transactions of strangers that name something of the token and change nothing of it. */
function tellCrowd(cast: Cast, { on, count, when }: CrowdFacts): void {
  const launch = launchOf(cast);
  const created = slotOf(cast.facts.madeHours);
  const opened = launch?.openedSlot ?? created;
  for (const subject of crowdedBy(cast, on)) {
    if (when === 'now') cast.chain.crowd(subject, count, slotBefore(10));
    else if (when === 'early') cast.chain.crowd(subject, count, created - 30 * SLOTS_PER_HOUR);
    else cast.chain.crowd(subject, count, opened + 2, 2 / count);
  }
}

function crowdedBy(cast: Cast, on: CrowdFacts['on']): readonly Address[] {
  const { mint, markets, holders } = cast;
  switch (on) {
    case 'mint':
      return [mint];
    case 'market':
      return markets.map(({ pool }) => pool);
    case 'lp':
      return markets.flatMap(({ shares }) => (shares.by === 'lp' ? [shares.mint] : []));
    case 'creator':
      return [CREATOR];
    case 'holders':
      return [...new Set(holders.slice(0, CROWDED_HOLDERS).flatMap(({ kept, buyer }) => [kept.owner, buyer]))];
  }
}
