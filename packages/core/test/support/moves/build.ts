import { Layout } from 'assay-sandbox/pools/layout.ts';
import { holdingAccount, pumpCurveAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { type Address, address, addressBytes, derivedAddress } from '#solana/address.ts';
import type { MintExtension } from '#solana/token/decoded-mint.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { curveAddress } from '#venues/pump-curve/layout.ts';
import { PUMP_FEES_PROGRAM, seed } from '#venues/pump-fees/programs.ts';
import { mintBytes } from '../token-bytes.ts';
import { baseAccounts } from './base-accounts.ts';
import { lamportsOf, type PlacedHolder, type PlacedMarket, SUPPLY, slotOf, tokensOf } from './cast.ts';
import { MovesChain, named, SOL, unixOf } from './chain.ts';
import { type HolderFacts, keeperText, type LiquidityPart, type MarketFacts, type TokenFacts } from './facts.ts';
import { accountOf, CREATOR, type Kept, keep, putLpMint, STRANGER, walletOf } from './keepers.ts';
import { marketWriters, OF_OTHER_POOLS } from './markets.ts';
import { signerOf } from './signers.ts';
import { EARLIER_SOL, tell } from './story.ts';
import { begin, nameBy } from './strangers/story.ts';
import type { MarketSpec, WrittenMarket } from './written-market.ts';

/** Ordinary holders who have the rest of the supply, a sixtieth of it each. As many are listed as an endpoint lists at most. */
const CROWD = 24;
const CROWD_PARTS = 60;
const INCINERATOR = address('1nc1nerator11111111111111111111111111111111');
const RAYDIUM_LOCK = address('3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH');
const HOOK = named('a program of the creator');
const RAYDIUM_POSITION_LOCK = address('kN1kEznaF5Xbd8LYuqtEFcxzWSBk5Fv6ygX6SqEGJVy');

/** The chain on which the facts hold. Returns the mint as well. */
export function chainOf(facts: TokenFacts): { readonly chain: MovesChain; readonly mint: Address } {
  const chain = new MovesChain();
  for (const account of baseAccounts) chain.put(account);
  const program = facts.program === '2022' ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM;
  const mint = named(`the mint of ${facts.program}`);
  putMint(chain, facts, mint, program);
  const sharing = putSharing(chain, facts, mint);
  const markets = facts.markets.map((market) => {
    const isPump = market.venue === 'pump_curve' || market.venue === 'pumpswap';
    const creator = isPump && market.of !== 'stranger' ? sharing : market.of ? STRANGER : CREATOR;
    return putMarket(chain, market, { mint, program, creator });
  });
  const holders = [...facts.holders, ...crowdOf(facts)].map((holder) => putHolder(chain, holder, mint, program));
  putEarlierLaunches(chain, facts);
  const cast = { facts, chain, mint, program, markets, holders };
  begin(cast);
  tell(cast);
  nameBy(cast);
  return { chain, mint };
}

function putMint(
  chain: MovesChain,
  { powers, signer, program: of }: TokenFacts,
  mint: Address,
  program: Address,
): void {
  const has = (power: TokenFacts['powers'][number]) => powers.includes(power);
  const extensions: MintExtension[] = [];
  const authority = has('mint') || has('freeze') ? signerOf(chain, signer, mint) : null;
  if (of === '2022' && has('delegate')) extensions.push({ type: 'permanent_delegate', delegate: CREATOR });
  if (of === '2022' && has('hook')) extensions.push({ type: 'transfer_hook', authority: CREATOR, program: HOOK });
  if (of === '2022' && has('fee')) extensions.push(feeOf(CREATOR));
  if (of === '2022' && has('pause')) extensions.push({ type: 'pausable', authority: CREATOR, paused: false });
  const data = mintBytes(
    {
      program,
      supply: SUPPLY,
      decimals: 6,
      extensions,
      unknownExtensions: [],
      mintAuthority: has('mint') ? authority : null,
      freezeAuthority: has('freeze') ? authority : null,
    },
    mint,
  );
  chain.put({ address: mint, owner: program, data });
}

/** The rest of the supply in wallets of strangers, whose first money came from exchanges at different times. */
function crowdOf({ markets, holders }: TokenFacts): readonly HolderFacts[] {
  const taken = [...markets, ...holders].reduce((sum, { bps }) => sum + bps, 0);
  const bps = Math.max(0, 10_000 - taken) / CROWD_PARTS;
  return Array.from({ length: CROWD }, (_, n) => ({
    keeper: { is: 'wallet', n: 1_000 + n },
    bps: bps * (1 - n / 1_000),
    got: 'later',
    through: null,
    frozen: false,
    funding: { by: 'exchange', helper: 0, hops: 0, milliSol: 700 + 130 * n, minutesBefore: 3_000 + 1_700 * n },
  }));
}

/** Added to each holder, so that no share lies on a bound: pools of positions round what they hold. Atomic units, of 10^15. */
const ABOVE_BOUNDS = 1_000_000n;

function putHolder(chain: MovesChain, facts: HolderFacts, mint: Address, program: Address): PlacedHolder {
  const { keeper, bps, through, frozen } = facts;
  const kept = keep(chain, keeper, mint, program);
  const tokens = tokensOf(bps) + ABOVE_BOUNDS;
  chain.put(holdingAccount({ authority: kept.owner, mint, program, amount: tokens, frozen, address: kept.account }));
  const own =
    keeper.is === 'wallet' || keeper.is === 'creator' ? kept.owner : named(`who filled ${keeperText(keeper)}`);
  return { facts, tokens, kept, buyer: through === null ? own : through === 'creator' ? CREATOR : walletOf(through) };
}

/** A fee of one percent, which its authority can raise. */
function feeOf(authority: Address): MintExtension {
  const one = { epoch: 0n, maximum: 10n ** 15n, basisPoints: 100n };
  return {
    type: 'transfer_fee',
    authority,
    withdrawAuthority: authority,
    fee: { older: one, newer: one, mutable: true },
  };
}

/** Whom pump.fun's accounts name as the creator: its fee-sharing account where there is one. */
function putSharing(chain: MovesChain, { creator: { admin } }: TokenFacts, mint: Address): Address {
  if (admin === null) return CREATOR;
  const at = derivedAddress([seed('sharing-config'), addressBytes(mint)], PUMP_FEES_PROGRAM);
  const who = admin === 'creator' ? CREATOR : named('who administrates fees');
  chain.put({ address: at, owner: PUMP_FEES_PROGRAM, data: new Layout(80).key(11, mint).key(43, who).bytes() });
  return at;
}

/** The mint of a market, and whom the market names as the creator. */
type Traded = Pick<MarketSpec, 'mint' | 'program' | 'creator'>;

function putMarket(chain: MovesChain, market: MarketFacts, { mint, program, creator }: Traded): PlacedMarket {
  const facts = withJoined(market);
  const { venue, index, hours, sol, bps, parkedSol, complete, liquidity } = facts;
  const openedSlot = slotOf(hours);
  const lockedBps = venue === 'meteora_damm_v1' || venue === 'meteora_damm_v2' ? Math.floor(keptBps(liquidity)) : 0;
  const written = marketWriters[venue]({
    mint,
    program,
    index,
    complete,
    lockedBps,
    creator,
    ...(market.of && { opener: STRANGER }),
    openedAtUnix: unixOf(openedSlot),
    tokens: tokensOf(bps),
    lamports: lamportsOf(sol),
    parkedLamports: lamportsOf(parkedSol),
  });
  for (const account of written.accounts) chain.put(account);
  const { vaults, vaultOwners, vaultShares } = written;
  if (vaultShares) {
    chain.stock({ account: vaults.other, owner: vaultOwners.other, mint: WRAPPED_SOL, by: OF_OTHER_POOLS });
  }
  return { ...written, facts: market, openedSlot, owners: putOwners(chain, written, facts) };
}

/** The market with what a stranger added to it. */
function withJoined(facts: MarketFacts): MarketFacts {
  const { joined, sol, bps, liquidity } = facts;
  if (!joined) return facts;
  const all = 1 + joined.part;
  const own = liquidity.map((one) => ({ ...one, bps: one.bps / all }));
  const added = { keeper: joined.keeper, bps: (10_000 * joined.part) / all };
  return { ...facts, sol: sol * all, bps: bps * all, liquidity: [...own, added] };
}

function keptBps(liquidity: readonly LiquidityPart[]): number {
  return liquidity.filter(({ keeper }) => keeper === 'kept').reduce((sum, { bps }) => sum + bps, 0);
}

/** Puts the LP tokens or the positions of a market where its parts say. */
function putOwners(chain: MovesChain, written: WrittenMarket, facts: MarketFacts): readonly Kept[] {
  const { shares } = written;
  if (shares.by === 'lp') return putLpTokens(chain, shares, facts);
  return shares.by === 'position' ? putPositions(chain, written, shares, facts) : [];
}

type Lp = Extract<WrittenMarket['shares'], { by: 'lp' }>;
type Positions = Extract<WrittenMarket['shares'], { by: 'position' }>;

function putLpTokens(
  chain: MovesChain,
  { mint, issued, authority }: Lp,
  { venue, liquidity }: MarketFacts,
): readonly Kept[] {
  const keptAt = venue === 'raydium_cpmm' ? RAYDIUM_LOCK : INCINERATOR;
  const isInPool = venue === 'meteora_damm_v1';
  let supply = 0n;
  const owners = liquidity.flatMap(({ keeper, bps }): readonly Kept[] => {
    // DAMM v1's burned tokens leave the supply, and those that it keeps stay in it.
    if (keeper === 'burned') return [];
    const amount = (issued * BigInt(Math.round(bps * 100))) / 1_000_000n;
    supply += amount;
    if (keeper === 'kept' && isInPool) return [];
    const kept =
      keeper === 'kept'
        ? { owner: keptAt, account: accountOf(keptAt, mint, TOKEN_PROGRAM), opens: null }
        : keep(chain, keeper, mint, TOKEN_PROGRAM);
    chain.put(holdingAccount({ authority: kept.owner, mint, amount, address: kept.account }));
    return [kept];
  });
  // Where all of it was burned, a unit is left that nobody has.
  putLpMint(chain, { mint, authority }, supply > 0n ? supply : 1n);
  return owners;
}

function putPositions(
  chain: MovesChain,
  { pool, parked }: WrittenMarket,
  { liquidity: all, write }: Positions,
  { venue, liquidity, parkedSol }: MarketFacts,
): readonly Kept[] {
  const owners = liquidity.map(({ keeper, bps }, n) => {
    const nftMint = named(`token of position ${n} in ${pool}`);
    const kept = putPositionToken(chain, keeper, nftMint, venue);
    const own = (all * BigInt(Math.round(bps * 100))) / 1_000_000n;
    const at = named(`position ${n} in ${pool}`, false);
    chain.put(write({ at, nftMint, owner: kept.owner, liquidity: own, isKept: keeper === 'kept' }));
    return kept;
  });
  if (!parked || parkedSol === 0) return owners;
  const nftMint = named(`token of the parked position in ${pool}`);
  const kept = putPositionToken(chain, { is: 'wallet', n: 900 }, nftMint, venue);
  const at = named(`parked in ${pool}`, false);
  chain.put(parked.write({ at, nftMint, owner: kept.owner, liquidity: parked.liquidity, isKept: false }));
  return [...owners, kept];
}

/** The token of a position, in the account of who can withdraw it. */
function putPositionToken(
  chain: MovesChain,
  keeper: LiquidityPart['keeper'],
  mint: Address,
  venue: MarketFacts['venue'],
): Kept {
  const isBurned = keeper === 'burned';
  const data = new Layout(82)
    .u64(36, isBurned ? 0n : 1n)
    .u8(45, 1)
    .bytes();
  chain.put({ address: mint, owner: TOKEN_PROGRAM, data });
  const at = (owner: Address): Kept => ({ owner, account: accountOf(owner, mint, TOKEN_PROGRAM), opens: null });
  if (isBurned) return at(INCINERATOR);
  const kept = keeper === 'kept' ? at(keptOwner(venue)) : keep(chain, keeper, mint, TOKEN_PROGRAM);
  const frozen = keeper === 'kept' && venue === 'orca_whirlpool';
  chain.put(holdingAccount({ authority: kept.owner, mint, amount: 1n, frozen, address: kept.account }));
  return kept;
}

/** Who keeps positions for good: Raydium's lock, the creator of a frozen position, or nobody. */
function keptOwner(venue: MarketFacts['venue']): Address {
  if (venue === 'raydium_clmm') return RAYDIUM_POSITION_LOCK;
  return venue === 'orca_whirlpool' || venue === 'meteora_damm_v2' ? CREATOR : INCINERATOR;
}

/** Curves of the creator's earlier coins: those that it dumped hold next to nothing. */
function putEarlierLaunches(chain: MovesChain, { creator: { launches, dumped } }: TokenFacts): void {
  for (let n = 0; n < launches; n += 1) {
    const mint = named(`earlier coin ${n}`);
    const realQuote = n < dumped ? EARLIER_SOL.left : EARLIER_SOL.most;
    const curve = pumpCurveAccount({ mint, creator: CREATOR, realQuote, virtualQuote: 30n * SOL + realQuote });
    if (curve.address !== curveAddress(mint)) throw new Error('a curve at another address');
    chain.put({ ...curve, lamports: realQuote });
  }
}
