import { dbcConfig, dbcPool, dbcPoolAccount } from 'assay-sandbox/pools/meteora-dbc.ts';
import { curveMintAccount, holdingAccount, pumpCurveAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { launchlabAccounts } from 'assay-sandbox/pools/raydium-launchlab.ts';
import { type Address, addressBytes } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { curveAddress } from '#venues/pump-curve/layout.ts';
import { type Cast, lamportsOf, type PlacedMarket, SUPPLY, slotOf, tokensOf } from '../cast.ts';
import { type MovesChain, NOW_SLOT, named, SLOTS_PER_HOUR, SOL, slotBefore } from '../chain.ts';
import { accountOf, CREATOR, STRANGER } from '../keepers.ts';
import { reservesOf, swap } from '../story.ts';
import { tokenTransferOf } from '../transfers.ts';
import { gainsOf, holdingsOf } from '../written-market.ts';
import type { Named, StrangerAct } from './facts.ts';

const REACHED = 10;
const DUST = 7n;
const GIFT = SOL / 10n;
const TRADERS = 5;
const FIRST_HOURS = 1_000;
const JUNK = named('a mint of a stranger');

/** Lets strangers do what changes balances, before the story is played. */
export function begin(cast: Cast): void {
  const { chain, markets, facts } = cast;
  chain.enrich(STRANGER);
  chain.stock({ account: accountOf(STRANGER, JUNK, TOKEN_PROGRAM), owner: STRANGER, mint: JUNK, by: SUPPLY });
  for (const market of markets) if (market.facts.joined) tellJoining(cast, market);
  for (const [at, act] of (facts.strangers ?? []).entries()) tellAct(cast, act, at);
}

function tellAct(cast: Cast, act: StrangerAct, at: number): void {
  if (isNaming(act)) return;
  if (act.does === 'trades beside') tellTrades(cast, act);
  else if (isLaunching(act)) tellLaunches(cast, act, at);
  else for (const one of addressesOf(cast, act.on)) tellGift(cast, act, one);
}

/** Lists the transactions that only name something, after the story was played. */
export function nameBy(cast: Cast): void {
  for (const act of cast.facts.strangers ?? []) {
    if (!isNaming(act)) continue;
    const { last, apart } = timesOf(cast, act);
    for (const one of addressesOf(cast, act.on)) {
      cast.chain.crowd(one, act.count, last, apart, act.does === 'fails to use');
    }
  }
}

const isLaunching = ({ does }: StrangerAct) => does.startsWith('launches');
const coinOf = (at: number, n: number) => named(`coin ${at} ${n} of a stranger`);
const isNaming = ({ does }: StrangerAct) => does === 'names' || does === 'fails to use';

/** When the last of the transactions happens, and how many slots lie between two. */
function timesOf({ facts, markets }: Cast, { when, count }: StrangerAct) {
  const created = slotOf(facts.madeHours);
  const opened = markets[0]?.openedSlot ?? created;
  const last = {
    first: created - FIRST_HOURS * SLOTS_PER_HOUR,
    early: created - 30 * SLOTS_PER_HOUR,
    launch: opened + 2,
    between: NOW_SLOT - (NOW_SLOT - opened) / (count + 1),
    now: slotBefore(10),
  }[when];
  const apart = { first: 1, early: 1, launch: 2 / count, between: (NOW_SLOT - opened) / (count + 1), now: 1 }[when];
  return { last, apart };
}

function slotsOf(cast: Cast, act: StrangerAct): readonly number[] {
  const { last, apart } = timesOf(cast, act);
  return Array.from({ length: act.count }, (_, n) => Math.floor(last - n * apart));
}

function addressesOf(cast: Cast, on: Named): readonly Address[] {
  const { mint, program, markets, holders, facts } = cast;
  const own = markets.filter((market) => !market.facts.of);
  const reached = holders.slice(0, REACHED);
  switch (on) {
    case 'mint':
      return [mint];
    case 'pool':
      return own.map(({ pool }) => pool);
    case 'vaults':
      return own.flatMap(holdingsOf);
    case 'lp':
      return own.flatMap(({ shares }) => (shares.by === 'lp' ? [shares.mint] : []));
    case 'creator':
      return [CREATOR, accountOf(CREATOR, mint, program)];
    case 'holders':
      return [...new Set(reached.flatMap(({ kept, buyer }) => [kept.owner, buyer]))];
    case 'accounts':
      return reached.map(({ kept }) => kept.account);
    case 'owners':
      return own.flatMap(({ owners }) => owners.flatMap(({ owner, account }) => [owner, account]));
    case 'earlier':
      return Array.from({ length: facts.creator.launches }, (_, n) => named(`earlier coin ${n}`)).flatMap((one) => [
        one,
        curveAddress(one),
      ]);
    case 'launched':
      return (facts.strangers ?? []).flatMap((act, at) =>
        isLaunching(act) ? slotsOf(cast, act).map((_, n) => launchOf(act, coinOf(at, n))[0]?.address ?? mint) : [],
      );
    case 'everybody':
      return [CREATOR, ...addressesOf(cast, 'holders')];
  }
}

function tellGift(cast: Cast, act: StrangerAct, to: Address): void {
  const { chain, mint, program } = cast;
  if (act.does === 'sends lamports to' || act.does === 'gives SOL to') {
    const lamports = act.does === 'gives SOL to' ? GIFT : 1n;
    for (const slot of slotsOf(cast, act)) chain.give(STRANGER, to, lamports, slot);
    return;
  }
  const isOwn = act.does === 'sends tokens to';
  const [of, by] = isOwn ? ([mint, program] as const) : ([JUNK, TOKEN_PROGRAM] as const);
  if (!isOwn) chain.put(curveMintAccount({ mint: JUNK, supply: SUPPLY }));
  const held = tokensAt(chain, to);
  // Tokens lie in an account for their mint: the one that is named, or one that the stranger opens for its owner.
  if (held && held.mint !== of) return;
  const owner = held?.authority ?? to;
  const account = held ? to : accountOf(owner, of, by);
  for (const slot of slotsOf(cast, act)) sendTo(chain, { account, owner, mint: of, program: by }, slot);
}

function tokensAt(chain: MovesChain, at: Address) {
  const account = chain.accounts.get(at);
  return account ? readTokenAccount(account) : null;
}

interface Destination {
  readonly account: Address;
  readonly owner: Address;
  readonly mint: Address;
  readonly program: Address;
}

function sendTo(chain: MovesChain, { account, owner, mint, program }: Destination, slot: number): void {
  const before = tokensAt(chain, account);
  const amount = (before?.amount ?? 0n) + DUST;
  chain.put(
    holdingAccount({ authority: owner, mint, program, amount, address: account, frozen: before?.frozen ?? false }),
  );
  const from = accountOf(STRANGER, mint, program);
  chain.happen({
    slot,
    payer: STRANGER,
    instructions: [tokenTransferOf(program, [from, account], STRANGER, DUST)],
    names: [mint, owner],
    tokens: [
      { account: from, owner: STRANGER, mint, by: -DUST },
      { account, owner, mint, by: DUST },
    ],
  });
}

/** A stranger makes coins that name the creator as theirs, signs and pays for them, and nobody buys them. */
function tellLaunches(cast: Cast, act: StrangerAct, at: number): void {
  const { chain } = cast;
  for (const [n, slot] of slotsOf(cast, act).entries()) {
    const mint = coinOf(at, n);
    const [first, ...others] = launchOf(act, mint);
    if (!first) return;
    for (const account of [first, ...others]) chain.put(account);
    const data = Uint8Array.of(20, 6, ...addressBytes(STRANGER), 0);
    // LaunchLab's instruction names the creator among its accounts, pump.fun's among its arguments.
    const isNamed = act.does !== 'launches on pump_curve for';
    chain.happen({
      slot,
      payer: STRANGER,
      signers: [mint],
      names: [first.address],
      instructions: [
        { program: first.owner, accounts: [STRANGER, mint, first.address, ...(isNamed ? [CREATOR] : [])], data },
      ],
      inner: [[0, { program: TOKEN_PROGRAM, accounts: [mint], data }]],
      tokens: [{ account: accountOf(first.address, mint, TOKEN_PROGRAM), owner: first.address, mint, by: SUPPLY }],
    });
  }
}

function launchOf({ does }: StrangerAct, mint: Address) {
  if (does === 'launches on pump_curve for') {
    return [pumpCurveAccount({ mint, creator: CREATOR, realQuote: 0n })];
  }
  if (does === 'launches on raydium_launchlab for') {
    const admin = named('a platform of a stranger');
    return launchlabAccounts({ baseMint: mint, quoteMint: WRAPPED_SOL, creator: CREATOR, admin });
  }
  const [under, config] = [dbcConfig(), named('a DBC configuration of a stranger', false)];
  const pool = named(`DBC pool of ${mint}`, false);
  return [dbcPoolAccount(pool, dbcPool({ address: pool, under, config, creator: CREATOR, baseMint: mint }))];
}

/** Liquidity that a stranger adds to a market of the token. */
function tellJoining({ chain, mint, program }: Cast, market: PlacedMarket): void {
  const { pool, program: venue, vaults, facts } = market;
  const { part, hours } = facts.joined ?? { part: 0, hours: 0 };
  const [tokens, lamports] = [tokensOf(facts.bps * part), lamportsOf(facts.sol * part)];
  const own = accountOf(STRANGER, mint, program);
  const accounts = [STRANGER, pool, mint, WRAPPED_SOL, vaults.mint, vaults.other];
  chain.happen({
    slot: slotOf(hours),
    payer: STRANGER,
    lamports: [[STRANGER, -lamports]],
    instructions: [{ program: venue, accounts, data: Uint8Array.of(46, 156, 243, 118) }],
    tokens: [{ account: own, owner: STRANGER, mint, by: -tokens }, ...gainsOf(market, mint, { tokens, lamports })],
  });
}

/** Strangers buy a millionth of what the market holds, and sell it back soon. */
function tellTrades(cast: Cast, act: StrangerAct): void {
  const market = cast.markets.find(({ facts }) => !facts.complete && !facts.of);
  if (!market) return;
  const { tokens, lamports } = reservesOf(cast, market);
  const part = { tokens: tokens / 1_000_000n, lamports: lamports / 1_000_000n };
  for (const [n, slot] of slotsOf(cast, act).entries()) {
    if (slot <= market.openedSlot) continue;
    const who = named(`a stranger who trades ${n % TRADERS}`);
    cast.chain.enrich(who);
    swap(cast, market, { who, tokens: part.tokens, slot }, part.lamports);
    swap(cast, market, { who, tokens: -part.tokens, slot: slot + 20 }, -part.lamports);
  }
}
